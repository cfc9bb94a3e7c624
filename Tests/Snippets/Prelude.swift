// What the snippets speak of and do not declare themselves. A module of its own, which a snippet imports: so a snippet
// may declare a name again.

import Locator
import Observation

protocol API: Sendable { func titles() -> [String] }
struct HTTPClient: API {
    var host = "live"
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

final class Server: @unchecked Sendable { var client: Client? }
final class Client: @unchecked Sendable {
    weak let server: Server?
    init(server: Server) { self.server = server }
}

final class Tracker: Sendable {}
protocol Delegate: AnyObject, Sendable {}
struct User: Sendable { let name: String }
struct Request: Sendable { var user = User(name: "Ada") }
struct Connection: Sendable {}
func connect() async -> Connection { Connection() }
func handle(_ request: Request) async throws {}
func showFeed() {}

let container = DependenciesContainer()
func registerServices(in container: DependenciesContainer = .shared) {}
