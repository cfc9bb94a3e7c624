//
//  Random programs for a container, and a model that says what each of their steps must give.
//
//  Compiled by the tests and, together with `Locator.swift`, by the fuzz target in `Fuzzing`.
//

import Foundation

#if canImport(Locator)
    import Locator
#endif

// MARK: - Choices

/// Where a program's choices come from: a seed (SplitMix64), or the bytes of a fuzzer.
struct Choices {
    private var state: UInt64 = 0
    private var bytes: ArraySlice<UInt8>?

    init(seed: UInt64) { state = seed }
    init(bytes: [UInt8]) { self.bytes = bytes[...] }

    /// Whether there are bytes left; nil for a seed, which lasts for ever.
    var isLeft: Bool? { bytes.map { !$0.isEmpty } }

    /// A number from 0 to `bound - 1`.
    mutating func below(_ bound: Int) -> Int {
        if bytes != nil { return Int(bytes!.popFirst() ?? 0) % bound }
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }

    mutating func oneIn(_ count: Int) -> Bool { below(count) == count - 1 }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

// MARK: - Programs

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
        let body = (change + refusal(at: .start) + [node] + refusal(at: .factory)).joined(separator: "; ")
        let completion = injecting.map { $0.map { "$0 += \($0)" } + refusal(at: .injecting) }
        return ", scope: .\(scope)) { \(body) }"
            + (completion.map { " injecting: { \($0.isEmpty ? "_ in" : $0.joined(separator: "; ")) }" } ?? "")
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
    case describe(Int)
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
            "$shared.withValue(c\(container)) { \(kept(place))shared.resolve(\(key.code)) }"
        case .resolveAll(let container, let kind): "c\(container).resolveAll(type: \(kind.code))"
        case .verify(let container): "c\(container).verify()"
        case .describe(let container): "print(c\(container))"
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
        while choices.isLeft ?? (steps.count < count) { steps.append(shape.step(&choices)) }
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
            case 25, 26: return .resolveShared(container, key, keep: keep)
            case 24: return .resolveAll(container, key.kind)
            case 27: return .drop(keep ?? 0)
            case 28, 29: return .reset(container)
            case 30: return failing.isEmpty ? .drop(1) : .fail(choices.pick(failing), choices.below(3))
            case 31: return .describe(container)
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

// MARK: - The model

/// What the contract says, for one thread: no lock, no cache, nothing clever.
final class Model {
    final class Entry {
        let (key, recipe, ready): (Key, Recipe, Node?)
        /// The same in all entries that come from one registration.
        let registration: Int
        var instance: Node?
        weak var weakInstance: Node?

        init(_ key: Key, _ recipe: Recipe, _ registration: Int, ready: Node?) {
            (self.key, self.recipe, self.registration, self.ready, instance) = (key, recipe, registration, ready, ready)
        }

        var anew: Entry { Entry(key, recipe, registration, ready: ready) }
        var isShared: Bool { recipe.scope == .singleton || recipe.scope == .weak }
    }

    final class Container {
        let parent: Container?
        /// In the order of registration.
        var entries: [Entry] = []

        init(parent: Container?) { self.parent = parent }

        var depth: Int { (parent?.depth ?? 0) + 1 }

        func own(_ key: Key) -> Entry? { entries.first { $0.key == key } }

        func find(_ key: Key) -> (Entry, Container)? { own(key).map { ($0, self) } ?? parent?.find(key) }

        /// The parent's first, then its own; what it overrides is in the parent's place.
        var all: [Entry] {
            let inherited = parent?.all ?? []
            return inherited.map { own($0.key) ?? $0 }
                + entries.filter { entry in !inherited.contains { $0.key == entry.key } }
        }

        func register(_ entry: Entry) {
            if let place = entries.firstIndex(where: { $0.key == entry.key }) {
                entries[place] = entry
            } else {
                entries.append(entry)
            }
        }

        func copy(parent: Container?) -> Container {
            let copy = Container(parent: parent)
            copy.entries = entries.map(\.anew)
            return copy
        }

        /// A copy whose parents are copies, too.
        var detached: Container { copy(parent: parent?.detached) }
    }

    /// A service being built.
    final class Build {
        let (entry, container): (Entry, Container)
        /// How many services were in `inside` when it began.
        let start: Int
        /// Present while `injecting` runs, and after it.
        var instance: Node?

        init(_ entry: Entry, _ container: Container, _ start: Int) {
            (self.entry, self.container, self.start) = (entry, container, start)
        }

        func isSame(as other: Build) -> Bool {
            entry.registration == other.entry.registration && container === other.container
        }
    }

    /// Why the model does not say what a step gives.
    enum Silence: Error {
        /// The contract leaves it open.
        case isOpen
        /// The step would take too long.
        case isTooLong
    }

    var containers: [Container]
    var held: [Node?] = Array(repeating: nil, count: Program.results)
    var failures: [Int: Int] = [:]
    /// How often each factory has run in this step.
    private(set) var runs: [Int: Int] = [:]
    /// How often each `injecting` closure has run in this step.
    private(set) var completions: [Int: Int] = [:]
    private(set) var silence: Silence?

    private var nodes: [() -> Node?] = []
    private var registrations = 0
    /// What is being built, outermost first.
    private var stack: [Build] = []
    /// What was built in this outermost resolve and may be asked for again: of scope `.graph`, or in an open circle.
    private var inside: [Build] = []
    /// The outermost build whose instance was given early: until it is finished, its circle is open.
    private var root: Int?
    /// What has scope `.weak` and was built in this outermost resolve.
    private var made: [Entry] = []

    init() {
        containers = []
        for parent in Program.parents { containers.append(Container(parent: parent.map { containers[$0] })) }
    }

    deinit { for node in nodes { node()?.edges = [] } }

    // MARK: Steps

    func perform(_ step: Step) -> Outcome {
        (runs, completions, silence) = ([:], [:], nil)
        switch step {
        case .register(let container, let key, let recipe): register(containers[container], key, recipe)
        case .unregister(let container, let key): containers[container].entries.removeAll { $0.key == key }
        case .isRegistered(let container, let key):
            return .bool([key, key.wrapped].contains { containers[container].find($0) != nil })
        case .reset(let container): reset(containers[container])
        case .removeAll(let container): containers[container].entries = []
        case .require(let container, let key, _), .resolve(let container, let key, _),
            .resolveShared(let container, let key, _):
            return outcome { [try find(key, in: containers[container])] }
        case .resolveAll: break  // one by one, see `Trial`
        case .verify(let container): return verify(containers[container])
        case .describe(let container): return .rows(rows(containers[container]))
        case .child(let parent, let container):
            containers[container] = Container(parent: containers[parent])
        case .copy(let original, let container):
            containers[container] = containers[original].copy(parent: containers[original].parent)
        case .drop(let place): held[place] = nil
        case .fail(let recipe, let count): failures[recipe] = count
        }
        return .nothing
    }

    private func register(_ container: Container, _ key: Key, _ recipe: Recipe) {
        registrations += 1
        container.register(Entry(key, recipe, registrations, ready: recipe.isReady ? new(recipe, []) : nil))
        failures[recipe.number] = recipe.failure?.count
    }

    private func reset(_ container: Container) { container.entries = container.entries.map(\.anew) }

    private func outcome(_ body: () throws -> [Node?]) -> Outcome {
        do { return .nodes(try body()) } catch {
            if let error = error as? Failure { return .failure(error) }
            silence = error as? Silence
            return .nothing
        }
    }

    private func verify(_ container: Container) -> Outcome {
        let copy = container.detached
        var rows: [[String]] = []
        for key in container.all.map(\.key) {
            guard case .failure(let failure) = outcome({ [try find(key, in: copy)] }) else { continue }
            // What a factory has removed meanwhile is not missed.
            if case .notRegistered(let path) = failure, path.count == 1 { continue }
            rows.append(["\(key)", "\(failure)"])
        }
        return .rows(rows)
    }

    private func rows(_ container: Container) -> [[String]] {
        container.all.map { entry in
            let isBuilt = entry.instance != nil || entry.weakInstance != nil
            let name = entry.key.name.map { "\"\($0)\"" } ?? "-"
            return [entry.key.kind.name, name, "\(entry.recipe.scope)", isBuilt ? "built" : "not built"]
        }
    }

    // MARK: Resolving

    private func find(_ key: Key, in asked: Container) throws -> Node {
        defer { if stack.isEmpty { (inside, root, made) = ([], nil, []) } }
        guard let (entry, owner) = asked.find(key) else {
            // An optional type stands for the one it wraps.
            if key.wrapped != key { return try find(key.wrapped, in: asked) }
            throw Failure.notRegistered(stack.map(\.entry.key) + [key])
        }
        if let instance = entry.instance ?? entry.weakInstance { return instance }
        // How long the instance of a weak service that nobody holds outlives its build inside another is left open.
        if made.contains(where: { $0 === entry }) { throw Silence.isOpen }
        let build = Build(entry, entry.isShared ? owner : asked, inside.count)
        if let early = try early(build) { return early }
        return try run(build)
    }

    /// The instance of a service that is needed by what it needs itself, or that is shared in this resolve.
    private func early(_ build: Build) throws -> Node? {
        guard let position = stack.lastIndex(where: build.isSame) else {
            return build.entry.recipe.scope == .transient ? nil : inside.last(where: build.isSame)?.instance
        }
        let instance = stack[position].instance ?? inside[stack[position].start...].last(where: build.isSame)?.instance
        // Another run of the factory closes the circle, if an `injecting` closure is on the way.
        guard instance != nil || stack[position...].contains(where: { $0.instance != nil }) else {
            throw Failure.circular(stack.map(\.entry.key) + [build.entry.key])
        }
        root = min(root ?? position, position)
        return instance
    }

    private func run(_ build: Build) throws -> Node {
        let recipe = build.entry.recipe
        stack.append(build)
        do {
            runs[recipe.number, default: 0] += 1
            if runs.values.reduce(0, +) > 200 { throw Silence.isTooLong }
            apply(recipe.effect, to: build.container)
            try refuse(recipe, at: .start)
            let edges = try recipe.factory.map(follow)
            try refuse(recipe, at: .factory)
            let node = new(recipe, edges)
            // What has run a second time inside itself has made the instance of the outer run, too.
            if let second = inside[build.start...].last(where: build.isSame) {
                build.instance = second.instance
            } else {
                build.instance = node
                if recipe.injecting != nil { completions[recipe.number, default: 0] += 1 }
                for edge in recipe.injecting ?? [] { node.edges.append(try follow(edge)) }
                try refuse(recipe, at: .injecting)
            }
        } catch {
            stack.removeLast()
            // What is not finished is dropped with what has failed.
            if root != nil { inside.removeSubrange(build.start...) }
            if root == stack.count { root = nil }
            throw error
        }
        stack.removeLast()
        finish(build)
        return build.instance!
    }

    private func apply(_ effect: Recipe.Effect?, to container: Container) {
        switch effect {
        case nil: break
        case .reset: reset(container)
        case .removeAll: container.entries = []
        case .unregister(let key): container.entries.removeAll { $0.key == key }
        case .register(let key, let recipe): register(container, key, recipe)
        }
    }

    private func refuse(_ recipe: Recipe, at place: Recipe.Place) throws {
        guard recipe.failure?.place == place, let count = failures[recipe.number], count > 0 else { return }
        failures[recipe.number] = count - 1
        throw Failure.refused(recipe.number)
    }

    private func follow(_ edge: Edge) throws -> Node? {
        do {
            return try find(edge.key, in: edge.container.map { containers[$0] } ?? stack.last!.container)
        } catch {
            if error is Silence || !edge.isCaught { throw error }
            return nil
        }
    }

    /// Publishes it, and the circle that ends with it, if none of them has been replaced meanwhile.
    private func finish(_ build: Build) {
        if let root, root < stack.count { return inside.append(build) }
        var members = [build]
        if root != nil {
            members += inside[build.start...]
            inside.removeSubrange(build.start...)
            root = nil
        }
        let isCurrent = members.allSatisfy { member in
            !member.entry.isShared || member.container.entries.contains { $0 === member.entry }
        }
        for member in members where isCurrent {
            switch member.entry.recipe.scope {
            case .singleton: member.entry.instance = member.instance
            case .weak:
                if member.entry.key.kind != .value { member.entry.weakInstance = member.instance }
                made.append(member.entry)
            case .graph: inside.append(member)
            case .transient: break
            }
        }
    }

    private func new(_ recipe: Recipe, _ edges: [Node?]) -> Node {
        let node = Node(nodes.count, recipe, edges)
        nodes.append { [weak node] in node }
        return node
    }
}

// MARK: - The world

/// The same steps, with real containers.
final class World: @unchecked Sendable {
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
        case .reset(let container): containers[container].reset()
        case .removeAll(let container): containers[container].removeAll()
        case .require(let container, let key, _):
            return outcome { [try Access[key].require(containers[container], key.name)] }
        case .resolve(let container, let key, _):
            return .nodes([Access[key].resolve(containers[container], key.name)])
        case .resolveShared(let container, let key, _):
            return DependenciesContainer.$shared.withValue(containers[container]) {
                .nodes([Access[key].resolve(.shared, key.name)])
            }
        case .resolveAll(let container, let kind):
            return .nodes(Access.all[kind.rawValue].resolveAll(containers[container]))
        case .verify(let container):
            return .rows(
                containers[container].verify().failures.map { [$0.registration, "\(Failure(reading: $0.error))"] })
        case .describe(let container): return .rows(rows(containers[container]))
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

    private func rows(_ container: DependenciesContainer) -> [[String]] {
        container.description.split(separator: "\n").dropFirst().map { line in
            line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }.dropLast()
        }
    }

    private func register(_ container: DependenciesContainer, _ key: Key, _ recipe: Recipe) {
        lock.withLock { failures[recipe.number] = recipe.failure?.count }
        if recipe.isReady { return Access[key].registerReady(container, key.name, new(recipe, [])) }
        let completion: Access.Completion = { [unowned self] in try complete($0, recipe) }
        Access[key].register(
            container, key.name, recipe.scope, { [unowned self] in try make(recipe) },
            recipe.injecting == nil ? nil : completion)
    }

    // MARK: Factories

    private func make(_ recipe: Recipe) throws -> Node {
        try lock.withLock {
            counts.runs[recipe.number, default: 0] += 1
            if counts.runs.values.reduce(0, +) > 1000 { throw Exhausted() }
        }
        apply(recipe.effect)
        try refuse(recipe, at: .start)
        let edges = try recipe.factory.map(follow)
        try refuse(recipe, at: .factory)
        if isYielding { sched_yield() }
        return new(recipe, edges)
    }

    private func complete(_ node: Node, _ recipe: Recipe) throws {
        lock.withLock { counts.completions[recipe.number, default: 0] += 1 }
        node.injections += 1
        for edge in recipe.injecting! { node.edges.append(try follow(edge)) }
        try refuse(recipe, at: .injecting)
        node.isComplete = true
    }

    private func apply(_ effect: Recipe.Effect?) {
        let container = DependenciesContainer.shared
        switch effect {
        case nil: break
        case .reset: container.reset()
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

    private func follow(_ edge: Edge) throws -> Node? {
        if isYielding { sched_yield() }
        do {
            return try Access[edge.key].require(edge.container.map { containers[$0] } ?? .shared, edge.key.name)
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
    typealias Factory = @Sendable () throws -> Node
    typealias Completion = @Sendable (Node) throws -> Void

    let registerReady: @Sendable (DependenciesContainer, String?, Node) -> Void
    let register:
        @Sendable (DependenciesContainer, String?, DependenciesContainer.Scope, @escaping Factory, Completion?) -> Void
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
            var injecting: (@Sendable (T) throws -> Void)?
            if let completion { injecting = { try completion(unwrap($0)) } }
            container.register(
                type: type, name: name, scope: scope, factory: { wrap(try factory()) }, injecting: injecting)
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

// MARK: - Comparing

/// Where the container and the model differ.
struct Mismatch: Error, CustomStringConvertible {
    let (program, problem): (Program, String)

    var description: String { "\(program)\n--> \(problem)" }
}

/// Which real service is which of the model's. A service is known by its number, and compared when it is met first.
struct Matching {
    private var pairs: [Int: Int] = [:]
    private var reversed: [Int: Int] = [:]

    mutating func difference(_ expected: Outcome, _ actual: Outcome) -> String? {
        let isSame =
            switch (expected, actual) {
            case (.nothing, .nothing): true
            case (.bool(let one), .bool(let other)): one == other
            case (.rows(let one), .rows(let other)):
                one.count == other.count && zip(one, other).allSatisfy { $1.starts(with: $0) }
            case (.failure(let one), .failure(let other)): one == other
            case (.nodes(let one), .nodes(let other)):
                one.count == other.count && zip(one, other).allSatisfy { matches($0, $1) }
            default: false
            }
        return isSame ? nil : "expected \(expected), got \(actual)"
    }

    /// Whether both stand for the same service, and hold the same.
    private mutating func matches(_ one: Node?, _ other: Node?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        if let known = pairs[one.number] { return known == other.number }
        guard reversed.updateValue(one.number, forKey: other.number) == nil else { return false }
        pairs[one.number] = other.number
        return one.recipe == other.recipe && one.edges.count == other.edges.count && other.isComplete
            && other.injections < 2 && zip(one.edges, other.edges).allSatisfy { matches($0, $1) }
    }
}

/// A program that runs on the model and on real containers, with the results compared after each step.
struct Trial {
    /// How many programs and steps have run, how many programs ended early for that the model was silent.
    struct Count: Sendable { var (programs, steps, silences, failures) = (0, 0, 0, 0) }

    private let model = Model()
    private let world = World()
    private var matching = Matching()
    /// Whether the model has said all that it can.
    private var isOver: Bool { hasLeft || model.silence != nil }
    private var hasLeft = false

    static func run(_ program: Program, _ count: inout Count) throws(Mismatch) {
        var trial = Trial()
        count.programs += 1
        for (index, step) in program.steps.enumerated() {
            count.steps += 1
            trial.world.startCounting()
            if let problem = trial.problem(step, &count) {
                _ = trial.world.end()
                throw Mismatch(program: Program(steps: Array(program.steps[...index])), problem: problem)
            }
            if trial.isOver {
                count.silences += 1
                break
            }
        }
        let left = trial.world.end()
        if left != (0, 0) { throw Mismatch(program: program, problem: "never released: \(left)") }
    }

    /// Leaves out what the mismatch does not need.
    static func shrink(_ mismatch: Mismatch) -> Mismatch {
        var (best, index, count) = (mismatch, mismatch.program.steps.count - 1, Count())
        while index >= 0 {
            var program = best.program
            program.steps.remove(at: index)
            do throws(Mismatch) { try run(program, &count) } catch {
                best = error
                index = min(index, best.program.steps.count)
            }
            index -= 1
        }
        return best
    }

    private mutating func problem(_ step: Step, _ count: inout Count) -> String? {
        if case .resolveAll(let container, let kind) = step { return problem(resolvingAll: kind, container, &count) }
        if case .child(let parent, _) = step, model.containers[parent].depth > 4 { return nil }
        let expected = model.perform(step)
        if case .isTooLong = model.silence { return nil }
        if case .verify = step, model.silence != nil { return nil }
        switch step {
        case .require(let container, let key, let keep), .resolve(let container, let key, let keep),
            .resolveShared(let container, let key, let keep):
            return problem(container, key, keep, step, expected, &count)
        default: return matching.difference(expected, world.perform(step))
        }
    }

    /// First with `require`; `resolve` would stop the program where the service can't be built.
    private mutating func problem(
        _ container: Int, _ key: Key, _ keep: Int?, _ step: Step, _ expected: Outcome, _ count: inout Count
    ) -> String? {
        let actual = world.perform(.require(container, key, keep: nil))
        if model.silence != nil { return nil }
        if let difference = matching.difference(expected, actual) { return difference }
        if world.runs != model.runs { return "factories ran \(world.runs) times, not \(model.runs)" }
        if world.completions != model.completions {
            return "`injecting` ran \(world.completions) times, not \(model.completions)"
        }
        if case .nodes(let nodes) = expected, case .nodes(let others) = actual, let keep {
            (model.held[keep], world.held[keep]) = (nodes[0], others[0])
        }
        if case .require = step { return nil }
        if isOver { return nil }
        if case .failure(let failure) = expected {
            count.failures += 1
            // Not to be found is no error for `resolve`, if it is not a dependency that is missing.
            guard case .notRegistered(let path) = failure, path.count == 1 else { return nil }
            return matching.difference(.nodes([nil]), world.perform(step))
        }
        return withExtendedLifetime((expected, actual)) {
            world.startCounting()
            let again = model.perform(step)
            if model.silence != nil { return nil }
            if case .nodes = again { return matching.difference(again, world.perform(step)) }
            return matching.difference(again, world.perform(.require(container, key, keep: nil)))
        }
    }

    private mutating func problem(resolvingAll kind: Kind, _ container: Int, _ count: inout Count) -> String? {
        let keys = model.containers[container].all.map(\.key).filter { $0.kind == kind }
        // First one by one, as `resolveAll` would stop the program where a service can't be built.
        var first: [(Outcome, Outcome)] = []
        for key in keys {
            let step = Step.require(container, key, keep: nil)
            let expected = model.perform(step)
            if case .isTooLong = model.silence { return nil }
            let actual = world.perform(step)
            if isOver { return nil }
            if let difference = matching.difference(expected, actual) { return difference }
            guard case .nodes = expected else { return nil }
            first.append((expected, actual))
        }
        // Factories may have changed what there is.
        if keys != model.containers[container].all.map(\.key).filter({ $0.kind == kind }) { return nil }
        return withExtendedLifetime(first) {
            var expected: [Node?] = []
            for key in keys {
                let outcome = model.perform(.require(container, key, keep: nil))
                if model.silence != nil { return nil }
                if case .nodes(let nodes) = outcome { expected += nodes }
            }
            hasLeft = expected.count < keys.count
            return hasLeft ? nil : matching.difference(.nodes(expected), world.perform(.resolveAll(container, kind)))
        }
    }
}
