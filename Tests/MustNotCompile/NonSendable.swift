// What is not `Sendable` is neither registered, resolved, passed as an argument nor injected into a property anywhere
// but on the main actor.

#if canImport(Locator)
    import Locator
#endif

nonisolated class Cart {}

nonisolated protocol Router: AnyObject {}

nonisolated final class AppRouter: Router {}

nonisolated func use(_ container: DependenciesContainer) throws {
    container.register(type: Cart.self, service: Cart())  // error: call to main actor-isolated
    container.register(type: Router.self, service: AppRouter())  // error: call to main actor-isolated
    container.register { Cart() }  // error: does not conform to the 'Sendable' protocol
    container.register { _ in Cart() }  // error: does not conform to the 'Sendable' protocol
    container.register(type: Router.self) { AppRouter() }  // error: does not conform to the 'Sendable' protocol
    container.register { (_, number: Int) in Cart() }  // error: does not conform to the 'Sendable' protocol
    container.register(factory: Cart.init)  // error: does not conform to the 'Sendable' protocol
    _ = container.resolve(type: Cart.self)  // error: call to main actor-isolated
    _ = container.resolve(type: Router.self)  // error: call to main actor-isolated
    _ = container.resolve(type: [Cart].self)  // error: call to main actor-isolated
    _ = container.resolve(type: Any.self)  // error: call to main actor-isolated
    _ = try container.require(type: Cart.self)  // error: call to main actor-isolated
    _ = container.resolve(type: Cart.self, arguments: 1)  // error: call to main actor-isolated
    _ = try container.require(type: Cart.self, arguments: 1)  // error: call to main actor-isolated
    _ = container.resolveAll(type: Cart.self)  // error: call to main actor-isolated
    _ = try container.requireAll(type: Cart.self)  // error: call to main actor-isolated
}

nonisolated func useInAsync(_ container: DependenciesContainer) async {
    _ = container.resolve() as Cart?  // error: cannot be called from outside of the actor
}

nonisolated func useInGeneric<T>(_ container: DependenciesContainer, _ type: T.Type) {
    _ = container.resolve(type: type)  // error: call to main actor-isolated
}

nonisolated func useInFactory(_ container: DependenciesContainer) {
    container.register { ObjectIdentifier(try $0.require(type: Cart.self)) }  // error: call to main actor-isolated
    // error: call to main actor-isolated
    container.register { "\(try DependenciesContainer.shared.require(type: Cart.self))" }
}

actor Shop {
    func checkOut() throws {
        let container = DependenciesContainer.shared
        _ = container.resolve(type: Cart.self)  // error: call to main actor-isolated
        _ = try container.require(type: Router.self)  // error: call to main actor-isolated
        container.register { Cart() }  // error: does not conform to the 'Sendable' protocol
    }
}

@globalActor actor Database {
    static let shared = Database()
}

@Database func store(in container: DependenciesContainer) {
    _ = container.resolve(type: Cart.self)  // error: call to main actor-isolated
    container.register { Cart() }  // error: does not conform to the 'Sendable' protocol
}

@MainActor func detach(_ container: DependenciesContainer) {
    Task.detached {
        _ = container.resolve(type: Cart.self)  // error: cannot be called
    }
    Task { @Database in
        _ = container.resolve(type: Cart.self)  // error: cannot be called from outside of the actor
    }
}

// The same goes for runtime arguments.

nonisolated final class Order: Sendable {}

nonisolated func pass(_ container: DependenciesContainer, _ cart: Cart) throws {
    _ = container.resolve(type: Order.self, arguments: cart)  // error: call to main actor-isolated
    _ = container.resolve(type: Order.self, arguments: 1, cart)  // error: call to main actor-isolated
    _ = container.resolve(type: Order.self, arguments: [cart])  // error: call to main actor-isolated
    _ = container.resolve(type: Order.self, arguments: { print(cart) })  // error: call to main actor-isolated
    _ = try container.require(type: Order.self, arguments: cart)  // error: call to main actor-isolated
    _ = container.resolve(type: Order.self, arguments: cart, "a", 1)  // error: call to main actor-isolated
}

// The same goes for properties.

nonisolated protocol Delegate: AnyObject {}

nonisolated class Holder {
    @Injected var cart: Cart  // error: main actor-isolated default value
    @Injected(container: .shared, lazy: true) var lazy: Cart  // error: main actor-isolated default value
    @Injected var optional: Cart?  // error: main actor-isolated default value
    @WeakInjected var delegate: Delegate?  // error: main actor-isolated default value
    // error: main actor-isolated default value
    @WeakInjected(container: .shared, lazy: true) var lazyDelegate: Delegate?
}

actor Market {
    @Injected var cart: Cart  // error: main actor-isolated default value
    @WeakInjected var delegate: Delegate?  // error: main actor-isolated default value
}

@Database final class Store {
    @Injected var cart: Cart  // error: main actor-isolated default value
    @WeakInjected var delegate: Delegate?  // error: main actor-isolated default value
}

nonisolated func inject() {
    @Injected var cart: Cart  // error: call to main actor-isolated initializer
    @WeakInjected var delegate: Delegate?  // error: call to main actor-isolated initializer
    _ = Injected<Cart>()  // error: call to main actor-isolated initializer
}

// What has been injected stays on the main actor.

@MainActor struct Screen {
    @Injected var cart: Cart
    nonisolated func read() {
        _ = cart  // error: main actor-isolated property 'cart' can not be referenced
    }
}

nonisolated struct Sent: Sendable {
    let cart: Injected<Cart>  // error: stored property 'cart' of 'Sendable'-conforming struct 'Sent'
    let delegate: WeakInjected<Delegate>  // error: stored property 'delegate' of 'Sendable'-conforming struct 'Sent'
}
