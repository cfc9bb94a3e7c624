//: [Previous](@previous)
//:
//: # Runtime Arguments and Auto-Registration
//: Some of what a service takes is known only when it is asked for. The rest can be resolved, and need not be written
//: down.
#if canImport(Locator)
    import Locator
#endif

let container = DependenciesContainer()

struct API: Sendable {
    let host: String
}

container.register { API(host: "example.org") }

//: ## Runtime arguments
//: The factory takes what is known later as parameters, and resolves the rest. Whoever resolves passes the arguments.
struct Download: Sendable {
    let api: API
    let path: String
    let retries: Int
    var summary: String { "\(api.host)/\(path), retries: \(retries)" }
}

container.register { (path: String, retries: Int) in
    Download(api: try DependenciesContainer.shared.require(), path: path, retries: retries)
}

print(container.resolve(type: Download.self, arguments: "logo.png", 3)?.summary ?? "none")
// → example.org/logo.png, retries: 3

//: The types of the arguments belong to the key, as the name does. So this does not replace the factory above, but
//: stands beside it, and passes on what it is given.
container.register { (path: String) in
    try DependenciesContainer.shared.require(type: Download.self, arguments: path, 1)
}

print(container.resolve(type: Download.self, arguments: "font.otf")?.summary ?? "none")
// → example.org/font.otf, retries: 1

//: They have to be exactly these types: no factory takes a `Substring`, and none takes nothing.
print(container.resolve(type: Download.self, arguments: "logo.png".prefix(4))?.summary ?? "none")
// → none
print(container.resolve(type: Download.self)?.summary ?? "none")
// → none

//: A factory with arguments has no scope: it makes a new service each time.
//:
//: ## Auto-registration
//: Where *every* parameter of an initializer is to be resolved, the initializer itself is all there is to say.
protocol Feed: Sendable {
    var source: String { get }
}

struct RemoteFeed: Feed {
    let api: API
    let limit: Int
    var source: String { "\(limit) articles from \(api.host)" }
}

container.register(type: Int.self, service: 20)
container.autoregister(type: (any Feed).self, initializer: RemoteFeed.init)

print(container.resolve(type: (any Feed).self)?.source ?? "none")
// → 20 articles from example.org

//: Any function will do. A closure picks one of several initializers, or sets a parameter itself; scopes and names work
//: as in `register`.
container.autoregister(type: (any Feed).self, name: "widget", scope: .transient) { (api: API) in
    RemoteFeed(api: api, limit: 3)
}

print(container.resolve(type: (any Feed).self, name: "widget")?.source ?? "none")
// → 3 articles from example.org

//: ## Exercise
//: `Int` says little about what it counts. Declare `struct PageSize: Sendable { let value: Int }`, let the feed take
//: one of these, and register it instead of the `Int`. The line that auto-registers the feed stays as it is, and so
//: does what the page prints.
//:
//: [Next](@next)
