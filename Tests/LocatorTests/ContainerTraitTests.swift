import Locator
import Testing

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

    @Test(.container) func `on a suite and on its test, it makes a copy of a copy`() {
        DependenciesContainer.shared.register(type: Answer.self, service: Answer(number: 1))
        #expect(DependenciesContainer.shared.resolve(type: Answer.self)?.number == 1)
    }

    @Suite struct `A suite in the suite` {
        @Test(arguments: 1...2) func `its tests have copies, too, each its own`(number: Int) {
            #expect(!DependenciesContainer.shared.isRegistered(type: Answer.self))
            DependenciesContainer.shared.register(type: Answer.self, service: Answer(number: number))
        }
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
