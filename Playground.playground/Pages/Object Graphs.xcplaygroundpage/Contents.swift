//: [Previous](@previous)
//:
//: # Object Graphs
//: A service and all services that it needs are one *object graph*. Here, two protocols share one object, two services
//: need each other, each game has its own board, and a child container adds the services of one user.
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

//: ## Services that need each other
//: A shop has a cashier, and the cashier works in the shop. If each factory asked for the other service, neither could
//: be built first. So one of the two has a property with `@Injected`. The container fills the property after it has
//: built both services.
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
//: A game and its board need each other, too, but each game has its own board. With the scope `.graph`, all services
//: that are built for one `require` get the same game and the same board. The next `require` builds a new pair.
nonisolated final class Board: Sendable {  // any thread can use it: see the page Swift 6
    let game: Game
    init(game: Game) { self.game = game }
}

struct Game: Sendable {
    @Injected var board: Board
}

container.register(scope: .graph) { Game() }
container.register(scope: .graph) { Board(game: try $0.require()) }

let board = try container.require(type: Board.self)
print(board.game.board === board)
// → true
print(try container.require(type: Board.self) === board)
// → false

//: ## A session
//: A child container holds the services of one user, and asks its parent for all other services.
struct User: Sendable {
    let name: String
}

let session = DependenciesContainer(parent: container)
session.register(type: User.self, service: User(name: "Ada"))

print(try session.require(type: User.self).name)
// → Ada
print(try session.require(type: Shop.self).name)
// → the bakery

//: The parent doesn't ask its child:
print(container.resolve(type: User.self) == nil)
// → true

//: ## Try it yourself
//: 1. In the factory of the shop, write `_ = try $0.require(type: Cashier.self)` and then `return Shop()`. Read the
//:    error.
//: 2. Write an `Inbox` that takes the user in its initializer, and register it in `container`. Now
//:    `session.require(type: Inbox.self)` throws an error, because a singleton in `container` can't use the session's
//:    `User`. Change the registration of the inbox so that it works.
//:
//: *Solution:*
//: 1. The shop needs the cashier, and the cashier needs the shop, in their factories: the error names the circle
//:    `Shop → Cashier → Shop`. The property needs no such line.
//: 2. Register the inbox in `session`. Or write `scope: .transient`: the factory of a transient service gets the
//:    container that you ask, here the session.
//:
//: [Next](@next)
