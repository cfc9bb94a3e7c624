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

struct Feed: Sendable {
    let api: API
}

//: ## Launch
//: One function registers everything. Nothing is built yet: launch is quick, and the order does not matter.
func registerServices(in container: DependenciesContainer) {
    container.register {
        print("building the feed")
        return Feed(api: try $0.require())
    }
    container.register(type: API.self) {
        print("building the API")
        return HTTPClient(host: "example.org")
    }
    container.register(type: API.self, name: "staging") { HTTPClient(host: "localhost") }
}

print("== Launch: everything is registered")
let app = DependenciesContainer.shared
registerServices(in: app)
// → == Launch: everything is registered

//: ## The first screen
//: It asks for the feed. What the feed needs is built on the way, once.
print("\n== The first screen asks for the feed")
print(try app.require(type: Feed.self).api.titles())
print(app)
// →
// → == The first screen asks for the feed
// → building the feed
// → building the API
// → ["News from example.org"]
// → scope      state      service
// → singleton  built      Feed
// → singleton  built      API
// → singleton  not built  API "staging"

print("\n== It asks for something else")
do {
    _ = try app.require(type: API.self, name: "stagign")
} catch {
    let module = String(reflecting: Feed.self).dropLast("Feed".count)  // a playground makes it up
    print("\(error)".replacingOccurrences(of: module, with: "News."))
}
// →
// → == It asks for something else
// → Register 'API "stagign"' before it is needed, or ask for what is registered.
// →     type: News.API
// →     path: API "stagign"
// →     registered for this type: API, API "staging"

//: ## Another server
//: A copy builds everything anew, out of its own services. The app does not notice.
print("\n== A copy has another API")
let copy = app.copy()
copy.register(type: API.self) { try $0.require(name: "staging") }
print(try copy.require(type: Feed.self).api.titles())
print(try app.require(type: Feed.self).api.titles())
// →
// → == A copy has another API
// → building the feed
// → ["News from localhost"]
// → ["News from example.org"]

//: ## Exercise
//: Print the copy. Why is its unnamed API built, and the app's staging API not?
//:
//: [Next](@next)
