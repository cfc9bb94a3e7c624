// A main-actor class is made on the main actor, by a factory that says so and that only the main actor registers.

#if canImport(Locator)
    import Locator
#endif

@MainActor final class Model {
    var title = ""
    init() {}
    init(title: String) { self.title = title }
}

nonisolated class Cart {
    init() {}
}

nonisolated func register(in container: DependenciesContainer) {
    container.register { Model() }  // expected-error {{call to main actor-isolated initializer 'init()'}}
    container.register { _ in Model() }  // expected-error {{call to main actor-isolated initializer}}
    container.register { Model(title: $0) }  // expected-error {{call to main actor-isolated initializer}}
    container.register(factory: Model.init)  // expected-error {{call to main actor-isolated instance method}}
}

// expected-error@+2 {{call to main actor-isolated instance method 'register(type:name:scope:factory:injecting:on:)'}}
nonisolated func registerForTheMainActor(in container: DependenciesContainer) {
    container.register { @MainActor in Model() }
}

@MainActor func registerOnTheMainActor(in container: DependenciesContainer) {
    container.register { Model() }  // expected-error {{call to main actor-isolated initializer}}
    // expected-error@+1 {{converting function value of type '@MainActor @Sendable () -> Model'}}
    container.register { @MainActor in
        Model()
    } injecting: {
        // expected-error@+1 {{main actor-isolated property 'title' can not be mutated from a Sendable closure}}
        $0.title = ""
    }
    // expected-error@+1 {{type 'Cart' does not conform to the 'Sendable' protocol}}
    container.register { @MainActor in Cart() }
    // expected-error@+1 {{type 'Cart' does not conform to the 'Sendable' protocol}}
    container.register { @MainActor (number: Int) in Cart() }
}
