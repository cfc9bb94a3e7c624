// A call with a wrong argument, label or type does not compile.

#if canImport(Locator)
    import Locator
#endif

nonisolated protocol API: Sendable {}

nonisolated struct HTTPClient: API {}

nonisolated struct Feed: Sendable {
    let api: API
}

nonisolated final class Player: Sendable {
    init() {}
    init(api: API) {}
}

nonisolated final class Server: Sendable {}

nonisolated class Cart {}

nonisolated func register(in container: DependenciesContainer) {
    // expected-error@+1 {{no exact matches in call to instance method 'register'}}
    container.register(API.self) { HTTPClient() }
    // expected-error@+1 {{no exact matches in call to instance method 'autoregister'}}
    container.autoregister(Feed.init)
    container.autoregister(initializer: Player.init)  // expected-error {{ambiguous use of 'init'}}
    // expected-error@+2 {{value of tuple type '()' has no member 'inObjectScope'}}
    // expected-error@+1 {{cannot infer contextual base in reference to member 'container'}}
    container.register(type: API.self) { HTTPClient() }.inObjectScope(.container)
    // expected-error@+1 {{type 'DependenciesContainer.Scope' has no member 'shared'}}
    container.register(type: API.self, scope: .shared) { HTTPClient() }
    container.register(service: HTTPClient())  // expected-error {{missing argument for parameter 'type' in call}}
    container.register(service: { HTTPClient() })  // expected-error {{missing argument for parameter 'type' in call}}
    // expected-error@+1 {{closure passed to parameter of type 'any API' that does not accept a closure}}
    container.register(type: API.self, service: { HTTPClient() })
}

@MainActor func registerWhatIsNoAPI(in container: DependenciesContainer) {
    container.register(type: API.self, service: Server())  // expected-error {{does not conform to expected type 'API'}}
    container.register(type: API.self) { Server() }  // expected-error {{cannot convert value of type 'Server'}}
    container.register(type: API.self, service: API.self)  // expected-error {{does not conform to expected type 'API'}}
}

nonisolated func makeFactories(in container: DependenciesContainer) {
    // expected-error@+1 {{cannot infer type of closure parameter 'r'}}
    container.register { r in Feed(api: try r.requires()) }
    // expected-error@+1 {{value of optional type 'API?' must be unwrapped}}
    container.register { Feed(api: $0.resolve()) }
    // expected-error@+1 {{call can throw, but it is not marked with 'try'}}
    container.register { Feed(api: $0.require()) }
    // expected-error@+1 {{contextual closure type '@Sendable () throws -> Int' expects 0 arguments}}
    container.register(type: Int.self, scope: .singleton) { (number: Int) in number }
}

@MainActor func inject(in container: DependenciesContainer) {
    container.register {
        Server()  // expected-error {{cannot convert value of type 'Server' to closure result type '(_, _)'}}
    } injecting: { r, server in  // expected-error 2 {{cannot infer type of closure parameter}}
        _ = server
    }
    container.register(type: Cart.self) {
        Cart()
        // expected-error@+1 {{cannot convert value of type '(_, _) -> ()' to expected argument type}}
    } injecting: { r, cart in
        _ = cart
    }
}

nonisolated func resolve(from container: DependenciesContainer) throws {
    _ = container.resolve()  // expected-error {{generic parameter 'T' could not be inferred}}
    let feed = try container.require()  // expected-error {{failed to produce diagnostic for expression}}
    // expected-error@+1 {{'nil' requires a contextual type}}
    _ = container.resolve(type: Feed.self, arguments: nil)
    // expected-error@+2 {{extra argument 'scope' in call}}
    // expected-error@+1 {{cannot infer contextual base in reference to member 'transient'}}
    _ = container.resolve(type: Feed.self, scope: .transient)
    // expected-error@+2 {{extra argument 'scope' in call}}
    // expected-error@+1 {{cannot infer contextual base in reference to member 'transient'}}
    _ = try container.require(type: Feed.self, scope: .transient)
}

nonisolated func share(_ container: DependenciesContainer) {
    // expected-error@+1 {{cannot assign to property: 'shared' is a get-only property}}
    DependenciesContainer.shared = container
}
