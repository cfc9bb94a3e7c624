// A property of a type that is not `Sendable` is injected on the main actor only, and a `Sendable` type has no mutable
// one.

#if canImport(Locator)
    import Locator
#endif

nonisolated class Cart {}

nonisolated protocol API: Sendable {}

nonisolated protocol Delegate: AnyObject {}

nonisolated class Holder {
    @Injected var cart: Cart  // expected-error {{main actor-isolated default value in a nonisolated context}}
    // expected-error@+1 {{main actor-isolated default value in a nonisolated context}}
    @Injected(name: "staging") var staging: Cart
    @Injected var optional: Cart?  // expected-error {{main actor-isolated default value in a nonisolated context}}
    @Injected var all: [Cart]  // expected-error {{main actor-isolated default value in a nonisolated context}}
    // expected-error@+1 {{main actor-isolated default value in a nonisolated context}}
    @WeakInjected var delegate: Delegate?
    // expected-error@+1 {{main actor-isolated default value in a nonisolated context}}
    @WeakInjected(name: "staging") var stagingDelegate: Delegate?
}

nonisolated struct Record {
    @Injected var cart: Cart  // expected-error {{main actor-isolated default value in a nonisolated context}}
    // expected-error@+1 {{main actor-isolated default value in a nonisolated context}}
    @WeakInjected var delegate: Delegate?
}

actor Shop {
    @Injected var cart: Cart  // expected-error {{main actor-isolated default value in a actor-isolated context}}
    @Injected var optional: Cart?  // expected-error {{main actor-isolated default value in a actor-isolated context}}
    // expected-error@+1 {{main actor-isolated default value in a actor-isolated context}}
    @WeakInjected var delegate: Delegate?
}

@globalActor actor Database {
    static let shared = Database()
}

@Database final class Store {
    // expected-error@+1 {{main actor-isolated default value in a global actor 'Database'-isolated context}}
    @Injected var cart: Cart
    // expected-error@+1 {{main actor-isolated default value in a global actor 'Database'-isolated context}}
    @WeakInjected var delegate: Delegate?
}

nonisolated func use() {
    @Injected var cart: Cart  // expected-error {{call to main actor-isolated initializer}}
    @WeakInjected var delegate: Delegate?  // expected-error {{call to main actor-isolated initializer}}
    let wrapper = Injected<Cart>()  // expected-error {{call to main actor-isolated initializer}}
    print(wrapper)
}

// A `Sendable` type has only properties that are `Sendable`, and a class only such that never change.
@MainActor struct Screen {
    @Injected var cart: Cart
    nonisolated func read() {
        _ = cart  // expected-error {{main actor-isolated property 'cart' can not be referenced}}
    }
}

nonisolated struct Sent: Sendable {
    let cart: Injected<Cart>  // expected-error {{stored property 'cart' of 'Sendable'-conforming struct 'Sent'}}
}

nonisolated final class Notes: Sendable {
    // expected-error@+1 {{stored property 'lines' of 'Sendable'-conforming class 'Notes' is mutable}}
    var lines = ["milk"]
}

nonisolated final class Feed: Sendable {
    // expected-error@+2 {{'nonisolated' cannot be applied to mutable stored properties}}
    // expected-error@+1 {{stored property '_api' of 'Sendable'-conforming class 'Feed' is mutable}}
    @Injected var api: API
}
