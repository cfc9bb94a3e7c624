import Locator
import Testing

@Suite struct `Scopes` {
    let container = DependenciesContainer()

    @Test func `a graph service is shared inside one resolve and forgotten after it`() throws {
        container.register(scope: .graph) { Leaf() }
        container.register(name: "left", scope: .transient) { Branch(try DependenciesContainer.shared.require()) }
        container.register(name: "right", scope: .transient) { Branch(try DependenciesContainer.shared.require()) }
        container.register(scope: .transient) {
            Tree(
                left: try DependenciesContainer.shared.require(name: "left"),
                right: try DependenciesContainer.shared.require(name: "right"))
        }
        let (one, other) = (try container.require(type: Tree.self), try container.require(type: Tree.self))
        #expect(one.left.leaf === one.right.leaf)
        #expect(one.left.leaf !== other.left.leaf)
        #expect(try container.require(type: Leaf.self) !== container.require(type: Leaf.self))
    }

    @Test func `a graph service that fails is tried again in the same resolve`() throws {
        let tries = Counter(0)
        container.register(scope: .graph) { () -> Leaf in
            if tries.increment() == 1 { throw CancellationError() }
            return Leaf()
        }
        container.register { () -> Branch in
            _ = try? DependenciesContainer.shared.require(type: Leaf.self)
            return Branch(try DependenciesContainer.shared.require())
        }
        _ = try container.require(type: Branch.self)
        #expect(tries.count == 2)
    }

    @Test func `a weak service is shared while someone holds it`() {
        container.register(scope: .weak) { Leaf() }
        var held = container.resolve(type: Leaf.self)
        #expect(container.resolve(type: Leaf.self) === held)
        weak let observer = held
        held = nil
        #expect(observer == nil)
        #expect(container.resolve(type: Leaf.self) != nil)
    }

    @Test func `a weak service may be of a protocol type or optional`() {
        container.register(type: (any Plant).self, scope: .weak) { Leaf() }
        container.register(type: Branch?.self, scope: .weak) { Branch(Leaf()) }
        let (plant, branch) = (container.resolve(type: (any Plant).self), container.resolve(type: Branch?.self))
        #expect(container.resolve(type: (any Plant).self) === plant)
        #expect(container.resolve(type: Branch?.self)! === branch!)
        withExtendedLifetime((plant, branch)) {}
    }

    @Test func `a value of weak scope that is bridged to an immortal object is made anew, too`() {
        let runs = Counter(0)
        container.register(type: (any Hashable & Sendable).self, scope: .weak) {
            runs.increment()
            return true
        }
        for _ in 0..<2 { #expect(container.resolve(type: (any Hashable & Sendable).self) != nil) }
        #expect(runs.count == 2)
    }

    @Test func `a value of weak scope is made anew`() {
        let runs = Counter(0)
        container.register(scope: .weak) { () -> [Int] in [runs.increment()] }
        #expect(container.resolve(type: [Int].self) == [1])
        #expect(container.resolve(type: [Int].self) == [2])
    }

    @Test func `a parent's weak service is shared by its children`() {
        container.register(scope: .weak) { Leaf() }
        let leaf = DependenciesContainer(parent: container).resolve(type: Leaf.self)
        #expect(DependenciesContainer(parent: container).resolve(type: Leaf.self) === leaf)
    }

    @Test(arguments: [Scope.singleton, .transient, .graph, .weak])
    func `injecting runs once per instance, after the factory and before anyone else sees it`(scope: Scope) throws {
        let log = Guarded<[String]>([])
        container.register(scope: scope) { () -> Leaf in
            log { $0.append("factory") }
            return Leaf()
        } injecting: { leaf in
            log { $0.append("injecting") }
            leaf.isInjected = true
        }
        let leaf = try container.require(type: Leaf.self)
        #expect(leaf.isInjected)
        #expect(log { $0 } == ["factory", "injecting"])
        _ = try container.require(type: Leaf.self)
        #expect(log { $0.count } == (scope == .singleton || scope == .weak ? 2 : 4))
        withExtendedLifetime(leaf) {}
    }

    @Test func `a container is released, and so is everything only it held`() throws {
        weak var observed: DependenciesContainer?
        weak var (leaf, captured, graph): (Leaf?, Leaf?, Leaf?)
        do {
            let container = DependenciesContainer()
            let capture = Leaf()
            (observed, captured) = (container, capture)
            container.register(name: "captured") { capture }
            container.register {
                Leaf()
            } injecting: { leaf in
                leaf.other = try DependenciesContainer.shared.require(name: "graph")
            }
            container.register(name: "graph", scope: .graph) {
                Leaf()
            } injecting: { leaf in
                leaf.weakOther = try DependenciesContainer.shared.require()
            }
            let child = DependenciesContainer(parent: container)
            leaf = try child.require(type: Leaf.self)
            graph = leaf?.other
            _ = try child.require(type: Leaf.self, name: "captured")
            #expect(throws: ResolutionError.self) { try child.require(type: Branch.self) }
            #expect(leaf != nil && captured != nil && graph?.weakOther === leaf)
        }
        #expect(observed == nil && leaf == nil && captured == nil && graph == nil)
    }

    protocol Plant: AnyObject, Sendable {}

    final class Leaf: Plant, @unchecked Sendable {
        var isInjected = false
        var other: Leaf?
        weak var weakOther: Leaf?
    }

    final class Branch: Sendable {
        let leaf: Leaf
        init(_ leaf: Leaf) { self.leaf = leaf }
    }

    final class Tree: Sendable {
        let (left, right): (Branch, Branch)
        init(left: Branch, right: Branch) { (self.left, self.right) = (left, right) }
    }
}
