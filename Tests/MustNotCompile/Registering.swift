// A factory captures, takes and makes only what belongs where it runs: on any thread for a `Sendable` service, on the
// main actor for a main-actor class that says so.

#if canImport(Locator)
    import Locator
#endif

nonisolated final class Client: Sendable {
    init() {}
    init(_ host: String) {}
}

nonisolated class Config {
    var host = "example.org"
}

nonisolated func captureLocally(_ container: DependenciesContainer) {
    var host = "example.org"
    let config = Config()
    container.register { () -> Client in
        host = "localhost"  // expected-error {{mutation of captured var 'host' in concurrently-executing code}}
        return Client()
    }
    container.register { () -> Client in
        config.host = "localhost"  // expected-error {{capture of 'config' with non-Sendable type 'Config'}}
        return Client()
    }
    container.register { Client(host) }  // expected-error {{reference to captured var 'host' in}}
    container.register { Client(config.host) }  // expected-error {{capture of 'config'}}
    container.register { _ in Client(config.host) }  // expected-error {{capture of 'config'}}
    container.register { Client(try $0.require() + config.host) }  // expected-error {{capture of 'config'}}
    container.register { (path: String) in Client(config.host + path) }  // expected-error {{capture of 'config'}}
    container.register {
        Client()
    } injecting: { _ in
        config.host = "localhost"  // expected-error {{capture of 'config'}}
    }
    container.register {
        Client($0)
    } injecting: { (_: Client) in
        host = "localhost"  // expected-error {{mutation of captured var 'host'}}
    }
    // expected-error@+1 {{capture of 'config'}}
    container.autoregister(initializer: { (path: String) in Client(config.host + path) })
    container.autoregister(initializer: Client.init(_:)) { _ in
        config.host = "localhost"  // expected-error {{capture of 'config'}}
    }
    host = config.host
}

nonisolated class Settings {
    var host = "example.org"

    func register(in container: DependenciesContainer) {
        // expected-error@+1 {{capture of 'self' with non-Sendable type 'Settings'}}
        container.register { Client(self.host) }
    }

    @MainActor func registerOnTheMainActor(in container: DependenciesContainer) {
        container.register { Client(self.host) }  // expected-error {{capture of 'self'}}
    }
}

@MainActor final class Session {
    let host = "example.org"
    var user = "Ada"
    func headlines() -> [String] { [] }

    func register(in container: DependenciesContainer) {
        // expected-error@+1 {{reference to property 'host' in closure requires explicit use of 'self'}}
        container.register { Client(host) }
        // expected-error@+1 {{main actor-isolated property 'user' can not be referenced from a Sendable closure}}
        container.register { self.user }
        // expected-error@+1 {{call to main actor-isolated instance method 'headlines()'}}
        container.register { self.headlines() }
    }
}

// What an initializer takes is resolved wherever the service is needed.

nonisolated class Cart {
    init() {}
}

nonisolated final class Order: Sendable {
    init(cart: Cart) {}
    init(cart: Cart?, number: Int) {}
}

@globalActor actor Database {
    static let shared = Database()
}

@Database final class Table {
    init(name: String) {}
}

@MainActor final class Model {
    var title = ""
    init() {}
    init(title: String) {}
}

nonisolated func takeInitializers(_ container: DependenciesContainer) {
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister(initializer: Order.init(cart:))
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister(initializer: Order.init(cart:number:))
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister { Order(cart: $0) }
    // expected-error@+1 {{call to main actor-isolated instance method}}
    container.autoregister(initializer: Model.init(title:))
    // expected-error@+1 {{global actor 'Database'}}
    container.autoregister(initializer: Table.init(name:))
    // expected-error@+1 {{global actor 'Database'}}
    container.register(type: Table.self, factory: Table.init(name:))
}

@MainActor func takeInitializersOnTheMainActor(_ container: DependenciesContainer) {
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

// A main-actor class is made by a factory that says `@MainActor`, which only the main actor registers.

nonisolated func makeModels(in container: DependenciesContainer) {
    container.register { Model() }  // expected-error {{call to main actor-isolated initializer 'init()'}}
    container.register { _ in Model() }  // expected-error {{call to main actor-isolated initializer}}
    container.register { Model(title: $0) }  // expected-error {{call to main actor-isolated initializer}}
    container.register(factory: Model.init)  // expected-error {{call to main actor-isolated instance method}}
}

// expected-error@+2 {{call to main actor-isolated instance method 'register(type:name:scope:factory:injecting:on:)'}}
nonisolated func makeModelOnTheMainActor(in container: DependenciesContainer) {
    container.register { @MainActor in Model() }
}

@MainActor func makeModelsOnTheMainActor(in container: DependenciesContainer) {
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
