// Property wrappers compile wherever an app has properties: `Sendable` services everywhere, others on the main actor.

#if canImport(Locator)
    import Locator
#endif

nonisolated protocol API: Sendable {
    func get(_ path: String) -> String
}

nonisolated struct HTTPClient: API {
    func get(_ path: String) -> String { "live" + path }
}

nonisolated protocol Tracker: AnyObject, Sendable {}
nonisolated final class ConsoleTracker: Tracker {}

nonisolated extension DependenciesContainer {
    static let payments = DependenciesContainer()
}

// Lives on the main actor.
protocol Router: AnyObject {
    var path: [String] { get set }
}

class AppRouter: Router {
    var path: [String] = []
    init() {}
}

// A struct that says `nonisolated` itself may have no property wrapper that is Sendable and can be set; this is the way
// around that rule of Swift's.
nonisolated enum Services {
    // Sendable, since its services are.
    struct Feed: Sendable {
        @Injected var api: any API
        @Injected(name: "none") var none: (any API)?
        @WeakInjected var tracker: (any Tracker)?

        func load() -> String { api.get("/feed") + (tracker == nil ? "" : "!") + (none == nil ? "" : "?") }
    }

    class Cache {
        @Injected private var api: any API
        @Injected(lazy: true) var later: any API
        @WeakInjected(container: .payments, lazy: true) var laterTracker: (any Tracker)?
        @WeakInjected var tracker: (any Tracker)?
        init() {}
        func load() -> String { api.get("/cache") }
        func replace(_ other: any API) { api = other }
    }
}

// Swift 6.2 allows no property wrapper in a class that says `nonisolated` itself.
#if compiler(>=6.3)
    nonisolated class Said {
        @Injected var api: any API
        @WeakInjected var tracker: (any Tracker)?
        init() {}
    }
#endif

actor Store {
    @Injected var api: any API
    @Injected(name: "none") var none: (any API)?
    func load() -> String { api.get("/store") }
}

@MainActor struct Screen {
    @Injected var router: Router
    @Injected(name: "none", container: .shared, lazy: true) var otherRouter: Router?
    @Injected var api: any API
}

@MainActor final class ViewModel {
    @Injected var router: Router
    @Injected(name: "none") var none: Router?
    @WeakInjected var delegate: Router?
    @Injected var feed: Services.Feed

    func open(_ path: String) -> String {
        router.path.append(path)
        return feed.load()
    }
}

nonisolated func loadAnywhere() -> String {
    @Injected var api: any API
    return api.get("/local")
}

@main enum Program {
    @MainActor static func main() async {
        let tracker = ConsoleTracker()
        let container = DependenciesContainer.shared
        container.register(type: (any API).self) { HTTPClient() }
        container.register(type: (any Tracker).self, service: tracker)
        container.register(type: Router.self) { AppRouter() }
        container.register { Services.Feed() }
        container.register { Store() }
        let model = ViewModel()
        precondition(model.open("/a") == "live/feed!" && model.router.path == ["/a"])
        precondition(model.none == nil && model.delegate === model.router && Screen().router === model.router)
        precondition(Screen().api.get("") == "live")
        let feed = model.feed
        let texts = await Task.detached {
            [feed.load(), Services.Feed().load(), Services.Cache().load(), loadAnywhere(), await Store().load()]
        }.value
        precondition(texts == ["live/feed!", "live/feed!", "live/cache", "live/local", "live/store"])
        let store = await container.resolve(type: Store.self)!.load()
        precondition(store == "live/store")
        let cache = Services.Cache()
        cache.replace(HTTPClient())
        precondition(cache.tracker === tracker)
    }
}
