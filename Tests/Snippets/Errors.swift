// Prints the README's example of an error.

protocol API {}
struct HTTPClient: API {}
struct Feed { let api: API }
struct Screen { let feed: Feed }

let container = DependenciesContainer()
container.register(type: API.self, name: "staging") { HTTPClient() }
container.register { Feed(api: try $0.require()) }
container.register { Screen(feed: try $0.require()) }
do { _ = try container.require(type: Screen.self) } catch { print(error) }
