// Every call and every property compiles as an app writes it, on every actor, without a keyword that it does not need,
// also if the app's own types have the names that the file uses inside.

#if canImport(Locator)
    import Locator
#endif
import Dispatch

// Lives on the main actor where that is the default, and anywhere it is made otherwise.
protocol Router: AnyObject {
    var path: [String] { get set }
}

class AppRouter: Router {
    var path: [String] = []

    init(_ path: [String] = []) { self.path = path }
}

// Not Sendable anywhere, and made out of services.
nonisolated class Basket {
    let router: Router
    var isOpen = false
    init(router: Router) { self.router = router }
    func open() { isOpen = true }
}

// Lives on the main actor, and says so.
@MainActor final class Theme {
    var isDark = false

    init() {}
    init(isDark: Bool) { self.isDark = isDark }
}

@MainActor final class Screen {
    let theme: Theme
    init(theme: Theme) { self.theme = theme }
}

// Goes anywhere.
nonisolated protocol API: Sendable {
    func get(_ path: String) -> String
}

nonisolated struct HTTPClient: API {
    var host = "live"
    func get(_ path: String) -> String { host + path }
}

nonisolated struct Feed: Sendable {
    let api: any API
}

@MainActor final class ViewModel {
    let router: Router = DependenciesContainer.shared.resolve()!
    let theme: Theme = DependenciesContainer.shared.resolve()!
    let feed: Feed? = DependenciesContainer.shared.resolve()

    func open(_ path: String) throws {
        router.path.append(path)
        let again = try DependenciesContainer.shared.require(type: Router.self)
        precondition(again === router && router.path == [path])
        precondition(feed?.api.get(path) == "live" + path)
        let container = DependenciesContainer.shared
        precondition(container.resolveAll(type: Router.self).count == 4)
        let routers = try container.requireAll(type: Router.self)
        precondition(routers.count == 4)
        precondition(container.resolve(type: Router.self, name: "forked")! !== router)
        precondition(container.resolve(type: Router.self, name: "given")! === router)
        precondition(container.resolve(type: Screen.self, name: "given")!.theme === theme)
        precondition(container.resolve(type: Screen.self, name: "with injecting")!.theme === theme)
        precondition(container.resolve(type: Basket.self, name: "with injecting")!.isOpen)
        precondition(container.resolve(type: Router.self, name: "injected")!.path == ["start"])
        // Still the main actor, although another queue is the current one.
        let synced = DispatchQueue(label: "other").sync { container.resolve(type: Router.self) === router }
        precondition(synced)
        let routed = container.resolve(type: Router.self, name: "with arguments", arguments: "home")
        precondition(routed!.path == ["home"])
        let dark = try container.require(type: Theme.self, arguments: true)
        precondition(dark.isDark)
        precondition(container.resolve(type: Screen.self)!.theme === theme)
        precondition(container.resolve(type: Basket.self)!.router === router)
    }
}

nonisolated func useAnywhere(_ container: DependenciesContainer) throws {
    container.register(type: String.self, name: "greeting", service: "hello")
    container.register(name: "parting", scope: .transient) { "bye" }
    container.register(type: (any API).self, name: "staging") { HTTPClient(host: "staging") }
    container.register { (_, host: String, port: Int) in HTTPClient(host: "\(host):\(port)") }
    container.register(name: "given") { Feed(api: try $0.require(name: "staging")) }
    container.register(name: "given", scope: .graph) { container in
        [try container.require(type: Feed.self, name: "given")]
    }
    container.register(type: (any API).self, name: "alias") { try $0.require(name: "staging") }
    container.register { $0.resolve(type: String.self, name: "greeting").map { [$0] } ?? [] }
    precondition(container.resolve(type: String.self, name: "greeting") == "hello")
    precondition(container.resolve(type: HTTPClient.self, arguments: "a", 1)?.host == "a:1")
    let api: any API = try container.require(name: "staging")
    precondition(api.get("/") == "staging/")
    let feed = try container.require(type: Feed.self)
    precondition(feed.api.get("/") == "live/")
    precondition(container.resolve(type: [Feed].self, name: "given")?.first?.api.get("/") == "staging/")
    precondition(container.resolve(type: (any API).self, name: "alias")?.get("/") == "staging/")
    precondition(container.resolve(type: [String].self) == ["hello"])
    precondition(container.resolveAll(type: (any API).self).count == 3)
    container.register(name: "all") { try $0.requireAll(type: (any API).self) }
    precondition(container.resolve(type: [any API].self, name: "all")?.count == 3)
    precondition(container.isRegistered(type: String.self, name: "parting"))
    container.unregister(type: String.self, name: "parting")
    container.resetInstances()
    DependenciesContainer(parent: container).removeAll()
}

actor Worker {
    func work() throws -> String {
        DependenciesContainer.shared.register(name: "place") { "work" }
        DependenciesContainer.shared.register(name: "at") { (_, place: String) in "at \(place)" }
        DependenciesContainer.shared.register(name: "worker") {
            try $0.require(type: String.self, name: "at", arguments: $0.require(type: String.self, name: "place"))
        }
        return try DependenciesContainer.shared.require(type: String.self, name: "worker")
    }

    var answers = 0

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

// Every form of a factory: it takes nothing, the container, or the container and then arguments; in one line, in
// several lines, and as a function (`@Sendable` for Swift 5 mode). First for services that can be used anywhere.

nonisolated struct Article: Sendable {
    var api: (any API)?
    var id = 0
}

nonisolated final class Player: Sendable {
    private let own = DependenciesContainer()
    var api: (any API)? { own.resolve() }
    func take(_ api: any API) { own.register(type: (any API).self, service: api) }
}

@Sendable nonisolated func makeEmpty() -> Article { Article() }
@Sendable nonisolated func makeArticle(with container: DependenciesContainer) throws -> Article {
    Article(api: try container.require())
}
@Sendable nonisolated func makeArticle(with container: DependenciesContainer, id: Int) throws -> Article {
    Article(api: try container.require(), id: id)
}

nonisolated func useEveryForm(_ container: DependenciesContainer) throws {
    container.register { HTTPClient() as any API }

    container.register { Article() }
    container.register(name: "lines", scope: .transient) {
        let id = 2
        return Article(id: id)
    }
    container.register(name: "function", factory: makeEmpty)
    container.register {
        Player()
    } injecting: { container, player in
        player.take(try container.require())
    }
    container.register(name: "taking all", scope: .transient, factory: { Player() }) {
        $1.take(try $0.require())
    }

    container.register(name: "container") { Article(api: try $0.require()) }
    container.register(type: Article.self, name: "container, lines", scope: .graph) { container in
        let api: any API = try container.require()
        return Article(api: api)
    }
    container.register(name: "container, function", factory: makeArticle(with:))
    container.register(name: "container", scope: .transient) { _ in
        Player()
    } injecting: { container, player in
        let api = try container.require(type: (any API).self)
        player.take(api)
    }

    container.register { (_, id: Int) in Article(id: id) }
    container.register { (container, id: Int?) in Article(api: try container.require(), id: id ?? 5) }
    container.register(type: Article.self, name: "lines") { (container: DependenciesContainer, id: Int) in
        let api: any API = try container.require()
        return Article(api: api, id: id)
    }
    container.register(name: "function", factory: makeArticle(with:id:))
    container.register(type: Article.self, name: "untyped") { Article(api: try $0.require(), id: $1) }
    container.register { (_, api: any API, id: Int) in Article(api: api, id: id) }

    precondition(container.resolve(type: Article.self)?.id == 0)
    let found: Article? = container.resolve(name: "lines")
    precondition(found?.id == 2 && found?.api == nil)
    precondition(container.resolve(type: Article.self, name: "function") != nil)
    let player: Player? = container.resolve()
    precondition(player?.api != nil)
    let (players, others) = (container.resolveAll(type: Player.self), container.resolveAll(type: Player.self))
    precondition(players.allSatisfy { $0.api != nil } && zip(players, others).map(===) == [true, false, false])
    for name in ["container", "container, lines", "container, function"] {
        let article = try container.require(type: Article.self, name: name)
        precondition(article.api != nil)
    }

    let one = container.resolve(type: Article.self, arguments: 1)
    precondition(one?.id == 1 && one?.api == nil)
    let none = try container.require(type: Article.self, arguments: nil as Int?)
    precondition(none.id == 5 && none.api != nil)
    for name in ["lines", "function", "untyped"] {
        let article = try container.require(type: Article.self, name: name, arguments: 3)
        precondition(article.id == 3 && article.api != nil)
    }
    let api: any API = HTTPClient()
    precondition(container.resolve(type: Article.self, arguments: api, 4)?.api != nil)
    container.unregister(type: Article.self)
    precondition(!container.isRegistered(type: Article.self) && container.resolve(type: Article.self) == nil)
    container.register(type: Article?.self) { Article(api: try $0.require()) }
    let optional: Article? = try container.require()
    precondition(optional?.api != nil && container.verify().failures.isEmpty)
    precondition(container.verify().notChecked.count == 3 && "\(container)".contains("transient"))
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
    container.register(type: Router.self) { @MainActor _, path in AppRouter([path as String]) }
    container.register(name: "function") { @MainActor in try makeRouter($0, $1) }
    container.register { @MainActor in
        Basket(router: try $0.require())
    } injecting: { @MainActor container, basket in
        if container.isRegistered(type: Router.self) { basket.open() }
    }
    container.register(name: "lines") { @MainActor in
        let theme = Theme()
        return theme
    }
    container.register(scope: .weak, factory: { @MainActor in Theme() }) { @MainActor in
        $1.isDark = $0.isRegistered(type: Router.self)
    }
    container.register(type: Screen.self) { @MainActor container in
        let theme: Theme = try container.require(name: "lines")
        return Screen(theme: theme)
    } injecting: { @MainActor in
        $1.theme.isDark = $0.isRegistered(type: Theme.self)
    }
    container.register { @MainActor in Theme(isDark: $1) }
    container.register { @MainActor container, theme in
        Screen(theme: try theme ?? container.require())
    }
    #if compiler(>=6.3) && swift(>=6)
        container.register(name: "typed") { @MainActor (_, isDark: Bool) in Theme(isDark: isDark) }
        let typed = try container.require(type: Theme.self, name: "typed", arguments: true)
        precondition(typed.isDark)
    #endif

    let router: Router? = container.resolve()
    precondition(router?.path == ["/"] && container.resolve(type: Router.self, name: "container")?.path == ["/"])
    precondition(container.resolve(type: Router.self, arguments: "a")?.path == ["a"])
    let made = try container.require(type: Router.self, name: "function", arguments: ["c"])
    precondition(made.path == ["/", "c"])
    let basket = try container.require(type: Basket.self)
    precondition(basket.isOpen)
    let screen: Screen = try container.require()
    precondition(screen.theme === container.resolve(type: Theme.self, name: "lines") && screen.theme.isDark)
    precondition(container.resolve(type: Theme.self, arguments: true)?.isDark == true)
    let theme: Theme? = container.resolve()
    precondition(theme?.isDark == true)
    let other = try container.require(type: Screen.self, arguments: theme)
    precondition(other.theme === theme && container.verify().failures.isEmpty)
}

// Swift 5 mode doesn't check what is `Sendable`: any service goes everywhere there.

#if swift(<6)
    nonisolated func useAnythingAnywhere(_ container: DependenciesContainer, _ basket: Basket) throws {
        container.register(type: Basket.self, service: basket)
        _ = (container.resolve(type: Basket.self), try container.require(type: Basket.self))
        _ = (container.resolveAll(type: Basket.self), try container.requireAll(type: Basket.self))
        _ = container.resolve(type: Basket.self, arguments: basket)
        _ = try container.require(type: Basket.self, arguments: basket)
        _ = (Injected<Basket>(), WeakInjected<Basket>())
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

@MainActor struct Panel {
    @Injected var router: Router
    @Injected(name: "none", container: .shared, lazy: true) var otherRouter: Router?
    @Injected var api: any API
}

@MainActor final class RouteModel {
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

@MainActor func useProperties(_ container: DependenciesContainer) async {
    let tracker = ConsoleTracker()
    container.register(type: (any API).self) { HTTPClient() }
    container.register(type: (any Tracker).self, service: tracker)
    container.register(type: Router.self) { @MainActor in AppRouter() }
    container.register { Services.Feed() }
    container.register { Store() }
    let model = RouteModel()
    precondition(model.open("/a") == "live/feed!" && model.router.path == ["/a"])
    precondition(model.none == nil && model.delegate === model.router && Panel().router === model.router)
    precondition(Panel().api.get("") == "live")
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

// Code written for a blog post's container: plain classes, registered by class, protocol and name, resolved with `!`
// and cast back.

protocol Animal {
    var name: String { get }
}

protocol Person {
    var pet: Animal { get }
}

class Cat: Animal {
    var name = "Tom"
}

class Dog: Animal {
    var name = "Spike"
}

class Tiger: Animal {
    var name = "Shere Khan"
}

class SickPerson: Person {
    var pet: Animal
    var temperature = 39.5

    init(pet: Animal) {
        self.pet = pet
    }
}

@MainActor func useLikeABlogPost(_ container: DependenciesContainer) {
    container.register(type: Dog.self, service: Dog())
    container.register(type: Animal.self, service: Cat())
    container.register(type: Animal.self, name: "Cat", service: Cat())
    container.register(type: Animal.self, name: "Tiger") { @MainActor in Tiger() }
    let pet = container.resolve(type: Animal.self, name: "Tiger")!
    container.register(type: Person.self, service: SickPerson(pet: pet))

    let dog = container.resolve(type: Dog.self)!
    dog.name = "Pluto"
    precondition(container.resolve(type: Dog.self)!.name == "Pluto")

    let animal = container.resolve(type: Animal.self)!
    precondition(animal.name == "Tom")

    let cat = container.resolve(type: Animal.self, name: "Cat") as! Cat
    cat.name = "Felix"
    precondition(container.resolve(type: Animal.self, name: "Cat")!.name == "Felix")
    precondition(container.resolve(type: Animal.self)!.name == "Tom")

    let tiger = container.resolve(type: Animal.self, name: "Tiger") as! Tiger
    let person = container.resolve(type: Person.self) as! SickPerson
    precondition(person.pet as! Tiger === tiger)
    precondition(try! container.require(type: Person.self) as! SickPerson === person)
    precondition(container.resolve(type: Animal.self, name: "Dog") == nil)
}

// The file adds `DependenciesContainer`, `ResolutionError`, `Injected` and `WeakInjected` to a module, no other name.

protocol AnyBox {}
protocol AnyOptional {}
protocol Service: AnyObject {}
protocol Wrapper {}

class Instance: Service {}
class Sharing {}

struct Argument {}
struct Box<Content>: AnyBox { let content: Content }
struct Found {}
struct Key: Hashable { var name = "" }
struct Parameter {}
struct Recipe { let steps: [Step] }
struct Registration { let scope: Scope }
struct Registry {}
struct Step {}
struct PropertyState {}
struct Verification {}

enum Factory { case car }
enum Phase { case moon }
enum Reason { case none }
enum Resolution { case high }
enum Result { case won }
enum Scope { case global }

let lock = "lock"
let mainKey = "key"
let phase = Phase.moon
let shared = "shared"

func add(_ number: Int) -> Int { number + 1 }
func find(_ name: String) {}
func locked() {}
func min(_ one: Step, _ other: Step) -> Step { one }
func orStop() {}
func publish() {}
func stop() {}

extension Optional {
    static var wrapped: String { "the app's own" }
}

extension DependenciesContainer {
    var box: Box<Int> { Box(content: 1) }
    func key() -> Key { Key(name: "name") }
}

@MainActor func useOwnNames(_ container: DependenciesContainer) throws {
    container.register { @MainActor in Step() }
    container.register(scope: .transient) { @MainActor in Recipe(steps: [try $0.require()]) }
    container.register(type: Service.self, scope: .weak) { @MainActor in Instance() }
    container.register(type: Factory.self) { .car }
    container.register { @MainActor _, name in Key(name: name) }
    let scope: DependenciesContainer.Scope = .graph
    container.register(scope: scope) { @MainActor in Registration(scope: .global) }
    precondition(container.resolve(type: Recipe.self)?.steps.count == 1)
    precondition(container.resolve(type: Service.self) is Instance)
    precondition(container.resolve(type: Registration.self)?.scope == Scope.global)
    precondition(container.resolve(type: Key.self, arguments: "name") == container.key())
    precondition(container.verify().failures.isEmpty)
    precondition(Int?.wrapped == "the app's own" && container.box.content == 1)
    do {
        _ = try container.require(type: Phase.self)
    } catch let error as ResolutionError {
        let reason: ResolutionError.Reason = error.reason
        precondition(reason == .notRegistered && error.type == Phase.self && error.name == nil)
        precondition(error.path == ["Phase"] && error.description == error.errorDescription)
    }
}

@main struct App {
    @MainActor init() {
        let container = DependenciesContainer.shared
        container.register(type: Router.self) { @MainActor in AppRouter() }
        container.register { @MainActor in Theme() }
        container.register { @MainActor _, isDark in Theme(isDark: isDark) }
        container.register(type: Router.self, name: "injected") { @MainActor in
            AppRouter()
        } injecting: { @MainActor in
            $1.path = ["start"]
        }
        container.register(type: Router.self, name: "with arguments") { @MainActor _, start in
            AppRouter([start as String])
        }
        container.register { @MainActor in Screen(theme: try $0.require()) }
        container.register { @MainActor in Basket(router: try $0.require()) }
        container.register(type: (any API).self) { HTTPClient() }
        container.register { Feed(api: try $0.require()) }
        // A factory that takes the container, for each kind of service.
        container.register(type: Router.self, name: "forked") { @MainActor in
            AppRouter(try $0.require(type: Router.self).path)
        }
        container.register(type: Router.self, name: "given", scope: .graph) { @MainActor container in
            let start: Router = try container.require()
            return start
        } injecting: { @MainActor _, router in
            router.path = []
        }
        container.register(name: "given") { @MainActor in Screen(theme: try $0.require()) }
        container.register(name: "with injecting", scope: .transient) { @MainActor container in
            let theme: Theme = try container.require()
            return Screen(theme: theme)
        } injecting: { @MainActor _, screen in
            screen.theme.isDark = false
        }
        container.register(name: "with injecting") { @MainActor in
            Basket(router: try $0.require())
        } injecting: { @MainActor in
            $1.open()
        }
    }

    @MainActor static func main() async throws {
        _ = App()
        try ViewModel().open("/articles")
        try useAnywhere(DependenciesContainer.shared.copy())
        try useEveryForm(DependenciesContainer())
        try useEveryFormOnTheMainActor(DependenciesContainer())
        useLikeABlogPost(DependenciesContainer())
        try useOwnNames(DependenciesContainer())
        let work = try await Worker().work()
        precondition(work == "at work")
        let title = try await Task.detached {
            try DependenciesContainer.shared.require(type: Feed.self).api.get("/detached")
        }.value
        precondition(title == "live/detached")
        let staging = DependenciesContainer.shared.copy()
        staging.register(type: (any API).self, service: HTTPClient(host: "staging"))
        staging.asShared {
            precondition(DependenciesContainer.shared.resolve(type: Feed.self)?.api.get("") == "staging")
        }
        let container = DependenciesContainer()
        container.register { 1 }
        let answers = await Worker().ask(container)
        precondition(answers == 3)
        let basket = Basket(router: AppRouter())
        await container.asShared {
            await Task.yield()
            basket.open()
            precondition(DependenciesContainer.shared.resolve(type: Int.self) == 1)
        }
        DependenciesContainer.shared = container
        precondition(DependenciesContainer.shared.resolve(type: Int.self) == 1)
        container.removeAll()
        await useProperties(container)
    }
}
