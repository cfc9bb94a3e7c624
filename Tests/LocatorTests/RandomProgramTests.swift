// Any program, on one thread or split over several, gets what the model says, and nothing half-built.

import Locator
import Testing

/// `LOCATOR_PROGRAMS=100000 swift test --filter 'Random programs'` runs as many of each kind, and `LOCATOR_SEED` begins
/// with another seed, or with the one that a failure has printed.
@Suite struct `Random programs` {
    @Test(arguments: 0..<2) func `a random program does what the model does`(half: UInt64) {
        var count = ModelComparison.Count()
        let seeds = Samples.seeds(500)
        for seed in seeds where seed % 2 == half {
            var choices = Choices(seed: seed)
            do throws(Mismatch) { try ModelComparison.run(Program(&choices), &count) } catch {
                Issue.record("LOCATOR_SEED=\(seed)\n\(ModelComparison.shrink(error))")
                break
            }
        }
        print("LOCATOR_SEED=\(seeds.lowerBound): \(count)")
    }
}

extension Threads {
    /// Random programs whose steps are split over threads.
    @Suite struct `Random programs on several threads` {
        @Test func `services that need each other, and fail once or always, are the same for all threads`() {
            check(count: 300) { .services(&$0, expecting: .order) }
        }

        @Test func `registering, resetting and resolving happen in some order`() {
            check(count: 300) { .changes(&$0) }
        }

        @Test func `a failure that is caught leaves nothing half-built, and no second instance`() {
            check(count: 300) { .services(&$0, expecting: .oneInstanceEach) }
        }

        @Test func `what is reset, removed or overridden meanwhile is seen by nobody half-built`() {
            check(count: 300) { .services(&$0, expecting: .nothingHalfBuilt) }
        }

        @Test @MainActor func `what the main actor builds is built once, and nobody meets it half-built`() {
            check(count: 300) { .services(&$0, expecting: .oneInstanceEach, withMainActor: true) }
        }

        private func check(count: Int, _ make: (inout Choices) -> ThreadedProgram) {
            let seeds = Samples.seeds(count)
            for seed in seeds {
                var choices = Choices(seed: seed)
                let program = make(&choices)
                if let problem = program.problem() {
                    Issue.record("LOCATOR_SEED=\(seed)\n\(program)\n--> \(problem)")
                    break
                }
            }
            print("LOCATOR_SEED=\(seeds.lowerBound): \(seeds.count) threaded programs")
        }
    }
}

/// Steps that are done first, steps that threads then do at once, and steps that are done last.
private struct ThreadedProgram: CustomStringConvertible {
    /// What is known of the results.
    enum Expectation {
        /// They are those of some order of the steps.
        case order
        /// Who catches a failure is anybody's guess; but there is one instance of what is shared, and nobody meets
        /// anything half-built.
        case oneInstanceEach
        /// What was changed while it was built may be anywhere; but nobody meets anything half-built.
        case nothingHalfBuilt
    }

    var expectation = Expectation.order
    var start: [Step] = []
    var threads: [[Step]] = []
    var end: [Step] = []
    /// Whether the first thread is that of the main actor, which some factories need.
    var hasMainActor = false
    /// Whether who asks first decides which of several failures a circle ends with.
    var failsAnyhow = false

    var description: String {
        let blocks = threads.map { "thread {\n" + $0.map { "    \($0)\n" }.joined() + "}" }
        return (start.map { "\($0)" } + blocks + end.map { "\($0)" }).joined(separator: "\n")
    }

    /// Threads resolve what is registered: services in any circles, what uses them, and what they use. If no order has
    /// to explain the results, failures are caught; if only nothing may be half-built, another thread changes
    /// registrations.
    static func services(
        _ choices: inout Choices, expecting expectation: Expectation, withMainActor: Bool = false
    ) -> ThreadedProgram {
        func keys(_ names: String, _ count: Int) -> [Key] {
            names.prefix(count).map { Key(kind: .node, name: "\($0)") }
        }
        let (users, shared, used) = (keys("uv", 2), keys("abcde", 2 + choices.below(4)), keys("yz", 2))
        let catches = expectation != .order
        let (fails, hasCircles) = (choices.oneIn(catches ? 2 : 4), !choices.oneIn(4))
        // Of others that take part in circles, each thread may make its own, which no order explains.
        let scopes = catches && choices.oneIn(3) ? Scope.all : [.singleton, .singleton, .weak]
        var (program, recipes) = (ThreadedProgram(expectation: expectation, hasMainActor: withMainActor), 0)
        func add(_ key: Key, _ scopes: [Scope], _ factory: [Key], _ injecting: [Key]) {
            func edges(_ keys: [Key]) -> [Edge] {
                (0..<(keys.isEmpty ? 0 : choices.below(3))).map { _ in
                    Edge(key: choices.pick(keys), container: nil, isCaught: catches && choices.oneIn(4))
                }
            }
            recipes += 1
            var recipe = Recipe(number: recipes, scope: choices.pick(scopes), factory: edges(factory))
            recipe.injecting = choices.oneIn(4) ? nil : hasCircles ? edges(injecting) : []
            recipe.isOnMainActor = withMainActor && choices.oneIn(3)
            if fails && choices.oneIn(4) {
                let places: [Recipe.Place] =
                    recipe.injecting == nil ? [.start, .factory] : [.start, .factory, .injecting]
                recipe.failure = (choices.pick(places), choices.pick([1, 1_000_000]))
            }
            program.start.append(.register(0, key, recipe))
        }
        for (index, key) in shared.enumerated() {
            let isLayered = !choices.oneIn(4)
            program.failsAnyhow = program.failsAnyhow || fails && (hasCircles || !isLayered)
            add(key, scopes, (isLayered ? Array(shared[(index + 1)...]) : shared) + used, shared)
        }
        for (index, key) in users.enumerated() {
            add(key, [.transient, .graph], shared + users[(index + 1)...], shared)
        }
        for (index, key) in used.enumerated() { add(key, [.transient], Array(used[(index + 1)...]), []) }
        program.threads = (0..<3).map { _ in
            (0...choices.below(3)).map { _ in
                .require(choices.below(2), choices.pick(users + shared + shared), keep: nil)
            }
        }
        program.end = shared.map { .require(0, $0, keep: nil) }
        if expectation == .nothingHalfBuilt {
            let changes = [.reset(0)] + shared.map { .unregister(0, $0) } + program.start
            program.threads.append((0...choices.below(6)).map { _ in choices.pick(changes) })
            program.end = program.start + program.end
        }
        return program
    }

    /// Threads change what is registered, and resolve it; no service needs another one.
    static func changes(_ choices: inout Choices) -> ThreadedProgram {
        let keys = [Key(kind: .node, name: nil), Key(kind: .left, name: "a"), Key(kind: .optional, name: nil)]
        // After a reset, a factory may run while it still runs: which of the two fails would be anybody's guess.
        let (failures, resets) = choices.pick([(1_000_000, true), (1, false), (2, false)])
        var recipes = 0
        func register(_ keys: [Key]) -> Step {
            recipes += 1
            var recipe = Recipe(
                number: recipes, scope: choices.pick([.singleton, .singleton, .transient, .graph, .weak]))
            recipe.isReady = choices.oneIn(6)
            recipe.injecting = recipe.isReady || choices.oneIn(2) ? nil : []
            if choices.oneIn(6) { recipe.failure = (.factory, failures) }
            return .register(choices.below(2), choices.pick(keys), recipe)
        }
        var program = ThreadedProgram()
        program.start = (0..<3).map { _ in register(keys) }
        program.threads = (0..<(2 + choices.below(2))).map { _ in
            (0..<(1 + choices.below(3))).map { _ in
                let (container, key) = (choices.below(2), choices.pick(keys))
                return switch choices.below(10) {
                case 0, 1: register(keys)
                case 2 where resets: .reset(container)
                case 2, 3: .unregister(container, key)
                case 4: .isRegistered(container, key)
                case 5: .removeAll(container)
                default: .require(container, key, keep: nil)
                }
            }
        }
        program.end = keys.map { .require(1, $0, keep: nil) }
        return program
    }

    /// What is wrong with its results, or with what is left when it has ended.
    func problem() -> String? {
        let real = RealContainers(isYielding: true)
        let problem = problem(real)
        // The services may still be the results of threads that are about to end.
        let left = real.end().containers
        return problem ?? (left > 0 ? "\(left) containers are never released" : nil)
    }

    /// Runs it, and looks for an order of the steps that explains the results, if there is one.
    private func problem(_ real: RealContainers) -> String? {
        let threads = threads
        @Sendable func perform(_ step: Step) -> Outcome {
            let outcome = real.perform(step)
            return outcome.services.allSatisfy(\.isComplete) ? outcome : .failure(.other("half-built"))
        }
        for step in start { _ = real.perform(step) }
        let results = simultaneously(threads.count, alsoHere: hasMainActor) { threads[$0].map(perform) }
        let last = end.map(perform)
        if expectation != .order { return problemInAnyOrder(results.joined() + last) }
        let counts = (real.runs, real.completions)
        var (isExplained, first) = (false, "")
        var order: [Int] = []
        /// Tries all orders that begin with `order`, until one fits.
        func search(_ positions: [Int]) {
            if order.count == results.joined().count {
                let problem = problem(in: order, results, last, counts)
                if first.isEmpty { first = problem ?? "" }
                isExplained = problem == nil
            }
            for thread in threads.indices where positions[thread] < threads[thread].count && !isExplained {
                var positions = positions
                positions[thread] += 1
                order.append(thread)
                search(positions)
                order.removeLast()
            }
        }
        search(threads.map { _ in 0 })
        return isExplained ? nil : "no order explains \(results) \(last); in the first one: \(first)"
    }

    private func problem(
        in order: [Int], _ results: [[Outcome]], _ last: [Outcome],
        _ counts: (runs: [Int: Int], completions: [Int: Int])
    ) -> String? {
        let model = Model()
        var (matching, positions) = (Matching(), threads.map { _ in 0 })
        var kept: [Outcome] = []
        var modelled: (runs: [Int: Int], completions: [Int: Int]) = ([:], [:])
        // The model's results are held as long as the real ones, for what is weak.
        defer { withExtendedLifetime(kept) {} }
        func difference(_ step: Step, _ actual: Outcome) -> String? {
            kept.append(model.perform(step))
            modelled.runs.merge(model.runs, uniquingKeysWith: +)
            modelled.completions.merge(model.completions, uniquingKeysWith: +)
            return matching.difference(comparable(kept.last!), comparable(actual))
        }
        for step in start { _ = model.perform(step) }
        for thread in order {
            let step = threads[thread][positions[thread]]
            if let difference = difference(step, results[thread][positions[thread]]) { return difference }
            positions[thread] += 1
        }
        for (step, actual) in zip(end, last) {
            if let difference = difference(step, actual) { return difference }
        }
        // Who fails may have completed others before.
        if kept.contains(where: { if case .failure = $0 { true } else { false } }) { return nil }
        for (recipe, isCircular) in recipes where recipe.scope.isShared {
            // Of a circle, and of what it needs, another thread may have made its own, and dropped it.
            let isSame = [(counts.runs, modelled.runs), (counts.completions, modelled.completions)].allSatisfy {
                let (actual, expected) = ($0[recipe.number] ?? 0, $1[recipe.number] ?? 0)
                return actual == expected || isCircular && actual > expected
            }
            if !isSame { return "recipe \(recipe.number) was run \(counts), not \(modelled)" }
        }
        return nil
    }

    private func problemInAnyOrder(_ results: [Outcome]) -> String? {
        for case .failure(.other(let problem)) in results { return problem }
        if expectation == .nothingHalfBuilt { return nil }
        let shared = Set(recipes.map(\.0).filter(\.scope.isShared).map(\.number))
        let services = Dictionary(results.flatMap(\.services).map { ($0.number, $0.recipe) }) { $1 }
        let found = services.values.filter(shared.contains)
        return Set(found).count == found.count ? nil : "there are two instances of one of \(found.sorted())"
    }

    /// The recipes of the services that are registered first, and whether a circle needs them.
    private var recipes: [(Recipe, isCircular: Bool)] {
        var recipes: [Key: Recipe] = [:]
        for case .register(_, let key, let recipe) in start { recipes[key] = recipe }
        func needs(_ keys: Set<Key>) -> Set<Key> {
            let next = keys.compactMap { recipes[$0] }.flatMap { $0.factory + ($0.injecting ?? []) }.map(\.key)
            return keys.isSuperset(of: next) ? keys : needs(keys.union(next))
        }
        let needed = recipes.mapValues { needs(Set(($0.factory + ($0.injecting ?? [])).map(\.key))) }
        let circular = Set(needed.keys.filter { needed[$0]!.contains($0) })
        let inCircles = circular.reduce(circular) { $0.union(needed[$1]!) }
        return recipes.map { ($1, inCircles.contains($0)) }
    }

    private func comparable(_ outcome: Outcome) -> Outcome {
        switch outcome {
        // Which way round a circle is told depends on who met it first.
        case .failure(.circular): .failure(.circular([]))
        case .failure(.refused) where failsAnyhow: .failure(.circular([]))
        default: outcome
        }
    }
}

extension Outcome {
    /// The services that can be reached from what was found.
    fileprivate var services: [Node] {
        guard case .nodes(let nodes) = self else { return [] }
        var (seen, rest): ([Int: Node], [Node?]) = ([:], nodes)
        while let next = rest.popLast() {
            guard let node = next, seen.updateValue(node, forKey: node.number) == nil else { continue }
            rest += node.edges
        }
        return Array(seen.values)
    }
}
