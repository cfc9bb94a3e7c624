//: [Previous](@previous)
//:
//: # Object Graphs
//: One object under two protocols, two that need each other, and services for one user.
#if canImport(Locator)
    import Locator
#endif

let container = DependenciesContainer()

//: ## Two protocols
//: Whoever reads favorites need not be able to change them. Both factories ask for the same object.
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
//: A player needs its controls, and they need the player. One of them gets the other in `injecting:`, when it exists
//: and before anyone else sees it. The closure takes the container and the service.
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
    unowned let player: Player  // two strong references would leak
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
//: What belongs to a user goes into a child container, which falls back to its parent.
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
//: Write an `Inbox` that takes the user, and register it in `container`. Then `session.require` throws: a singleton is
//: built out of its own container's services. Mend it.
//:
//: [Next](@next)
