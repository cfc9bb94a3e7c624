// Every call compiles as an app writes it, from every actor, without an annotation that it could do without, also where
// the app's own types have the names that the file uses inside.

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

// Not Sendable, and made out of services.
class Basket {
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
    container.register { (host: String, port: Int) in HTTPClient(host: "\(host):\(port)") }
    container.autoregister(name: "auto", initializer: Feed.init)
    container.register(name: "given") { Feed(api: try $0.require(name: "staging")) }
    container.register(name: "given", scope: .weak) { container in
        [try container.require(type: Feed.self, name: "given")]
    }
    container.register(type: (any API).self, name: "alias") { try $0.require(name: "staging") }
    container.register { $0.resolve(type: String.self, name: "greeting").map { [$0] } ?? [] }
    precondition(container.resolve(type: String.self, name: "greeting") == "hello")
    precondition(container.resolve(type: HTTPClient.self, arguments: "a", 1)?.host == "a:1")
    let api: any API = try container.require(name: "staging")
    precondition(api.get("/") == "staging/")
    let feed = try container.require(type: Feed.self, name: "auto")
    precondition(feed.api.get("/") == "live/")
    precondition(container.resolve(type: [Feed].self, name: "given")?.first?.api.get("/") == "staging/")
    precondition(container.resolve(type: (any API).self, name: "alias")?.get("/") == "staging/")
    precondition(container.resolve(type: [String].self) == ["hello"])
    precondition(container.resolveAll(type: (any API).self).count == 3)
    container.register(name: "all") { try $0.requireAll(type: (any API).self) }
    precondition(container.resolve(type: [any API].self, name: "all")?.count == 3)
    precondition(container.isRegistered(type: String.self, name: "parting"))
    container.unregister(type: String.self, name: "parting")
    container.reset()
    DependenciesContainer(parent: container).removeAll()
}

actor Worker {
    func work() throws -> String {
        DependenciesContainer.shared.register(name: "at") { "at" }
        DependenciesContainer.shared.register(name: "worker") {
            try $0.require(type: String.self, name: "at") + " work"
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

// The file adds `DependenciesContainer`, `ResolutionError`, `Injected` and `WeakInjected` to a module, no other name.

protocol AnyBox {}
protocol AnyOptional {}
protocol Service: AnyObject {}
protocol Wrapper {}

class AnyFactory {}
class Arguments {}
class Instance: Service {}
class Tuple {}

struct Argument {}
struct Box<Content>: AnyBox { let content: Content }
struct Found {}
struct Injection {}
struct Isolation {}
struct Key: Hashable {}
struct Parameter {}
struct Recipe { let steps: [Step] }
struct Registration { let scope: Scope }
struct Registry {}
struct Step {}
struct Storage {}
struct Verification {}

enum Factory { case car }
enum Outcome {}
enum Phase { case moon }
enum Reason { case none }
enum Resolution { case high }
enum Result { case won }
enum Scope { case global }
enum Source { case river }

let lock = "lock"
let mainQueue = "queue"
let phase = Phase.moon
let shared = "shared"

func add(_ number: Int) -> Int { number + 1 }
func changing() {}
func find(_ name: String) {}
func get(_ name: String) {}
func locked() {}
func min(_ one: Step, _ other: Step) -> Step { one }
func orStop() {}
func zip(_ one: [Step], _ other: [Step]) {}

extension Optional {
    static var wrapped: String { "the app's own" }
}

extension DependenciesContainer {
    var box: Box<Int> { Box(content: 1) }
    func key() -> Key { Key() }
}

@MainActor func useOwnNames(_ container: DependenciesContainer) throws {
    container.register { Step() }
    container.register(scope: .transient) { Recipe(steps: [try $0.require()]) }
    container.register(type: Service.self, scope: .weak) { Instance() }
    container.register(type: Factory.self) { .car }
    container.register { (name: String) in Key() }
    let scope: DependenciesContainer.Scope = .graph
    container.register(scope: scope) { Registration(scope: .global) }
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
        precondition(reason == .notRegistered)
    }
}

@main struct App {
    @MainActor init() {
        let container = DependenciesContainer.shared
        container.register(type: Router.self) { AppRouter() }
        container.register { @MainActor in Theme() }
        #if swift(>=6)  // language mode 5 says that an initializer may not be Sendable
            container.register(type: Theme.self, name: "by its initializer", factory: Theme.init)
            container.register(factory: Theme.init(isDark:))
        #else
            container.register { @MainActor in Theme(isDark: $0) }
        #endif
        container.register(type: Router.self, name: "injected") {
            AppRouter()
        } injecting: {
            $0.path = ["start"]
        }
        container.register(type: Router.self, name: "with arguments") { (start: String) in AppRouter([start]) }
        container.autoregister(type: Screen.self, initializer: Screen.init)
        container.autoregister(type: Basket.self, initializer: Basket.init)
        container.register(type: (any API).self) { HTTPClient() }
        container.register { Feed(api: try $0.require()) }
        // A factory that takes the container, for each kind of service.
        container.register(type: Router.self, name: "forked") { AppRouter(try $0.require(type: Router.self).path) }
        container.register(type: Router.self, name: "given", scope: .graph) { container in
            let start: Router = try container.require()
            return start
        } injecting: { router in
            router.path = []
        }
        container.register(name: "given") { @MainActor in Screen(theme: try $0.require()) }
        container.register(name: "with injecting", scope: .transient) { @MainActor container in
            let theme: Theme = try container.require()
            return Screen(theme: theme)
        } injecting: { @MainActor screen in
            screen.theme.isDark = false
        }
        container.autoregister(name: "with injecting", initializer: Basket.init) { $0.open() }
    }

    @MainActor static func main() async throws {
        _ = App()
        try ViewModel().open("/articles")
        try useAnywhere(DependenciesContainer.shared.copy())
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
    }
}
