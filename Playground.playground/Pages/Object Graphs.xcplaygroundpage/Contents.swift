//: [Previous](@previous)
//:
//: # Object Graphs
//: One object with two protocols, a circle of two objects, and services for one user.
let container = DependenciesContainer()

//: ## Two protocols
//: Code that reads favorites doesn't have to be able to change them. So there are two protocols. Both factories ask for
//: the same object.
protocol FavoritesReading {
    var titles: [String] { get }
}

protocol FavoritesWriting {
    func add(_ title: String)
}

final class Favorites: FavoritesReading, FavoritesWriting {
    private(set) var titles: [String] = []
    func add(_ title: String) { titles.append(title) }
}

container.register { Favorites() }
container.register(type: FavoritesReading.self) { try $0.require(type: Favorites.self) }
container.register(type: FavoritesWriting.self) { try $0.require(type: Favorites.self) }

container.resolve(type: FavoritesWriting.self)?.add("Interlude")
print(container.resolve(type: FavoritesReading.self)?.titles ?? [])
// → ["Interlude"]

//: ## A circle
//: The player needs controls, and the controls need the player. The controls get the player in their initializer. The
//: player gets its controls in `injecting:`. That closure takes the container and the player. It runs after the
//: factory, and before other code gets the player.
protocol Player: AnyObject {
    var controls: Controls? { get set }
}

protocol Controls: AnyObject {
    var player: Player { get }
}

final class AudioPlayer: Player {
    var controls: Controls?
}

final class LockScreen: Controls {
    unowned let player: Player  // with two strong references, both objects would stay in memory forever
    init(player: Player) { self.player = player }
}

container.register(type: Player.self) {
    AudioPlayer()
} injecting: { container, player in
    player.controls = try container.require()
}
container.register(type: Controls.self) { LockScreen(player: try $0.require()) }

let player = try container.require(type: Player.self)
print(player.controls?.player === player)
// → true

//: ## A session
//: A child container holds the services of one user, and asks its parent for all other services.
struct User: Sendable {
    let name: String
}

let session = DependenciesContainer(parent: container)
session.register(type: User.self, service: User(name: "Ada"))

print(session.resolve(type: User.self)?.name ?? "nobody", session.resolve(type: Player.self) === player)
// → Ada true
print(container.resolve(type: User.self)?.name ?? "nobody")
// → nobody

//: ## Exercise
//: Write an `Inbox` that takes the user in its initializer, and register it in `container`.
//: `session.require(type: Inbox.self)` now throws an error, because a singleton in `container` can't use the session's
//: `User`. Change the registration so that it works.
//:
//: [Next](@next)
