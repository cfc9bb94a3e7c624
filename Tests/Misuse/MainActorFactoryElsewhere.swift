// A main-actor factory is registered on the main actor.
import Locator

@MainActor final class ViewModel {}

nonisolated func register(in container: DependenciesContainer) {
    container.register { @MainActor in ViewModel() }  // expected-error {{}}
    container.register { ViewModel() }  // expected-error {{call to main actor-isolated initializer}}
}
