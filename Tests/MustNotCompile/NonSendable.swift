// What is not `Sendable` is neither registered, resolved nor passed as an argument anywhere but on the main actor.

#if canImport(Locator)
    import Locator
#endif

nonisolated class Cart {}

nonisolated protocol Router: AnyObject {}

nonisolated final class AppRouter: Router {}

nonisolated func use(_ container: DependenciesContainer) throws {
    container.register(type: Cart.self, service: Cart())  // expected-error {{call to main actor-isolated}}
    container.register(type: Router.self, service: AppRouter())  // expected-error {{call to main actor-isolated}}
    // expected-error@+1 {{call to main actor-isolated instance method 'register(type:name:scope:factory:injecting:)'}}
    container.register { Cart() }
    container.register { _ in Cart() }  // expected-error {{call to main actor-isolated}}
    container.register(type: Router.self) { AppRouter() }  // expected-error {{call to main actor-isolated}}
    container.register { (number: Int) in Cart() }  // expected-error {{call to main actor-isolated}}
    container.register(factory: Cart.init)  // expected-error {{call to main actor-isolated}}
    container.autoregister(initializer: Cart.init)  // expected-error {{call to main actor-isolated}}
    // expected-error@+1 {{call to main actor-isolated instance method 'resolve(type:name:)'}}
    _ = container.resolve(type: Cart.self)
    _ = container.resolve(type: Cart?.self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Router.self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: [Cart].self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: (Cart, Int).self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: (() -> Cart).self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Any.self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: AnyObject.self)  // expected-error {{call to main actor-isolated}}
    _ = try container.require(type: Cart.self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Cart.self, arguments: 1)  // expected-error {{call to main actor-isolated}}
    _ = try container.require(type: Cart.self, arguments: 1)  // expected-error {{call to main actor-isolated}}
    _ = container.resolveAll(type: Cart.self)  // expected-error {{call to main actor-isolated}}
}

nonisolated func useInAsync(_ container: DependenciesContainer) async {
    // expected-error@+1 {{cannot be called from outside of the actor}}
    let cart: Cart? = container.resolve()
    _ = cart
}

nonisolated func useInGeneric<T>(_ container: DependenciesContainer, _ type: T.Type) {
    _ = container.resolve(type: type)  // expected-error {{call to main actor-isolated}}
}

nonisolated func useInFactory(_ container: DependenciesContainer) {
    // expected-error@+1 {{call to main actor-isolated}}
    container.register { ObjectIdentifier(try $0.require(type: Cart.self)) }
    // expected-error@+1 {{call to main actor-isolated}}
    container.register { "\(try DependenciesContainer.shared.require(type: Cart.self))" }
}

actor Shop {
    func checkOut() throws {
        let container = DependenciesContainer.shared
        _ = container.resolve(type: Cart.self)  // expected-error {{call to main actor-isolated}}
        _ = try container.require(type: Router.self)  // expected-error {{call to main actor-isolated}}
        container.register { Cart() }  // expected-error {{call to main actor-isolated}}
    }
}

@globalActor actor Database {
    static let shared = Database()
}

@Database func store(in container: DependenciesContainer) {
    _ = container.resolve(type: Cart.self)  // expected-error {{call to main actor-isolated}}
    container.register { Cart() }  // expected-error {{call to main actor-isolated}}
}

@MainActor func detach(_ container: DependenciesContainer) {
    Task.detached {
        // expected-error@+1 {{main actor-isolated instance method 'resolve(type:name:)' cannot be called}}
        let cart = container.resolve(type: Cart.self)
        _ = cart
    }
    Task { @Database in
        let cart = container.resolve(type: Cart.self)  // expected-error {{cannot be called from outside of the actor}}
        _ = cart
    }
}

// The same goes for runtime arguments.

nonisolated final class Order: Sendable {}

nonisolated func pass(_ container: DependenciesContainer, _ cart: Cart) throws {
    _ = container.resolve(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Order.self, arguments: 1, cart)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Order.self, arguments: [cart])  // expected-error {{call to main actor-isolated}}
    // expected-error@+1 {{call to main actor-isolated}}
    _ = container.resolve(type: Order.self, arguments: { print(cart) })
    _ = try container.require(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
    let order: Order? = container.resolve(arguments: cart, "a", 1)  // expected-error {{call to main actor-isolated}}
    _ = order
}

actor Kiosk {
    let cart = Cart()

    func use(_ container: DependenciesContainer) throws {
        _ = container.resolve(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
        _ = try container.require(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
    }
}
