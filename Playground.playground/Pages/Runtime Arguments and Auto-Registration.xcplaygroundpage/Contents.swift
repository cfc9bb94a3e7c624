//: [Previous](@previous)
//:
//: # Runtime Arguments and Auto-Registration
//: Some of what a service takes is known only when it is asked for. The rest can be resolved.
#if canImport(Locator)
    import Locator
#endif

let container = DependenciesContainer.shared

struct API: Sendable {
    let host: String
}

container.register { API(host: "example.org") }

//: ## Runtime arguments
//: The factory takes the container first, then the arguments. It asks the container for the rest. Each resolve passes
//: the arguments, and gets a new service.
struct Download: Sendable {
    let api: API
    let path: String
    let retries: Int
    var summary: String { "\(api.host)/\(path), retries: \(retries)" }
}

container.register { (container, path: String, retries: Int) in
    Download(api: try container.require(), path: path, retries: retries)
}

print(container.resolve(type: Download.self, arguments: "logo.png", 3)?.summary ?? "none")
// → example.org/logo.png, retries: 3

//: The types of the arguments belong to the key, as the name does. So this factory stands beside the first:
container.register { (container, path: String) in
    try container.require(type: Download.self, arguments: path, 1)
}

print(container.resolve(type: Download.self, arguments: "font.otf")?.summary ?? "none")
// → example.org/font.otf, retries: 1

//: The types have to be exactly these. No factory takes a `Substring`, and `resolve` would stop the program:
do {
    _ = try container.require(type: Download.self, arguments: "logo.png".prefix(4))
} catch {
    print("\(error)".split(separator: "\n")[3])
}
// →     registered for this type: Download (String, Int), Download (String)

//: ## Auto-registration
//: Where *every* parameter of an initializer is to be resolved, name the initializer.
protocol Feed: Sendable {
    var source: String { get }
}

struct RemoteFeed: Feed {
    let api: API
    let limit: Int
    var source: String { "\(limit) articles from \(api.host)" }
}

container.register(type: Int.self, service: 20)
container.autoregister(type: Feed.self, initializer: RemoteFeed.init)

print(container.resolve(type: Feed.self)?.source ?? "none")
// → 20 articles from example.org

//: A closure sets a parameter itself:
container.autoregister(type: Feed.self, name: "widget") { (api: API) in
    RemoteFeed(api: api, limit: 3)
}

print(container.resolve(type: Feed.self, name: "widget")?.source ?? "none")
// → 3 articles from example.org

//: ## Exercise
//: `Int` says little about what it counts. Declare `struct PageSize: Sendable { let value: Int }`, let the feed take
//: one, and register it instead of the `Int`. What the page prints stays.
//:
//: [Next](@next)
