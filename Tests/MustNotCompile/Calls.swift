// What a call does not take: a scope when resolving or with arguments, something that does not conform to the type, a
// closure as a service.

#if canImport(Locator)
    import Locator
#endif

nonisolated func scopes(_ container: DependenciesContainer) throws {
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

protocol API {}
final class NoAPI: Sendable {}

@MainActor func conformance(in container: DependenciesContainer) {
    container.register(type: API.self, service: NoAPI())  // expected-error {{does not conform to expected type 'API'}}
    container.register(type: API.self) { NoAPI() }  // expected-error {{cannot convert value of type 'NoAPI'}}
    container.register(type: API.self, service: API.self)  // expected-error {{does not conform to expected type 'API'}}
}

struct Client: Sendable {}

nonisolated func closures(in container: DependenciesContainer) {
    container.register(service: { Client() })  // expected-error {{missing argument for parameter 'type'}}
    container.register(type: Client.self, service: { Client() })  // expected-error {{does not accept a closure}}
}
