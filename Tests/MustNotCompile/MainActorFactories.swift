// A main-actor class is made on the main actor, by a factory that says so and that only the main actor registers.

#if canImport(Locator)
    import Locator
#endif

@MainActor final class ViewModel {
    var title = ""
    init() {}
    init(title: String) { self.title = title }
}

nonisolated class Cart {
    init() {}
}

nonisolated func register(in container: DependenciesContainer) {
    container.register { ViewModel() }  // expected-error {{call to main actor-isolated initializer}}
    container.register { _ in ViewModel() }  // expected-error {{call to main actor-isolated initializer}}
    container.register { ViewModel(title: $0) }  // expected-error {{call to main actor-isolated initializer}}
    container.register { @MainActor in ViewModel() }  // expected-error {{call to main actor-isolated instance method}}
    container.register(factory: ViewModel.init)  // expected-error {{call to main actor-isolated instance method}}
}

@MainActor func registerOnTheMainActor(in container: DependenciesContainer) {
    container.register { ViewModel() }  // expected-error {{call to main actor-isolated initializer}}
    // expected-error@+1 {{loses global actor 'MainActor'}}
    container.register { @MainActor in
        ViewModel()
    } injecting: {
        // expected-error@+1 {{main actor-isolated property 'title' can not be mutated}}
        $0.title = ""
    }
    // expected-error@+1 {{type 'Cart' does not conform to the 'Sendable' protocol}}
    container.register { @MainActor in Cart() }
    // expected-error@+1 {{type 'Cart' does not conform to the 'Sendable' protocol}}
    container.register { @MainActor (number: Int) in Cart() }
}
