// Mistakes that bring messages of the article Problems, besides those in the other sources. `run messages`
// looks for the messages; their lines do not matter.

import Locator
import Observation
import Testing
import XCTest

nonisolated protocol API: Sendable {}
nonisolated struct HTTPClient: API {}
nonisolated struct Feed: Sendable { let api: API }
typealias Job = @Sendable () -> Void
nonisolated struct Page: Sendable { let feed: Feed }
nonisolated func makeFeed() -> Feed { Feed(api: HTTPClient()) }

@MainActor final class Model {
    var host = ""
    func titles() {}
}

@MainActor final class Detail { init(id: Int) {} }

nonisolated let container = DependenciesContainer()

// Registering

nonisolated func registerAnywhere(model: Model) {
    container.register { model.host }
    container.register { model.titles() }
    container.register(API.self) { HTTPClient() }
    container.register<API> { HTTPClient() }
    container.register(type: API.self) { await HTTPClient() }
    container.register(type: Log.self) { FileLog() }
    container.register { Archive() }
    container.register(factory: { HTTPClient() }, { container, client in })
    container.register(factory: makeFeed)
    container.register(factory: Feed.init)
    container.register { Feed(api: $0.resolve()) }
    container.register(service: HTTPClient())
    container.register(factory: { HTTPClient() }, injecting: { client in })
    container.register {
        let api = try $0.require()
        return Feed(api: api)
    }
    container.register {
        let feed = try $0.require()
        return Page(feed: feed)
    }
    container.register(type: Job.self) { print("job") }
}

@MainActor func registerArguments() {
    container.register { @MainActor _, id in
        print(id)
        return Detail(id: id)
    }
    container.register { @MainActor (_, id: Int) in Detail(id: id) }
    container.register { (number: Int) in number }
    container.register { (_, make: @Sendable () -> Int) in make() }
    container.register(scope: .singleton) { (_, number: Int) in number }
}

protocol Store: Sendable { func notes() -> [String] }
@MainActor final class Disk: Store { func notes() -> [String] { [] } }
@MainActor final class Album: @MainActor Store { func notes() -> [String] { [] } }
actor Recorder: Store { func notes() -> [String] { [] } }
nonisolated final class Notes: Sendable { var lines = [""] }
nonisolated class Base: API {}
nonisolated protocol Counting: Sendable { func count() }
@MainActor final class Spy: Counting {
    var calls = 0
    func count() { calls += 1 }
}

nonisolated protocol Log { func write() }
struct FileLog: Log { func write() {} }
@globalActor actor Files { static let shared = Files() }
@Files final class Archive { init() {} }

// Resolving

nonisolated func resolve() throws {
    let api = container.resolve() as API
    let feed = try container.require()
    let title = try container.require().title
    _ = container.resolve<API>()
    _ = container.resolve(type: API.self, "local")
    _ = try container.require(arguments: 7) as Feed
    let detail = try container.require(arguments: 7)
}

// Properties

@MainActor @Observable final class FeedModel { @Injected var feed: Feed }

@MainActor struct FeedView {
    @Injected("main") var named: Model
    @Injected var router: Model
    func show() { print($router) }
}

nonisolated final class Screen: Sendable { @Injected var api: API }

@MainActor final class Player {
    @Injected var analytics: Model
    deinit { analytics.titles() }
}

@MainActor final class Editor {
    @Injected(arguments: 7) var detail: Detail
    @Injected var client: API = HTTPClient()
    let api: API = try container.require()
}

struct Article: Decodable {
    let title: String
    @Injected var api: API
}

struct Row: Hashable {
    let title: String
    @Injected var api: API
}

extension DependenciesContainer { static let payments = DependenciesContainer() }

nonisolated func pay() { _ = DependenciesContainer.payments }

// Tests

class FeedTests: XCTestCase { override func setUp() {} }

@MainActor func registerServices(in container: DependenciesContainer) {}

@Test(.container) nonisolated func test() {
    registerServices(in: container)
}
