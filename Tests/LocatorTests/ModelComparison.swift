// Real containers give, build and complete what the model does, one step after the other.

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
        let keys = model.containers[container].all.map(\.key).filter { $0.kind == kind }
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
        if keys != model.containers[container].all.map(\.key).filter({ $0.kind == kind }) { return nil }
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
