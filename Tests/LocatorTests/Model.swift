// What the contract says about containers, for one thread: without a lock, and nothing clever.

import Locator

/// What a program does with a container: with the model as with the real one.
protocol Container: AnyObject, Sendable {
    func copy() -> Self
    func register(
        _ key: NodeKey, _ recipe: NodeRecipe, factory: @escaping @Sendable (Self) throws -> Node,
        injecting: (@Sendable (Self, Node) throws -> Void)?)
    func unregister(_ key: NodeKey)
    func resetInstances()
    func removeAll()
    func require(_ key: NodeKey) throws -> Node
    func verify() -> [(service: String, error: any Error)]
    /// Makes an `@Injected` property in an object that this container builds, or that a program makes without one.
    func property(_ need: Need, of container: Self?) -> Property
    /// Makes this container `shared` while `body` runs.
    func asShared<T>(_ body: () throws -> T) rethrows -> T
}

/// Reads a property of a service.
typealias Property = @Sendable () throws -> Node?

final class Model: Container, @unchecked Sendable {
    private struct Failure: Error, CustomStringConvertible { let description: String }

    /// What is registered under a key of a container, and what was built.
    fileprivate final class Entry {
        let (key, recipe): (NodeKey, NodeRecipe)
        let factory: (Model) throws -> Node
        let injecting: ((Model, Node) throws -> Void)?
        var strong: Node?
        weak var weak: Node?

        init(
            _ key: NodeKey, _ recipe: NodeRecipe, _ factory: @escaping (Model) throws -> Node,
            _ injecting: ((Model, Node) throws -> Void)?
        ) {
            (self.key, self.recipe, self.factory, self.injecting) = (key, recipe, factory, injecting)
        }

        var unbuilt: Entry { recipe.isStored ? Entry(key, recipe, factory, injecting) : self }
    }

    /// The `.graph` services of an object graph: that of a request, or that of a stored service.
    fileprivate final class Graph {
        var instances: [(entry: Entry, container: Model, node: Node)] = []

        func instance(_ entry: Entry, _ container: Model) -> Node? {
            instances.first { $0.entry === entry && $0.container === container }?.node
        }
    }

    /// A factory that runs, and its `injecting`: in which graph, and how many instances the graph had, and how many
    /// properties waited to be filled, when it began.
    fileprivate typealias Frame = (entry: Entry, container: Model, graph: Graph, instances: Int, fillings: Int)

    /// What the only thread does. All containers of a program share it.
    final class Thread {
        var isMain = true
        /// The calls of `asShared` that run, and how many steps ran when they began.
        fileprivate var sharing: [(container: Model, depth: Int)] = []
        /// Whether a real program would have stopped.
        fileprivate(set) var hasStopped = false
        fileprivate var steps: [Frame] = []
        fileprivate var requestGraph = Graph()
        fileprivate var fillings: [() -> Void] = []
        fileprivate var isFilling = false
        /// During `verify`: the errors of properties whose service isn't registered.
        fileprivate var missing: [any Error]?

        fileprivate func failure(_ reason: ResolutionError.Reason, _ key: NodeKey) -> any Error {
            Failure(description: "\(reason): \((steps.map(\.entry.key) + [key]).map(\.description))")
        }
    }

    private let thread: Thread
    private let parent: Model?
    /// Whether `verify` has made this copy; and when it has ended, what was copied.
    private var isTrial = false
    private weak var original: Model?
    private var entries: [NodeKey: Entry] = [:]
    private var keys: Set<NodeKey> { Set(entries.keys).union(parent?.keys ?? []) }

    init(_ thread: Thread, parent: Model?) { (self.thread, self.parent) = (thread, parent) }

    // MARK: Registrations

    func copy() -> Model {
        let copy = Model(thread, parent: parent?.copy())
        copy.entries = entries.mapValues(\.unbuilt)
        return copy
    }

    func register(
        _ key: NodeKey, _ recipe: NodeRecipe, factory: @escaping (Model) throws -> Node,
        injecting: ((Model, Node) throws -> Void)?
    ) {
        entries[key] = Entry(key, recipe, factory, injecting)
    }

    func unregister(_ key: NodeKey) { entries[key] = nil }
    func resetInstances() { entries = entries.mapValues(\.unbuilt) }
    func removeAll() { entries = [:] }

    /// What is registered for a key, and the container that has it. `API?` stands for `API` if it isn't registered.
    private func find(_ key: NodeKey) -> (entry: Entry, owner: Model)? {
        findExactly(key) ?? findExactly(key.unwrapped)
    }

    private func findExactly(_ key: NodeKey) -> (entry: Entry, owner: Model)? {
        entries[key].map { ($0, self) } ?? parent?.findExactly(key)
    }

    // MARK: Resolving

    func require(_ key: NodeKey) throws -> Node {
        if let node = try service(key) { return node }
        throw thread.failure(.notRegistered, key.unwrapped)
    }

    /// The service, or nil if nothing is registered.
    private func service(_ key: NodeKey) throws -> Node? {
        guard let (entry, owner) = find(key) else { return try original?.service(key) }
        let caller = thread.steps.last
        let canUseMainActor = thread.isMain && caller?.entry.recipe.isMainOnly != false
        if entry.recipe.isMainOnly && !canUseMainActor { throw thread.failure(.mainActorOnly, entry.key) }
        if let instance = entry.strong ?? entry.weak { return instance }
        // A stored service is built out of its own container, and has a graph of its own.
        let isStored = entry.recipe.isStored
        let container = isStored ? owner : self
        let graph = isStored ? Graph() : caller?.graph ?? thread.requestGraph
        if let instance = graph.instance(entry, container) { return instance }
        // If its factory runs already, it needs itself. But in a graph, a new instance can have closed the circle.
        let outer = thread.steps.last { $0.entry === entry && $0.container === container }
        let isCircle = outer.map { isStored || $0.graph === graph && $0.instances == graph.instances.count } ?? false
        if isCircle || thread.steps.count == 80 { throw thread.failure(.circular, entry.key) }
        return try build(entry, container, graph)
    }

    private func build(_ entry: Entry, _ container: Model, _ graph: Graph) throws -> Node {
        let step = (entry, container, graph, instances: graph.instances.count, fillings: thread.fillings.count)
        thread.steps.append(step)
        let result = Result {
            let node = try entry.factory(container)
            // Entered from this side, a circle has built the service meanwhile.
            if let inner = graph.instance(entry, container) { return inner }
            if entry.recipe.scope == .graph { graph.instances.append((entry, container, node)) }
            try entry.injecting?(container, node)
            return node
        }
        thread.steps.removeLast()
        switch result {
        case .success(let node) where entry.recipe.scope == .singleton: entry.strong = node
        case .success(let node) where entry.recipe.scope == .weak: entry.weak = node
        case .success: break
        case .failure:
            graph.instances.removeSubrange(step.instances...)
            if thread.missing == nil { thread.fillings.removeSubrange(step.fillings...) }
        }
        if entry.recipe.isStored { graph.instances = [] }  // its graph ends
        if !thread.steps.isEmpty || thread.isFilling { return try result.get() }
        // The request has ended.
        thread.isFilling = true
        while let fill = thread.fillings.popLast() { fill() }
        thread.isFilling = false
        thread.requestGraph = Graph()
        return try result.get()
    }

    func verify() -> [(service: String, error: any Error)] {
        let copy = copy()
        let copies = Array(sequence(first: copy, next: \.parent))
        copies.forEach { $0.isTrial = true }
        defer {
            thread.missing = nil
            zip(copies, sequence(first: self, next: \.parent)).forEach { $0.original = $1 }
            copies.forEach { $0.removeAll() }
        }
        return copy.keys.sorted { "\($0)" < "\($1)" }.flatMap { key in
            thread.missing = []
            do { _ = try copy.service(key) } catch { thread.missing!.append(error) }
            return thread.missing!.map { ("\(key)", $0) }
        }
    }

    func asShared<T>(_ body: () throws -> T) rethrows -> T {
        thread.sharing.append((self, thread.steps.count))
        defer { thread.sharing.removeLast() }
        return try body()
    }

    // MARK: Properties

    /// The container to ask, until it has answered; then the service, or the container to ask again.
    private final class State: @unchecked Sendable {
        let need: Need
        let thread: Thread
        var pending: Model?
        weak var asked: Model?
        var strong: Node?
        weak var weak: Node?

        init(_ need: Need, _ thread: Thread, asks container: Model) {
            (self.need, self.thread, pending) = (need, thread, container)
        }

        func read() throws -> Node? {
            do { return try strong ?? weak ?? resolve() } catch {
                thread.hasStopped = true
                throw error
            }
        }

        func resolve() throws -> Node? {
            guard let given = pending ?? asked else { return strong }
            let container = given.original ?? given  // after `verify`, the original takes the place of its copy
            let found = try container.service(need.key)
            if found == nil && !need.key.isOptional { throw thread.failure(.notRegistered, need.key) }
            // Inside a factory, nothing is kept. Nor is what a copy of `verify` gives.
            if container.isTrial || found != nil && !thread.steps.isEmpty { return found }
            if let node = strong ?? weak { return node }
            (pending, weak) = (nil, found)
            if need.isWeak || found == nil { asked = container } else { strong = found }
            return found
        }
    }

    func property(_ need: Need, of container: Model?) -> Property {
        let step = thread.steps.last
        let sharing = thread.sharing.last { step == nil || $0.depth == thread.steps.count }?.container
        let source = container ?? sharing ?? step!.container
        let state = State(need, thread, asks: source)
        guard let step else { return state.read }
        // It is filled with a singleton, or with a service of the graph that the object belongs to. The first read gets
        // what is built again and again, and what a factory without `@MainActor` doesn't get.
        let recipe = source.find(need.key)?.entry.recipe
        let isInStored = thread.steps.contains { $0.entry.recipe.isStored }
        let isNew = recipe?.scope == .transient || recipe?.scope == .weak || recipe?.scope == .graph && isInStored
        if isNew || recipe?.isMainOnly == true && !step.entry.recipe.isMainOnly { return state.read }
        // `verify` only looks whether it is registered.
        if recipe != nil && thread.missing != nil { return state.read }
        thread.fillings.append { [weak state, thread] in
            do { _ = try state?.resolve() } catch { thread.missing?.append(error) }
        }
        return state.read
    }
}
