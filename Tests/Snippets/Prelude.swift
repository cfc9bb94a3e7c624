// What the articles' snippets speak of and do not declare themselves: a module that each of them imports, so that its
// own declarations come first.

import Locator
import Observation

protocol API: Sendable { func titles() -> [String] }

struct HTTPClient: API {
    var host = "example.org"
    func titles() -> [String] { [host] }
}

struct FakeAPI: API { func titles() -> [String] { ["Fake"] } }

struct Feed: Sendable { let api: API }

struct Article: Sendable { let id: Int }

final class Draft: Sendable {}

@MainActor @Observable final class FeedModel {
    @ObservationIgnored @Injected var feed: Feed
    var titles: [String] { feed.api.titles() }
}

@MainActor final class Detail {
    let id: Int
    init(id: Int) { self.id = id }
}

final class Tracker: Sendable {}

struct User: Sendable { let name: String }

struct Request: Sendable { let user: User }

func handle(_ request: Request) async throws {}

let container = DependenciesContainer()

func registerServices(in container: DependenciesContainer = .shared) {}
