// Random programs for containers, as data, and how a program runs: with real containers or with the model.

import Foundation
import Locator

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

/// What a service is registered under: `Node` or `Node?`, and a name.
struct NodeKey: Hashable, Sendable, CustomStringConvertible {
    let name: String?
    var isOptional = false

    var type: any Sendable.Type { isOptional ? Node?.self : Node.self }
    var unwrapped: NodeKey { NodeKey(name: name) }
    /// As in the paths of errors.
    var description: String { "\(type)" + (name.map { " \"\($0)\"" } ?? "") }
}

/// What a factory, an `injecting` closure or a property asks for.
struct Need: Sendable, CustomStringConvertible {
    let key: NodeKey
    /// The container that is asked, if it isn't the one that builds.
    let container: Int?
    /// The line of the property: if it stops the program, the error says it.
    let seed: UInt64
    /// Whether an error is caught, and nil taken instead; whether the property is weak.
    let isCaught, isWeak: Bool

    var description: String {
        (isCaught ? "try? " : "") + (isWeak ? "weak " : "") + "\(key)" + (container.map { " of \($0)" } ?? "")
    }
}

/// How a service is made.
struct NodeRecipe: Sendable, CustomStringConvertible {
    let number: Int
    var scope = Scope.singleton
    var isMainOnly = false
    var properties: [Need] = []
    var factory: [Need] = []
    var injecting: [Need]?
    /// What the factory changes first.
    var change: Call?
    /// The container that the factory makes `shared` while it makes the properties, and asks for services.
    var shares: Int?
    /// Whether it reads the properties at the end.
    var reads = false
    /// How many times it then throws, before it succeeds.
    var failures = 0

    var isStored: Bool { scope == .singleton || scope == .weak }

    var description: String {
        let flags = (isMainOnly ? " @MainActor" : "") + (shares.map { " shares \($0)" } ?? "") + (reads ? " reads" : "")
        let steps = "first \(change.map { "\($0)" } ?? "nothing"), factory \(factory), injecting \(injecting ?? [])"
        return "recipe \(number) (\(scope)\(flags), properties \(properties), \(steps), fails \(failures) times)"
    }
}

/// One call of a program. Containers and held objects have numbers.
indirect enum Call: Sendable {
    case register(Int, NodeKey, NodeRecipe)
    case unregister(Int, NodeKey)
    case reset(Int)
    case removeAll(Int)
    case require(Int, NodeKey, hold: Int?)
    case verify(Int)
    case child(of: Int)
    case copy(of: Int)
    /// Makes an object with properties, without a factory.
    case make([Need], hold: Int)
    /// Reads one of the properties of all held objects.
    case read(Int, hold: Int?)
}

struct Program: Sendable, CustomStringConvertible {
    /// The parents of the containers that it begins with. The child is `shared`.
    static let parents = [nil, 0]

    /// What the main thread does first.
    let start: [Call]
    /// What several threads do then. The first one is the main thread.
    var threads: [[Call]] = []
    /// What the main thread does last.
    var end: [Call] = []
    /// Whether registrations change, and whether some are removed, while several threads run.
    var (hasChanges, hasRemovals) = (false, false)

    /// A program for one thread, in which every kind of step can occur.
    init(_ choices: inout Choices) {
        var shape = Shape(isThreaded: false, &choices)
        let count = choices.oneIn(8) ? 100 + choices.below(100) : 10 + choices.below(50)
        start = shape.start(&choices) + (0..<count).map { _ in shape.step(&choices) }
    }

    /// A program for several threads that ask for services. The main thread can also change registrations.
    init(threads count: Int, _ choices: inout Choices) {
        var shape = Shape(isThreaded: true, &choices)
        (hasChanges, hasRemovals) = (shape.hasChanges, shape.hasRemovals)
        start = shape.start(&choices)
        threads = (0..<count).map { _ in (0...choices.below(3)).map { _ in shape.request(&choices) } }
        if hasChanges {
            let removals = [Call.removeAll(0)] + shape.keys.map { Call.unregister(0, $0) }
            let steps = start + start.map { _ in .reset(0) } + threads[0] + (hasRemovals ? removals : [])
            threads[0] += (0...choices.below(8)).map { _ in choices.pick(steps) }
        }
        end = shape.keys.map { .require(choices.below(2), $0, hold: nil) }
    }

    var recipes: [NodeRecipe] { start.compactMap { if case .register(_, _, let recipe) = $0 { recipe } else { nil } } }
    /// The recipes that fail once, as if they had.
    var firstFailures: [Int: Int] { recipes.reduce(into: [:]) { if $1.failures == 1 { $0[$1.number] = 1 } } }

    var description: String {
        let blocks = threads.map { "thread {\n" + $0.map { "    \($0)\n" }.joined() + "}" }
        return (start.map { "\($0)" } + blocks + end.map { "\($0)" }).joined(separator: "\n")
    }
}

/// What can happen in a program. It is drawn first, so that many programs are about few things.
private struct Shape {
    let keys: [NodeKey]
    let hasChanges, hasRemovals: Bool
    private let scopes: [Scope]
    private let (factoryNeeds, injectingNeeds, properties, gaps): (Int, Int, Int, Int)
    private let isThreaded, fails, failsOnce, catches, reads, crosses, isLayered, hasMainOnly: Bool
    private var (recipes, containers) = (0, Program.parents.count)

    init(isThreaded: Bool, _ choices: inout Choices) {
        self.isThreaded = isThreaded
        hasChanges = isThreaded && choices.oneIn(3)
        hasRemovals = hasChanges && choices.oneIn(2)
        let names = choices.pick([[nil, "a"], [nil, "a", "b"], [nil, "a", "b", "c", ""]])
        // If `Node?` is removed, it stands for `Node`, and gives another service.
        let optionals = hasRemovals || choices.oneIn(2) ? [] : names.map { NodeKey(name: $0, isOptional: true) }
        keys = names.map { NodeKey(name: $0) } + optionals
        scopes = choices.pick([
            [.singleton], Scope.all, [.singleton, .weak], [.graph, .singleton], [.graph, .transient],
        ])
        (factoryNeeds, injectingNeeds) = choices.pick([(2, 3), (1, 2), (3, 1), (2, 2), (0, 4), (4, 0), (0, 0)])
        (properties, gaps) = (choices.pick([0, 2, 3]), choices.pick([2, 12, 12]))
        fails = choices.oneIn(2)
        failsOnce = fails && choices.oneIn(2)
        catches = choices.oneIn(2)
        crosses = choices.oneIn(2) && !hasChanges
        isLayered = choices.oneIn(2)
        hasMainOnly = choices.oneIn(3)
        // A property without a service stops the program. The model doesn't foresee it if threads decide who meets a
        // failure, a change, or a circle in which an error is caught.
        reads = choices.oneIn(3) && !(isThreaded && (failsOnce || hasChanges || catches))
    }

    /// Registers many of the keys. If threads change them, none overrides another one: a removal would uncover it.
    mutating func start(_ choices: inout Choices) -> [Call] {
        keys.filter { _ in !choices.oneIn(gaps) }.map { key in
            .register(hasChanges ? 0 : choices.pick([0, 0, 0, 1]), key, recipe(key, &choices))
        }
    }

    mutating func request(_ choices: inout Choices) -> Call {
        .require(choices.below(2), choices.pick(keys), hold: nil)
    }

    mutating func step(_ choices: inout Choices) -> Call {
        let (container, key) = (choices.oneIn(3) ? choices.below(containers) : choices.below(2), choices.pick(keys))
        let hold = choices.pick([nil, 0, 1, 2, 3])
        switch choices.below(30) {
        case 0..<6: return .register(container, key, recipe(key, &choices))
        case 6..<17: return .require(container, key, hold: hold)
        case 17..<23: return .read(choices.below(12), hold: hold)
        case 23: return .make(needs(keys, 3, isProperty: true, &choices), hold: choices.below(4))
        case 24: return .reset(container)
        case 25: return .unregister(container, key)
        case 26: return choices.oneIn(6) ? .removeAll(container) : .reset(container)
        case 27: return .verify(container)
        default:
            if containers > 6 { return .require(container, key, hold: hold) }
            containers += 1
            return choices.oneIn(2) ? .child(of: container) : .copy(of: container)
        }
    }

    private mutating func recipe(_ key: NodeKey, _ choices: inout Choices) -> NodeRecipe {
        recipes += 1
        var recipe = NodeRecipe(number: recipes)
        recipe.scope = choices.pick(scopes)
        recipe.isMainOnly = hasMainOnly && choices.oneIn(3)
        recipe.properties = needs(keys, properties, isProperty: true, &choices)
        // If factories ask only for later keys, only `injecting` closes circles.
        let later = Array(keys.drop { $0 != key }.dropFirst())
        recipe.factory = needs(isLayered ? later : keys, factoryNeeds, &choices)
        recipe.injecting = choices.oneIn(3) ? nil : needs(keys, injectingNeeds, &choices)
        recipe.shares = crosses && choices.oneIn(4) ? choices.below(Program.parents.count) : nil
        recipe.reads = reads && choices.oneIn(3)
        if fails && choices.oneIn(5) { recipe.failures = failsOnce && choices.oneIn(2) ? 1 : 1_000_000 }
        if !isThreaded && choices.oneIn(20) {
            let (other, replacement) = (
                choices.pick(keys), NodeRecipe(number: 1000 + recipes, scope: choices.pick(scopes))
            )
            let changes: [Call] = [.reset(0), .removeAll(0), .unregister(0, other), .register(0, other, replacement)]
            recipe.change = choices.pick(changes)
        }
        return recipe
    }

    private func needs(_ keys: [NodeKey], _ most: Int, isProperty: Bool = false, _ choices: inout Choices) -> [Need] {
        (0..<(keys.isEmpty ? 0 : choices.below(most + 1))).map { _ in
            let key = choices.pick(keys)
            return Need(
                key: key, container: crosses && choices.oneIn(4) ? choices.below(Program.parents.count) : nil,
                seed: choices.seed, isCaught: !isProperty && catches && choices.oneIn(3),
                isWeak: isProperty && key.isOptional && choices.oneIn(2))
        }
    }
}

// MARK: - Running

/// Every service of a program: what made it, and what it has got.
final class Node: @unchecked Sendable {
    let (number, recipe): (Int, Int)
    var services: [Node?]
    var properties: [Property]
    var isFinished = false

    init(_ number: Int, _ recipe: Int, _ services: [Node?], _ properties: [Property]) {
        (self.number, self.recipe, self.services, self.properties) = (number, recipe, services, properties)
    }
}

/// What a step gives.
enum Answer { case text(String), service(Node?), failure(any Error) }

/// Tells services apart by numbers, in the order in which they are met.
struct Naming {
    private var names: [Int: Int] = [:]

    mutating func text(_ outcome: Answer) -> String {
        switch outcome {
        case .text(let text): text
        case .failure(let error): LocatorTests.text(error)
        case .service(let node): text(node)
        }
    }

    /// The service, and everything that it has got.
    private mutating func text(_ node: Node?) -> String {
        guard let node else { return "nil" }
        let name = names[node.number] ?? names.count
        if names.updateValue(name, forKey: node.number) != nil { return "#\(name)" }
        let services = node.services.map { text($0) }.joined(separator: ", ")
        return "#\(name) of recipe \(node.recipe)\(node.isFinished ? "" : ", unfinished") [\(services)]"
    }
}

private func text(_ error: any Error) -> String {
    (error as? ResolutionError).map { "\($0.reason): \($0.path)" } ?? "\(error)"
}

/// What a factory throws that is told to fail.
struct Refused: Error { let recipe: Int }

/// A program's containers, its factories, and the objects that it holds.
final class Run<C: Container>: @unchecked Sendable {
    private let lock = NSLock()
    private let makeContainer: (C?) -> C
    private var containers: [C] = []
    private var objects: [Node?] = [nil, nil, nil, nil]
    /// How often each recipe has failed.
    private var failures: [Int: Int]
    /// How often each factory has run, and how often it has made a finished service.
    private(set) var (runs, finishes): ([Int: Int], [Int: Int]) = ([:], [:])
    private var nodes: [() -> Node?] = []
    /// Keeps weak services until the step ends: the optimizer decides how long a local variable keeps them.
    private var weakNodes: [Node] = []
    private var naming = Naming()
    private let isThreaded: Bool
    /// Whether a step has run too many factories.
    private(set) var isTooLong = false
    /// Whether a factory has caught that services need each other.
    private(set) var hasCaughtCircle = false

    init(isThreaded: Bool = false, failures: [Int: Int] = [:], _ makeContainer: @escaping (C?) -> C) {
        (self.isThreaded, self.failures, self.makeContainer) = (isThreaded, failures, makeContainer)
        for parent in Program.parents { containers.append(makeContainer(parent.map { containers[$0] })) }
    }

    /// What a step gives, and which factories have run.
    func report(_ step: Call) -> String {
        (runs, finishes) = ([:], [:])
        defer { weakNodes = [] }
        let text = naming.text(perform(step))
        let counts = [runs, finishes].map { $0.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } }
        return "\(text), factories have run \(counts[0]), services are finished \(counts[1])"
    }

    /// What a step gives, and if it is a service, what its properties give then.
    func answer(_ step: Call, readsProperties: Bool) -> [Answer] {
        let outcome = perform(step)
        guard readsProperties, case .service(let node?) = outcome else { return [outcome] }
        return [outcome] + node.properties.map { hold(nil, $0) }
    }

    /// Lets go of everything, and returns how many containers and services are still there nevertheless.
    func end() -> Int {
        let containers = containers.map { container in { [weak container] in container } }
        (self.containers, objects) = ([], [])
        for node in nodes.compactMap({ $0() }) { (node.services, node.properties) = ([], []) }
        return containers.count { $0() != nil } + nodes.count { $0() != nil }
    }

    // MARK: Steps

    @discardableResult func perform(_ step: Call) -> Answer {
        container(1).asShared {
            switch step {
            case .register(let index, let key, let recipe): register(container(index), key, recipe)
            case .unregister(let index, let key): container(index).unregister(key)
            case .reset(let index): container(index).resetInstances()
            case .removeAll(let index): container(index).removeAll()
            case .require(let index, let key, let place): return hold(place) { try container(index).require(key) }
            case .verify(let index):
                return .text("\(container(index).verify().map { "\($0.service): \(text($0.error))" })")
            case .child(let index): containers.append(makeContainer(container(index)))
            case .copy(let index): containers.append(container(index).copy())
            case .make(let needs, let place): objects[place] = makeNode(0, [], needs.map { property($0, container(0)) })
            case .read(let index, let place):
                let properties = objects.flatMap { $0?.properties ?? [] }
                if properties.isEmpty { break }
                return hold(place, properties[index % properties.count])
            }
            return .text("done")
        }
    }

    // There can be fewer containers when a program is shortened.
    private func container(_ index: Int) -> C { containers[index % containers.count] }

    private func hold(_ place: Int?, _ body: () throws -> Node?) -> Answer {
        do {
            let node = try body()
            if let place { objects[place] = node }
            return .service(node)
        } catch { return .failure(error) }
    }

    private func register(_ container: C, _ key: NodeKey, _ recipe: NodeRecipe) {
        let injecting = recipe.injecting.map { needs in
            { @Sendable [unowned self] (container: C, node: Node) in try inject(recipe, needs, container, node) }
        }
        container.register(key, recipe, factory: { [unowned self] in try make(recipe, $0) }, injecting: injecting)
    }

    // MARK: Factories

    private func make(_ recipe: NodeRecipe, _ container: C) throws -> Node {
        try lock.withLock {
            runs[recipe.number, default: 0] += 1
            isTooLong = isTooLong || runs.values.reduce(0, +) > (isThreaded ? 10_000 : 200)
            if isTooLong { throw Refused(recipe: 0) }
        }
        if let change = recipe.change { perform(change) }
        func parts() throws -> ([Property], [Node?]) {
            (recipe.properties.map { property($0, container) }, try recipe.factory.map { try follow($0, container) })
        }
        let (properties, services) = try recipe.shares.map { try self.container($0).asShared(parts) } ?? parts()
        let node = makeNode(recipe.number, services, properties)
        if recipe.scope == .weak { lock.withLock { weakNodes.append(node) } }
        if recipe.injecting == nil { try finish(node, recipe) }
        return node
    }

    private func inject(_ recipe: NodeRecipe, _ needs: [Need], _ container: C, _ node: Node) throws {
        for need in needs { node.services.append(try follow(need, container)) }
        try finish(node, recipe)
    }

    private func finish(_ node: Node, _ recipe: NodeRecipe) throws {
        if recipe.reads { node.services += try node.properties.map { try $0() } }
        if isThreaded { sched_yield() }
        try lock.withLock {
            if failures[recipe.number, default: 0] < recipe.failures {
                failures[recipe.number, default: 0] += 1
                throw Refused(recipe: recipe.number)
            }
            finishes[recipe.number, default: 0] += 1
            node.isFinished = true
        }
    }

    private func follow(_ need: Need, _ container: C) throws -> Node? {
        if isThreaded { sched_yield() }
        do { return try (need.container.map(self.container) ?? container).require(need.key) } catch {
            if !need.isCaught { throw error }
            if text(error).hasPrefix("circular") { lock.withLock { hasCaughtCircle = true } }
            return nil
        }
    }

    private func property(_ need: Need, _ container: C) -> Property {
        container.property(need, of: need.container.map(self.container))
    }

    private func makeNode(_ recipe: Int, _ services: [Node?], _ properties: [Property]) -> Node {
        lock.withLock {
            let node = Node(nodes.count, recipe, services, properties)
            nodes.append { [weak node] in node }
            return node
        }
    }
}
