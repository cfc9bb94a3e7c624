// How long an instance lives in each scope. What a failure leaves. Which circles are closed, and which are reported.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Scopes and failures` {
    let container = DependenciesContainer()

    @Test func `a graph service is shared in an object graph: one request, or one stored service`() throws {
        container.add("graph", scope: .graph)
        for name in ["left", "right"] { container.add(name, scope: .transient, needs: "graph") }
        for scope in Scope.stored { container.add("\(scope)", scope: scope, needs: "graph") }
        container.register(name: "all", scope: .transient) { container in
            try ["left", "right", "singleton", "weak"].map(container.service)
        }
        let services = try container.require(type: [Service].self, name: "all")
        #expect(services[0] !== services[1] && services[0].other === services[1].other)
        #expect(services[0].other !== services[2].other && services[0].other !== services[3].other)
        #expect(try container.service("left").other !== services[0].other, "another request")
    }

    @Test func `a reset while an object graph is built: what isn't stored stays one`() throws {
        container.add("graph", scope: .graph)
        container.register { container in
            let first = try container.service("graph")
            container.resetInstances()
            return [first, try container.service("graph")]
        }
        let services = try container.require(type: [Service].self)
        #expect(services[0] === services[1])
        #expect(try container.require(type: [Service].self)[0] !== services[0], "the list is built again")
        // A pair that is closed in `injecting`: a reset comes when one of the two is built.
        container.add("a", scope: .graph, injects: "b")
        container.add("b", scope: .graph, needs: "a", making: { [container] in container.resetInstances() })
        let a = try container.service("a")
        #expect(a.other?.other === a)
        a.other = nil
    }

    @Test func `a weak service is shared while something outside holds it, for protocol and optional types, too`() {
        let runs = Counter(0)
        container.register(type: (any AnyObject & Sendable).self, scope: .weak) { Service() }
        container.register(type: Service?.self, scope: .weak) { runs.increment() == 1 ? nil : Service() }
        var held = container.resolve(type: (any AnyObject & Sendable).self)
        #expect(container.resolve(type: (any AnyObject & Sendable).self) === held && held != nil)
        weak let observer = held
        held = nil
        #expect(observer == nil && container.resolve(type: (any AnyObject & Sendable).self) != nil)
        #expect(container.resolve(type: Service?.self)! == nil, "nil is no mistake, and is made again")
        let optional = container.resolve(type: Service?.self)
        #expect(container.resolve(type: Service?.self)! === optional! && optional! != nil)
    }

    @Test(arguments: Scope.all, ["factory", "injecting"])
    func `a factory or injecting throws: nothing half-built is kept`(scope: Scope, place: String) throws {
        let tries = Counter(0)
        let fail: @Sendable (String) throws -> Void = {
            if $0 == place && tries.increment() == 1 { throw CancellationError() }
        }
        container.add("a", scope: scope, completing: { _ in try fail("injecting") }, making: { try fail("factory") })
        container.add("b", scope: scope, needs: "a")
        #expect(throws: CancellationError.self) { try container.service("b") }  // and the next one tries again
        #expect(try container.service("b").other?.isFinished == true && tries.count == 2)
    }

    @Test func `a factory catches what a resolve inside it throws: only stored services stay`() throws {
        final class Screen: @unchecked Sendable { @Injected var number: Int }
        let (runs, made) = (Counter(0), Guarded<[Service]>([]))
        container.register { runs.increment() }
        container.register { Screen() }
        container.add("graph", scope: .graph) { service in made { $0.append(service) } }
        container.register(scope: .transient) { container -> Bool in
            _ = (try container.require(type: Screen.self), try container.service("graph"))
            throw CancellationError()
        }
        container.register { container in
            #expect(throws: CancellationError.self) { try container.require(type: Bool.self) }
            return [try container.service("graph"), try container.service("graph")]
        }
        let services = try container.require(type: [Service].self)
        #expect(services[0] === services[1] && services[0] === made { $0[1] } && made { $0.count } == 2)
        let screen = try container.require(type: Screen.self)
        #expect(runs.count == 0 && screen.number == 1, "its properties come with the first read")
    }
}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Circles` {
    let container = DependenciesContainer()

    @Test(
        arguments: Scope.all,
        [["needs"], ["injects"], ["needs", "needs"], ["needs", "injects"], ["injects", "injects"]])
    func `a service needs itself, also through others: circular from every entrance`(scope: Scope, hows: [String]) {
        if scope == .graph && hows.contains("injects") { return }  // the next test
        let names = hows.indices.map { "\($0)" }
        for (index, how) in hows.enumerated() {
            let next = names[(index + 1) % names.count]
            container.add(
                names[index], scope: scope, needs: how == "needs" ? next : nil, injects: how == "injects" ? next : nil)
        }
        for index in [0, names.count - 1, 0] {
            let error = #expect(throws: ResolutionError.self) { try container.service(names[index]) }
            #expect(error?.reason == .circular && error?.name == names[index])
            #expect(error?.path == (names[index...] + names[...index]).map { "Service \"\($0)\"" })
        }
        container.add("0", scope: scope)
        for name in names { #expect(container.resolve(type: Service.self, name: name)?.isFinished == true) }
    }

    @Test func `a graph circle closed in injecting works from both entrances, and everybody holds the same`() throws {
        let (factories, injections) = (Counter(0), Counter(0))
        container.add("a", scope: .graph, injects: "b") { _ in injections.increment() }
        container.add("b", scope: .graph, needs: "a", making: { factories.increment() })
        let a = try container.service("a")
        #expect(a.other?.other === a && factories.count == 1 && injections.count == 1)
        let b = try container.service("b")
        #expect(b.other?.other === b && injections.count == 2)
        #expect(factories.count == 3, "the factory of b has run again, inside itself, and that instance counts")
        (a.other, b.other) = (nil, nil)
    }

    @Test(arguments: Scope.all)
    func `more than 80 factories inside each other: circular, with a message that says so`(scope: Scope) {
        for number in 1...80 { container.add("\(number)", scope: scope, needs: "\(number - 1)") }
        container.add("0", scope: scope)
        #expect(throws: Never.self) { try container.service("79") }
        container.resetInstances()
        container.register(type: Service.self, name: "0", service: Service())
        #expect(throws: Never.self) { try container.service("80") }  // what is registered is there, without a factory
        container.resetInstances()
        container.add("0", scope: scope)
        let error = #expect(throws: ResolutionError.self) { try container.service("80") }
        #expect(error?.reason == .circular && error?.path.count == 81)
        #expect(error?.description.hasPrefix("Nest fewer factories") == true)
    }

    @Test(arguments: Scope.all)
    func `a diamond, or one type under several names in a chain: no circle is reported`(scope: Scope) throws {
        container.add("base", scope: scope)
        for name in ["left", "right"] { container.add(name, scope: scope, needs: "base") }
        container.add("top", scope: scope, needs: "left", injects: "right")
        #expect(try container.service("top").other?.other?.isFinished == true)
    }
}
