// Random programs on real containers give, build and complete what the model does, one step after the other.

import Foundation
import Locator

// MARK: - The comparison

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
            case (.rows(let one), .rows(let other)): one == other
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
struct ModelComparison {
    /// How many programs and steps have run, how many programs ended early because the model was silent, and how often
    /// a service could not be built.
    struct Count: Sendable { var (programs, steps, silences, failures) = (0, 0, 0, 0) }

    private let model = Model()
    private let real = RealContainers()
    private var matching = Matching()
    /// Whether the model has said all that it can.
    private var isOver: Bool { hasLeft || model.silence != nil }
    private var hasLeft = false

    static func run(_ program: Program, _ count: inout Count) throws(Mismatch) {
        var comparison = ModelComparison()
        count.programs += 1
        for (index, step) in program.steps.enumerated() {
            count.steps += 1
            comparison.real.startCounting()
            if let problem = comparison.problem(step, &count) {
                _ = comparison.real.end()
                throw Mismatch(program: Program(steps: Array(program.steps[...index])), problem: problem)
            }
            if comparison.isOver {
                count.silences += 1
                break
            }
        }
        let left = comparison.real.end()
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
        default: return matching.difference(expected, real.perform(step))
        }
    }

    /// First with `require`; `resolve` would stop the program where the service can't be built.
    private mutating func problem(
        _ container: Int, _ key: Key, _ keep: Int?, _ step: Step, _ expected: Outcome, _ count: inout Count
    ) -> String? {
        let actual = real.perform(.require(container, key, keep: nil))
        if model.silence != nil { return nil }
        if let difference = matching.difference(expected, actual) { return difference }
        if real.runs != model.runs { return "factories ran \(real.runs) times, not \(model.runs)" }
        if real.completions != model.completions {
            return "`injecting` ran \(real.completions) times, not \(model.completions)"
        }
        if case .nodes(let nodes) = expected, case .nodes(let others) = actual, let keep {
            (model.held[keep], real.held[keep]) = (nodes[0], others[0])
        }
        if case .require = step { return nil }
        if isOver { return nil }
        if case .failure(let failure) = expected {
            count.failures += 1
            // Not to be found is no error for `resolve`, if it is not a dependency that is missing.
            guard case .notRegistered(let path) = failure, path.count == 1 else { return nil }
            return matching.difference(.nodes([nil]), real.perform(step))
        }
        return withExtendedLifetime((expected, actual)) {
            real.startCounting()
            let again = model.perform(step)
            if model.silence != nil { return nil }
            if case .nodes = again { return matching.difference(again, real.perform(step)) }
            return matching.difference(again, real.perform(.require(container, key, keep: nil)))
        }
    }

    private mutating func problem(resolvingAll kind: Kind, _ container: Int, _ count: inout Count) -> String? {
        let keys = model.containers[container].keys(of: kind)
        // First one by one, as `resolveAll` would stop the program where a service can't be built.
        var first: [(Outcome, Outcome)] = []
        for key in keys {
            let step = Step.require(container, key, keep: nil)
            let expected = model.perform(step)
            if case .isTooLong = model.silence { return nil }
            let actual = real.perform(step)
            if isOver { return nil }
            if let difference = matching.difference(expected, actual) { return difference }
            guard case .nodes = expected else { return nil }
            first.append((expected, actual))
        }
        // Factories may have changed what there is.
        if keys != model.containers[container].keys(of: kind) { return nil }
        return withExtendedLifetime(first) {
            var expected: [Node?] = []
            for key in keys {
                let outcome = model.perform(.require(container, key, keep: nil))
                if model.silence != nil { return nil }
                if case .nodes(let nodes) = outcome { expected += nodes }
            }
            hasLeft = expected.count < keys.count
            return hasLeft ? nil : matching.difference(.nodes(expected), real.perform(.resolveAll(container, kind)))
        }
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
        case .reset(let container): containers[container].reset()
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
        let completion: Access.Completion = { [unowned self] in try complete($0, recipe) }
        let register = recipe.isOnMainActor ? Access[key].registerOnMainActor : Access[key].register
        register(
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
    typealias Register = @Sendable (DependenciesContainer, String?, Scope, @escaping Factory, Completion?) -> Void

    let registerReady: @Sendable (DependenciesContainer, String?, Node) -> Void
    let register: Register
    let registerOnMainActor: Register
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
            if let completion { injecting = { try completion(unwrap($1)) } }
            container.register(
                type: type, name: name, scope: scope, factory: { wrap(try factory()) }, injecting: injecting)
        }
        registerOnMainActor = { container, name, scope, factory, completion in
            MainActor.assumeIsolated {
                var injecting: (@MainActor @Sendable (DependenciesContainer, T) throws -> Void)?
                if let completion { injecting = { try completion(unwrap($1)) } }
                container.register(
                    type: type, name: name, scope: scope, factory: { @MainActor in wrap(try factory()) },
                    injecting: injecting)
            }
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
