// Random programs for a container, as data, and the real containers that run them.

import Foundation
import Locator

// MARK: - Choices

/// What a program's choices come from: a seed (SplitMix64).
struct Choices {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number from 0 to `bound - 1`.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }

    mutating func oneIn(_ count: Int) -> Bool { below(count) == count - 1 }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

// MARK: - Programs

extension DependenciesContainer.Scope {
    /// Whether those who ask later get the same instance.
    var isShared: Bool { self == .singleton || self == .weak }
}

/// The types under which the services of a program are registered.
enum Kind: Int, CaseIterable, Sendable {
    case node, left, right, value, optional

    var name: String { ["Node", "Left", "Right", "Value", "Optional<Node>"][rawValue] }
}

struct Key: Hashable, Sendable, CustomStringConvertible {
    var kind: Kind
    let name: String?

    /// What an optional type stands for, if it is not registered itself.
    var wrapped: Key { Key(kind: kind == .optional ? .node : kind, name: name) }

    /// As in the paths of errors.
    var description: String { kind.name + (name.map { " \"\($0)\"" } ?? "") }
}

/// What a factory or an `injecting` closure asks for.
struct Edge: Sendable, CustomStringConvertible {
    let key: Key
    /// The container asked, if that is not `DependenciesContainer.shared`.
    let container: Int?
    /// Whether an error is caught, and nil taken instead.
    let isCaught: Bool

    var description: String { (isCaught ? "try? " : "") + "\(key)" + (container.map { " of \($0)" } ?? "") }
}

/// How a service is made.
struct Recipe: Sendable, CustomStringConvertible {
    enum Place: Sendable { case start, factory, injecting }
    indirect enum Effect: Sendable { case reset, removeAll, unregister(Key), register(Key, Recipe) }

    let number: Int
    var scope = DependenciesContainer.Scope.singleton
    var isReady = false
    var factory: [Edge] = []
    var injecting: [Edge]?
    /// What the factory does to `DependenciesContainer.shared` before anything else.
    var effect: Effect?
    /// Where it throws, and how many times it does so before it succeeds.
    var failure: (place: Place, count: Int)?

    var description: String {
        let fields = ["\(scope)", isReady ? "ready" : nil, "factory: \(factory)"]
        let others = [injecting.map { "injecting: \($0)" }, effect.map { "\($0)" }, failure.map { "\($0)" }]
        return "\(number)(\((fields + others).compactMap(\.self).joined(separator: ", ")))"
    }
}

/// One call of a program. Containers and results are kept in numbered places.
enum Step: Sendable {
    case register(Int, Key, Recipe)
    case unregister(Int, Key)
    case isRegistered(Int, Key)
    case reset(Int)
    case removeAll(Int)
    case require(Int, Key, keep: Int?)
    /// As `require`, then once more with `resolve`, if that will not stop the program.
    case resolve(Int, Key, keep: Int?)
    /// As `resolve`, of the `shared` that is bound to the container.
    case resolveShared(Int, Key, keep: Int?)
    case resolveAll(Int, Kind)
    case verify(Int)
    case child(of: Int, Int)
    case copy(of: Int, Int)
    /// Lets go of a result.
    case drop(Int)
    /// Sets how many times a recipe will fail.
    case fail(Int, Int)
}

/// Steps for a few containers, `c0`, `c1` and so on.
struct Program: Sendable, CustomStringConvertible {
    /// The parent that each container has to begin with.
    static let parents = [nil, 0, 1, 0, nil]
    static var containers: Int { parents.count }
    /// How many results are held at most.
    static let results = 6

    var steps: [Step]

    var description: String { "parents: \(Self.parents)\n" + steps.map { "\($0)\n" }.joined() }

    init(steps: [Step]) { self.steps = steps }

    /// A random program. First it is drawn what may happen in it, so that many programs are about few things.
    init(_ choices: inout Choices) {
        let count = choices.oneIn(8) ? 100 + choices.below(200) : 10 + choices.below(50)
        var shape = Shape(&choices)
        steps = shape.start(&choices)
        while steps.count < count { steps.append(shape.step(&choices)) }
    }

    /// What may happen in a program.
    private struct Shape {
        let keys: [Key]
        let scopes: [DependenciesContainer.Scope]
        let (factoryEdges, injectingEdges): (Int, Int)
        let (fails, catches, hasEffects, crosses, looksAfter, isLayered): (Bool, Bool, Bool, Bool, Bool, Bool)
        var recipes = 0
        var failing: [Int] = []

        init(_ choices: inout Choices) {
            let kinds = choices.pick([[.node], [.node, .left], Kind.allCases, [.value, .optional, .node]])
            let names = choices.pick([[nil, "a"], [nil, "a", "b"], [nil, "a", "b", ""]])
            keys = kinds.flatMap { kind in names.map { Key(kind: kind, name: $0) } }
            scopes = choices.pick([
                [.singleton], [.singleton, .transient, .graph, .weak], [.singleton, .weak], [.graph, .transient],
            ])
            (factoryEdges, injectingEdges) = choices.pick([(2, 3), (1, 2), (3, 1), (2, 2), (0, 4), (4, 0), (0, 0)])
            let flags = choices.below(256)
            (fails, catches, hasEffects) = (flags & 1 != 0, flags & 2 != 0, flags & 12 == 12)
            (crosses, looksAfter, isLayered) = (flags & 16 != 0, flags & 32 != 0, flags & 192 != 0)
        }

        /// Most keys are registered to begin with.
        mutating func start(_ choices: inout Choices) -> [Step] {
            var steps: [Step] = []
            for key in keys where !choices.oneIn(6) {
                steps.append(.register(choices.pick([0, 0, 0, 1, 2]), key, recipe(key, &choices)))
            }
            return steps
        }

        mutating func step(_ choices: inout Choices) -> Step {
            let (container, key) = (choices.pick([0, 0, 0, 1, 1, 2, 3, 4]), choices.pick(keys))
            let keep = choices.below(2) == 0 ? nil : choices.below(Program.results)
            switch choices.below(looksAfter ? 44 : 32) {
            case 0..<8: return .register(container, key, recipe(key, &choices))
            case 8..<16: return .require(container, key, keep: keep)
            case 16..<24: return .resolve(container, key, keep: keep)
            case 24, 25: return .resolveShared(container, key, keep: keep)
            case 26: return .resolveAll(container, key.kind)
            case 27: return .drop(keep ?? 0)
            case 28, 29: return .reset(container)
            case 30, 31: return failing.isEmpty ? .drop(1) : .fail(choices.pick(failing), choices.below(3))
            case 32, 33: return .isRegistered(container, key)
            case 34..<37: return .unregister(container, key)
            case 37: return choices.oneIn(2) ? .removeAll(container) : .reset(container)
            case 38: return .verify(container)
            case 39, 40: return .child(of: container, choices.below(Program.containers))
            case 41, 42: return .copy(of: container, choices.below(Program.containers))
            default: return .resolveAll(container, key.kind)
            }
        }

        private mutating func recipe(_ key: Key, _ choices: inout Choices, isEffect: Bool = false) -> Recipe {
            recipes += 1
            var recipe = Recipe(number: recipes)
            recipe.isReady = choices.oneIn(8)
            if recipe.isReady { return recipe }
            recipe.scope = choices.pick(scopes)
            // A value can't be held weakly.
            if key.kind == .value && recipe.scope == .weak { recipe.scope = .singleton }
            // Where factories ask only for later keys, no circle is closed but in `injecting`.
            let later = Array(keys.drop { $0 != key }.dropFirst())
            recipe.factory = edges(to: isLayered ? later : keys, upTo: factoryEdges, &choices)
            recipe.injecting = choices.oneIn(3) ? nil : edges(to: keys, upTo: injectingEdges, &choices)
            if fails && choices.oneIn(4) {
                let place = choices.pick([Recipe.Place.start, .factory, .injecting])
                if place != .injecting || recipe.injecting != nil {
                    recipe.failure = (place, choices.pick([1, 1, 2, 1000]))
                    failing.append(recipe.number)
                }
            }
            if hasEffects && !isEffect && choices.oneIn(5) {
                let key = choices.pick(keys)
                switch choices.below(6) {
                case 0: recipe.effect = .reset
                case 1: recipe.effect = .removeAll
                case 2, 3: recipe.effect = .unregister(key)
                default: recipe.effect = .register(key, self.recipe(key, &choices, isEffect: true))
                }
            }
            return recipe
        }

        private func edges(to keys: [Key], upTo count: Int, _ choices: inout Choices) -> [Edge] {
            (0..<(keys.isEmpty ? 0 : choices.below(count + 1))).map { _ in
                let container = crosses && choices.oneIn(4) ? choices.below(Program.containers) : nil
                return Edge(key: choices.pick(keys), container: container, isCaught: catches && choices.oneIn(3))
            }
        }
    }
}

// MARK: - Services

protocol Left: AnyObject, Sendable {}
protocol Right: AnyObject, Sendable {}

/// Every service of a program: what made it, and what it has got for its edges.
final class Node: Left, Right, @unchecked Sendable {
    let (number, recipe): (Int, Int)
    var edges: [Node?]
    var injections = 0
    var isComplete: Bool

    init(_ number: Int, _ recipe: Recipe, _ edges: [Node?]) {
        (self.number, self.recipe, self.edges) = (number, recipe.number, edges)
        isComplete = recipe.injecting == nil
    }
}

/// A service that is no object.
struct Value: Sendable { let node: Node }

/// What a factory throws that is told to fail.
struct Refused: Error { let recipe: Int }

/// What a factory throws where the model did not foresee that so many would run.
struct Exhausted: Error {}

/// What a step gives.
enum Outcome: CustomStringConvertible {
    case nothing, bool(Bool), rows([[String]]), nodes([Node?]), failure(Failure)

    var description: String {
        switch self {
        case .nothing: "nothing"
        case .bool(let bool): "\(bool)"
        case .rows(let rows): rows.map { $0.joined(separator: " ") }.joined(separator: "; ")
        case .nodes(let nodes): nodes.map { $0?.text(depth: 2) ?? "nil" }.joined(separator: ", ")
        case .failure(let failure): "\(failure)"
        }
    }
}

/// Why a service can't be had.
enum Failure: Error, Equatable { case notRegistered([Key]), circular([Key]), refused(Int), other(String) }

extension Node {
    func text(depth: Int) -> String {
        let inner = depth == 0 ? "…" : edges.map { $0?.text(depth: depth - 1) ?? "nil" }.joined(separator: ", ")
        return "#\(number) of recipe \(recipe)" + (edges.isEmpty ? "" : " [\(inner)]")
    }
}

// MARK: - Real containers

/// The steps of a random program, done with real containers.
final class RealContainers: @unchecked Sendable {
    private let lock = NSLock()
    private var containers: [DependenciesContainer] = []
    var held: [Node?] = Array(repeating: nil, count: Program.results)
    private var failures: [Int: Int] = [:]
    private var counts: (runs: [Int: Int], completions: [Int: Int]) = ([:], [:])
    private var nodes: [() -> Node?] = []
    private var all: [() -> DependenciesContainer?] = []
    /// Whether factories let other threads run.
    private let isYielding: Bool

    init(isYielding: Bool = false) {
        self.isYielding = isYielding
        for parent in Program.parents {
            containers.append(DependenciesContainer(parent: parent.map { containers[$0] }))
        }
        for container in containers { all.append { [weak container] in container } }
    }

    /// How often each factory has run in this step.
    var runs: [Int: Int] { lock.withLock { counts.runs } }
    /// How often each `injecting` closure has run in this step.
    var completions: [Int: Int] { lock.withLock { counts.completions } }

    /// Begins to count anew.
    func startCounting() { lock.withLock { counts = ([:], [:]) } }

    /// Lets go of everything, and returns how many containers and services are still there nevertheless.
    func end() -> (containers: Int, services: Int) {
        (containers, held) = ([], [])
        for node in nodes { node()?.edges = [] }
        return (all.count { $0() != nil }, nodes.count { $0() != nil })
    }

    // MARK: Steps

    func perform(_ step: Step) -> Outcome {
        switch step {
        case .register(let container, let key, let recipe): register(containers[container], key, recipe)
        case .unregister(let container, let key): Access[key].unregister(containers[container], key.name)
        case .isRegistered(let container, let key):
            return .bool(Access[key].isRegistered(containers[container], key.name))
        case .reset(let container): containers[container].resetInstances()
        case .removeAll(let container): containers[container].removeAll()
        case .require(let container, let key, _):
            return outcome { [try Access[key].require(containers[container], key.name)] }
        case .resolve(let container, let key, _):
            return .nodes([Access[key].resolve(containers[container], key.name)])
        case .resolveShared(let container, let key, _):
            return containers[container].asShared {
                .nodes([Access[key].resolve(.shared, key.name)])
            }
        case .resolveAll(let container, let kind):
            return .nodes(Access.all[kind.rawValue].resolveAll(containers[container]))
        case .verify(let container):
            return .rows(
                containers[container].verify().failures.map { [$0.registration, "\(Failure(reading: $0.error))"] })
        case .child(let parent, let container): put(DependenciesContainer(parent: containers[parent]), container)
        case .copy(let original, let container): put(containers[original].copy(), container)
        case .drop(let place): held[place] = nil
        case .fail(let recipe, let count): lock.withLock { failures[recipe] = count }
        }
        return .nothing
    }

    private func put(_ container: DependenciesContainer, _ place: Int) {
        all.append { [weak container] in container }
        containers[place] = container
    }

    private func outcome(_ body: () throws -> [Node?]) -> Outcome {
        do { return .nodes(try body()) } catch { return .failure(Failure(reading: error)) }
    }

    private func register(_ container: DependenciesContainer, _ key: Key, _ recipe: Recipe) {
        lock.withLock { failures[recipe.number] = recipe.failure?.count }
        if recipe.isReady { return Access[key].registerReady(container, key.name, new(recipe, [])) }
        let completion: Access.Completion = { [unowned self] in try complete($1, recipe, $0) }
        Access[key].register(
            container, key.name, recipe.scope, { [unowned self] in try make(recipe, $0) },
            recipe.injecting == nil ? nil : completion)
    }

    // MARK: Factories

    private func make(_ recipe: Recipe, _ container: DependenciesContainer) throws -> Node {
        try lock.withLock {
            counts.runs[recipe.number, default: 0] += 1
            if counts.runs.values.reduce(0, +) > 1000 { throw Exhausted() }
        }
        apply(recipe.effect, container)
        try refuse(recipe, at: .start)
        let edges = try recipe.factory.map { try follow($0, container) }
        try refuse(recipe, at: .factory)
        if isYielding { sched_yield() }
        return new(recipe, edges)
    }

    private func complete(_ node: Node, _ recipe: Recipe, _ container: DependenciesContainer) throws {
        lock.withLock { counts.completions[recipe.number, default: 0] += 1 }
        node.injections += 1
        for edge in recipe.injecting! { node.edges.append(try follow(edge, container)) }
        try refuse(recipe, at: .injecting)
        node.isComplete = true
    }

    private func apply(_ effect: Recipe.Effect?, _ container: DependenciesContainer) {
        switch effect {
        case nil: break
        case .reset: container.resetInstances()
        case .removeAll: container.removeAll()
        case .unregister(let key): Access[key].unregister(container, key.name)
        case .register(let key, let recipe): register(container, key, recipe)
        }
    }

    private func refuse(_ recipe: Recipe, at place: Recipe.Place) throws {
        guard recipe.failure?.place == place else { return }
        try lock.withLock {
            guard let count = failures[recipe.number], count > 0 else { return }
            failures[recipe.number] = count - 1
            throw Refused(recipe: recipe.number)
        }
    }

    private func follow(_ edge: Edge, _ container: DependenciesContainer) throws -> Node? {
        if isYielding { sched_yield() }
        do {
            return try Access[edge.key].require(edge.container.map { containers[$0] } ?? container, edge.key.name)
        } catch {
            if edge.isCaught && !(error is Exhausted) { return nil }
            throw error
        }
    }

    private func new(_ recipe: Recipe, _ edges: [Node?]) -> Node {
        lock.withLock {
            let node = Node(nodes.count, recipe, edges)
            nodes.append { [weak node] in node }
            return node
        }
    }
}

/// The calls of a container for one type.
private struct Access: Sendable {
    typealias Factory = @Sendable (DependenciesContainer) throws -> Node
    typealias Completion = @Sendable (DependenciesContainer, Node) throws -> Void

    let registerReady: @Sendable (DependenciesContainer, String?, Node) -> Void
    let register: @Sendable (DependenciesContainer, String?, Scope, @escaping Factory, Completion?) -> Void
    let unregister: @Sendable (DependenciesContainer, String?) -> Void
    let isRegistered: @Sendable (DependenciesContainer, String?) -> Bool
    let require: @Sendable (DependenciesContainer, String?) throws -> Node
    let resolve: @Sendable (DependenciesContainer, String?) -> Node?
    let resolveAll: @Sendable (DependenciesContainer) -> [Node]

    init<T: Sendable>(
        _ type: T.Type, _ wrap: @escaping @Sendable (Node) -> T, _ unwrap: @escaping @Sendable (T) -> Node
    ) {
        registerReady = { $0.register(type: type, name: $1, service: wrap($2)) }
        register = { container, name, scope, factory, completion in
            var injecting: (@Sendable (DependenciesContainer, T) throws -> Void)?
            if let completion { injecting = { try completion($0, unwrap($1)) } }
            container.register(
                type: type, name: name, scope: scope, factory: { wrap(try factory($0)) }, injecting: injecting)
        }
        unregister = { $0.unregister(type: type, name: $1) }
        isRegistered = { $0.isRegistered(type: type, name: $1) }
        require = { unwrap(try $0.require(type: type, name: $1)) }
        resolve = { $0.resolve(type: type, name: $1).map(unwrap) }
        resolveAll = { $0.resolveAll(type: type).map(unwrap) }
    }

    static let all = [
        Access(Node.self, { $0 }, { $0 }),
        Access((any Left).self, { $0 }, { $0 as! Node }),
        Access((any Right).self, { $0 }, { $0 as! Node }),
        Access(Value.self, Value.init, \.node),
        Access(Node?.self, { $0 }, { $0! }),
    ]

    static subscript(key: Key) -> Access { all[key.kind.rawValue] }
}

extension Failure {
    /// What a real error says.
    init(reading error: any Error) {
        if let error = error as? Refused {
            self = .refused(error.recipe)
        } else if let error = error as? ResolutionError {
            let path = error.path.map { text in
                let parts = text.components(separatedBy: " \"")
                return Key(
                    kind: Kind.allCases.first { $0.name == parts[0] }!,
                    name: parts.dropFirst().first.map { String($0.dropLast()) })
            }
            self = error.reason == .circular ? .circular(path) : .notRegistered(path)
        } else {
            self = .other("\(error)")
        }
    }
}
