//: [Previous](@previous)
//:
//: # Object Graphs
//: A service and the services that it needs form an *object graph*. This page builds on [Scopes](Scopes): services that
//: need each other, one object for two protocols, and a container for each user.
let container = DependenciesContainer()

//: ## Services that need each other
//: A cashier works in a shop, and the shop has a cashier. If each factory asked for the other service, neither could be
//: built first. So the shop has a property with `@Injected`, which asks later.
struct Shop: Sendable {
    let name = "the bakery"
    @Injected var cashier: Cashier
}

struct Cashier: Sendable {
    let name = "Ada"
    let shop: Shop
}

container.register { Shop() }
container.register { Cashier(shop: try $0.require()) }

let shop = try container.require(type: Shop.self)
print("\(shop.cashier.name) works in \(shop.cashier.shop.name)")
// → Ada works in the bakery

//: ## A pair for each request
//: A game and its board need each other, too, but each game has its own board. With the scope `.graph`, a `require` of
//: a board builds one board and one game. `weak: true` says that the game doesn't keep its board alive: objects that
//: keep each other stay in memory forever. (Shop and cashier do. That is no problem for singletons of an app.)
nonisolated final class Board: Sendable {  // any thread can use it: see the page Swift 6
    let game: Game
    init(game: Game) { self.game = game }
}

struct Game: Sendable {
    @Injected(weak: true) var board: Board?
}

container.register(scope: .graph) { Game() }
container.register(scope: .graph) { Board(game: try $0.require()) }

//: **Guess:** does the game of a board have the same board? And does the next `require` return it, too?
let board = try container.require(type: Board.self)
print(board.game.board === board)
// → true
print(try container.require(type: Board.self) === board)
// → false

//: ## Two protocols
//: Some code should only see the name of an account, other code only its coins. So two factories ask for the same
//: object. With `.graph`, they ask again each time, and keep nothing: only the scope of `Account` decides how many
//: accounts exist.
protocol Profile: Sendable { var name: String { get } }
protocol Wallet: Sendable { var coins: Int { get } }

final class Account: Profile, Wallet {
    let name = "Ada"
    let coins = 3
}

container.register {
    print("creating the account")
    return Account()
}
container.register(type: Profile.self, scope: .graph) { try $0.require(type: Account.self) }
container.register(type: Wallet.self, scope: .graph) { try $0.require(type: Account.self) }

//: **Guess:** how often does the page print `creating the account`?
print(try container.require(type: Profile.self).name)
// → creating the account
// → Ada
print(try container.require(type: Wallet.self).coins)
// → 3

//: ## A session
//: A *child* container holds the services of one user, and asks its *parent* for all other services.
struct User: Sendable {
    let name: String
}

let session = DependenciesContainer(parent: container)
session.register(type: User.self, service: User(name: "Ada"))  // `service:` registers an object that exists

print(try session.require(type: Shop.self).name)
// → the bakery

//: **Guess:** does the parent find the user of its child?
print(container.resolve(type: User.self) as Any)
// → nil

//: ## Try it yourself
//: 1. In the factory of the shop, write `_ = try $0.require(type: Cashier.self)` and then `return Shop()`. Read the
//:    error.
//: 2. Write an `Inbox` that takes the user in its initializer, and register it in `container`. Now
//:    `session.require(type: Inbox.self)` throws an error. Read its second sentence, and change the registration.
//:
//: *Solution:*
//: 1. “Break the circle”: the shop needs the cashier, and the cashier needs the shop, in their factories. The error
//:    shows the circle, `path: Shop → Cashier → Shop`. So leave the new line out: the property is enough.
//: 2. A singleton in `container` can't use the session's `User`. Register the inbox in `session`. Or write
//:    `scope: .transient`: then `$0` is the container that you ask, here the session.
//:
//: [Next](@next)
