// A main-actor class is not made in a factory that may run on any thread.
import Locator

@MainActor final class ViewModel {
    init() {}  // expected-note {{}}
}

nonisolated func register(in container: DependenciesContainer) {
    container.register { ViewModel() }  // expected-error {{call to main actor-isolated initializer}}
}
