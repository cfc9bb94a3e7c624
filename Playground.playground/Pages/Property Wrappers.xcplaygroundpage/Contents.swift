//: [Previous](@previous)
//:
//: # Property Wrappers
//: `@Injected` is a property that is filled with a service.
#if canImport(Locator)
    import Locator
#endif

protocol API: Sendable {
    var host: String { get }
}

struct HTTPClient: API {
    let host: String
}

protocol Analytics: Sendable {}

let container = DependenciesContainer.shared
container.register(type: API.self) { HTTPClient(host: "live") }
container.register(type: API.self, name: "staging") { HTTPClient(host: "staging") }

//: ## In an object made by hand
//: The property is filled when it is first read, from the container that was `shared` when the object was made.
final class FeedModel {
    @Injected var api: API
    @Injected(name: "staging") var staging: API
    @Injected var analytics: Analytics?
}

let model = FeedModel()
print(model.api.host, model.staging.host)
// → live staging

//: An optional property is nil as long as nothing is registered, and asks again at the next read. Any other stops the
//: program, and says in which line the property is.
print(model.analytics == nil)
// → true

//: A preview or a test may assign another service.
model.api = HTTPClient(host: "canned")
print(model.api.host)
// → canned

//: ## In an object made by a container
//: Here the properties are filled as soon as the factory has returned. What is missing shows when the screen is
//: resolved, not when it is used.
final class Screen {
    @Injected(name: "beta") var beta: API
}

container.register { Screen() }

do {
    _ = try container.require(type: Screen.self)
} catch {
    print("\(error)".split(separator: "\n")[2])
}
// →     path: Screen → API "beta"

//: A property that says `lazy: true` waits for its first read here, too. With `container:`, it asks that one.
final class ExportMenu: Sendable {}

final class Toolbar {
    @Injected(lazy: true) var menu: ExportMenu
    @Injected(container: beta) var api: API
}

let beta = DependenciesContainer()
beta.register(type: API.self) { HTTPClient(host: "beta") }

container.register {
    print("the menu is made")
    return ExportMenu()
}
container.register { Toolbar() }

let toolbar = try container.require(type: Toolbar.self)
print(toolbar.api.host)
// → beta
_ = toolbar.menu
// → the menu is made

//: ## Weak properties
//: `@WeakInjected` does not keep its service alive. Once the service is gone, the next read asks the container again.
final class Player: Sendable {
    deinit { print("the player is gone") }
}

final class MiniPlayer {
    @WeakInjected var player: Player?
}

container.register(scope: .weak) { Player() }

var player = container.resolve(type: Player.self)
let mini = MiniPlayer()
print(mini.player === player)
// → true
player = nil
// → the player is gone

//: These services are `Sendable`. A class that has a property for any other says `@MainActor`: see *Swift 6*.
//:

//: ## Exercise
//: Write `struct ConsoleAnalytics: Analytics {}`, and register it just before the model is made: the first `true`
//: becomes `false`.
//:
//: [Next](@next)
