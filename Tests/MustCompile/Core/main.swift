// What is left if all optional sections are deleted: instances, factories, names, scopes, circles, errors, containers.

#if canImport(Locator)
    import Locator
#endif

nonisolated protocol API: Sendable {
    var host: String { get }
}

nonisolated struct HTTPClient: API {
    var host = "example.org"
}

nonisolated struct Feed: Sendable {
    let api: API
}

nonisolated final class Player: @unchecked Sendable {
    weak var controls: Controls?
}

nonisolated final class Controls: Sendable {
    let player: Player
    init(player: Player) { self.player = player }
}

let container = DependenciesContainer()
container.register(type: API.self, name: "staging", service: HTTPClient(host: "localhost"))
container.register(type: API.self) { HTTPClient() }
container.register(scope: .transient) { Feed(api: try $0.require()) }
container.register {
    Player()
} injecting: { container, player in
    player.controls = try container.require()
}
container.register { Controls(player: try $0.require()) }

precondition(container.resolve(type: API.self)?.host == "example.org")
precondition(try! container.require(type: API.self, name: "staging").host == "localhost")
let player = try! container.require(type: Player.self)
precondition(player.controls?.player === player)

let copy = container.copy()
copy.asShared {
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
precondition(!container.isRegistered(type: Player.self))
