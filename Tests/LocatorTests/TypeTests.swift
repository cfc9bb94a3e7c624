import Locator
import Testing

/// The type as it is written is the key; a value that holds another type stops the program.
@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Types that are values` {
    @Test func `a list of types is registered through a protocol, each as itself`() {
        let container = DependenciesContainer()
        func add<T: Screen>(_ type: T.Type) {
            container.register(type: type) { type.init() }
        }
        for type in [Home.self, Settings.self] as [any Screen.Type] { add(type) }
        #expect(container.resolve(type: Home.self)?.title == "Home")
        #expect(container.resolve(type: Settings.self)?.title == "Settings")
    }

    @Test func `a subclass in a value is refused where something is registered`() async {
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().register(type: Base.derived, service: Base())
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().register(type: Base.derived) { Base() }
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().register(type: Base.derived) { _ in Base() }
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().register(type: Base.derived) { (_: Int) in Base() }
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().autoregister(type: Base.derived, initializer: { Base() })
            })
    }

    @Test func `and where something is asked for`() async {
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = DependenciesContainer().resolve(type: Base.derived)
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try DependenciesContainer().require(type: Base.derived)
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = DependenciesContainer().resolve(type: Base.derived, arguments: 1)
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = DependenciesContainer().resolveAll(type: Base.derived)
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = DependenciesContainer().isRegistered(type: Base.derived)
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().unregister(type: Base.derived)
            })
    }

    private func expectAdvice(_ result: ExitTest.Result?) {
        let text = "Write 'Base.self' in place of a value that is 'Derived.self'."
        #expect(result?.standardError.contains(text) == true)
    }

    private protocol Screen: Sendable {
        init()
        var title: String { get }
    }

    private struct Home: Screen {
        let title = "Home"
    }

    private struct Settings: Screen {
        let title = "Settings"
    }
}

private class Base: @unchecked Sendable {
    static var derived: Base.Type { Derived.self }
}

private final class Derived: Base, @unchecked Sendable {}
