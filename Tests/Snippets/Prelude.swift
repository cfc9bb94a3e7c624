// What the articles' snippets speak of and do not declare themselves. It is compiled together with each of them, in one
// module and under the same isolation, as an app's own code is. What a snippet declares itself is left out: so each
// declaration stands between blank lines.

import Locator
import Observation

nonisolated protocol API: Sendable { func titles() -> [String] }

nonisolated final class HTTPClient: API {
    let host: String
    init(host: String = "live") { self.host = host }
    func titles() -> [String] { [host] }
}

nonisolated struct FakeAPI: API { func titles() -> [String] { ["Fake"] } }

nonisolated final class Feed: Sendable {
    let api: API
    init(api: API) { self.api = api }
}

nonisolated struct Article: Sendable { let id: Int }

nonisolated final class Draft: Sendable {}

@MainActor @Observable final class FeedModel {
    @ObservationIgnored @Injected var feed: Feed
    var titles: [String] { feed.api.titles() }
}

@MainActor final class Detail {
    let id: Int
    init(id: Int) { self.id = id }
}

@MainActor final class Server {
    var client: Client?
}

@MainActor final class Client {
    unowned let server: Server
    init(server: Server) { self.server = server }
}

nonisolated final class Tracker: Sendable {}

nonisolated struct User: Sendable { let name: String }

nonisolated struct Request: Sendable { var user = User(name: "Ada") }

nonisolated func handle(_ request: Request) async throws {}

let container = DependenciesContainer()

nonisolated func registerServices(in container: DependenciesContainer = .shared) {}
