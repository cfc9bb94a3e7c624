// `autoregister` resolves every parameter wherever the service is needed: what is not Sendable, and what belongs to an
// actor, is not handed over there.

#if canImport(Locator)
    import Locator
#endif

nonisolated class Cart {
    var items = 0
}

nonisolated final class Order: Sendable {
    let items: Int
    init(cart: Cart) { items = cart.items }
    init(cart: Cart?, number: Int) { items = number }
    init(carts: [Cart], numbers: Int...) { items = carts.count }
}

@globalActor actor Database {
    static let shared = Database()
}

@Database final class Table {
    init(name: String) {}
}

@MainActor final class Screen {
    init(title: String) {}
}

nonisolated func register(in container: DependenciesContainer) {
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister(initializer: Order.init(cart:))
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister(initializer: Order.init(cart:number:))
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister { Order(cart: $0) }
    // expected-error@+1 {{global actor 'Database'}}
    container.autoregister(initializer: Table.init(name:))
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister(initializer: Screen.init(title:))
    // expected-error@+1 {{global actor 'Database'}}
    container.register(type: Table.self, factory: Table.init(name:))
}

@MainActor func registerOnTheMainActor(in container: DependenciesContainer) {
    // expected-error@+1 {{global actor 'Database'}}
    container.autoregister(initializer: Table.init(name:))
    // expected-error@+1 {{global actor 'Database'}}
    container.register { Table(name: try $0.require()) }
    var count = 0
    container.autoregister(initializer: { (text: String) in
        count += 1  // expected-error {{mutation of captured var 'count'}}
        return text.count
    })
    count += 1
}
