// Mistakes about actors: each brings a message of the article Swift 6.

import Locator

@MainActor final class Model {
    var client: Int?
    init() {}
}

@MainActor final class Session {
    let host = "example.org"
    var user = "Ada"
    func headlines() -> String { "Hello" }

    func register(in container: DependenciesContainer) {
        container.register { host }
        container.register { self.user }
        container.register { self.headlines() }
    }
}

nonisolated final class Settings {
    let host = "example.org"

    func register(in container: DependenciesContainer) {
        container.register { [self] in host }
    }
}

class Cart {}

class Config {
    let host = "example.org"
}

nonisolated func register(in container: DependenciesContainer) {
    container.register { Model() }
    container.register { @MainActor in Model() }
    container.register { Cart() }
    let config = Config()
    container.register { config.host }
    var host = "example.org"
    container.register { host }
    host = "localhost"
}

@MainActor func registerOnTheMainActor(in container: DependenciesContainer) {
    container.register { @MainActor in Cart() }
    container.register { @MainActor in
        Model()
    } injecting: {
        $0.client = 1
    }
}

nonisolated func resolve(from container: DependenciesContainer) {
    _ = container.resolve(type: Cart.self)
    Task.detached { _ = container.resolve(type: Cart.self) }
}

nonisolated final class Counter {
    @Injected var cart: Cart
}

actor Shop {
    @Injected var cart: Cart
}

final class Feed: Sendable {
    @Injected var api: Int
}

nonisolated final class OtherFeed: Sendable {
    @Injected var api: Int
}

final class Store: Sendable {
    var notes = ["milk"]
}
