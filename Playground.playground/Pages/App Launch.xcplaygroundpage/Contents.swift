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
    func get(_ path: String) async throws -> [String]
}

protocol Analytics: Sendable {
    func track(_ event: String)
}

/// Stands in for the network: a playground should run on a plane, too.
struct CannedClient: HTTPClient {
    let host: String

    func get(_ path: String) async throws -> [String] {
        ["\(host)\(path)/1", "\(host)\(path)/2"]
    }
}

struct ConsoleAnalytics: Analytics {
    func track(_ event: String) { print("analytics:", event) }
}

/// Keeps its values in a file, so they are there again at the next launch.
final class SettingsStore: Sendable {
    private let file: URL
    private let lock = NSLock()

    init(file: URL) { self.file = file }

    subscript(key: String) -> String? {
        get { lock.withLock { read()[key] } }
        set {
            lock.withLock {
                var values = read()
                values[key] = newValue
                try? JSONEncoder().encode(values).write(to: file, options: .atomic)
            }
        }
    }

    private func read() -> [String: String] {
        guard let data = try? Data(contentsOf: file) else { return [:] }
        return (try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]
    }
}

/// Needs all three of the others, and takes them in its initializer.
final class Feed: Sendable {
    private let client: any HTTPClient
    private let settings: SettingsStore
    private let analytics: any Analytics

    init(client: any HTTPClient, settings: SettingsStore, analytics: any Analytics) {
        (self.client, self.settings, self.analytics) = (client, settings, analytics)
        print("the feed is made")
    }

    func articles() async throws -> [String] {
        analytics.track("feed opened in \(settings["language"] ?? "no language")")
        return try await client.get("/articles")
    }
}

//: ## Launch
//: One function registers them all. The closures run when somebody asks, so their order does not matter and
//: launch stays fast. Inside a factory, `DependenciesContainer.shared` is the container that is building.
func registerServices(in container: DependenciesContainer = .shared) {
    container.register(type: (any HTTPClient).self) { CannedClient(host: "https://live") }
    container.register(type: (any HTTPClient).self, name: "staging") { CannedClient(host: "https://staging") }
    container.register(type: (any Analytics).self, service: ConsoleAnalytics())
    container.register {
        SettingsStore(file: FileManager.default.temporaryDirectory.appendingPathComponent("locator-app-launch.json"))
    }
    container.register {
        Feed(
            client: try DependenciesContainer.shared.require(),
            settings: try DependenciesContainer.shared.require(),
            analytics: try DependenciesContainer.shared.require())
    }
}

registerServices()
print("services are registered")

//: ## Use
//: A view model resolves what it needs when it is made.
@MainActor final class FeedViewModel {
    private let feed: Feed = DependenciesContainer.shared.resolve()!
    private(set) var titles: [String] = []

    func load() async throws { titles = try await feed.articles() }
}

let settings: SettingsStore = DependenciesContainer.shared.resolve()!
settings["language"] = "English"

let viewModel = FeedViewModel()
try await viewModel.load()
print("the view shows", viewModel.titles)

//: A background task asks the same container, and gets the same feed.
try await Task.detached {
    let feed = try DependenciesContainer.shared.require(type: Feed.self)
    print("the background task finds", try await feed.articles().count, "articles")
}.value

//: ## Another service under the same type
//: The staging client has a name of its own. In a copy of the container it takes the place of the live one: the feed
//: is built anew there, out of the copy's services, and the app's own container does not notice.
let staging = DependenciesContainer.shared.copy()
staging.register(type: (any HTTPClient).self) {
    try DependenciesContainer.shared.require(type: (any HTTPClient).self, name: "staging")
}
print("staging has", try await staging.require(type: Feed.self).articles())
print("live still has", try await DependenciesContainer.shared.require(type: Feed.self).articles())

//: ## Try it yourself
//: Remove the registration of the analytics service and run the page again: the message names what is missing, and
//: the path that led to it.
