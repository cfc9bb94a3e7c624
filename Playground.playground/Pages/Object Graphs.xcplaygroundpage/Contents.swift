//: [Previous](@previous)
//:
//: # Object Graphs
//: Services that need each other: in a chain, in a circle, or for the time that somebody is logged in.
#if canImport(Locator)
    import Locator
#endif

let container = DependenciesContainer()

//: ## A chain
//: Each factory asks for what its own service takes. Who asks for the last link gets the whole chain; nobody has to
//: know what it consists of. The order of the registrations does not matter.
struct Log: Sendable {
    let prefix: String
}

struct API: Sendable {
    let log: Log
}

struct Feed: Sendable {
    let api: API
}

container.register { Feed(api: try DependenciesContainer.shared.require()) }
container.register { API(log: try DependenciesContainer.shared.require()) }
container.register { Log(prefix: "[app]") }

print(try container.require(type: Feed.self).api.log.prefix)
// → [app]

//: ## One object, two protocols
//: Who reads favourites need not be able to change them. Both protocols lead to the same object, as both factories ask
//: for it.
protocol FavouritesReading {
    var titles: [String] { get }
}

protocol FavouritesWriting {
    func add(_ title: String)
}

final class Favourites: FavouritesReading, FavouritesWriting {
    private(set) var titles: [String] = []
    func add(_ title: String) { titles.append(title) }
}

container.register { Favourites() }
container.register(type: (any FavouritesReading).self) {
    try DependenciesContainer.shared.require(type: Favourites.self)
}
container.register(type: (any FavouritesWriting).self) {
    try DependenciesContainer.shared.require(type: Favourites.self)
}

container.resolve(type: (any FavouritesWriting).self)?.add("Interlude")
print(container.resolve(type: (any FavouritesReading).self)?.titles ?? [])
// → ["Interlude"]

//: ## A circle
//: A player needs its controls, and the controls need the player. One of the two can't get the other in its
//: initializer: it gets it in `injecting:`, which runs when the object exists and before anyone else sees it.
protocol Player: AnyObject {
    var controls: (any Controls)? { get set }
}

protocol Controls: AnyObject {
    var player: any Player { get }
}

final class AudioPlayer: Player {
    var controls: (any Controls)?
}

final class LockScreenControls: Controls {
    unowned let player: any Player  // who owns whom is up to you: two strong references would be a leak
    init(player: any Player) { self.player = player }
}

container.register(type: (any Player).self) {
    AudioPlayer()
} injecting: { player in
    player.controls = try DependenciesContainer.shared.require()
}
container.register(type: (any Controls).self) {
    LockScreenControls(player: try DependenciesContainer.shared.require())
}

let player = try container.require(type: (any Player).self)
let controls = try container.require(type: (any Controls).self)
print(player.controls === controls, controls.player === player)
// → true true

//: ## A session
//: What belongs to a user goes into a child container. It falls back to its parent for what it lacks; the parent knows
//: nothing of it. After the log-out the child is released, with everything in it.
struct User: Sendable {
    let name: String
}

struct Inbox: Sendable {
    let user: User
    let api: API
    var title: String { "\(api.log.prefix) \(user.name)'s inbox" }
}

func logIn(_ name: String) -> DependenciesContainer {
    let session = DependenciesContainer(parent: container)
    session.register(type: User.self, service: User(name: name))
    session.register {
        Inbox(user: try DependenciesContainer.shared.require(), api: try DependenciesContainer.shared.require())
    }
    return session
}

print(logIn("Ada").resolve(type: Inbox.self)?.title ?? "nobody is logged in")
// → [app] Ada's inbox
print(container.resolve(type: Inbox.self)?.title ?? "nobody is logged in")
// → nobody is logged in

//: ## Exercise
//: Give a session a `Log` of its own, with the user's name in brackets as its prefix. The title is still
//: `[app] Ada's inbox`: the API is the parent's singleton, and is built out of the parent's services. What else do you
//: have to register in the session, so that the page prints `[Ada] Ada's inbox`?
//:
//: [Next](@next)
