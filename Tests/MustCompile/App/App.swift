// Every call and every property compiles as an app writes it, on every actor, without a keyword that it does not need.

#if canImport(Locator)
    import Locator
#endif
import Dispatch

// Lives on the main actor where that is the default. Elsewhere, it isn't `Sendable`.
protocol Router: AnyObject {
    var path: [String] { get set }
}

class AppRouter: Router {
    var path: [String] = []

    init(_ path: [String] = []) { self.path = path }
}

// Not `Sendable` anywhere.
nonisolated class Basket {
    let router: Router
    var isOpen = false
    init(router: Router) { self.router = router }
}

// Lives on the main actor, and says so.
@MainActor final class Theme {
    var isDark = false

    init() {}
    init(isDark: Bool) { self.isDark = isDark }
}

// Goes anywhere.
nonisolated protocol API: Sendable {
    func get(_ path: String) -> String
}

nonisolated struct HTTPClient: API {
    var host = "live"
    func get(_ path: String) -> String { host + path }
}

nonisolated struct Article: Sendable {
    var api: (any API)?
    var id = 0
}

nonisolated final class Player: @unchecked Sendable {  // the test changes it on one thread
    var api: (any API)?
}

// Every form of a factory: it takes nothing, the container, or the container and then arguments; in one line, in
// several lines, and as a function (`@Sendable` for Swift 5 mode). First for services that can be used anywhere.

@Sendable nonisolated func makeEmpty() -> Article { Article() }
@Sendable nonisolated func makeArticle(with container: DependenciesContainer) throws -> Article {
    Article(api: try container.require())
}
@Sendable nonisolated func makeArticle(with container: DependenciesContainer, id: Int) throws -> Article {
    Article(api: try container.require(), id: id)
}

nonisolated func useEveryForm(_ container: DependenciesContainer) throws {
    container.register(type: String.self, service: "hello")
    container.register(type: (any API).self, name: "given", service: HTTPClient(host: "given"))
    container.register { HTTPClient() as any API }
    container.register(type: (any API).self, name: "staging") { HTTPClient(host: "staging") }
    container.register(type: (any API).self, name: "alias") { try $0.require(name: "staging") }

    container.register { Article() }
    container.register(name: "lines", scope: .transient) {
        let id = 2
        return Article(id: id)
    }
    container.register(name: "function", factory: makeEmpty)
    container.register {
        Player()
    } injecting: { container, player in
        player.api = try container.require()
    }
    container.register(name: "taking all", scope: .transient, factory: { Player() }) {
        $1.api = try $0.require()
    }

    container.register(name: "container") { Article(api: try $0.require()) }
    container.register(type: Article.self, name: "container, lines", scope: .graph) { container in
        let api: any API = try container.require()
        return Article(api: api)
    }
    container.register(name: "container, function", factory: makeArticle(with:))
    container.register(name: "container", scope: .weak) { _ in
        Player()
    } injecting: { container, player in
        let api = try container.require(type: (any API).self)
        player.api = api
    }
    container.register { $0.resolve(type: String.self).map { [$0] } ?? [] }

    container.register { (_, id: Int) in Article(id: id) }
    container.register { (container, id: Int?) in Article(api: try container.require(), id: id ?? 5) }
    container.register(type: Article.self, name: "lines") { (container: DependenciesContainer, id: Int) in
        let api: any API = try container.require()
        return Article(api: api, id: id)
    }
    container.register(name: "function", factory: makeArticle(with:id:))
    container.register(type: Article.self, name: "untyped") { Article(api: try $0.require(), id: $1) }
    container.register { (_, api: any API, id: Int) in Article(api: api, id: id) }

    precondition(container.resolve(type: String.self) == "hello" && container.resolve(type: [String].self) == ["hello"])
    precondition(container.resolve(type: (any API).self, name: "given")?.get("/") == "given/")
    let staging: any API = try container.require(name: "alias")
    precondition(staging.get("/") == "staging/")
    precondition(container.resolve(type: Article.self)?.id == 0)
    let found: Article? = container.resolve(name: "lines")
    precondition(found?.id == 2 && found?.api == nil)
    precondition(container.resolve(type: Article.self, name: "function") != nil)
    let player: Player? = container.resolve()
    precondition(player?.api != nil)
    for name in ["container", "taking all"] {
        let other = try container.require(type: Player.self, name: name)
        precondition(other.api != nil && other !== player)
    }
    for name in ["container", "container, lines", "container, function"] {
        let article = try container.require(type: Article.self, name: name)
        precondition(article.api != nil)
    }

    precondition(container.resolve(type: Article.self, arguments: 1)?.id == 1)
    let none = try container.require(type: Article.self, arguments: nil as Int?)
    precondition(none.id == 5 && none.api != nil)
    for name in ["lines", "function", "untyped"] {
        let article = try container.require(type: Article.self, name: name, arguments: 3)
        precondition(article.id == 3 && article.api != nil)
    }
    precondition(container.resolve(type: Article.self, arguments: staging, 4)?.api != nil)

    container.unregister(type: Article.self)
    precondition(!container.isRegistered(type: Article.self) && container.resolve(type: Article.self) == nil)
    container.register(type: Article?.self) { Article(api: try $0.require()) }
    let optional: Article? = try container.require()
    precondition(optional?.api != nil && container.verify().isEmpty && "\(container)".contains("transient"))
    container.resetInstances()
    DependenciesContainer(parent: container).removeAll()
}

// For services that live on the main actor: any class there, also one that isn't `Sendable`.

@MainActor func makeRouter(_ container: DependenciesContainer, _ path: [String]) throws -> Router {
    AppRouter(try container.require(type: Router.self).path + path)
}

@MainActor func useEveryFormOnTheMainActor(_ container: DependenciesContainer) throws {
    container.register { @MainActor in AppRouter(["/"]) as Router }
    container.register(name: "lines") { @MainActor in
        let path = ["lines"]
        return AppRouter(path) as Router
    }
    container.register(type: Router.self, name: "container") { @MainActor _ in
        AppRouter()
    } injecting: { @MainActor container, router in
        router.path = try container.require(type: Router.self).path
    }
    container.register { @MainActor in
        Basket(router: try $0.require())
    } injecting: { @MainActor in
        $1.isOpen = $0.isRegistered(type: Router.self)
    }
    container.register(type: Theme.self, scope: .weak) { @MainActor container in
        let router: Router = try container.require()
        return Theme(isDark: router.path.isEmpty)
    }
    container.register(name: "taking all", factory: { @MainActor in Theme() }) { @MainActor in
        $1.isDark = $0.isRegistered(type: Router.self)
    }
    container.register(type: Router.self) { @MainActor _, path in AppRouter([path as String]) }
    container.register(name: "function") { @MainActor in try makeRouter($0, $1) }
    container.register { @MainActor in Theme(isDark: $1) }
    container.register { @MainActor container, router in
        Basket(router: try router ?? container.require())
    }
    #if compiler(>=6.3) && swift(>=6)
        container.register(name: "typed") { @MainActor (_, isDark: Bool) in Theme(isDark: isDark) }
        let typed = try container.require(type: Theme.self, name: "typed", arguments: true)
        precondition(typed.isDark)
    #endif

    let router: Router? = container.resolve()
    precondition(router?.path == ["/"] && container.resolve(type: Router.self, name: "container")?.path == ["/"])
    // Still the main actor, although another queue is the current one.
    precondition(DispatchQueue(label: "other").sync { container.resolve(type: Router.self) === router })
    let basket = try container.require(type: Basket.self)
    precondition(basket.isOpen && basket.router === router)
    precondition(container.resolve(type: Theme.self)?.isDark == false)
    let theme: Theme? = try container.require(name: "taking all")
    precondition(theme?.isDark == true)
    precondition(container.resolve(type: Router.self, arguments: "a")?.path == ["a"])
    let made = try container.require(type: Router.self, name: "function", arguments: ["c"])
    precondition(made.path == ["/", "c"])
    precondition(container.resolve(type: Theme.self, arguments: true)?.isDark == true)
    let other = try container.require(type: Basket.self, arguments: router)
    precondition(other.router === router && container.verify().isEmpty)
}

// In the properties of a class of the main actor, and on other actors.

@MainActor final class ViewModel {
    let router: Router = DependenciesContainer.shared.resolve()!
    let api: (any API)? = DependenciesContainer.shared.resolve()
}

actor Worker {
    var answers = 0

    func work() throws -> String {
        DependenciesContainer.shared.register(name: "at") { (_, place: String) in "at \(place)" }
        DependenciesContainer.shared.register(name: "worker") {
            try $0.require(type: String.self, name: "at", arguments: "work")
        }
        return try DependenciesContainer.shared.require(type: String.self, name: "worker")
    }

    // `asShared` where tasks and other actors are.
    func ask(_ container: DependenciesContainer) async -> Int {
        await container.asShared {
            async let child = DependenciesContainer.shared.isRegistered(type: Int.self)
            let task = Task { DependenciesContainer.shared.isRegistered(type: Int.self) }
            let group = await withTaskGroup(of: Bool.self) { group in
                group.addTask { DependenciesContainer.shared.isRegistered(type: Int.self) }
                return await group.next() == true
            }
            for isFound in await [child, task.value, group] where isFound { answers += 1 }
        }
        return answers
    }
}

// Swift 5 mode doesn't check what is `Sendable`: any service goes everywhere there.

#if swift(<6)
    nonisolated func useAnythingAnywhere(_ container: DependenciesContainer, _ basket: Basket) throws {
        container.register(type: Basket.self, service: basket)
        _ = (container.resolve(type: Basket.self), try container.require(type: Basket.self))
        _ = container.resolve(type: Basket.self, arguments: basket)
        _ = try container.require(type: Basket.self, arguments: basket)
        _ = (Injected<Basket>(), Injected<Basket?>(weak: true))
    }
#endif

// Properties, wherever an app has them: of `Sendable` services everywhere, of others on the main actor.

nonisolated protocol Tracker: AnyObject, Sendable {}
nonisolated final class ConsoleTracker: Tracker {}

nonisolated extension DependenciesContainer {
    static let payments = DependenciesContainer()
}

// A struct that says `nonisolated` itself may have no property wrapper that is Sendable and can be set; this is the way
// around that rule of Swift's.
nonisolated enum Services {
    // Sendable, since its services are.
    struct Feed: Sendable {
        @Injected var api: any API
        @Injected(name: "none") var none: (any API)?
        @Injected(weak: true) var tracker: (any Tracker)?

        func load() -> String { api.get("/feed") + (tracker == nil ? "" : "!") + (none == nil ? "" : "?") }
    }

    class Cache {
        @Injected private var api: any API
        @Injected(container: .payments, weak: true) var tracker: (any Tracker)?
        init() {}
        func load() -> String { api.get("/cache") }
        func replace(_ other: any API) { api = other }
    }
}

// Swift 6.2 allows no property wrapper in a class that says `nonisolated` itself.
#if compiler(>=6.3)
    nonisolated class Said {
        @Injected var api: any API
        @Injected(weak: true) var tracker: (any Tracker)?
        init() {}
    }
#endif

actor Store {
    @Injected var api: any API
    @Injected(name: "none") var none: (any API)?
    func load() -> String { api.get("/store") }
}

@MainActor struct Panel {
    @Injected var router: Router
    @Injected(name: "none", container: .shared) var otherRouter: Router?
    @Injected(weak: true) var delegate: Router?
    @Injected var feed: Services.Feed
}

nonisolated func loadAnywhere() -> String {
    @Injected var api: any API
    return api.get("/local")
}

@MainActor func useProperties(_ container: DependenciesContainer) async {
    container.register(type: (any API).self) { HTTPClient() }
    container.register(type: (any Tracker).self, service: ConsoleTracker())
    container.register(type: Router.self) { @MainActor in AppRouter() }
    container.register { Services.Feed() }
    container.register { Store() }
    let (panel, model) = (Panel(), ViewModel())
    precondition(panel.router === model.router && panel.delegate === model.router && panel.otherRouter == nil)
    precondition(panel.feed.load() == "live/feed!" && model.api?.get("") == "live")
    let texts = await Task.detached {
        [Services.Feed().load(), Services.Cache().load(), loadAnywhere(), await Store().load()]
    }.value
    precondition(texts == ["live/feed!", "live/cache", "live/local", "live/store"])
    let store = await container.resolve(type: Store.self)!.load()
    precondition(store == "live/store")
    let cache = Services.Cache()
    cache.replace(HTTPClient(host: "replaced"))
    precondition(cache.load() == "replaced/cache" && cache.tracker == nil)
}

// A main-actor class that other threads need: they can build it, and its factory doesn't say `@MainActor`.

@MainActor protocol History: Sendable {
    func add(_ title: String) -> Int
}

@MainActor final class Journal: History {
    private var titles: [String]
    private let child = Child()
    private lazy var theme = Theme()
    @Injected private var api: any API

    nonisolated init(titles: [String] = [], other: Child = Child()) {
        self.titles = titles
        Task { await load() }
    }

    func load() {}

    func add(_ title: String) -> Int {
        titles.append(title)
        return titles.count
    }

    final class Child {
        nonisolated init() {}
    }
}

actor Recorder {
    @Injected var history: any History
    func record(_ title: String) async -> Int { await history.add(title) }
}

// A function of an app's own that resolves: one for what is `Sendable`, and one for the main actor.

nonisolated func resolve<T: Sendable>(_ type: T.Type = T.self, in container: DependenciesContainer) -> T? {
    container.resolve()
}

@MainActor func resolve<T>(_ type: T.Type = T.self, in container: DependenciesContainer) -> T? {
    container.resolve()
}

nonisolated func useHistory(_ container: DependenciesContainer) async {
    container.register(type: (any History).self) { Journal() }
    container.register { Recorder() }
    let count = await resolve(Recorder.self, in: container)?.record("a")
    precondition(count == 1)
    await MainActor.run {
        container.register { @MainActor in Basket(router: AppRouter()) }
        precondition(resolve(Basket.self, in: container) != nil && resolve(in: container) as (any History)? != nil)
    }
}

// Code written for a blog post's container: plain classes, registered by class, protocol and name, resolved with `!`
// and cast back.

protocol Animal {
    var name: String { get }
}

class Cat: Animal {
    var name = "Tom"
}

class Tiger: Animal {
    var name = "Shere Khan"
}

@MainActor func useLikeABlogPost(_ container: DependenciesContainer) {
    container.register(type: Cat.self, service: Cat())
    container.register(type: Animal.self, name: "Cat", service: Cat())
    container.register(type: Animal.self, name: "Tiger") { @MainActor in Tiger() }

    let cat = container.resolve(type: Animal.self, name: "Cat") as! Cat
    cat.name = "Felix"
    precondition(container.resolve(type: Animal.self, name: "Cat")!.name == "Felix")
    precondition(container.resolve(type: Cat.self)!.name == "Tom")
    let tiger = container.resolve(type: Animal.self, name: "Tiger") as! Tiger
    precondition(container.resolve(type: Animal.self, name: "Tiger") as! Tiger === tiger)
    precondition(container.resolve(type: Animal.self, name: "Dog") == nil)
}

// An app can add members with the names of the file's own. (`run` adds types with the names of the file's types.)

extension Optional {
    static var wrappedKey: String { "the app's own" }
}

extension DependenciesContainer {
    func key() -> String { "key" }
    func add(_ number: Int) -> Int { number + 1 }
}

@MainActor func useErrors(_ container: DependenciesContainer) {
    do {
        _ = try container.require(type: Article.self)
    } catch let error as ResolutionError {
        let reason: ResolutionError.Reason = error.reason
        precondition(reason == .notRegistered && error.type == Article.self && error.name == nil)
        precondition(error.path == ["Article"] && !error.description.isEmpty)
    } catch {}
}

@main struct App {
    @MainActor static func main() async throws {
        try useEveryForm(DependenciesContainer())
        try useEveryFormOnTheMainActor(DependenciesContainer())
        registerFunctions(DependenciesContainer())
        registerFunctionsOnTheMainActor(DependenciesContainer())
        useLikeABlogPost(DependenciesContainer())
        useErrors(DependenciesContainer())
        await useHistory(DependenciesContainer())
        let work = try await Worker().work()
        precondition(work == "at work")
        let container = DependenciesContainer()
        container.register { 1 }
        let answers = await Worker().ask(container)
        precondition(answers == 3)
        let basket = Basket(router: AppRouter())
        await container.asShared {
            await Task.yield()
            basket.isOpen = true
            precondition(DependenciesContainer.shared.resolve(type: Int.self) == 1)
        }
        precondition(DependenciesContainer.shared.resolve(type: Int.self) == nil)
        await useProperties(DependenciesContainer.shared)
    }
}
