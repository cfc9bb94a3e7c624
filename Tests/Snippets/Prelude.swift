// What the articles' snippets speak of and do not declare themselves: a module that each of them imports, so that its
// own declarations come first, compiled under the same isolation, as an app's own code is.

import Locator
import Observation
import SwiftUI

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

nonisolated final class Export: Sendable {}

@MainActor @Observable final class FeedModel {
    @ObservationIgnored @Injected var feed: Feed
    var titles: [String] { feed.api.titles() }
}

struct FeedView: View {
    var body: some View { return Text("") }
}

@MainActor final class Detail {
    let id: Int
    init(id: Int) { self.id = id }
}

nonisolated final class Tracker: Sendable {}

nonisolated struct User: Sendable { let name: String }

nonisolated final class Inbox: Sendable {}

@MainActor final class Home {
    @Injected var inbox: Inbox
}

@MainActor final class Root {
    var session: DependenciesContainer?
    var home: Home?

    func logIn(_ user: User) {}
    func logOut() {}
}

nonisolated struct Request: Sendable { var user = User(name: "Ada") }

nonisolated func handle(_ request: Request) async throws {}

let container = DependenciesContainer()

nonisolated func registerServices(in container: DependenciesContainer = .shared) {}
