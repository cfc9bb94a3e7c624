//: [Previous](@previous)
//:
//: # App Launch
//: An app from launch to its first screen. In a checkout, `swift run AppLaunch` runs this page.
import Foundation

#if canImport(Locator)
    import Locator
#endif

protocol API: Sendable {
    func titles() -> [String]
}

struct HTTPClient: API {
    let host: String
    func titles() -> [String] { ["News from \(host)"] }
}

struct Settings: Sendable {
    let host: String
}

struct Feed: Sendable {
    let api: API
}

struct Help: Sendable {}

//: ## Launch
//: One function registers everything. Nothing is built yet: launch is quick, and the order does not matter.
func registerServices(in container: DependenciesContainer) {
    container.register {
        print("building the feed")
        return Feed(api: try $0.require())
    }
    container.register(type: API.self) {
        print("building the API")
        return HTTPClient(host: try $0.require(type: Settings.self).host)
    }
    container.register { Help() }
    container.register(type: Settings.self, service: Settings(host: "example.org"))
}

print("== Launch: everything is registered")
let app = DependenciesContainer.shared
registerServices(in: app)
// → == Launch: everything is registered

//: ## The first screen
//: It asks for the feed. What the feed needs is built on the way, once.
print("\n== The first screen")
print(try app.require(type: Feed.self).api.titles())
print(app)
// →
// → == The first screen
// → building the feed
// → building the API
// → ["News from example.org"]
// → type      name  scope      state      from
// → Feed      -     singleton  built      own
// → API       -     singleton  built      own
// → Help      -     singleton  not built  own
// → Settings  -     singleton  built      own

//: ## Another server
//: A copy builds everything anew, out of its own services. Without settings, an error says what to do and who needs
//: them; with other settings, there is another feed.
let copy = app.copy()
copy.unregister(type: Settings.self)

print("\n== A copy without settings")
do {
    _ = try copy.require(type: Feed.self)
} catch {
    let module = String(reflecting: Feed.self).dropLast("Feed".count)  // a playground makes it up
    print("\(error)".replacingOccurrences(of: module, with: "News."))
}
// →
// → == A copy without settings
// → building the feed
// → building the API
// → Register 'Settings' before it is needed, or ask for what is registered.
// →     type: News.Settings
// →     path: Feed → API → Settings
// →     registered for this type: nothing; for others: Feed, API, Help

print("\n== A copy with other settings")
copy.register(type: Settings.self, service: Settings(host: "localhost"))
print(try copy.require(type: Feed.self).api.titles())
// →
// → == A copy with other settings
// → building the feed
// → building the API
// → ["News from localhost"]

//: ## Exercise
//: Resolve the app's feed at the end. Does the app notice the copy?
//:
//: [Next](@next)
