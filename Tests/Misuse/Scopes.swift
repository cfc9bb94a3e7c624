// A scope belongs to the registration, and a factory with arguments makes a new service each time.

#if canImport(Locator)
    import Locator
#endif

nonisolated func use(_ container: DependenciesContainer) throws {
    // expected-error@+2 {{extra argument 'scope' in call}}
    // expected-error@+1 {{cannot infer contextual base in reference to member 'transient'}}
    _ = container.resolve(type: Int.self, scope: .transient)
    // expected-error@+2 {{extra argument 'scope' in call}}
    // expected-error@+1 {{cannot infer contextual base in reference to member 'transient'}}
    _ = try container.require(type: Int.self, scope: .transient)
    // expected-error@+1 {{expects 0 arguments, but 1 was used}}
    container.register(type: Int.self, scope: .singleton) { (number: Int) in number }
    container.register(type: Int.self, scope: .unique) { 1 }  // expected-error {{has no member 'unique'}}
}
