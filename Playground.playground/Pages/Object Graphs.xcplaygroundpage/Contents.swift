//: [Previous](@previous)
//:
//: # Object Graphs
//: A service and the services that it needs form an *object graph*. This page shows two difficult cases: services
//: that need each other, and services of one user. ([Welcome](Welcome) explains containers and factories.)
let app = DependenciesContainer()

//: ## Services that need each other
//: A cashier works in a shop, and the shop has a cashier. If each factory asked for the other service, neither could be
//: built first. So the shop has a property with `@Injected`, which asks later:
struct Shop: Sendable {
    let name = "the bakery"
    @Injected var cashier: Cashier
}

struct Cashier: Sendable {
    let name = "Ada"
    let shop: Shop
}

app.register { Shop() }
app.register { Cashier(shop: try $0.require()) }

//: **Guess:** `app` isn't `DependenciesContainer.shared` on this page. Which container does the property ask?
let shop = try app.require(type: Shop.self)
print("\(shop.cashier.name) works in \(shop.cashier.shop.name)")
// → Ada works in the bakery

//: It asks `app`, right after the factory. If a factory creates an object, its properties ask the container of the
//: factory. If you create the object, they ask at the first read, but the container that was `shared` at its creation.
//:
//: (Shop and cashier keep each other in memory: if this matters, see `weak: true` in the article *Getting Started*.)
//:
//: ## Services of one user
//: When somebody logs in, the app creates a *child* container. It has the services of this user. For other services, it
//: asks its *parent*, the app's container. When the user logs out, the app drops the child with its services.
struct User: Sendable { let name: String }

struct Inbox: Sendable {
    let user: User
    var title: String { "Mail for \(user.name)" }
}

var session: DependenciesContainer? = DependenciesContainer(parent: app)
session?.register(type: User.self, service: User(name: "Grace"))  // `service:` registers an object that exists
session?.register { Inbox(user: try $0.require()) }

print(try session?.require(type: Inbox.self).title ?? "no inbox")
// → Mail for Grace
print(try session?.require(type: Shop.self).name ?? "no shop")
// → the bakery

//: **Guess:** the session finds the shop of its parent. Does the parent find the user of its child?
print(app.resolve(type: User.self)?.name ?? "no user")
// → no user
session = nil  // the user logs out

//: ## Try it yourself
//: 1. Change the factory of the shop to `{ _ = try $0.require(type: Cashier.self); return Shop() }`. Read the error.
//: 2. Register the inbox in `app` in place of the session. Read the second sentence of the error. Why does the inbox
//:    not find the user?
//:
//: *Solution:*
//: 1. “Break the circle”: the shop needs the cashier, and the cashier needs the shop, in their factories. The error
//:    shows the circle, `path: Shop → Cashier → Shop`, and advises a property. The shop has one already: it is enough.
//: 2. The inbox is a singleton of `app`, for all users. So `$0` in its factory is `app`, which has no user. Register it
//:    in the session. Or write `scope: .transient`: then `$0` is the container that you ask, here the session.
//:
//: [Next](@next)
