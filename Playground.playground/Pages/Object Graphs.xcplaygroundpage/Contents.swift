//: [Previous](@previous)
//:
//: # Object Graphs
//: A service and all services that it needs are one *object graph*. Here, two protocols share one object, two objects
//: need each other, and a child container adds the services of one user.
let container = DependenciesContainer()

//: ## Two protocols
//: Some code should only see the name of an account, other code only its coins, so there are two protocols. The
//: factories of both ask for the same object. They are `.transient`, so they ask each time: the scope of `Account`
//: alone decides how many objects exist.
protocol Profile: Sendable {
    var name: String { get }
}

protocol Wallet: Sendable {
    var coins: Int { get }
}

final class Account: Profile, Wallet {
    let name = "Ada"
    let coins = 3
}

container.register {
    print("creating the account")
    return Account()
}
container.register(type: Profile.self, scope: .transient) { try $0.require(type: Account.self) }
container.register(type: Wallet.self, scope: .transient) { try $0.require(type: Account.self) }

print(try container.require(type: Profile.self).name)
// → creating the account
// → Ada
print(try container.require(type: Wallet.self).coins)
// → 3

//: ## A circle
//: The player and its controls need each other. The controls get the player in their initializer. The player gets its
//: controls in `injecting:`. This closure runs after the factory, and before other threads get the player. Both classes
//: change on the main actor only, so their factories begin with `@MainActor in`.
@MainActor protocol Player: AnyObject {
    var controls: Controls? { get set }
}

@MainActor protocol Controls: AnyObject {
    var player: Player { get }
}

final class AudioPlayer: Player {
    var controls: Controls?
}

final class LockScreen: Controls {
    unowned let player: Player  // two strong references would keep both objects in memory forever
    init(player: Player) { self.player = player }
}

container.register(type: Player.self) { @MainActor in
    AudioPlayer()
} injecting: { @MainActor container, player in
    player.controls = try container.require()
}
container.register(type: Controls.self) { @MainActor in LockScreen(player: try $0.require()) }

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
