//: [Previous](@previous)
//:
//: # App Launch
//: An app from launch to its first screen. In a terminal, `swift run AppLaunch` runs this page as a program. Only
//: the program needs `import Locator`.
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

struct Feed: Sendable {
    let api: API
}

//: ## Launch
//: One function registers all services. No factory runs yet, so launch is fast, and the order doesn't matter.
func registerServices(in container: DependenciesContainer) {
    container.register {
        print("creating the feed")
        return Feed(api: try $0.require())
    }
    container.register(type: API.self) {
        print("creating the API")
        return HTTPClient(host: "example.org")
    }
    container.register(type: API.self, name: "staging") { HTTPClient(host: "localhost") }
}

print("== Launch: everything is registered")
let app = DependenciesContainer.shared
registerServices(in: app)
// → == Launch: everything is registered

//: ## The first screen
//: The screen asks for the feed. The factory of the feed asks for the API.
print("\n== The first screen asks for the feed")
print(try app.require(type: Feed.self).api.titles())
print(app)
// →
// → == The first screen asks for the feed
// → creating the feed
// → creating the API
// → ["News from example.org"]
// → API "staging": singleton
// → API: singleton
// → Feed: singleton

print("\n== The screen asks for a name that isn't registered")
do {
    _ = try app.require(type: API.self, name: "stagign")
} catch {
    let module = String(reflecting: Feed.self).dropLast("Feed".count)  // a playground has a module name of its own
    let text = "\(error)".replacingOccurrences(of: module, with: "News.")
    print(text.replacingOccurrences(of: ". A", with: ".\nA"))  // one sentence on each line
}
// →
// → == The screen asks for a name that isn't registered
// → Register 'API "stagign"' first, under exactly this type and name, in the container that was asked or in its parent.
// → A singleton's factory asks the container where the singleton was registered.
// →     type: News.API
// →     path: API "stagign"
// →     registered for this type: API, API "staging"

//: ## Another server
//: A copy has the same registrations, but no instances. It builds its own feed, with its own API. The app keeps its
//: feed.
print("\n== A copy has another API")
let copy = app.copy()
copy.register(type: API.self) { try $0.require(name: "staging") }
print(try copy.require(type: Feed.self).api.titles())
print(try app.require(type: Feed.self).api.titles())
// →
// → == A copy has another API
// → creating the feed
// → ["News from localhost"]
// → ["News from example.org"]

//: ## Try it yourself
//: Add `scope: .transient` to the registration of the feed. Which line does the page print more often? Guess first.
//:
//: *Solution:* `creating the feed`, because each `require` now builds a new feed. `creating the API` is still printed
//: once: all feeds of the app share one API.
//:
//: [Next](@next)
