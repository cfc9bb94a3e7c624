// What is left if all optional sections are deleted: instances, factories, names, scopes, circles, errors, containers.

nonisolated protocol API: Sendable {
    var host: String { get }
}

nonisolated struct HTTPClient: API {
    var host = "example.org"
}

nonisolated struct Feed: Sendable {
    let api: API
}

nonisolated final class Server: @unchecked Sendable {
    weak var client: Client?
}

nonisolated final class Client: Sendable {
    let server: Server
    init(server: Server) { self.server = server }
}

let container = DependenciesContainer()
container.register(type: API.self, name: "staging", service: HTTPClient(host: "localhost"))
container.register(type: API.self) { HTTPClient() }
container.register(scope: .transient) { Feed(api: try $0.require()) }
container.register(scope: .graph) {
    Server()
} injecting: { container, server in
    server.client = try container.require()
}
container.register(scope: .graph) { Client(server: try $0.require()) }

precondition(container.resolve(type: API.self)?.host == "example.org")
precondition(try! container.require(type: API.self, name: "staging").host == "localhost")
let client = try! container.require(type: Client.self)
precondition(client.server.client === client)

container.copy().asShared {
    DependenciesContainer.shared.register(type: API.self) { HTTPClient(host: "fake") }
    precondition(DependenciesContainer.shared.resolve(type: Feed.self)?.api.host == "fake")
}
container.unregister(type: API.self)
container.resetInstances()
do {
    _ = try container.require(type: Feed.self)
    preconditionFailure("nothing is registered")
} catch let error as ResolutionError {
    precondition(error.reason == .notRegistered && error.path == ["Feed", "API"])
}
container.removeAll()
precondition(!container.isRegistered(type: Server.self))
