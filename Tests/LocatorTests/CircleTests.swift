// Which circles are closed in `injecting`, so that all get the same instances, and which are reported. Random programs
// have all other circles.

import Locator
import Testing

@Suite struct `Circles` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all)
    func `a circle through factories is reported with its path, and leaves no trace`(scope: Scope) throws {
        container.add("a", scope: scope, needs: "b")
        container.add("b", scope: scope, needs: "a")
        let error = #expect(throws: ResolutionError.self) { try container.service("a") }
        #expect(error?.reason == .circular)
        #expect(error?.path == [#"Service "a""#, #"Service "b""#, #"Service "a""#])
        container.add("b", scope: scope)
        #expect(try container.service("a").other?.isFinished == true)
    }

    @Test(arguments: Scope.all)
    func `a factory that asks a container made inside it, and so on, is reported`(scope: Scope) {
        container.register(name: "a", scope: scope) { try $0.copy().service("b") }
        container.register(name: "b", scope: scope) { try DependenciesContainer(parent: $0.copy()).service("a") }
        let error = #expect(throws: ResolutionError.self) { try container.service("a") }
        #expect(error?.reason == .circular)
        #expect(error?.description.hasPrefix("End the recursion: a resolve deeper than 100 is taken for") == true)
    }

    @Test(arguments: [Scope.singleton, .graph, .weak], ["a", "b"])
    func `both ends inject`(scope: Scope, entrance: String) throws {
        let injections = Counter(0)
        for (name, other) in [("a", "b"), ("b", "a")] {
            container.add(name, scope: scope, injects: other) { _ in injections.increment() }
        }
        let service = try container.service(entrance)
        #expect(service.other?.other === service)
        #expect(injections.count == 2)
        #expect(try (container.service(entrance) === service) == scope.isShared)
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
        container.reset()
        let a = try container.service("a")
        #expect(a.other?.other === a)
        #expect(factories.count == 3 && injections.count == 2)
    }

    @Test func `a circle that would share an unfinished transient service is reported; a graph service is shared`()
        throws
    {
        container.add("a", scope: .transient, injects: "b")
        container.add("b", scope: .transient, needs: "a")
        let error = #expect(throws: ResolutionError.self) { try container.service("b") }
        #expect(error?.reason == .circular)
        container.add("a", scope: .graph, injects: "b")
        let b = try container.service("b")
        #expect(b.other?.other?.other === b.other)
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

    @Test func `a factory that is registered anew inside itself, in a container of its own, is reported`() {
        @Sendable func session(_ parent: DependenciesContainer) -> DependenciesContainer {
            let child = DependenciesContainer(parent: parent)
            child.register { (container: DependenciesContainer) -> Service in try session(container).require() }
            return child
        }
        let error = #expect(throws: ResolutionError.self) { try session(container).require(type: Service.self) }
        #expect(error?.reason == .circular)
    }
}
