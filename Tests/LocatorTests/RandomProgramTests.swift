// Random programs run on containers and on the model, on one thread and on several: each answer is the model's.

import Foundation
import Locator
import Testing

extension Threads {
    /// `LOCATOR_PROGRAMS=100000 swift test --filter 'Random programs'` runs as many of each kind. `LOCATOR_SEED` begins
    /// with another seed, or with the one that a failure has printed. If a property stops the program, the line in the
    /// message is the seed.
    @Suite struct `Random programs` {
        @Test func `on one thread, each step gives what the model says, and the same factories run`() {
            check(count: 1200, program: { Program(&$0) }) { program, seed in
                onThreads(1, program, seed) { _ in differenceInShortest(program) }[0]
            }
        }

        @Test func `on several threads, each answer is the one that the model gives if it is asked for nothing else`() {
            check(count: 500, program: { Program(threads: 2 + $0.below(3), &$0) }) { program, seed in
                threadedProblem(program, seed).map { "\(program)\n--> \($0)" }
            }
        }

        private func check(
            count: Int, program: (inout Choices) -> Program, problem: (Program, _ seed: UInt64) -> String?
        ) {
            for seed in Samples.seeds(count) {
                var choices = Choices(seed: seed)
                if let problem = problem(program(&choices), seed) {
                    Issue.record("LOCATOR_SEED=\(seed)\n\(problem)")
                    break
                }
            }
        }
    }
}

/// Runs `body` with 0 on the main actor, and at the same moment with 1, 2… below `count` on threads of their own.
private func onThreads<Result>(
    _ count: Int, _ program: Program, _ seed: UInt64, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
    simultaneously(count, firstOnMainActor: true, hint: "LOCATOR_SEED=\(seed)\n\(program)", body)
}

// MARK: - One Thread

/// Leaves out what the difference doesn't need.
private func differenceInShortest(_ program: Program) -> String? {
    var steps = program.start
    guard var result = difference(steps) else { return nil }
    for index in steps.indices.reversed() {
        let fewer = Array(steps[..<index] + steps[(index + 1)...])
        if let other = difference(fewer) { (steps, result) = (fewer, other) }
    }
    return steps.map { "\($0)\n" }.joined() + "--> \(result)"
}

/// Performs the steps with the model and with real containers, and says where they differ.
private func difference(_ steps: [Call]) -> String? {
    let thread = Model.Thread()
    let (model, real) = (Run { Model(thread, parent: $0) }, Run(DependenciesContainer.init(parent:)))
    for step in steps {
        let expected = model.report(step)
        // The model knows no more if the real program would stop here, or would take too long.
        if thread.hasStopped || model.isTooLong { break }
        let actual = real.report(step)
        if actual != expected { return "\(step)\nshould give: \(expected)\nbut gives:   \(actual)" }
    }
    _ = model.end()
    let left = real.end()
    return left == 0 ? nil : "\(left) containers and services are never released"
}

// MARK: - Several Threads

/// What a step gives if it is the only one, and nothing that fails only once fails: nil if the program would stop.
/// No text if the contract leaves it open: who asks first decides which factory catches a circle.
private func expectation(_ step: Call, isMain: Bool, _ program: Program) -> (text: String?, readsProperties: Bool)? {
    for readsProperties in program.hasRemovals || !program.firstFailures.isEmpty ? [false] : [true, false] {
        let thread = Model.Thread()
        thread.isMain = isMain
        let model = Run(failures: program.firstFailures) { Model(thread, parent: $0) }
        defer { _ = model.end() }
        program.start.forEach { model.perform($0) }
        let answer = model.answer(step, readsProperties: readsProperties)
        if thread.hasStopped || model.isTooLong || (readsProperties && model.hasCaughtCircle) { continue }
        return (model.hasCaughtCircle ? nil : text(answer, in: program), readsProperties)
    }
    return nil
}

/// The part of an answer that is the same in each order of the threads.
private func text(_ answer: [Answer], in program: Program) -> String {
    let isExact = !program.hasChanges && program.firstFailures.isEmpty
    var naming = Naming()
    return answer.map { outcome in
        let text = naming.text(outcome)
        return switch outcome {
        case .failure where program.hasChanges: "an error"  // a reset while a graph is built can lead to another one
        // A circle has another path if a factory on it has caught what fails only once.
        case .failure where !program.firstFailures.isEmpty && "\(program)".contains("try? "):
            String(text.prefix { $0 != ":" })
        case .service(_?) where !isExact && !text.contains("unfinished"): "a service"
        default: text
        }
    }.joined(separator: ", then ")
}

/// What is wrong with a program for several threads.
private func threadedProblem(_ program: Program, _ seed: UInt64) -> String? {
    let real = Run(isThreaded: true, DependenciesContainer.init(parent:))
    defer { _ = real.end() }
    _ = onThreads(1, program, seed) { _ in program.start.forEach { real.perform($0) } }
    var firstFailures = program.firstFailures
    for threads in [program.threads, [program.end]] {
        let expected = threads.enumerated().map { thread, steps in
            steps.compactMap { expectation($0, isMain: thread == 0, program) }
        }
        if expected.map(\.count) != threads.map(\.count) { return nil }
        let answers = onThreads(threads.count, program, seed) { thread in
            zip(threads[thread], expected[thread]).map { real.answer($0, readsProperties: $1.readsProperties) }
        }
        for (answer, expected) in zip(answers.joined(), expected.joined()) {
            let text = text(answer, in: program)
            let isExcused =
                switch answer[0] {
                case .failure(let error as Refused): firstFailures.removeValue(forKey: error.recipe) != nil
                case .failure(let error as ResolutionError): program.hasRemovals && error.reason == .notRegistered
                default: false
                }
            if !isExcused && (text.contains("unfinished") || text != expected.text ?? text) {
                return "should give: \(expected.text ?? "what is finished")\nbut gives:   \(text)"
            }
        }
    }
    if program.hasChanges { return nil }
    let isTwice = program.recipes.contains { $0.isStored && real.finishes[$0.number, default: 0] > 1 }
    return isTwice ? "a stored service is built twice: \(real.finishes)" : nil
}

// MARK: - Real Containers

extension DependenciesContainer: Container {
    func register(
        _ key: NodeKey, _ recipe: NodeRecipe, factory: @escaping @Sendable (DependenciesContainer) throws -> Node,
        injecting: (@Sendable (DependenciesContainer, Node) throws -> Void)?
    ) {
        func register<T: Sendable>(_ type: T.Type) {
            let make: @Sendable (DependenciesContainer) throws -> T = { try factory($0) as! T }
            var inject: (@Sendable (DependenciesContainer, T) throws -> Void)?
            if let injecting { inject = { try injecting($0, $1 as! Node) } }
            if !recipe.isMainOnly {
                return self.register(name: key.name, scope: recipe.scope, factory: make, injecting: inject)
            }
            MainActor.assumeIsolated {
                let makeHere: @MainActor @Sendable (DependenciesContainer) throws -> T = make
                let injectHere: (@MainActor @Sendable (DependenciesContainer, T) throws -> Void)? = inject
                self.register(name: key.name, scope: recipe.scope, factory: makeHere, injecting: injectHere)
            }
        }
        register(key.type)
    }

    func unregister(_ key: NodeKey) { unregister(type: key.type, name: key.name) }
    func require(_ key: NodeKey) throws -> Node { try require(type: key.type, name: key.name) as! Node }

    func property(_ need: Need, of container: DependenciesContainer?) -> Property {
        func property<T: Sendable>(_ type: T.Type) -> Property {
            let property = Injected<T>(
                name: need.key.name, container: container, weak: need.isWeak, line: UInt(need.seed))
            return { property.wrappedValue as? Node }
        }
        return property(need.key.type)
    }
}
