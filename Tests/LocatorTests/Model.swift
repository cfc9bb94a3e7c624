// What the contract says, for one thread: no lock, no cache, nothing clever. Real containers are compared with it, step
// by step.

final class Model {
    final class Entry {
        let (key, recipe, ready): (Key, Recipe, Node?)
        /// The number of the registration: the same in all entries that come from it.
        let registration: Int
        var instance: Node?
        weak var weakInstance: Node?

        init(_ key: Key, _ recipe: Recipe, _ registration: Int, ready: Node?) {
            (self.key, self.recipe, self.registration) = (key, recipe, registration)
            (self.ready, instance) = (ready, ready)
        }

        var anew: Entry { Entry(key, recipe, registration, ready: ready) }
        var isShared: Bool { recipe.scope.isShared }
    }

    final class Container {
        let parent: Container?
        var entries: [Entry] = []

        init(parent: Container?) { self.parent = parent }

        var depth: Int { (parent?.depth ?? 0) + 1 }

        func own(_ key: Key) -> Entry? { entries.first { $0.key == key } }

        func find(_ key: Key) -> (Entry, Container)? { own(key).map { ($0, self) } ?? parent?.find(key) }

        /// Its own and those of its parents, in the order of registration.
        var all: [Entry] {
            let inherited = (parent?.all ?? []).filter { own($0.key) == nil }
            return (entries + inherited).sorted { $0.registration < $1.registration }
        }

        /// What is registered under exactly this type.
        func keys(of kind: Kind) -> [Key] { all.map(\.key).filter { $0.kind == kind } }

        /// A copy whose parents are copies, too.
        var copy: Container {
            let copy = Container(parent: parent?.copy)
            copy.entries = entries.map(\.anew)
            return copy
        }
    }

    /// A service being built.
    final class Build {
        let (entry, container): (Entry, Container)
        /// How many services were in `inside` when it began.
        let start: Int
        /// Present while `injecting` runs, and after it.
        var instance: Node?
        /// What others in this resolve may get: a transient service is new for whoever asks.
        var shared: Node? { entry.recipe.scope == .transient ? nil : instance }

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
    /// The outermost build that was asked for inside itself: until it ends, its circle is open.
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
        case .unregister(let container, let key): unregister(containers[container], key)
        case .isRegistered(let container, let key):
            return .bool([key, key.wrapped].contains { containers[container].find($0) != nil })
        case .reset(let container): reset(containers[container])
        case .removeAll(let container): containers[container].entries = []
        case .require(let container, let key, _), .resolve(let container, let key, _),
            .resolveShared(let container, let key, _):
            return outcome { [try find(key, in: containers[container])] }
        case .resolveAll: break  // one by one, see `ModelComparison`
        case .verify(let container): return verify(containers[container])
        case .child(let parent, let container):
            containers[container] = Container(parent: containers[parent])
        case .copy(let original, let container):
            containers[container] = containers[original].copy
        case .drop(let place): held[place] = nil
        case .fail(let recipe, let count): failures[recipe] = count
        }
        return .nothing
    }

    private func register(_ container: Container, _ key: Key, _ recipe: Recipe) {
        registrations += 1
        container.entries.removeAll { $0.key == key }
        container.entries.append(
            Entry(key, recipe, registrations, ready: recipe.isReady ? new(recipe, []) : nil))
        failures[recipe.number] = recipe.failure?.count
    }

    private func unregister(_ container: Container, _ key: Key) { container.entries.removeAll { $0.key == key } }

    private func reset(_ container: Container) { container.entries = container.entries.map(\.anew) }

    private func outcome(_ body: () throws -> [Node?]) -> Outcome {
        do { return .nodes(try body()) } catch {
            if let error = error as? Failure { return .failure(error) }
            silence = error as? Silence
            return .nothing
        }
    }

    private func verify(_ container: Container) -> Outcome {
        let copy = container.copy
        var rows: [[String]] = []
        // What a factory has removed meanwhile is not asked for.
        for key in copy.all.map(\.key) where [key, key.wrapped].contains(where: { copy.find($0) != nil }) {
            if case .failure(let failure) = outcome({ [try find(key, in: copy)] }) {
                rows.append(["\(key)", "\(failure)"])
            }
        }
        return .rows(rows)
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
            return inside.last(where: build.isSame)?.instance
        }
        let instance = stack[position].shared ?? inside[stack[position].start...].last(where: build.isSame)?.instance
        // Another run of the factory closes the circle, if something that may be handed out is in its `injecting`.
        let canClose = stack[position...].contains { step in
            step.shared != nil || inside.contains { $0.isSame(as: step) }
        }
        guard instance != nil || canClose else {
            throw Failure.circular(stack.map(\.entry.key) + [build.entry.key])
        }
        if build.entry.recipe.scope != .transient { root = min(root ?? position, position) }
        return instance
    }

    private func run(_ build: Build) throws -> Node {
        let recipe = build.entry.recipe
        if stack.count == 100 { throw Failure.circular(stack.map(\.entry.key) + [build.entry.key]) }
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
            // What was made inside is dropped with what has failed.
            inside.removeSubrange(build.start...)
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
        case .unregister(let key): unregister(container, key)
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
        if build.entry.recipe.scope == .transient { return }
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
        for member in members {
            switch member.entry.recipe.scope {
            case .singleton where isCurrent: member.entry.instance = member.instance
            case .weak where isCurrent:
                member.entry.weakInstance = member.instance
                made.append(member.entry)
            case .graph: inside.append(member)
            default: break
            }
        }
    }

    private func new(_ recipe: Recipe, _ edges: [Node?]) -> Node {
        let node = Node(nodes.count, recipe, edges)
        nodes.append { [weak node] in node }
        return node
    }
}

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
            real.startCounting()
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
            real.startCounting()
            return hasLeft ? nil : matching.difference(.nodes(expected), real.perform(.resolveAll(container, kind)))
        }
    }
}
