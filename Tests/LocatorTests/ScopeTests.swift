// How long an instance lives in each scope. What a failure leaves. Which circles are closed, and which are reported.

import Foundation
import Locator
import Testing

@Suite struct `Scopes` {
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
        #expect(services[2].other !== services[3].other)
        #expect(try container.service("left").other !== services[0].other, "another request")
        #expect(try container.service("singleton") === services[2], "and it keeps its graph service")
    }

    @Test func `a weak service is shared while something outside holds it, for protocol and optional types, too`() {
        func check<T: AnyObject & Sendable>(_ type: T?.Type, _ resolve: () -> T??) {
            var held = resolve()
            #expect(held! != nil && resolve()! === held!)
            weak let observer = held!
            held = nil
            #expect(observer == nil && resolve()! != nil)
        }
        container.register(scope: .weak) { Service() }
        check(Service?.self) { container.resolve(type: Service.self) }
        container.register(type: Service?.self, name: "optional", scope: .weak) { Service() }
        check(Service?.self) { container.resolve(type: Service?.self, name: "optional") }
        container.register(type: (any Serving).self, scope: .weak) { Service() }
        let serving = container.resolve(type: (any Serving).self)
        #expect(serving != nil && container.resolve(type: (any Serving).self) === serving)
    }

    @Test func `nil as a weak service is no mistake, and is made again`() {
        let runs = Counter(0)
        container.register(type: Service?.self, scope: .weak) { runs.increment() == 1 ? nil : Service() }
        #expect(container.resolve(type: Service?.self)! == nil)
        #expect(container.resolve(type: Service?.self)! != nil)
    }

    @Test func `a value registered with weak stops the program, which names the type and the cure`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register(type: (any Hashable & Sendable).self, scope: .weak) { true }
            _ = container.resolve(type: (any Hashable & Sendable).self)
        }
        let advice = "Hold 'Hashable' strongly, or choose another scope than `.weak`: it is no class."
        #expect(result?.standardError.contains(advice) == true)
    }
}

private protocol Serving: AnyObject, Sendable {}

extension Service: Serving {}

@Suite struct `Failures` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all, ["factory", "injecting"])
    func `a factory or injecting throws: require does, nothing half-built is kept, and the next resolve tries again`(
        scope: Scope, place: String
    ) throws {
        let tries = Counter(0)
        let fail: @Sendable (String) throws -> Void = {
            if $0 == place && tries.increment() == 1 { throw CancellationError() }
        }
        container.add("a", scope: scope, completing: { _ in try fail("injecting") }, making: { try fail("factory") })
        container.add("b", scope: scope, needs: "a")
        #expect(throws: CancellationError.self) { try container.service("b") }
        #expect(try container.service("b").other?.isFinished == true && tries.count == 2)
    }

    @Test func `a factory catches what a resolve inside it throws, and goes on without the graph services made there`()
        throws
    {
        let failed = Guarded<Service?>(nil)
        container.add("graph", scope: .graph) { service in failed { $0 = $0 ?? service } }
        container.add("failing", scope: .transient, needs: "graph", making: { throw CancellationError() })
        container.add("uses", scope: .transient, needs: "graph")
        container.register(name: "outer", scope: .transient) { container in
            let before = try? container.service("failing")
            #expect(before == nil)
            return try ["graph", "uses"].map(container.service)
        }
        let services = try container.require(type: [Service].self, name: "outer")
        #expect(services[0] !== failed { $0 } && services[0] === services[1].other)
    }

    @Test func `a stored service that a failed factory has built stays, and its properties come with the first read`()
        throws
    {
        final class Screen: @unchecked Sendable {
            @Injected(name: "graph") var graph: Service
            @Injected var number: Int
        }
        let runs = Counter(0)
        container.register { runs.increment() }
        container.register { Screen() }
        container.register(scope: .transient) { container -> [Screen] in
            _ = try container.require(type: Screen.self)
            throw CancellationError()
        }
        container.register { container -> Bool in
            _ = try? container.require(type: [Screen].self)
            return true
        }
        #expect(try container.require(type: Bool.self) && runs.count == 0)
        let screen = try container.require(type: Screen.self)
        #expect(runs.count == 0 && screen.number == 1)
    }
}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Circles` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.stored, [("needs", "needs"), ("needs", "injects"), ("injects", "injects")])
    func `a stored service that needs itself through another is circular from every entrance, and leaves no trace`(
        scope: Scope, how: (a: String, b: String)
    ) throws {
        func add(_ name: String, _ how: String, _ other: String) {
            let needed: String? = how == "needs" ? other : nil
            container.add(name, scope: scope, needs: needed, injects: needed == nil ? other : nil)
        }
        add("a", how.a, "b")
        add("b", how.b, "a")
        for (entrance, other) in [("a", "b"), ("b", "a"), ("a", "b")] {
            let error = #expect(throws: ResolutionError.self) { try container.service(entrance) }
            #expect(error?.reason == .circular && error?.name == entrance)
            #expect(error?.path == [entrance, other, entrance].map { "Service \"\($0)\"" })
            #expect(error?.description.hasPrefix("Break the circle: turn the `init` parameter") == true)
        }
        container.add("b", scope: scope)
        #expect(try container.service("a").other?.isFinished == true)
    }

    @Test(arguments: Scope.all.map { ($0, "needs") } + Scope.all.filter { $0 != .graph }.map { ($0, "injects") })
    func `a service that needs itself is circular`(scope: Scope, how: String) {
        container.add("a", scope: scope, needs: how == "needs" ? "a" : nil, injects: how == "needs" ? nil : "a")
        let error = #expect(throws: ResolutionError.self) { try container.service("a") }
        #expect(error?.reason == .circular && error?.path == [#"Service "a""#, #"Service "a""#])
    }

    @Test(arguments: [Scope.transient, .graph])
    func `a transient or graph circle through factories is circular, too`(scope: Scope) {
        container.add("a", scope: scope, needs: "b")
        container.add("b", scope: scope, needs: "a")
        let error = #expect(throws: ResolutionError.self) { try container.service("a") }
        #expect(error?.reason == .circular && error?.path.count == 3)
    }

    @Test func `a graph circle closed in injecting works from both entrances, and everybody holds the same`() throws {
        let (factories, injections) = (Counter(0), Counter(0))
        container.add("a", scope: .graph, injects: "b") { _ in
            injections.increment()
        }
        container.add("b", scope: .graph, needs: "a", making: { factories.increment() })
        let a = try container.service("a")
        #expect(a.other?.other === a && factories.count == 1 && injections.count == 1)
        let b = try container.service("b")
        #expect(b.other?.other === b && b !== a.other)
        #expect(
            factories.count == 3 && injections.count == 2, "that of b runs again, inside itself, and this one counts")
    }

    @Test(arguments: Scope.all)
    func `more than 100 factories inside each other are circular, with a message that says so`(scope: Scope) {
        for number in 1...100 { container.add("\(number)", scope: scope, needs: "\(number - 1)") }
        container.add("0", scope: scope)
        // Threads other than the main one have 512 kB of stack on Apple platforms.
        let container = container
        let error = Worker(stackSize: 512 << 10) {
            #expect(throws: ResolutionError.self) { try container.service("100") }
        }.wait()
        #expect(error?.reason == .circular && error?.path.count == 101)
        #expect(error?.description.hasPrefix("Check if a factory asks for its own service: more than 100") == true)
        #expect(throws: Never.self) { try container.service("99") }
    }

    @Test func `a factory that asks a container made inside it, and so on, is circular`() {
        container.register(name: "a") { try $0.copy().service("b") }
        container.register(name: "b") { try DependenciesContainer(parent: $0.copy()).service("a") }
        let error = #expect(throws: ResolutionError.self) { try container.service("a") }
        #expect(error?.reason == .circular && error?.path.count == 101)
    }

    @Test(arguments: Scope.all)
    func `a diamond, or one type under several names in a chain, is no circle`(scope: Scope) throws {
        container.add("base", scope: scope)
        for name in ["left", "right"] { container.add(name, scope: scope, needs: "base") }
        container.add("top", scope: scope, needs: "left", injects: "right")
        #expect(try container.service("top").other?.other?.isFinished == true)
    }

    @Test
    func `an optional dependency that needs, through a singleton, what asks for it, is there at the first request`()
        throws
    {
        let (cacheRuns, clientRuns) = (Counter(0), Counter(0))
        container.register(name: "client", scope: .transient) { container in
            clientRuns.increment()
            return Service(other: try? container.service("cache"))
        }
        container.add("cache", needs: "client", making: { cacheRuns.increment() })
        let client = try container.service("client")
        #expect(try client.other === container.service("cache") && client.other?.other?.other == nil)
        #expect(cacheRuns.count == 1 && clientRuns.count == 2)
    }
}
