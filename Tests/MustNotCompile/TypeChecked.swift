// What the type checker refuses: services that are not `Sendable` are used on the main actor only, a factory uses only
// what belongs where it runs, and its form and type fit.

#if canImport(Locator)
    import Locator
#endif

nonisolated class Cart {
    init() {}
    init(number: Int) {}
}

nonisolated protocol Router: AnyObject {}

nonisolated final class AppRouter: Router {}

nonisolated protocol API: Sendable {}

nonisolated final class Client: Sendable {
    init() {}
    init(_ host: String) {}
}

nonisolated struct Feed: Sendable {
    let api: any API
}

@MainActor final class Model {
    var title = ""
    init() {}
    init(title: String) {}
    func titles() {}
    init(_ container: DependenciesContainer, title: String) {}
}

@globalActor actor Database {
    static let shared = Database()
}

@Database final class Table {
    init(name: String) {}
    init(_ container: DependenciesContainer) {}
}

// What is not `Sendable` is neither registered, resolved nor passed as an argument anywhere but on the main actor.

nonisolated func use(_ container: DependenciesContainer, _ cart: Cart) throws {
    container.register(type: Cart.self, service: cart)  // error: call to main actor-isolated
    container.register { Cart() }  // error: does not conform to the 'Sendable' protocol
    container.register { _ in Cart() }  // error: does not conform to the 'Sendable' protocol
    container.register(type: Router.self) { AppRouter() }  // error: does not conform to the 'Sendable' protocol
    container.register { (_, number: Int) in Cart() }  // error: does not conform to the 'Sendable' protocol
    container.register { ObjectIdentifier(try $0.require(type: Cart.self)) }  // error: call to main actor-isolated
    _ = container.resolve(type: Cart.self)  // error: call to main actor-isolated
    _ = try container.require(type: Router.self)  // error: call to main actor-isolated
    _ = container.resolve(type: Cart.self, arguments: 1)  // error: call to main actor-isolated
    _ = try container.require(type: Cart.self, arguments: 1)  // error: call to main actor-isolated
    _ = container.resolve(type: Client.self, arguments: 1, cart)  // error: call to main actor-isolated
    _ = container.resolve(type: Client.self, arguments: { print(cart) })  // error: call to main actor-isolated
    _ = try container.require(type: Client.self, arguments: [cart])  // error: call to main actor-isolated
}

// The compiler must know the type, and a trailing closure is a factory, not the service.

nonisolated func require(_ container: DependenciesContainer, _ work: @escaping @Sendable () async -> Void) throws {
    let client = try container.require()  // error: Say which type, as in `let api: API = try container.require()`.
    let named = try container.require(name: "a")  // error: Say which type
    print(client, named)
    container.register { container in
        let client = try container.require()
        return Feed(api: client)  // error: argument type 'Never' does not conform
    }
    // error: cannot convert value of type 'Void' to closure result type
    container.register(type: (@Sendable () async -> Void).self) { await work() }
    container.register(type: (@Sendable () async -> Void).self) { print("no function") }  // error: cannot convert value
}

// A function of an app's own that registers or resolves for any `T`.

nonisolated func register<T>(_ type: T.Type, in container: DependenciesContainer, make: @escaping @Sendable () -> T) {
    container.register(type: type, factory: make)  // error: type 'T' does not conform to the 'Sendable' protocol
}

nonisolated func resolve<T>(_ type: T.Type, in container: DependenciesContainer) -> T? {
    container.resolve(type: type)  // error: call to main actor-isolated instance method 'resolve(type:name:)'
}

nonisolated func useInAsync<T>(_ container: DependenciesContainer, _ type: T.Type) async {
    _ = container.resolve(type: type)  // error: cannot be called from outside of the actor
    // error: 'register(type:name:service:_:)' cannot be called from outside of the actor
    container.register(type: Cart.self, service: Cart())
}

actor Shop {
    @Injected var cart: Cart  // error: main actor-isolated default value
    @Injected(weak: true) var router: Router?  // error: main actor-isolated default value

    func checkOut(_ container: DependenciesContainer) throws {
        _ = container.resolve(type: Cart.self)  // error: call to main actor-isolated
        container.register { Cart() }  // error: does not conform to the 'Sendable' protocol
    }
}

@MainActor func detach(_ container: DependenciesContainer) {
    Task.detached {
        _ = container.resolve(type: Cart.self)  // error: cannot be called
    }
    Task { @Database in
        _ = container.resolve(type: Cart.self)  // error: cannot be called from outside of the actor
    }
}

// The same goes for properties. What they hold stays on the main actor.

nonisolated class Holder {
    @Injected var cart: Cart  // error: main actor-isolated default value
    @Injected(container: .shared) var optional: Cart?  // error: main actor-isolated default value
    @Injected(weak: true) var router: Router?  // error: main actor-isolated default value
}

nonisolated func inject() {
    @Injected var cart: Cart  // error: call to main actor-isolated initializer
}

@MainActor struct Screen {
    @Injected var cart: Cart
    @Injected var router: any Router
    nonisolated func read() {
        _ = cart  // error: main actor-isolated property 'cart' can not be referenced
    }
}

nonisolated func read(_ screen: Screen) async {
    _ = await screen.router  // error: non-Sendable type 'any Router' of property 'router' cannot exit
}

nonisolated struct Sent: Sendable {
    let cart: Injected<Cart>  // error: stored property 'cart' of 'Sendable'-conforming struct 'Sent'
}

// A factory runs on any thread, and captures nothing that belongs elsewhere.

nonisolated class Config {
    var host = "example.org"
}

nonisolated func capture(_ container: DependenciesContainer) {
    var host = "example.org"
    let config = Config()
    container.register { () -> Client in
        host = "localhost"  // error: mutation of captured var 'host'
        return Client()
    }
    container.register { Client(host) }  // error: reference to captured var 'host' in
    container.register { _ in Client(config.host) }  // error: capture of 'config'
    container.register { (_, path: String) in Client(config.host + path) }  // error: capture of 'config'
    container.register {
        Client()
    } injecting: { _, _ in
        config.host = "localhost"  // error: capture of 'config'
    }
    host = "127.0.0.1"
}

nonisolated func capture(_ model: Model, in container: DependenciesContainer) {
    container.register { model.titles() }  // error: call to main actor-isolated instance method 'titles()'
}

nonisolated class Settings {
    var host = "example.org"
    func register(in container: DependenciesContainer) {
        container.register { Client(self.host) }  // error: capture of 'self'
    }
}

@MainActor final class Session {
    var user = "Ada"
    func register(in container: DependenciesContainer) {
        container.register { self.user }  // error: 'user' can not be referenced
    }
}

// A main-actor class is made by a factory that says `@MainActor`, and only the main actor registers it. A class of
// another global actor isn't made by any factory.

nonisolated func makeModels(in container: DependenciesContainer) {
    container.register { Model(title: try $0.require()) }  // error: call to main actor-isolated initializer
    container.register { (_, title: String) in Model(title: title) }  // error: call to main actor-isolated initializer
    container.register(factory: Model.init(_:title:))  // error: call to main actor-isolated
    container.register { @MainActor in Model() }  // error: call to main actor-isolated
    container.register(type: Table.self, factory: Table.init(_:))  // error: global actor 'Database'
}

@MainActor func makeModelsOnTheMainActor(in container: DependenciesContainer) {
    container.register { Model() }  // error: call to main actor-isolated initializer
    container.register { @MainActor in  // error: loses global actor 'MainActor'
        Model()
    } injecting: {
        $1.title = ""  // error: 'title' can not be mutated
    }
    container.register { Table(name: try $0.require()) }  // error: global actor 'Database'
    var count = 0
    container.register {
        count += 1  // error: mutation of captured var 'count'
        return try $0.require(type: String.self).count
    }
    count += 1
}

// The container comes first, and arguments follow it. A factory with arguments has neither a scope nor `injecting:`.

nonisolated func takeArguments(_ container: DependenciesContainer) {
    container.register(factory: Client.init(_:))  // error: cannot convert value of type '@Sendable (String) -> Client'
    container.register { Feed(api: $0.require()) }  // error: call can throw, but it is not marked with 'try'
    container.register { (host: String) in Client(host) }  // error: expects 0 arguments, but 1 was used
    container.register { (host: String, port: Int) in Client(host) }  // error: expects 1 argument, but 2 were used
    container.register(scope: .transient) { (_, host: String) in Client(host) }  // error: expects 1 argument
    // error: expects 1 argument, but 2 were used
    container.register(factory: { (_, host: String) in Client(host) }, injecting: { _, _ in })
    // error: expects 2 arguments, but 1 was used
    container.register(factory: { Client() }, injecting: { client in _ = client })
}

@MainActor func takeArgumentsOnTheMainActor(_ container: DependenciesContainer) {
    container.register { (number: Int) in Cart(number: number) }  // error: expects 0 arguments, but 1 was used
    container.register(scope: .transient) { @MainActor in Model($0, title: $1) }  // error: expects 1 argument
}

// What is no API is not registered as one, and a scope belongs to a registration.

nonisolated func registerOtherTypes(in container: DependenciesContainer) {
    container.register(type: API.self, service: Client())  // error: does not conform to expected type 'API'
    container.register(type: API.self) { Client() }  // error: cannot convert value of type 'Client'
    _ = container.resolve(type: Client.self, scope: .transient)  // error: extra argument 'scope' in call
    _ = container.resolve<Client>()  // error: no exact matches in reference to instance method 'resolve'
}
