//: [Previous](@previous)
//:
//: # Object Graphs
//: A service and all services that it needs are one *object graph*. Here, two protocols share one object, two objects
//: need each other, and a child container adds the services of one user.
let container = DependenciesContainer()

//: ## Two protocols
//: Some code should only read favorites, so there are two protocols. The factories of both ask for the same object.
//: They are `.transient`, so they ask each time: the scope of `Favorites` alone decides how many objects exist.
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
container.register(type: FavoritesReading.self, scope: .transient) { try $0.require(type: Favorites.self) }
container.register(type: FavoritesWriting.self, scope: .transient) { try $0.require(type: Favorites.self) }

try container.require(type: FavoritesWriting.self).add("Interlude")
print(try container.require(type: FavoritesReading.self).titles)
// → ["Interlude"]

//: ## A circle
//: The player and its controls need each other. The controls get the player in their initializer. The player gets its
//: controls in `injecting:`. This closure runs after the factory, and before other code gets the player.
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
    unowned let player: Player  // two strong references would keep both objects in memory forever
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

print(try session.require(type: User.self).name)
// → Ada
print(try session.require(type: Player.self) === player)
// → true

//: The parent doesn't ask its child:
print(container.resolve(type: User.self) == nil)
// → true

//: ## Exercise
//: Write an `Inbox` that takes the user in its initializer, and register it in `container`. Now
//: `session.require(type: Inbox.self)` throws an error, because a singleton in `container` can't use the session's
//: `User`. Read the error, and change the registration of the inbox so that it works.
//:
//: *Solution:* register the inbox in `session`. Or write `scope: .transient`: the factory of a transient service gets
//: the container that you ask, here the session.
//:
//: [Next](@next)
