// Any program gets what the model says; split over several threads, nothing half-built and no second instance.

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
    /// Random programs whose steps are split over threads: larger ones than those of `Tests/Interleavings`, and for the
    /// thread sanitizer.
    @Suite struct `Random programs on several threads` {
        @Test func `a failure that is caught leaves nothing half-built, and no second instance`() {
            check(count: 300) { ThreadedProgram(&$0) }
        }

        @Test func `what is reset, removed or overridden meanwhile is seen by nobody half-built`() {
            check(count: 300) { ThreadedProgram(&$0, hasChanges: true) }
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
    var start: [Step] = []
    var threads: [[Step]] = []
    var end: [Step] = []
    /// Whether another thread changes registrations. Then what was changed while it was built may be anywhere.
    let hasChanges: Bool

    var description: String {
        let blocks = threads.map { "thread {\n" + $0.map { "    \($0)\n" }.joined() + "}" }
        return (start.map { "\($0)" } + blocks + end.map { "\($0)" }).joined(separator: "\n")
    }

    /// Threads resolve what is registered: services in any circles, what uses them, and what they use. Some failures
    /// are caught.
    init(_ choices: inout Choices, hasChanges: Bool = false) {
        self.hasChanges = hasChanges
        func keys(_ names: String, _ count: Int) -> [Key] {
            names.prefix(count).map { Key(kind: .node, name: "\($0)") }
        }
        let (users, shared, used) = (keys("uv", 2), keys("abcde", 2 + choices.below(4)), keys("yz", 2))
        let (fails, hasCircles) = (choices.oneIn(2), !choices.oneIn(4))
        let scopes = choices.oneIn(3) ? Scope.all : [.singleton, .singleton, .weak]
        func add(_ key: Key, _ scopes: [Scope], _ factory: [Key], _ injecting: [Key]) {
            func edges(_ keys: [Key]) -> [Edge] {
                (0..<(keys.isEmpty ? 0 : choices.below(3))).map { _ in
                    Edge(key: choices.pick(keys), container: nil, isCaught: choices.oneIn(4))
                }
            }
            var recipe = Recipe(number: start.count + 1, scope: choices.pick(scopes), factory: edges(factory))
            recipe.injecting = choices.oneIn(4) ? nil : hasCircles ? edges(injecting) : []
            if fails && choices.oneIn(4) {
                let places: [Recipe.Place] =
                    recipe.injecting == nil ? [.start, .factory] : [.start, .factory, .injecting]
                recipe.failure = (choices.pick(places), choices.pick([1, 1_000_000]))
            }
            start.append(.register(0, key, recipe))
        }
        for (index, key) in shared.enumerated() {
            let isLayered = !choices.oneIn(4)
            add(key, scopes, (isLayered ? Array(shared[(index + 1)...]) : shared) + used, shared)
        }
        for (index, key) in users.enumerated() {
            add(key, [.transient, .graph], shared + users[(index + 1)...], shared)
        }
        for (index, key) in used.enumerated() { add(key, [.transient], Array(used[(index + 1)...]), []) }
        threads = (0..<3).map { _ in
            (0...choices.below(3)).map { _ in
                .require(choices.below(2), choices.pick(users + shared + shared), keep: nil)
            }
        }
        end = shared.map { .require(0, $0, keep: nil) }
        if hasChanges {
            let changes = [.reset(0)] + shared.map { .unregister(0, $0) } + start
            threads.append((0...choices.below(6)).map { _ in choices.pick(changes) })
            end = start + end
        }
    }

    /// What is wrong with its results, or with what is left when it has ended.
    func problem() -> String? {
        let real = RealContainers(isYielding: true)
        let problem = problem(real)
        // The services may still be the results of threads that are about to end.
        let left = real.end().containers
        return problem ?? (left > 0 ? "\(left) containers are never released" : nil)
    }

    private func problem(_ real: RealContainers) -> String? {
        let threads = threads
        @Sendable func perform(_ step: Step) -> Outcome {
            let outcome = real.perform(step)
            return outcome.services.allSatisfy(\.isComplete) ? outcome : .failure(.other("half-built"))
        }
        for step in start { _ = real.perform(step) }
        let found = simultaneously(threads.count) { threads[$0].map(perform) }
        let results = found.joined() + end.map(perform)
        for case .failure(.other(let problem)) in results { return problem }
        if hasChanges { return nil }
        var shared: Set<Int> = []
        for case .register(_, _, let recipe) in start where recipe.scope.isShared { shared.insert(recipe.number) }
        let services = Dictionary(results.flatMap(\.services).map { ($0.number, $0.recipe) }) { $1 }
        let recipes = services.values.filter(shared.contains)
        return Set(recipes).count == recipes.count ? nil : "there are two instances of one of \(recipes.sorted())"
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
