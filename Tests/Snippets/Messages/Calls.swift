// Mistakes in calls: each brings a message of the article Swift 6.

import Locator

protocol API: Sendable {}
struct HTTPClient: API {}
struct Feed: Sendable { let api: API }
final class Server: Sendable {}

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

func resolve(from container: DependenciesContainer) throws {
    let found = container.resolve()
    let required = try container.require()
    DependenciesContainer.shared = container
}
