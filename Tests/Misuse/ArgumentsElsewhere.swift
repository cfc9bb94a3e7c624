// Runtime arguments that are not Sendable are passed on the main actor only.

#if canImport(Locator)
    import Locator
#endif

nonisolated class Cart {}

nonisolated final class Order: Sendable {}

nonisolated func use(_ container: DependenciesContainer, _ cart: Cart) throws {
    _ = container.resolve(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Order.self, arguments: 1, cart)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Order.self, arguments: [cart])  // expected-error {{call to main actor-isolated}}
    // expected-error@+1 {{call to main actor-isolated}}
    _ = container.resolve(type: Order.self, arguments: { print(cart) })
    _ = try container.require(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
    let order: Order? = container.resolve(arguments: cart, "a", 1)  // expected-error {{call to main actor-isolated}}
    _ = order
}

actor Shop {
    let cart = Cart()

    func use(_ container: DependenciesContainer) throws {
        _ = container.resolve(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
        _ = try container.require(type: Order.self, arguments: cart)  // expected-error {{call to main actor-isolated}}
    }
}
