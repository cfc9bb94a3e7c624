//: [Previous](@previous)
//:
//: # App Launch
//: What an app does with a service locator: register everything once, when it starts, and resolve it where it is
//: needed. In a checkout of the package this page runs with `swift run AppLaunch`, too.
import Foundation

#if canImport(Locator)
    import Locator
#endif

//: ## The services
//: Ordinary types behind ordinary protocols. They know nothing of the locator.
protocol HTTPClient: Sendable {
    func get(_ path: String) -> [String]
}

protocol Analytics: Sendable {
    func track(_ event: String)
}

/// Stands in for the network: a playground should run on a plane, too.
struct CannedClient: HTTPClient {
    let host: String
    func get(_ path: String) -> [String] { ["\(host)\(path)/1", "\(host)\(path)/2"] }
}

struct ConsoleAnalytics: Analytics {
    func track(_ event: String) { print("analytics: \(event)") }
}

struct Settings: Sendable {
    let language: String
}

/// Needs all three of the others, and takes them in its initializer.
struct Feed: Sendable {
    let client: any HTTPClient
    let settings: Settings
    let analytics: any Analytics

    func articles() -> [String] {
        analytics.track("feed opened")
        return client.get("/\(settings.language)/articles")
    }
}

//: ## Launch
//: One function registers them all. Call it in the `init` of a SwiftUI `App` or in
//: `application(_:didFinishLaunchingWithOptions:)`. The closures run when somebody asks, so their order does not matter
//: and launch stays fast. What exists already is registered as it is, with `service:`.
func registerServices(in container: DependenciesContainer = .shared) {
    container.register {
        print("the feed is made")
        return Feed(
            client: try DependenciesContainer.shared.require(),
            settings: try DependenciesContainer.shared.require(),
            analytics: try DependenciesContainer.shared.require())
    }
    container.register(type: (any HTTPClient).self) { CannedClient(host: "https://live") }
    container.register(type: (any HTTPClient).self, name: "staging") { CannedClient(host: "https://staging") }
    container.register(type: (any Analytics).self) { ConsoleAnalytics() }
    container.register(type: Settings.self, service: Settings(language: "en"))
}

registerServices()
print("services are registered")
// → services are registered

//: ## Use
//: A view model resolves what it needs when it is made. One that says `@MainActor` does so, too. (And should you want
//: to register it: `container.register { @MainActor in FeedViewModel() }`.)
final class FeedViewModel {
    private let feed: Feed = DependenciesContainer.shared.resolve()!
    private(set) var titles: [String] = []

    func load() { titles = feed.articles() }
}

let viewModel = FeedViewModel()
// → the feed is made
viewModel.load()
// → analytics: feed opened
print(viewModel.titles)
// → ["https://live/en/articles/1", "https://live/en/articles/2"]

//: Another thread asks the same container, and gets the same feed: it isn't made a second time.
let isDone = DispatchSemaphore(value: 0)
DispatchQueue.global().async {
    let feed: Feed? = DependenciesContainer.shared.resolve()
    print("a background thread \(feed == nil ? "finds nothing" : "has the feed, too")")
    isDone.signal()
}
isDone.wait()
// → a background thread has the feed, too

//: ## The same app against another server
//: The staging client has a name of its own. In a copy of the container it takes the place of the live one: the feed
//: is built anew there, out of the copy's services, and the app's own container does not notice.
let staging = DependenciesContainer.shared.copy()
staging.register(type: (any HTTPClient).self) {
    try DependenciesContainer.shared.require(type: (any HTTPClient).self, name: "staging")
}
print(staging.resolve(type: Feed.self)?.articles() ?? [])
// → the feed is made
// → analytics: feed opened
// → ["https://staging/en/articles/1", "https://staging/en/articles/2"]
print(DependenciesContainer.shared.resolve(type: Feed.self)?.articles() ?? [])
// → analytics: feed opened
// → ["https://live/en/articles/1", "https://live/en/articles/2"]

//: ## Exercise
//: Let the copy speak German: register other `Settings` in it, before the feed is resolved. It then prints
//: `["https://staging/de/articles/1", "https://staging/de/articles/2"]`, and the live feed is still English.
//:
//: [Next](@next)
