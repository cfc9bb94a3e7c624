// Random programs for a container, as data: what the model and real containers run.

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
    var code: String { ["Node", "(any Left)", "(any Right)", "Value", "Node?"][rawValue] + ".self" }
}

struct Key: Hashable, Sendable, CustomStringConvertible {
    var kind: Kind
    let name: String?

    /// What an optional type stands for, if it is not registered itself.
    var wrapped: Key { Key(kind: kind == .optional ? .node : kind, name: name) }

    /// As in the paths of errors.
    var description: String { kind.name + (name.map { " \"\($0)\"" } ?? "") }
    /// As in a call.
    var code: String { "type: \(kind.code)" + (name.map { ", name: \"\($0)\"" } ?? "") }
}

/// What a factory or an `injecting` closure asks for.
struct Edge: Sendable, CustomStringConvertible {
    let key: Key
    /// The container asked, if that is not `DependenciesContainer.shared`.
    let container: Int?
    /// Whether an error is caught, and nil taken instead.
    let isCaught: Bool

    var description: String {
        (isCaught ? "try? " : "try ") + (container.map { "c\($0)" } ?? "shared") + ".require(\(key.code))"
    }
}

/// How a service is made.
struct Recipe: Sendable, CustomStringConvertible {
    enum Place: Sendable { case start, factory, injecting }
    indirect enum Effect: Sendable { case reset, removeAll, unregister(Key), register(Key, Recipe) }

    let number: Int
    var scope = DependenciesContainer.Scope.singleton
    var isReady = false
    /// Whether it is made on the main actor.
    var isOnMainActor = false
    var factory: [Edge] = []
    var injecting: [Edge]?
    /// What the factory does to `DependenciesContainer.shared` before anything else.
    var effect: Effect?
    /// Where it throws, and how many times it does so before it succeeds.
    var failure: (place: Place, count: Int)?

    var description: String {
        if isReady { return ", service: Node(\(number)))" }
        func refusal(at place: Place) -> [String] {
            failure?.place == place ? ["if failures(\(number)) > 0 { throw Refused(\(number)) }"] : []
        }
        let change =
            switch effect {
            case nil: [String]()
            case .reset: ["shared.reset()"]
            case .removeAll: ["shared.removeAll()"]
            case .unregister(let key): ["shared.unregister(\(key.code))"]
            case .register(let key, let recipe): ["shared.register(\(key.code)\(recipe)"]
            }
        let node = "Node(" + (["\(number)"] + factory.map(\.description)).joined(separator: ", ") + ")"
        let isolation = isOnMainActor ? "@MainActor in " : ""
        let body = isolation + (change + refusal(at: .start) + [node] + refusal(at: .factory)).joined(separator: "; ")
        let completion = injecting.map { $0.map { "$1 += \($0)" } + refusal(at: .injecting) }
        return ", scope: .\(scope)) { \(body) }"
            + (completion.map { " injecting: { \($0.isEmpty ? "_, _ in" : $0.joined(separator: "; ")) }" } ?? "")
    }
}

/// One call of a program. Containers and results are kept in numbered places.
enum Step: Sendable, CustomStringConvertible {
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

    var description: String {
        func kept(_ place: Int?) -> String { place.map { "r\($0) = " } ?? "" }
        return switch self {
        case .register(let container, let key, let recipe): "c\(container).register(\(key.code)\(recipe)"
        case .unregister(let container, let key): "c\(container).unregister(\(key.code))"
        case .isRegistered(let container, let key): "c\(container).isRegistered(\(key.code))"
        case .reset(let container): "c\(container).reset()"
        case .removeAll(let container): "c\(container).removeAll()"
        case .require(let container, let key, let place): "\(kept(place))try c\(container).require(\(key.code))"
        case .resolve(let container, let key, let place): "\(kept(place))c\(container).resolve(\(key.code))"
        case .resolveShared(let container, let key, let place):
            "c\(container).asShared { \(kept(place))shared.resolve(\(key.code)) }"
        case .resolveAll(let container, let kind): "c\(container).resolveAll(type: \(kind.code))"
        case .verify(let container): "c\(container).verify()"
        case .child(let parent, let container): "c\(container) = DependenciesContainer(parent: c\(parent))"
        case .copy(let original, let container): "c\(container) = c\(original).copy()"
        case .drop(let place): "r\(place) = nil"
        case .fail(let recipe, let count): "failures(\(recipe)) = \(count)"
        }
    }
}

/// Steps for a few containers, `c0`, `c1` and so on.
struct Program: Sendable, CustomStringConvertible {
    /// The parent that each container has to begin with.
    static let parents = [nil, 0, 1, 0, nil]
    static var containers: Int { parents.count }
    /// How many results are held at most.
    static let results = 6

    var steps: [Step]

    var description: String {
        let containers = Self.parents.enumerated().map { index, parent in
            "c\(index) = DependenciesContainer(\(parent.map { "parent: c\($0)" } ?? ""))"
        }
        return (containers + steps.map(\.description)).joined(separator: "\n")
    }

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
