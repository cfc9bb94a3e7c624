// Random programs for containers, as data, and how a program runs on containers of one kind.

import Foundation
import Locator

// MARK: - Choices

/// What a program's choices come from: a seed (SplitMix64).
struct Choices {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) { (self.seed, state) = (seed, seed) }

    /// A number from 0 to `bound - 1`.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }

    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

// MARK: - Programs

/// The types under which the services of a program are registered, as in the paths of errors.
enum Kind: String, CaseIterable, Sendable {
    case node = "Node"
    case left = "Left"
    case value = "Value"
    case optional = "Optional<Node>"
}

struct Key: Hashable, Sendable, CustomStringConvertible {
    let kind: Kind
    let name: String?

    /// What the key stands for if nothing is registered under its optional type.
    var wrapped: Key? { kind == .optional ? Key(kind: .node, name: name) : nil }

    var description: String { kind.rawValue + (name.map { " \"\($0)\"" } ?? "") }
}

/// What a factory, an `injecting` closure or a property asks for.
struct Need: Sendable, CustomStringConvertible {
    let key: Key
    /// The container that is asked, if it isn't the one that builds.
    let container: Int?
    /// The line of the property: if it stops the program, this is said.
    let seed: UInt64
    /// Whether an error is caught, and nil taken instead.
    var isCaught = false
    /// Whether the property is weak.
    var isWeak = false

    var description: String {
        (isCaught ? "try? " : "") + (isWeak ? "weak " : "") + "\(key)" + (container.map { " of c\($0)" } ?? "")
    }
}

/// How a service is made.
struct Recipe: Sendable, CustomStringConvertible {
    enum Place: Sendable { case start, factory, injecting }

    let number: Int
    var scope = Scope.singleton
    var isMainOnly = false
    /// Whether it is registered with `service:`.
    var isReady = false
    var properties: [Need] = []
    var factory: [Need] = []
    var injecting: [Need]?
    /// Where the service reads its own properties.
    var reading: Place?
    /// What the factory changes before anything else.
    var change: Step?
    /// Where it throws, and how many times it does so before it succeeds.
    var failure: (place: Place, count: Int)?

    var isStored: Bool { scope == .singleton || scope == .weak }
    var failsOnce: Bool { failure?.count == 1 }

    var description: String {
        let fields: [String?] = [
            isReady ? "service" : "\(scope)", isMainOnly ? "@MainActor" : nil,
            properties.isEmpty ? nil : "@Injected \(properties)", "factory \(factory)",
            injecting.map { "injecting \($0)" }, reading.map { "reads its properties in \($0)" },
            change.map { "first \($0)" }, failure.map { "fails \($0.count) times in \($0.place)" },
        ]
        return "recipe \(number) (\(fields.compactMap(\.self).joined(separator: ", ")))"
    }
}

/// One call of a program. Containers and held objects have numbers.
indirect enum Step: Sendable {
    case register(Int, Key, Recipe)
    case unregister(Int, Key)
    case reset(Int)
    case removeAll(Int)
    case isRegistered(Int, Key)
    case require(Int, Key, hold: Int?)
    case resolve(Int, Key)
    case verify(Int)
    case child(of: Int)
    case copy(of: Int)
    /// Makes an object without a factory.
    case make([Need], hold: Int)
    /// Reads a property of a held object.
    case read(Int, property: Int, hold: Int?)
    /// Assigns a held object, or nil, to a property of a held object.
    case assign(Int, property: Int, Int?)
    case drop(Int)
    /// Does a step on another thread than the main thread.
    case elsewhere(Step)
}

/// A program for a few containers: 1 is a child of 0, and 2 is `shared`.
struct Program: Sendable, CustomStringConvertible {
    static let parents = [nil, 0, nil]
    static let shared = 2
    /// How many objects are held at most.
    static let objects = 5

    /// What is done first, on the main thread.
    var start: [Step] = []
    /// What each thread does. The first one is the main thread.
    var threads: [[Step]] = []
    /// What the main thread does last.
    var end: [Step] = []
    /// Whether threads change registrations, and whether they remove some.
    var (hasChanges, hasRemovals) = (false, false)

    /// What is registered first.
    var recipes: [Recipe] { start.compactMap { if case .register(_, _, let recipe) = $0 { recipe } else { nil } } }

    /// Whether all requests of a key get the same: nobody meets a change or a first failure.
    var isSameForAll: Bool { !hasChanges && !recipes.contains(where: \.failsOnce) }
    var canReadProperties: Bool { !hasRemovals && !recipes.contains(where: \.failsOnce) }

    /// What is registered first, as if each recipe that fails once had failed.
    var startAfterFailures: [Step] {
        start.map { step in
            guard case .register(let container, let key, var recipe) = step else { return step }
            if recipe.failsOnce { recipe.failure = nil }
            return .register(container, key, recipe)
        }
    }

    var description: String {
        let blocks = threads.enumerated().map { "thread \($0) {\n" + $1.map { "    \($0)\n" }.joined() + "}" }
        return (start.map { "\($0)" } + blocks + end.map { "\($0)" }).joined(separator: "\n")
    }

    /// A program for the main thread, in which all kinds of steps can occur.
    init(_ choices: inout Choices) {
        var shape = Shape(&choices)
        let count = choices.oneIn(8) ? 100 + choices.below(100) : 10 + choices.below(50)
        start = shape.start(&choices)
        threads = [(0..<count).map { _ in shape.step(&choices) }]
    }

    /// A program for several threads that ask for services. The main thread can also change registrations.
    init(threads count: Int, _ choices: inout Choices) {
        var shape = Shape(threads: count, &choices)
        (hasChanges, hasRemovals) = (shape.hasChanges, shape.hasRemovals)
        start = shape.start(&choices)
        threads = (0..<count).map { _ in (0...choices.below(3)).map { _ in shape.request(&choices) } }
        end = shape.keys.map { .require(choices.below(2), $0, hold: nil) }
        if hasChanges {
            let removals = [.removeAll(0)] + shape.keys.map { Step.unregister(0, $0) }
            let changes = start + start.map { _ in .reset(0) } + (hasRemovals ? removals : [])
            threads[0] += (0...choices.below(6)).map { _ in
                choices.oneIn(3) ? shape.request(&choices) : choices.pick(changes)
            }
        }
    }
}

/// What can happen in a program. It is drawn first, so that many programs are about few things.
private struct Shape {
    let keys: [Key]
    let hasChanges, hasRemovals: Bool
    private let scopes: [Scope]
    private let (factoryNeeds, injectingNeeds, properties): (Int, Int, Int)
    private let fails, failsOnce, catches, reads, crosses, isLayered, hasMainOnly, isThreaded: Bool
    private var (recipes, containers) = (0, Program.parents.count)

    init(threads: Int = 1, _ choices: inout Choices) {
        isThreaded = threads > 1
        hasChanges = !isThreaded || choices.oneIn(3)
        hasRemovals = hasChanges && (!isThreaded || choices.oneIn(2))
        let kinds: [Kind] = choices.pick([[.node], [.node, .left], [.node, .value, .optional], [.node, .optional]])
        let names = choices.pick([[nil, "a"], [nil, "a", "b"], [nil, "a", "b", ""]])
        keys = kinds.flatMap { kind in names.map { Key(kind: kind, name: $0) } }
        scopes = choices.pick([[.singleton], Scope.all, [.singleton, .weak], [.graph, .transient], [.graph, .singleton]])
        (factoryNeeds, injectingNeeds) = choices.pick([(2, 3), (1, 2), (3, 1), (2, 2), (0, 4), (4, 0), (0, 0)])
        properties = choices.pick([0, 1, 3])
        fails = choices.oneIn(2)
        failsOnce = fails && choices.oneIn(2)
        catches = choices.oneIn(2)
        crosses = choices.oneIn(2) && !(isThreaded && hasChanges)
        isLayered = !choices.oneIn(4)
        hasMainOnly = choices.oneIn(3)
        // A property whose service can't be built stops the program. On several threads, the model can't foresee who
        // meets a failure, a removal, or a circle in which an error is caught.
        reads = choices.oneIn(3) && !(isThreaded && (failsOnce || hasRemovals || catches))
    }

    /// Registers most keys: in the parent only, if threads change registrations. Then a removal uncovers nothing.
    mutating func start(_ choices: inout Choices) -> [Step] {
        keys.filter { _ in !choices.oneIn(6) }.compactMap { key in
            if isThreaded && hasRemovals && key.kind == .optional { return nil }
            let container = isThreaded && hasChanges ? 0 : choices.pick([0, 0, 0, 1, 2])
            return .register(container, key, recipe(key, &choices))
        }
    }

    mutating func request(_ choices: inout Choices) -> Step {
        .require(choices.pick([0, 0, 0, 1, 1, 2]), choices.pick(keys), hold: nil)
    }

    mutating func step(_ choices: inout Choices) -> Step {
        let (container, key) = (choices.oneIn(2) ? 0 : choices.below(containers), choices.pick(keys))
        let (object, property) = (choices.below(Program.objects), choices.below(3))
        let hold = choices.oneIn(2) ? nil : choices.below(Program.objects)
        switch choices.below(50) {
        case 0..<8: return .register(container, key, recipe(key, &choices))
        case 8..<20: return .require(container, key, hold: hold)
        case 20..<25: return .elsewhere(.require(container, key, hold: hold))
        case 25, 26: return .resolve(container, key)
        case 27..<33: return .read(object, property: property, hold: hold)
        case 33: return .elsewhere(.read(object, property: property, hold: hold))
        case 34, 35: return .assign(object, property: property, hold)
        case 36: return .make(needs(keys, 3, isProperty: true, &choices), hold: object)
        case 37, 38: return .drop(object)
        case 39, 40: return .reset(container)
        case 41..<44: return .unregister(container, key)
        case 44: return choices.oneIn(3) ? .removeAll(container) : .reset(container)
        case 45: return choices.oneIn(2) ? .verify(container) : .elsewhere(.verify(container))
        case 46, 47: return .isRegistered(container, key)
        default:
            if containers > 6 { return .require(container, key, hold: hold) }
            containers += 1
            return choices.oneIn(2) ? .child(of: container) : .copy(of: container)
        }
    }

    private mutating func recipe(_ key: Key, isChange: Bool = false, _ choices: inout Choices) -> Recipe {
        recipes += 1
        var recipe = Recipe(number: recipes)
        recipe.isReady = choices.oneIn(10)
        if recipe.isReady { return recipe }
        recipe.scope = choices.pick(scopes)
        // A value can't be held weakly.
        if key.kind == .value && recipe.scope == .weak { recipe.scope = .singleton }
        // Only code on the main actor can register what lives there: so none of the factories.
        recipe.isMainOnly = hasMainOnly && !isChange && choices.oneIn(3)
        recipe.properties = needs(keys, properties, isProperty: true, &choices)
        // If factories ask only for later keys, only `injecting` closes circles.
        let later = Array(keys.drop { $0 != key }.dropFirst())
        recipe.factory = needs(isLayered ? later : keys, factoryNeeds, &choices)
        recipe.injecting = choices.oneIn(3) ? nil : needs(keys, injectingNeeds, &choices)
        let places: [Recipe.Place] = recipe.injecting == nil ? [.factory] : [.factory, .injecting]
        if reads && choices.oneIn(3) { recipe.reading = choices.pick(places) }
        if fails && choices.oneIn(5) {
            recipe.failure = (choices.pick(places + [.start]), failsOnce && choices.oneIn(2) ? 1 : 1_000_000)
        }
        if !isThreaded && !isChange && choices.oneIn(20) {
            let (container, key) = (choices.below(Program.parents.count), choices.pick(keys))
            switch choices.below(6) {
            case 0: recipe.change = .reset(container)
            case 1: recipe.change = .removeAll(container)
            case 2, 3: recipe.change = .unregister(container, key)
            default: recipe.change = .register(container, key, self.recipe(key, isChange: true, &choices))
            }
        }
        return recipe
    }

    private func needs(_ keys: [Key], _ most: Int, isProperty: Bool = false, _ choices: inout Choices) -> [Need] {
        (0..<(keys.isEmpty ? 0 : choices.below(most + 1))).map { _ in
            let container = crosses && choices.oneIn(4) ? choices.below(Program.parents.count) : nil
            var need = Need(key: choices.pick(keys), container: container, seed: choices.seed)
            if isProperty { need.isWeak = need.key.kind == .optional && choices.oneIn(2) }
            if !isProperty { need.isCaught = catches && choices.oneIn(3) }
            return need
        }
    }
}

// MARK: - Running

/// Every service of a program: what made it, and what it has got.
final class Node: Left, @unchecked Sendable {
    let (number, recipe): (Int, Int)
    var services: [Node?]
    var properties: [Property]
    var isFinished = false

    init(_ number: Int, _ recipe: Int, _ services: [Node?], _ properties: [Property]) {
        (self.number, self.recipe, self.services, self.properties) = (number, recipe, services, properties)
    }
}

protocol Left: AnyObject, Sendable {}

/// A service that is no object.
struct Value: Sendable { let node: Node }

/// What a factory throws that is told to fail.
struct Refused: Error { let recipe: Int }

/// What a factory throws when too many have run.
struct TooLong: Error {}

/// What a step gives.
enum Outcome { case nothing, text(String), service(Node?), failure(any Error) }

/// Tells services apart by numbers, in the order in which they are met.
struct Naming {
    private var names: [Int: Int] = [:]

    mutating func text(_ outcome: Outcome) -> String {
        switch outcome {
        case .nothing: "nothing"
        case .text(let text): text
        case .failure(let error): LocatorTests.text(error)
        case .service(let node): text(node)
        }
    }

    /// The service, and everything that it has got.
    private mutating func text(_ node: Node?) -> String {
        guard let node else { return "nil" }
        if let name = names[node.number] { return "#\(name)" }
        let name = names.count
        names[node.number] = name
        let services = node.services.map { text($0) }.joined(separator: ", ")
        return "#\(name) of recipe \(node.recipe)\(node.isFinished ? "" : ", unfinished") [\(services)]"
    }
}

/// A program's containers of one kind, its factories, and the objects that it holds.
final class Run<C: Container>: @unchecked Sendable {
    private let lock = NSLock()
    private let makeContainer: (C?) -> C
    private var containers: [C] = []
    private var objects: [Node?] = Array(repeating: nil, count: Program.objects)
    /// How often each recipe has failed.
    private var failures: [Int: Int] = [:]
    /// How often each factory has run, and how often it has made a finished service.
    private var (runs, finishes): ([Int: Int], [Int: Int]) = ([:], [:])
    private var nodes: [() -> Node?] = []
    /// Keeps weak services until the step ends. Between two lines, the optimizer decides how long one lives.
    private var weakNodes: [Node] = []
    private var naming = Naming()
    private let isThreaded: Bool
    private(set) var isTooLong = false
    /// Whether a factory has caught that services need each other.
    private(set) var hasCaughtCircle = false

    init(isThreaded: Bool = false, _ makeContainer: @escaping (C?) -> C) {
        (self.isThreaded, self.makeContainer) = (isThreaded, makeContainer)
        for parent in Program.parents { containers.append(makeContainer(parent.map { containers[$0] })) }
    }

    /// What a step gives, and which factories have run.
    func report(_ step: Step) -> String {
        (runs, finishes) = ([:], [:])
        defer { weakNodes = [] }
        let text = naming.text(perform(step))
        let counts = [runs, finishes].map { $0.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } }
        return "\(text), runs of factories \(counts[0]), finished \(counts[1])"
    }

    /// What a step gives, and if it is a service, what its properties give then.
    func answer(_ step: Step, readsProperties: Bool) -> [Outcome] {
        let outcome = perform(step)
        guard readsProperties, case .service(let node?) = outcome else { return [outcome] }
        return [outcome] + node.properties.map { hold(nil, $0.read) }
    }

    /// How often each factory has made a finished service.
    var finishedRecipes: [Int: Int] { lock.withLock { finishes } }

    /// Lets go of everything, and returns what is still there nevertheless.
    func end() -> [String] {
        let containers = containers.map { container in { [weak container] in container } }
        (self.containers, objects) = ([], [])
        for node in nodes.compactMap({ $0() }) { (node.services, node.properties) = ([], []) }
        return containers.indices.filter { containers[$0]() != nil }.map { "container \($0)" }
            + nodes.compactMap { $0().map { "a service of recipe \($0.recipe)" } }
    }

    // MARK: Steps

    @discardableResult func perform(_ step: Step) -> Outcome {
        container(Program.shared).asShared { performInShared(step) }
    }

    private func performInShared(_ step: Step) -> Outcome {
        switch step {
        case .register(let index, let key, let recipe): register(container(index), key, recipe)
        case .unregister(let index, let key): container(index).unregister(key)
        case .reset(let index): container(index).resetInstances()
        case .removeAll(let index): container(index).removeAll()
        case .isRegistered(let index, let key): return .text("\(container(index).isRegistered(key))")
        case .require(let index, let key, let place): return hold(place) { try container(index).require(key) }
        case .resolve(let index, let key): return .service(container(index).resolve(key))
        case .verify(let index):
            return .text("\(container(index).verify().map { "\($0.service): \(text($0.error))" })")
        case .child(let index): containers.append(makeContainer(container(index)))
        case .copy(let index): containers.append(container(index).copy())
        case .make(let needs, let place): objects[place] = makeNode(0, [], needs.map { property($0, container(0)) })
        case .read(let object, let index, let place):
            return property(index, of: object).map { property in hold(place, property.read) } ?? .nothing
        case .assign(let object, let index, let other):
            let service = other.flatMap { objects[$0] }
            guard let property = property(index, of: object), service != nil || property.isOptional else { break }
            property.assign(service)
        case .drop(let object): objects[object] = nil
        case .elsewhere(let step): return container(0).elsewhere { [self] in perform(step) }
        }
        return .nothing
    }

    // Fewer containers are left when a program is shortened.
    private func container(_ index: Int) -> C { containers[index % containers.count] }

    private func property(_ index: Int, of object: Int) -> Property? {
        objects[object].flatMap { index < $0.properties.count ? $0.properties[index] : nil }
    }

    private func hold(_ place: Int?, _ body: () throws -> Node?) -> Outcome {
        do {
            let node = try body()
            if let place { objects[place] = node }
            return .service(node)
        } catch { return .failure(error) }
    }

    private func register(_ container: C, _ key: Key, _ recipe: Recipe) {
        if recipe.isReady { return container.register(key, service: finished(makeNode(recipe.number, [], []))) }
        let injecting = recipe.injecting.map { needs in
            { @Sendable [unowned self] (container: C, node: Node) in try inject(recipe, needs, container, node) }
        }
        container.register(key, recipe, factory: { [unowned self] in try make(recipe, $0) }, injecting: injecting)
    }

    // MARK: Factories

    private func make(_ recipe: Recipe, _ container: C) throws -> Node {
        try lock.withLock {
            runs[recipe.number, default: 0] += 1
            isTooLong = isTooLong || runs.values.reduce(0, +) > (isThreaded ? 10_000 : 200)
            if isTooLong { throw TooLong() }
        }
        if let change = recipe.change { _ = performInShared(change) }
        let properties = recipe.properties.map { property($0, container) }
        try fail(recipe, at: .start)
        var services = try recipe.factory.map { try follow($0, container) }
        if recipe.reading == .factory { services += try properties.map { try $0.read() } }
        try fail(recipe, at: .factory)
        let node = makeNode(recipe.number, services, properties)
        if recipe.scope == .weak { lock.withLock { weakNodes.append(node) } }
        return recipe.injecting == nil ? finished(node) : node
    }

    private func inject(_ recipe: Recipe, _ needs: [Need], _ container: C, _ node: Node) throws {
        for need in needs { node.services.append(try follow(need, container)) }
        if recipe.reading == .injecting { node.services += try node.properties.map { try $0.read() } }
        try fail(recipe, at: .injecting)
        _ = finished(node)
    }

    private func follow(_ need: Need, _ container: C) throws -> Node? {
        if isThreaded { sched_yield() }
        do { return try (need.container.map(self.container) ?? container).require(need.key) } catch {
            if !need.isCaught { throw error }
            if isCircular(error) { hasCaughtCircle = true }
            return nil
        }
    }

    private func property(_ need: Need, _ container: C) -> Property {
        container.property(need, of: need.container.map(self.container))
    }

    private func fail(_ recipe: Recipe, at place: Recipe.Place) throws {
        guard let failure = recipe.failure, failure.place == place else { return }
        try lock.withLock {
            failures[recipe.number, default: 0] += 1
            if failures[recipe.number]! <= failure.count { throw Refused(recipe: recipe.number) }
        }
    }

    private func finished(_ node: Node) -> Node {
        if isThreaded { sched_yield() }
        node.isFinished = true
        lock.withLock { finishes[node.recipe, default: 0] += 1 }
        return node
    }

    private func makeNode(_ recipe: Int, _ services: [Node?], _ properties: [Property]) -> Node {
        lock.withLock {
            let node = Node(nodes.count, recipe, services, properties)
            nodes.append { [weak node] in node }
            return node
        }
    }
}

func isCircular(_ error: any Error) -> Bool { text(error).hasPrefix("circular") }

private func text(_ error: any Error) -> String {
    switch error {
    case let error as ResolutionError: "\(error.reason): \(error.path)"
    case let error as Model.Failure: "\(error.reason): \(error.path.map(\.description))"
    default: "\(error)"
    }
}
