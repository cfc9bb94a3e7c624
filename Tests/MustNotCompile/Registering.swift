// A factory captures, takes and makes only what belongs where it runs: on any thread for a `Sendable` service, on the
// main actor for a main-actor class that says so. It makes what it is registered as.

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
        host = "localhost"  // error: mutation of captured var 'host'
        return Client()
    }
    container.register { () -> Client in
        config.host = "localhost"  // error: capture of 'config'
        return Client()
    }
    container.register { Client(host) }  // error: reference to captured var 'host' in
    container.register { Client(config.host) }  // error: capture of 'config'
    container.register { _ in Client(config.host) }  // error: capture of 'config'
    container.register { Client(try $0.require() + config.host) }  // error: capture of 'config'
    container.register { (_, path: String) in Client(config.host + path) }  // error: capture of 'config'
    container.register {
        Client()
    } injecting: { _, _ in
        config.host = "localhost"  // error: capture of 'config'
    }
    container.register {
        Client(try $0.require())
    } injecting: { (_, _: Client) in
        host = "localhost"  // error: mutation of captured var 'host'
    }
    host = config.host
}

nonisolated class Settings {
    var host = "example.org"

    func register(in container: DependenciesContainer) {
        container.register { Client(self.host) }  // error: capture of 'self'
    }

    @MainActor func registerOnTheMainActor(in container: DependenciesContainer) {
        container.register { Client(self.host) }  // error: capture of 'self'
    }
}

@MainActor final class Session {
    var user = "Ada"
    func headlines() -> [String] { [] }

    func register(in container: DependenciesContainer) {
        container.register { self.user }  // error: 'user' can not be referenced
        container.register { self.headlines() }  // error: call to main actor-isolated
    }
}

// An initializer that is passed as a factory runs where the service is needed.

nonisolated class Cart {
    init() {}
    init(number: Int) {}
}

@globalActor actor Database {
    static let shared = Database()
}

@Database final class Table {
    init(name: String) {}
    init(_ container: DependenciesContainer) {}
    init(_ container: DependenciesContainer, name: String) {}
}

@MainActor final class Model {
    var title = ""
    init() {}
    init(title: String) {}
    init(_ container: DependenciesContainer, title: String) {}
}

nonisolated func takeInitializers(_ container: DependenciesContainer) {
    container.register(type: Table.self, factory: Table.init(_:))  // error: global actor 'Database'
    container.register(type: Table.self, factory: Table.init(_:name:))  // error: global actor 'Database'
}

@MainActor func takeInitializersOnTheMainActor(_ container: DependenciesContainer) {
    container.register(type: Table.self, factory: Table.init(_:))  // error: global actor 'Database'
    container.register { Table(name: try $0.require()) }  // error: global actor 'Database'
    var count = 0
    container.register {
        count += 1  // error: mutation of captured var 'count'
        return try $0.require(type: String.self).count
    }
    count += 1
}

// A main-actor class is made by a factory that says `@MainActor`, which only the main actor registers.

nonisolated func makeModels(in container: DependenciesContainer) {
    container.register { Model() }  // error: call to main actor-isolated initializer
    container.register { _ in Model() }  // error: call to main actor-isolated initializer
    container.register { Model(title: try $0.require()) }  // error: call to main actor-isolated initializer
    container.register { (_, title: String) in Model(title: title) }  // error: call to main actor-isolated initializer
    container.register(factory: Model.init)  // error: call to main actor-isolated
    container.register(factory: Model.init(_:title:))  // error: call to main actor-isolated
    container.register { @MainActor in Model() }  // error: call to main actor-isolated
}

@MainActor func makeModelsOnTheMainActor(in container: DependenciesContainer) {
    container.register { Model() }  // error: call to main actor-isolated initializer
    container.register { @MainActor in  // error: loses global actor 'MainActor'
        Model()
    } injecting: {
        $1.title = ""  // error: 'title' can not be mutated
    }
    container.register { Cart() }  // error: does not conform to the 'Sendable' protocol
    container.register(factory: Cart.init)  // error: does not conform to the 'Sendable' protocol
}

nonisolated protocol API: Sendable {}

nonisolated struct Feed: Sendable {
    let api: any API
}

// The container comes first, and arguments follow it. A factory with arguments has neither a scope nor `injecting:`.

nonisolated func takeArguments(_ container: DependenciesContainer) {
    container.register(factory: Client.init(_:))  // error: cannot convert value of type '@Sendable (String) -> Client'
    container.register { Feed(api: $0.require()) }  // error: call can throw, but it is not marked with 'try'
    container.register { Client($0) }  // error: expects 0 arguments, but 1 was used
    container.register { (host: String) in Client(host) }  // error: expects 0 arguments, but 1 was used
    // error: expects 0 arguments, but 1 was used
    container.register(type: Client.self) { (host: String) in Client(host) }
    container.register { (host: String, port: Int) in Client(host) }  // error: expects 1 argument, but 2 were used
    // error: expects 1 argument, but 2 were used
    container.register { (host: String, container: DependenciesContainer) in Client(host) }
    container.register(scope: .transient) { (_, host: String) in Client(host) }  // error: expects 1 argument
    // error: expects 1 argument, but 2 were used
    container.register(factory: { (_, host: String) in Client(host) }, injecting: { _, _ in })
    // error: expects 2 arguments, but 1 was used
    container.register(factory: { Client() }, injecting: { client in _ = client })
}

@MainActor func takeArgumentsOnTheMainActor(_ container: DependenciesContainer) {
    container.register(factory: Cart.init(number:))  // error: cannot convert value of type '@Sendable (Int) -> Cart'
    container.register { (number: Int) in Cart(number: number) }  // error: expects 0 arguments, but 1 was used
    // error: expects 1 argument, but 2 were used
    container.register { (number: Int, container: DependenciesContainer) in Cart(number: number) }
    // error: expects 1 argument, but 2 were used
    container.register(scope: .transient) { (_, number: Int) in Cart(number: number) }
    // error: expects 1 argument, but 2 were used
    container.register(factory: { (_, number: Int) in Cart(number: number) }, injecting: { _, _ in })
    container.register(factory: Model.init(title:))  // error: cannot convert value of type
    container.register { @MainActor in Model(title: $0) }  // error: expects 0 arguments, but 1 was used
    container.register(scope: .transient) { @MainActor in Model($0, title: $1) }  // error: expects 1 argument
}

// What is no API is not registered as one, and a scope belongs to a registration.

nonisolated func registerWhatIsNoAPI(in container: DependenciesContainer) {
    container.register(type: API.self, service: Client())  // error: does not conform to expected type 'API'
    container.register(type: API.self, service: API.self)  // error: does not conform to expected type 'API'
    container.register(type: API.self) { Client() }  // error: cannot convert value of type 'Client'
    _ = container.resolve(type: Client.self, scope: .transient)  // error: extra argument 'scope' in call
    _ = try? container.require(type: Client.self, scope: .transient)  // error: extra argument 'scope' in call
    _ = container.resolve<Client>()  // error: no exact matches in reference to instance method 'resolve'
}
