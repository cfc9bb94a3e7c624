import Locator
import Testing

/// Runs each test with a container of its own as `DependenciesContainer.shared`: a copy of the one shared otherwise.
///
/// ```swift
/// @Suite(.container) struct FeedTests {
///     @Test func showsWhatTheServerSends() throws {
///         DependenciesContainer.shared.register(type: API.self, service: FakeAPI())    // for this test only
///         …
///     }
/// }
/// ```
nonisolated struct ContainerTrait: TestTrait, SuiteTrait, TestScoping {
    /// On a suite, the trait applies to each of its tests, so that each gets its own copy.
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await DependenciesContainer.shared.copy().asShared(function)
    }
}

nonisolated extension Trait where Self == ContainerTrait {
    /// `@Test(.container)` for one test, `@Suite(.container)` for each test of a suite.
    static var container: Self { Self() }
}
