// Mistakes in calls: each brings a message of the article Swift 6.

import Locator

protocol API: Sendable {}
struct HTTPClient: API {}
struct Feed: Sendable { let api: API }
final class Server: Sendable {}
class Cart {}

final class Player: Sendable {
    init() {}
    init(api: any API) {}
}

func register(in container: DependenciesContainer) throws {
    container.register(API.self) { HTTPClient() }
    container.autoregister(Feed.init)
    container.register(service: HTTPClient())
    container.register(type: API.self, service: { HTTPClient() })
    container.register { r in Feed(api: try r.requires()) }
    container.register { Feed(api: $0.resolve()) }
    container.register { Feed(api: $0.require()) }
    container.register(type: API.self, scope: .shared) { HTTPClient() }
    container.register(type: Int.self, scope: .singleton) { (number: Int) in number }
    container.register {
        Server()
    } injecting: { r, server in
        _ = server
    }
}

func registerAsElsewhere(in container: DependenciesContainer) {
    container.register(type: API.self) { HTTPClient() }.inObjectScope(.container)
    container.autoregister(initializer: Player.init)
}

@MainActor func registerOnTheMainActor(in container: DependenciesContainer) {
    container.register(type: Cart.self) {
        Cart()
    } injecting: { r, cart in
        _ = cart
    }
}

func resolve(from container: DependenciesContainer) throws {
    let found = container.resolve()
    let other = container.resolve(type: Feed.self, arguments: nil)
    let required = try container.require()
    DependenciesContainer.shared = container
}
