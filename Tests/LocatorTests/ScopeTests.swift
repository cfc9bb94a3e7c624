// How long an instance lives in each scope, who shares it, and that nothing outlives its container.

import Locator
import Testing

@Suite struct `Scopes` {
    let container = DependenciesContainer()

    @Test func `a graph service is shared inside one resolve and forgotten after it`() throws {
        container.register(scope: .graph) { Service() }
        container.register(name: "left", scope: .transient) { Branch(try DependenciesContainer.shared.require()) }
        container.register(name: "right", scope: .transient) { Branch(try $0.require()) }
        container.register(scope: .transient) {
            Tree(left: try $0.require(name: "left"), right: try $0.require(name: "right"))
        }
        let (one, other) = (try container.require(type: Tree.self), try container.require(type: Tree.self))
        #expect(one.left.leaf === one.right.leaf)
        #expect(one.left.leaf !== other.left.leaf)
        #expect(try container.require(type: Service.self) !== container.require(type: Service.self))
    }

    @Test func `a graph service that fails is tried again in the same resolve`() throws {
        let tries = Counter(0)
        container.register(scope: .graph) { () -> Service in
            if tries.increment() == 1 { throw CancellationError() }
            return Service()
        }
        container.register { () -> Branch in
            _ = try? DependenciesContainer.shared.require(type: Service.self)
            return Branch(try DependenciesContainer.shared.require())
        }
        _ = try container.require(type: Branch.self)
        #expect(tries.count == 2)
    }

    @Test func `a weak service is shared while someone holds it`() {
        container.register(scope: .weak) { Service() }
        var held = container.resolve(type: Service.self)
        #expect(container.resolve(type: Service.self) === held)
        weak let observer = held
        held = nil
        #expect(observer == nil)
        #expect(container.resolve(type: Service.self) != nil)
    }

    @Test func `a weak service may be of a protocol type or optional`() {
        container.register(type: (any Serving).self, scope: .weak) { Service() }
        container.register(type: Branch?.self, scope: .weak) { Branch(Service()) }
        let (serving, branch) = (container.resolve(type: (any Serving).self), container.resolve(type: Branch?.self))
        #expect(container.resolve(type: (any Serving).self) === serving)
        #expect(container.resolve(type: Branch?.self)! === branch!)
        withExtendedLifetime((serving, branch)) {}
    }

    @Test func `a weak service of an optional type that was nil once is asked for again`() {
        let runs = Counter(0)
        container.register(type: Branch?.self, scope: .weak) { runs.increment() == 1 ? nil : Branch(Service()) }
        #expect(container.resolve(type: Branch?.self)! == nil)
        let branch = container.resolve(type: Branch?.self)
        #expect(branch! != nil && container.resolve(type: Branch?.self)! === branch!)
        #expect(runs.count == 2)
        withExtendedLifetime(branch) {}
    }

    @Test func `a value of weak scope is made anew, be it optional or bridged to an immortal object`() {
        let runs = Counter(0)
        container.register(scope: .weak) { () -> [Int] in [runs.increment()] }
        container.register(scope: .weak) { () -> Int? in runs.increment() }
        container.register(type: (any Hashable & Sendable).self, scope: .weak) { runs.increment() > 4 }
        #expect(container.resolve(type: [Int].self) == [1])
        #expect(container.resolve(type: [Int].self) == [2])
        #expect(container.resolve(type: Int?.self) == 3)
        #expect(container.resolve(type: Int?.self) == 4)
        for _ in 0..<2 { #expect(container.resolve(type: (any Hashable & Sendable).self) as? Bool == true) }
        #expect(runs.count == 6)
    }

    @Test(arguments: Scope.all)
    func `injecting runs once per instance, after the factory and before anyone else sees it`(scope: Scope) throws {
        let log = Guarded<[String]>([])
        container.register(scope: scope) { () -> Service in
            log { $0.append("factory") }
            return Service()
        } injecting: { service in
            log { $0.append("injecting") }
            service.isFinished = true
        }
        let service = try container.require(type: Service.self)
        #expect(service.isFinished)
        #expect(log { $0 } == ["factory", "injecting"])
        _ = try container.require(type: Service.self)
        #expect(log { $0.count } == (scope.isShared ? 2 : 4))
        withExtendedLifetime(service) {}
    }

    @Test func `a container is released, and so is everything only it held`() throws {
        weak var observed: DependenciesContainer?
        weak var (service, captured, graph): (Service?, Service?, Service?)
        do {
            let container = DependenciesContainer()
            let capture = Service()
            (observed, captured) = (container, capture)
            container.register(name: "captured") { _ in capture }
            container.register {
                Service()
            } injecting: { service in
                service.other = try DependenciesContainer.shared.require(name: "graph")
            }
            container.register(name: "graph", scope: .graph) {
                Service()
            } injecting: { service in
                service.weakOther = try DependenciesContainer.shared.require()
            }
            let child = DependenciesContainer(parent: container)
            service = try child.require(type: Service.self)
            graph = service?.other
            _ = try child.require(type: Service.self, name: "captured")
            #expect(throws: ResolutionError.self) { try child.require(type: Branch.self) }
            #expect(service != nil && captured != nil && graph?.weakOther === service)
        }
        #expect(observed == nil && service == nil && captured == nil && graph == nil)
    }

    final class Branch: Sendable {
        let leaf: Service
        init(_ leaf: Service) { self.leaf = leaf }
    }

    final class Tree: Sendable {
        let (left, right): (Branch, Branch)
        init(left: Branch, right: Branch) { (self.left, self.right) = (left, right) }
    }
}

private protocol Serving: AnyObject, Sendable {}

extension Service: Serving {}
