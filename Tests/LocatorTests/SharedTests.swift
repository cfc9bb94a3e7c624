// What `shared` is in factories, tasks and tests, and how `asShared` replaces it.

import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The container that is shared` {
    let container = DependenciesContainer()

    @Test func `asShared gives back what its closure returns, and throws what it throws`() {
        #expect(container.asShared { DependenciesContainer.shared === container })
        #expect(throws: CancellationError.self) { try container.asShared { throw CancellationError() } }
        #expect(DependenciesContainer.shared !== container)
    }

    @Test func `the innermost asShared counts`() {
        let other = DependenciesContainer()
        container.asShared {
            other.asShared {
                container.asShared { #expect(DependenciesContainer.shared === container) }
                #expect(DependenciesContainer.shared === other)
            }
            #expect(DependenciesContainer.shared === container)
        }
    }

    @Test(arguments: Scope.all)
    func `inside a factory, the container that is building is shared, whatever is outside`(scope: Scope) throws {
        let other = DependenciesContainer()
        container.register(scope: scope) { ObjectIdentifier(DependenciesContainer.shared) }
        for outside in [container, other] {
            let found = try outside.asShared { try container.require(type: ObjectIdentifier.self) }
            #expect(found == ObjectIdentifier(container))
        }
    }

    @Test(arguments: Scope.all)
    func `asShared works inside a factory, up to the next factory, also for what is shared already`(scope: Scope) throws
    {
        let child = DependenciesContainer(parent: container)
        container.register(scope: scope) { ObjectIdentifier(DependenciesContainer.shared) }
        container.register(name: "outer") { [weak child] building -> [Bool] in
            guard let child else { return [] }
            let before = DependenciesContainer.shared === building
            let inside = try child.asShared {
                let isChild = DependenciesContainer.shared === child
                let nested = try building.asShared {
                    let isBuilding = DependenciesContainer.shared === building
                    return try isBuilding
                        && building.require(type: ObjectIdentifier.self) == ObjectIdentifier(building)
                }
                return [isChild, nested, DependenciesContainer.shared === child]
            }
            return [before] + inside + [DependenciesContainer.shared === building]
        }
        let outside = try child.asShared { try container.require(type: [Bool].self, name: "outer") }
        #expect(outside == [true, true, true, true, true])
        container.reset()
        #expect(try container.asShared { try container.require(type: [Bool].self, name: "outer") } == outside)
    }

    @Test func `after a factory that has thrown, asShared counts again`() {
        container.register { () -> Int in throw CancellationError() }
        let other = DependenciesContainer()
        other.asShared {
            #expect(throws: CancellationError.self) { try container.require(type: Int.self) }
            #expect(DependenciesContainer.shared === other)
        }
    }

    @Test func `the asynchronous asShared runs on the actor that calls it`() async {
        let counter = Counting()
        #expect(await counter.count(in: container) == 2)
    }

    @Test @MainActor func `the asynchronous asShared stays on the main actor`() async {
        var isShared = false
        await container.asShared {
            await Task.yield()
            MainActor.assertIsolated()
            isShared = DependenciesContainer.shared === container
        }
        #expect(isShared)
    }

    @Test func `tasks that asShared's closure starts inherit the container, detached ones don't`() async {
        let container = container
        let found = await container.asShared {
            async let child = DependenciesContainer.shared === container
            let task = Task { DependenciesContainer.shared === container }
            let detached = Task.detached { DependenciesContainer.shared === container }
            let group = await withTaskGroup(of: Bool.self) { group in
                group.addTask { DependenciesContainer.shared === container }
                return await group.next() == true
            }
            return await [child, task.value, group, detached.value]
        }
        #expect(found == [true, true, true, false])
    }

    @Test func `a task that a service starts does not inherit the container that builds it`() async throws {
        container.register { Task { ObjectIdentifier(DependenciesContainer.shared) } }
        let outside = ObjectIdentifier(DependenciesContainer.shared)
        #expect(try await container.require(type: Task<ObjectIdentifier, Never>.self).value == outside)
    }

    @Test func `a container goes with a service whose task runs until then`() async throws {
        weak var session: DependenciesContainer?
        let (ended, end) = AsyncStream<Void>.makeStream()
        do {
            let container = DependenciesContainer(parent: container)
            session = container
            container.register { Sync { end.finish() } }
            _ = try container.require(type: Sync.self)
        }
        #expect(session == nil)
        for await _ in ended {}
    }

    private actor Counting {
        var number = 0

        func count(in container: DependenciesContainer) async -> Int {
            await container.asShared {
                number += 1
                await Task.yield()
                if DependenciesContainer.shared === container { number += 1 }
            }
            return number
        }
    }

    private final class Sync: Sendable {
        private let task: Task<Void, Never>

        init(onCancel: @escaping @Sendable () -> Void) {
            task = Task {
                for await _ in AsyncStream<Void>.makeStream().stream {}  // until it is canceled
                onCancel()
            }
        }

        deinit { task.cancel() }
    }
}

@Suite(.container) struct `The container trait` {
    @Test(arguments: 1...20) func `each test, and each of its arguments, has a copy of its own`(number: Int) async {
        #expect(!DependenciesContainer.shared.isRegistered(type: Answer.self))
        DependenciesContainer.shared.register(type: Answer.self, service: Answer(number: number))
        await Task.yield()
        #expect(DependenciesContainer.shared.resolve(type: Answer.self)?.number == number)
    }

    @Test func `an override reaches what was built before and asks late, and no test that runs meanwhile`() async throws
    {
        let screen = Screen()
        DependenciesContainer.shared.register(type: Answer.self, service: Answer(number: 0))
        let (one, other) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        async let ones = answers(of: screen, in: 1, isReady: one.continuation, otherIsReady: other.stream)
        async let others = answers(of: screen, in: 2, isReady: other.continuation, otherIsReady: one.stream)
        #expect(try await ones == [1, 1])
        #expect(try await others == [2, 2])
        #expect(screen.answer == 0)
    }

    @Test func `the container of the process notices nothing`() async {
        DependenciesContainer.shared.register(type: Answer.self, service: Answer(number: 1))
        let isRegistered = await Task.detached { DependenciesContainer.shared.isRegistered(type: Answer.self) }.value
        #expect(!isRegistered)
    }

    /// What the screen answers, at once and in a task of its own, in a test that runs beside another one.
    private func answers(
        of screen: Screen, in number: Int, isReady: AsyncStream<Void>.Continuation, otherIsReady: AsyncStream<Void>
    ) async throws -> [Int?] {
        let answers = Guarded<[Int?]>([])
        try await ContainerTrait().provideScope(for: try #require(Test.current), testCase: nil) {
            DependenciesContainer.shared.register(type: Answer.self, service: Answer(number: number))
            isReady.finish()
            for await _ in otherIsReady {}
            let late = await Task { screen.answer }.value
            answers { $0 = [screen.answer, late] }
        }
        return answers { $0 }
    }

    private final class Screen: Sendable {
        var answer: Int? { DependenciesContainer.shared.resolve(type: Answer.self)?.number }
    }

    private struct Answer: Sendable {
        let number: Int
    }
}

// The trait of the article Testing.

nonisolated struct ContainerTrait: TestTrait, SuiteTrait {
    // A suite hands the trait on to each of its tests.
    var isRecursive: Bool { true }
}

nonisolated extension ContainerTrait: TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function:
            @concurrent @Sendable () async throws -> Void
    ) async throws {
        let container = DependenciesContainer.shared.copy()
        try await container.asShared(function)
    }
}

nonisolated extension Trait where Self == ContainerTrait {
    static var container: Self { Self() }
}
