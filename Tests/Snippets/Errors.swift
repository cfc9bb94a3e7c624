// Prints the README's example of an error.

protocol API {}
struct HTTPClient: API {}
struct Feed { let api: any API }
struct Screen { let feed: Feed }

let container = DependenciesContainer()
container.register(type: (any API).self, name: "staging") { HTTPClient() }
container.register { Feed(api: try DependenciesContainer.shared.require()) }
container.register { Screen(feed: try DependenciesContainer.shared.require()) }
do { _ = try container.require(type: Screen.self) } catch { print(error) }
