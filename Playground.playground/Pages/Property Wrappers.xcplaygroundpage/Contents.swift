//: [Previous](@previous)
//:
//: # Property Wrappers
//: A property with `@Injected` gets its service from the container.
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

//: ## In an object that you create yourself
//: If you create the object yourself, as in `FeedModel()`, a property gets its service when you first read it. It asks
//: the container that was `shared` when you created the object.
final class FeedModel {
    @Injected var api: API
    @Injected(name: "staging") var staging: API
    @Injected var analytics: Analytics?
}

let model = FeedModel()
print(model.api.host, model.staging.host)
// → live staging

//: An optional property is nil if its service isn't registered, and asks again at the next read. A non-optional
//: property whose service is missing stops the program. The message names the file and line of the property.
print(model.analytics == nil)
// → true

//: A preview or a test can assign another service.
model.api = HTTPClient(host: "fake")
print(model.api.host)
// → fake

//: ## In an object that a container builds
//: If a container builds the object, it fills the properties as soon as the factory has returned. So you find a missing
//: service when you ask for the screen, not later.
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

//: `lazy: true` fills a property when you first read it, also in an object that a container builds. `container:` asks
//: that container, not `shared`.
final class ExportMenu: Sendable {}

final class Toolbar {
    @Injected(lazy: true) var menu: ExportMenu
    @Injected(container: beta) var api: API
}

let beta = DependenciesContainer()
beta.register(type: API.self) { HTTPClient(host: "beta") }

container.register {
    print("creating the menu")
    return ExportMenu()
}
container.register { Toolbar() }

let toolbar = try container.require(type: Toolbar.self)
print(toolbar.api.host)
// → beta
_ = toolbar.menu
// → creating the menu

//: ## Weak properties
//: `@WeakInjected` doesn't keep its service alive. When the service is gone, the next read asks the container again.
final class Player: Sendable {
    deinit { print("the player is released") }
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
// → the player is released

//: The services on this page are `Sendable`. If a service isn't, write `@MainActor` before the class that has the
//: property: see the page *Swift 6*.
//:
//: ## Exercise
//: Write `struct ConsoleAnalytics: Analytics {}`, and register it just before you create the model. The first `true`
//: becomes `false`.
//:
//: [Next](@next)
