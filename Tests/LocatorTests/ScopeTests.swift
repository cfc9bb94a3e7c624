// How long an instance lives in each scope. Which circles are closed in `injecting`, and which are reported; random
// programs have all other circles.

import Locator
import Testing

@Suite struct `Scopes` {
    let container = DependenciesContainer()

    @Test func `a graph service is shared inside one resolve and forgotten after it`() throws {
        container.register(scope: .graph) { Service() }
        for name in ["left", "right"] {
            container.register(name: name, scope: .transient) { Service(other: try $0.require()) }
        }
        container.register { [try $0.service("left"), try $0.service("right")] }
        let tree = try container.require(type: [Service].self)
        #expect(tree[0] !== tree[1] && tree[0].other === tree[1].other)
        #expect(try container.require(type: Service.self) !== tree[0].other)
        #expect(try container.require(type: Service.self) !== container.require(type: Service.self))
    }

    @Test func `a weak service is shared while someone holds it, under a protocol or an optional type as well`() {
        container.register(scope: .weak) { Service() }
        container.register(type: (any Serving).self, scope: .weak) { Service() }
        container.register(type: Service?.self, name: "optional", scope: .weak) { Service() }
        var held = container.resolve(type: Service.self)
        #expect(container.resolve(type: Service.self) === held)
        weak let observer = held
        held = nil
        #expect(observer == nil)
        let (serving, optional) = (
            container.resolve(type: (any Serving).self), container.resolve(type: Service?.self, name: "optional")
        )
        #expect(container.resolve(type: (any Serving).self) === serving)
        #expect(container.resolve(type: Service?.self, name: "optional")! === optional!)
        withExtendedLifetime((serving, optional)) {}
    }

    @Test func `under a weak scope, nil is made anew`() {
        let runs = Counter(0)
        container.register(type: Service?.self, scope: .weak) { runs.increment() == 1 ? nil : Service() }
        #expect(container.resolve(type: Service?.self)! == nil)
        #expect(container.resolve(type: Service?.self)! != nil)
    }

    @Test func `a singleton is kept though the graph service that it took has been replaced meanwhile`() throws {
        container.register(scope: .graph) { Service() }
        container.register { container in
            let service = try container.require(type: Service.self)
            container.register(scope: .graph) { Service() }
            return [service]
        }
        let first = try container.require(type: [Service].self)
        #expect(try container.require(type: [Service].self)[0] === first[0])
    }

}

private protocol Serving: AnyObject, Sendable {}

extension Service: Serving {}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Circles` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all)
    func `a circle through factories is reported with its path, and leaves no trace`(scope: Scope) throws {
        container.add("a", scope: scope, needs: "b")
        container.add("b", scope: scope, needs: "a")
        let error = #expect(throws: ResolutionError.self) { try container.service("a") }
        #expect(error?.reason == .circular)
        #expect(error?.path == [#"Service "a""#, #"Service "b""#, #"Service "a""#])
        #expect(error?.name == "a" && error?.description.hasPrefix("Break the circle") == true)
        container.add("b", scope: scope)
        #expect(try container.service("a").other?.isFinished == true)
    }

    @Test(arguments: Scope.all)
    func `a factory that asks a container made inside it, and so on, is reported`(scope: Scope) {
        container.register(name: "a", scope: scope) { try $0.copy().service("b") }
        container.register(name: "b", scope: scope) { try DependenciesContainer(parent: $0.copy()).service("a") }
        let error = #expect(throws: ResolutionError.self) { try container.service("a") }
        #expect(error?.reason == .circular)
        #expect(error?.path.count == 101, "the hundredth runs, and the next does not")
        #expect(error?.description.hasPrefix("Check if a factory asks for its own service, or") == true)
    }

    @Test func `a circle of 99 services is reported as a circle`() {
        for number in 0..<99 { container.add("\(number)", needs: "\((number + 1) % 99)") }
        let error = #expect(throws: ResolutionError.self) { try container.service("0") }
        #expect(error?.path.count == 100 && error?.description.hasPrefix("Break the circle") == true)
    }

    @Test(arguments: [Scope.singleton, .graph, .weak])
    func `entered from the party that takes the other in its factory, that factory runs a second time`(scope: Scope)
        throws
    {
        let (factories, injections) = (Counter(0), Counter(0))
        container.add("a", scope: scope, injects: "b") { _ in injections.increment() }
        container.add("b", scope: scope, needs: "a", making: { factories.increment() })
        let b = try container.service("b")
        #expect(b.other?.other === b)
        #expect(factories.count == 2 && injections.count == 1)
        container.resetInstances()
        let a = try container.service("a")
        #expect(a.other?.other === a)
        #expect(factories.count == 3 && injections.count == 2)
    }

    @Test(arguments: ["bus", "plugin 7"]) func `a bus is needed by each of its 40 plugins`(entrance: String) {
        let names = (0..<40).map { "plugin \($0)" }
        container.register(name: "bus") { container in
            let bus = Service()
            bus.others = try names.map(container.service)
            return bus
        }
        for name in names { container.add(name, injects: "bus") }
        let container = container
        let first = Worker(stackSize: 1 << 23) { container.resolve(type: Service.self, name: entrance)! }.wait()
        let bus = container.resolve(type: Service.self, name: "bus")!
        #expect(bus.others.count == 40 && bus.others.allSatisfy { $0.other === bus })
        #expect(first === (entrance == "bus" ? bus : bus.others[7]))
    }
}
