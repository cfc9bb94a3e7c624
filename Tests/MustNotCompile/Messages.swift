// Mistakes that bring messages of the article Compiler Messages, besides those in the other sources. `run messages`
// looks for the messages; their lines do not matter.

import Locator
import Observation
import Testing
import XCTest

nonisolated protocol API: Sendable {}

nonisolated struct HTTPClient: API {}

nonisolated struct Feed: Sendable {
    let api: API
}

nonisolated class Cart {}

@MainActor final class Model {
    var title = ""
    var host = ""
    func titles() {}
}

@MainActor final class Detail {
    init(id: Int) {}
}

nonisolated let container = DependenciesContainer()

// Registering on the right actor

nonisolated func registerAnywhere(model: Model) {
    container.register {
        model
    } injecting: {
        $1.title = ""
    }
    container.register { model.host }
    container.register { model.titles() }
}

@MainActor func registerOnTheMainActor() {
    container.register { @MainActor in
        Model()
    } injecting: { _, _ in
    }
}

protocol Store: Sendable {
    func notes() -> [String]
}

@MainActor final class Disk: Store {
    func notes() -> [String] { [] }
}

@MainActor final class Album: @MainActor Store {
    func notes() -> [String] { [] }
}

nonisolated actor Cache {}

nonisolated final class Notes: Sendable {
    var lines = [""]
}

// Writing a factory

nonisolated func registerFactories() {
    container.register {
        print("an API")
        HTTPClient()
    }
    container.register { Feed(api: $0.resolve()) }
    container.register(service: HTTPClient())
    container.register(scope: .shared) { HTTPClient() }
    container.register { HTTPClient() }.inObjectScope(.container)
    container.register { HTTPClient() }.initCompleted { _ in }
    container.register {
        HTTPClient()
    } injecting: { client in
        _ = client
    }
}

nonisolated func registerInitializer() {
    struct Feed: Sendable {
        let client: HTTPClient
    }
    container.register(factory: Feed.init)
}

nonisolated final class Settings: Sendable {
    let host = ""
    func register() { container.register { host } }
}

// Arguments

@MainActor func registerArguments() {
    container.register { @MainActor _, id in
        print(id)
        return Detail(id: id)
    }
    container.register { @MainActor (_, id: Int) in Detail(id: id) }
    container.register { (number: Int) in number }
    container.register(scope: .singleton) { (_, number: Int) in number }
}

// Resolving

nonisolated func resolve() throws {
    _ = container.resolve()
    let api = container.resolve() as API
    let feed = try container.require()
}

// Properties

actor Shop {
    @Injected var cart: Cart
}

@MainActor @Observable final class FeedModel {
    @Injected var feed: Feed
}

nonisolated final class Screen: Sendable {
    @Injected var api: API
}

// Tests

nonisolated func useAsync() async {
    container.asShared { await useAsync() }
}

class FeedTests: XCTestCase {
    override func setUp() {}
}

@Test(.container) nonisolated func test() {}
