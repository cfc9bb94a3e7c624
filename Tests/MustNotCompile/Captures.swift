// A factory of a Sendable service may run on any thread: it captures nothing that others change.

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

nonisolated func register(in container: DependenciesContainer) {
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
    container.register { (path: String) in Client(path + config.host) }  // expected-error {{capture of 'config'}}
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
    container.autoregister(initializer: { (path: String) in Client(path + config.host) })
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
