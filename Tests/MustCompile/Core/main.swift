// What is left if all optional sections are deleted: instances, factories, names, scopes, errors, containers.

nonisolated protocol API: Sendable {
    var host: String { get }
}

nonisolated struct HTTPClient: API {
    var host = "example.org"
}

nonisolated struct Feed: Sendable {
    let api: API
}

let container = DependenciesContainer()
container.register(type: API.self, name: "staging", service: HTTPClient(host: "localhost"))
container.register(type: API.self) { HTTPClient() }
container.register(scope: .transient) { Feed(api: try $0.require()) }

precondition(container.resolve(type: API.self)?.host == "example.org")
precondition(try! container.require(type: API.self, name: "staging").host == "localhost")

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
precondition(!container.isRegistered(type: Feed.self))
