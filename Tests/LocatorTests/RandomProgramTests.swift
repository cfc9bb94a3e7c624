import Foundation
import Locator
import Testing

/// Random programs, compared with the model in `Model.swift`.
///
/// `LOCATOR_PROGRAMS=100000 swift test --filter 'Random programs'` runs as many of each kind, and `LOCATOR_SEED` begins
/// with the seed that a failure has printed.
@Suite struct `Random programs` {
    @Test(arguments: 0..<2) func `a random program does what the model does`(half: UInt64) {
        var count = Trial.Count()
        let seeds = Samples.seeds(500)
        for seed in seeds where seed % 2 == half {
            var choices = Choices(seed: seed)
            do throws(Mismatch) { try Trial.run(Program(&choices), &count) } catch {
                Issue.record("LOCATOR_SEED=\(seed)\n\(Trial.shrink(error))")
                break
            }
        }
        print("LOCATOR_SEED=\(seeds.lowerBound): \(count)")
    }
}

extension Threads {
    /// Random programs whose steps are split over threads. The results must be those of some order of the steps.
    @Suite struct `Random programs on several threads` {
        @Test func `services that need each other are the same for all threads`() {
            check(count: 200, ThreadedProgram.services)
        }

        @Test func `registering, resetting and resolving happen in some order`() {
            check(count: 300, ThreadedProgram.changes)
        }

        private func check(count: Int, _ make: (inout Choices) -> ThreadedProgram) {
            let seeds = Samples.seeds(count)
            var orders = 0
            for seed in seeds {
                var choices = Choices(seed: seed)
                let program = make(&choices)
                if let problem = program.problem(&orders) {
                    Issue.record("LOCATOR_SEED=\(seed)\n\(program)\n--> \(problem)")
                    break
                }
            }
            print("LOCATOR_SEED=\(seeds.lowerBound): \(seeds.count) threaded programs, \(orders) orders tried")
        }
    }
}

/// Steps that are done first, and steps that threads then do at once.
private struct ThreadedProgram: CustomStringConvertible {
    var start: [Step] = []
    var threads: [[Step]] = []
    var end: [Step] = []
    /// Whether who asks first decides which of several failures a circle ends with.
    var failsAnyhow = false

    var description: String {
        let blocks = threads.map { "thread {\n" + $0.map { "    \($0)\n" }.joined() + "}" }
        return (start.map(\.description) + blocks + end.map(\.description)).joined(separator: "\n")
    }

    /// Threads resolve what is registered: singletons and weak services in any circles, what uses them, and what they use.
    static func services(_ choices: inout Choices) -> ThreadedProgram {
        func keys(_ names: String, _ count: Int) -> [Key] {
            names.prefix(count).map { Key(kind: .node, name: "\($0)") }
        }
        // Only singletons and weak services take part in circles: of others each thread may make its own.
        let (users, shared, used) = (keys("uv", 2), keys("abcde", 2 + choices.below(4)), keys("yz", 2))
        let (fails, hasCircles) = (choices.oneIn(4), !choices.oneIn(4))
        var (program, recipes) = (ThreadedProgram(), 0)
        func add(_ key: Key, _ scopes: [Scope], _ factory: [Key], _ injecting: [Key]) {
            func edges(_ keys: [Key]) -> [Edge] {
                (0..<(keys.isEmpty ? 0 : choices.below(3))).map { _ in
                    Edge(key: choices.pick(keys), container: nil, isCaught: false)
                }
            }
            recipes += 1
            var recipe = Recipe(number: recipes, scope: choices.pick(scopes), factory: edges(factory))
            recipe.injecting = choices.oneIn(4) ? nil : hasCircles ? edges(injecting) : []
            if fails && choices.oneIn(4) { recipe.failure = (choices.pick([.start, .factory]), 1_000_000) }
            program.start.append(.register(0, key, recipe))
        }
        for (index, key) in shared.enumerated() {
            let isLayered = !choices.oneIn(4)
            program.failsAnyhow = program.failsAnyhow || fails && (hasCircles || !isLayered)
            add(
                key, [.singleton, .singleton, .weak], (isLayered ? Array(shared[(index + 1)...]) : shared) + used,
                shared)
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
    func problem(_ orders: inout Int) -> String? {
        let world = World(isYielding: true)
        let problem = problem(world, &orders)
        // The services may still be the results of threads that are about to end.
        let left = world.end().containers
        return problem ?? (left > 0 ? "\(left) containers are never released" : nil)
    }

    /// Runs it, and looks for an order of the steps that explains the results.
    private func problem(_ world: World, _ orders: inout Int) -> String? {
        let threads = threads
        for step in start { _ = world.perform(step) }
        let results = simultaneously(threads.count) { thread in
            threads[thread].map { step in
                let outcome = world.perform(step)
                if case .nodes(let nodes) = outcome, !nodes.allSatisfy({ $0!.isWhole }) { return Outcome.nothing }
                return outcome
            }
        }
        let last = end.map(world.perform)
        let counts = (world.runs, world.completions)
        var (isExplained, first) = (false, "")
        var order: [Int] = []
        /// Tries all orders that begin with `order`, until one fits.
        func search(_ positions: [Int]) {
            if order.count == results.joined().count {
                orders += 1
                let problem = problem(order, results, last, counts)
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
        _ order: [Int], _ results: [[Outcome]], _ last: [Outcome], _ counts: (runs: [Int: Int], completions: [Int: Int])
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

extension Node {
    /// Whether everything it holds is complete.
    fileprivate var isWhole: Bool {
        var (seen, rest): (Set<Int>, [Node]) = ([], [self])
        while let node = rest.popLast() {
            if !node.isComplete { return false }
            if seen.insert(node.number).inserted { rest += node.edges.compactMap(\.self) }
        }
        return true
    }
}
