// Random programs run on containers and on the model, on one thread and on several: each answer is the model's.

import Foundation
import Locator
import Testing

extension Threads {
    /// `LOCATOR_PROGRAMS=100000 swift test --filter 'Random programs'` runs as many of each kind. `LOCATOR_SEED` begins
    /// with another seed, or with the one that a failure has printed. If a property stops the program, its line is the
    /// seed.
    @Suite struct `Random programs` {
        @Test func `on one thread, each step gives what the model says, and the same factories run`() {
            check(count: 600, program: { Program(&$0) }) { program, seed in
                onThreads(1, program, seed) { _ in differenceInShortest(program) }[0]
            }
        }

        @Test func `on several threads, each answer is the one that the model gives if it is asked for nothing else`() {
            check(count: 400, program: { Program(threads: 2 + $0.below(3), &$0) }) { program, seed in
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

/// Runs `body` with each number below `count` at the same moment: with 0 on the main actor, with the others on threads
/// of their own.
private func onThreads<Result>(
    _ count: Int, _ program: Program, _ seed: UInt64, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
    let (start, isDone) = (Meeting(of: count), DispatchSemaphore(value: 0))
    let results = Guarded<[Int: Result]>([:])
    @Sendable func run(_ index: Int) {
        start()
        let result = body(index)
        results { $0[index] = result }
        isDone.signal()
    }
    Task { @MainActor in run(0) }
    for index in 1..<max(count, 1) { Foundation.Thread.detachNewThread { run(index) } }
    for _ in 0..<count where isDone.wait(timeout: .now() + 120) == .timedOut {
        fatalError("LOCATOR_SEED=\(seed) hangs:\n\(program)")
    }
    return results { results in (0..<count).map { results[$0]! } }
}

// MARK: - One Thread

/// Leaves out what the difference doesn't need.
private func differenceInShortest(_ program: Program) -> String? {
    var steps = program.start + program.threads[0]
    guard var result = difference(steps) else { return nil }
    for index in steps.indices.reversed() {
        var fewer = steps
        fewer.remove(at: index)
        if let other = difference(fewer) { (steps, result) = (fewer, other) }
    }
    return steps.map { "\($0)\n" }.joined() + "--> \(result)"
}

/// Performs the steps with the model and with real containers, and says where they differ.
private func difference(_ steps: [Step]) -> String? {
    let thread = Model.Thread()
    let (model, real) = (Run { Model(thread, parent: $0) }, Run(DependenciesContainer.init(parent:)))
    for step in steps {
        let expected = model.report(step)
        // The model knows no more if the real program would stop here, or would take too long.
        if thread.hasStopped || model.isTooLong { break }
        let actual = real.report(step)
        if actual != expected { return "\(step)\nshould give: \(expected)\nbut gives:   \(actual)" }
    }
    let left = real.end()
    _ = model.end()
    return left.isEmpty ? nil : "never released: \(left)"
}

// MARK: - Several Threads

/// What a step gives if it is the only one, and nothing that fails once fails.
private struct Expectation {
    /// Nil if the contract leaves it open: whether a factory that catches errors catches that services need each other
    /// depends on who asks first.
    let text: String?
    /// Whether the properties of the service are read, too. A property whose service can't be built stops the program.
    let readsProperties: Bool

    /// Nil if the program would stop even so, or would take too long.
    init?(_ step: Step, isMain: Bool, _ program: Program) {
        for readsProperties in [program.canReadProperties, false] {
            let thread = Model.Thread()
            thread.isMain = isMain
            let model = Run { Model(thread, parent: $0) }
            defer { _ = model.end() }
            program.startAfterFailures.forEach { model.perform($0) }
            let answer = model.answer(step, readsProperties: readsProperties)
            if model.isTooLong { return nil }
            if thread.hasStopped || readsProperties && model.hasCaughtCircle { continue }
            text = model.hasCaughtCircle ? nil : answerText(answer, in: program)
            self.readsProperties = readsProperties
            return
        }
        return nil
    }
}

/// The part of an answer that is the same in each order of the threads.
private func answerText(_ answer: [Outcome], in program: Program) -> String {
    var naming = Naming()
    return answer.map { outcome in
        let text = naming.text(outcome)
        return switch outcome {
        case .failure(let error) where isCircular(error): "circular"  // a thread knows a part of the path
        case .failure where program.hasChanges: "\(text.prefix { $0 != ":" })"
        case .service(_?) where !program.isSameForAll && !text.contains("unfinished"): "a service"
        default: text
        }
    }.joined(separator: ", then ")
}

/// What is wrong with a program for several threads.
private func threadedProblem(_ program: Program, _ seed: UInt64) -> String? {
    let real = Run(isThreaded: true, DependenciesContainer.init(parent:))
    defer { _ = real.end() }
    _ = onThreads(1, program, seed) { _ in program.start.forEach { real.perform($0) } }
    var failingOnce = Set(program.recipes.filter(\.failsOnce).map(\.number))
    for threads in [program.threads, [program.end]] {
        let expectations = threads.indices.map { thread in
            threads[thread].compactMap { Expectation($0, isMain: thread == 0, program) }
        }
        if expectations.map(\.count) != threads.map(\.count) { return nil }
        let answers = onThreads(threads.count, program, seed) { thread in
            zip(threads[thread], expectations[thread]).map { real.answer($0, readsProperties: $1.readsProperties) }
        }
        for (answer, expectation) in zip(answers.joined(), expectations.joined()) {
            let text = answerText(answer, in: program)
            if case .failure(let error as Refused) = answer[0], failingOnce.remove(error.recipe) != nil { continue }
            if program.hasRemovals, text.hasPrefix("notRegistered") { continue }
            if text.contains("unfinished") || text != expectation.text ?? text {
                return "should give: \(expectation.text ?? "anything finished")\nbut gives:   \(text)"
            }
        }
    }
    if program.hasChanges { return nil }
    let finished = real.finishedRecipes
    return program.recipes.first { $0.isStored && finished[$0.number, default: 0] > 1 }.map { "built twice: \($0)" }
}

// MARK: - Real Containers

extension DependenciesContainer: Container {
    func register(
        _ key: Key, _ recipe: Recipe, factory: @escaping @Sendable (DependenciesContainer) throws -> Node,
        injecting: (@Sendable (DependenciesContainer, Node) throws -> Void)?
    ) {
        Access[key].register(self, key.name, recipe, factory, injecting)
    }

    func register(_ key: Key, service: Node) { Access[key].registerService(self, key.name, service) }
    func unregister(_ key: Key) { Access[key].unregister(self, key.name) }
    func isRegistered(_ key: Key) -> Bool { Access[key].isRegistered(self, key.name) }
    func require(_ key: Key) throws -> Node { try Access[key].require(self, key.name) }
    func resolve(_ key: Key) -> Node? { Access[key].resolve(self, key.name) }
    func property(_ need: Need, of container: DependenciesContainer?) -> Property { Access[need.key].property(need, container) }

    func elsewhere(_ body: @escaping @Sendable () -> Outcome) -> Outcome {
        let (outcome, isDone) = (Guarded<Outcome?>(nil), DispatchSemaphore(value: 0))
        Foundation.Thread.detachNewThread {
            outcome { $0 = body() }
            isDone.signal()
        }
        isDone.wait()
        // The thread can live longer, but it keeps nothing.
        return outcome { $0.take()! }
    }
}

/// The calls of a container for one type.
private struct Access: Sendable {
    typealias Factory = @Sendable (DependenciesContainer) throws -> Node
    typealias Injecting = @Sendable (DependenciesContainer, Node) throws -> Void

    let register: @Sendable (DependenciesContainer, String?, Recipe, @escaping Factory, Injecting?) -> Void
    let registerService: @Sendable (DependenciesContainer, String?, Node) -> Void
    let unregister: @Sendable (DependenciesContainer, String?) -> Void
    let isRegistered: @Sendable (DependenciesContainer, String?) -> Bool
    let require: @Sendable (DependenciesContainer, String?) throws -> Node
    let resolve: @Sendable (DependenciesContainer, String?) -> Node?
    let property: @Sendable (Need, DependenciesContainer?) -> Property

    init<T: Sendable>(
        _ type: T.Type, _ wrap: @escaping @Sendable (Node?) -> T, _ unwrap: @escaping @Sendable (T) -> Node?
    ) {
        register = { container, name, recipe, factory, injecting in
            let make: @Sendable (DependenciesContainer) throws -> T = { wrap(try factory($0)) }
            let inject = injecting.map { injecting in
                { @Sendable (container: DependenciesContainer, service: T) in
                    try injecting(container, unwrap(service)!)
                }
            }
            if !recipe.isMainOnly {
                return container.register(name: name, scope: recipe.scope, factory: make, injecting: inject)
            }
            MainActor.assumeIsolated {
                let makeHere: @MainActor @Sendable (DependenciesContainer) throws -> T = make
                let injectHere: (@MainActor @Sendable (DependenciesContainer, T) throws -> Void)? = inject
                container.register(name: name, scope: recipe.scope, factory: makeHere, injecting: injectHere)
            }
        }
        registerService = { $0.register(type: type, name: $1, service: wrap($2)) }
        unregister = { $0.unregister(type: type, name: $1) }
        isRegistered = { $0.isRegistered(type: type, name: $1) }
        require = { unwrap(try $0.require(type: type, name: $1))! }
        resolve = { $0.resolve(type: type, name: $1).flatMap(unwrap) }
        property = { need, container in
            let property = Guarded(
                Injected<T>(name: need.key.name, container: container, weak: need.isWeak, line: UInt(need.seed)))
            return Property(
                isOptional: need.key.kind == .optional, read: { unwrap(property { $0 }.wrappedValue) },
                assign: { node in property { $0.wrappedValue = wrap(node) } })
        }
    }

    static subscript(key: Key) -> Access {
        switch key.kind {
        case .node: node
        case .left: left
        case .value: value
        case .optional: optional
        }
    }

    private static let node = Access(Node.self, { $0! }, { $0 })
    private static let left = Access((any Left).self, { $0! }, { ($0 as! Node) })
    private static let value = Access(Value.self, { Value(node: $0!) }, \.node)
    private static let optional = Access(Node?.self, { $0 }, { $0 })
}
