// What the main actor has resolved, or will register, is not taken anywhere else.

// In a file of its own, since the compiler looks for this only where it has found no other error.

#if canImport(Locator)
    import Locator
#endif

nonisolated class Cart {
    var items = 0
}

@MainActor protocol Router {}

actor Shop {
    func take(_ cart: Cart?) {}
    func go(_ router: any Router) {}
}

@MainActor func detach(_ container: DependenciesContainer) throws {
    let cart = try container.require(type: Cart.self)
    Task.detached {  // error: main actor-isolated
        cart.items += 1
    }
}

@MainActor func callAnActor(_ container: DependenciesContainer) async {
    let cart = container.resolve(type: Cart.self)
    await Shop().take(cart)  // error: sending 'cart' risks causing data races
}

@MainActor func callAnActorWithAProtocol(_ container: DependenciesContainer) async throws {
    // error: sending value of non-Sendable type 'any Router' risks causing data races
    await Shop().go(try container.require(type: Router.self))
}

@MainActor func useAfterRegistering(_ container: DependenciesContainer) {
    let cart = Cart()
    container.register(type: Cart.self, service: cart)
    Task.detached {  // error: main actor-isolated
        cart.items += 1
    }
}

nonisolated func resolveAndKeep(_ container: DependenciesContainer) async -> Int {
    let cart = await container.resolve(type: Cart.self)  // error: non-Sendable
    return cart?.items ?? 0
}

nonisolated func requireAndKeep(_ container: DependenciesContainer) async throws -> Int {
    try await container.require(type: Cart.self).items  // error: non-Sendable 'Cart'-typed result can not be returned
}

nonisolated func registerAndKeep(_ container: DependenciesContainer) async {
    let cart = Cart()
    await container.register(type: Cart.self, service: cart)  // error: sending
    cart.items += 1
}

// A `nonisolated init` leaves out what only the main actor can make.

@MainActor final class Screen {
    init() {}
}

@MainActor final class Window {
    let screen = Screen()
    nonisolated init() {}  // error: return from initializer without initializing all stored properties
}

@MainActor final class Panel {
    @Injected var cart: Cart
    nonisolated init() {}  // error: return from initializer without initializing all stored properties
}
