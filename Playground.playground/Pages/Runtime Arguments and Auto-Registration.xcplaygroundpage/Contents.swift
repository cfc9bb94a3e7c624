//: [Previous](@previous)
//:
//: # Runtime Arguments and Auto-Registration
//: Pass the values that only the caller knows. Let the container resolve the others.
let container = DependenciesContainer.shared

struct API: Sendable {
    let host: String
}

container.register { API(host: "example.org") }

//: ## Runtime arguments
//: The factory takes the container first, then the arguments. It runs each time you ask, so you always get a new
//: service.
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

//: Factories with different argument types don't replace each other. You can add this one without losing the first:
container.register { (container, path: String) in
    try container.require(type: Download.self, arguments: path, 1)
}

print(container.resolve(type: Download.self, arguments: "font.otf")?.summary ?? "none")
// → example.org/font.otf, retries: 1

//: The argument types must match exactly. No factory takes a `Substring`, so `require` throws an error, and `resolve`
//: would stop the program:
do {
    _ = try container.require(type: Download.self, arguments: "logo.png".prefix(4))
} catch {
    print("\(error)".split(separator: "\n")[3])
}
// →     registered for this type: Download (String, Int), Download (String)

//: ## Auto-registration
//: `autoregister` resolves every parameter of an initializer.
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

//: With a closure, you can set some parameters yourself. The container resolves the parameters of the closure:
container.autoregister(type: Feed.self, name: "widget") { (api: API) in
    RemoteFeed(api: api, limit: 3)
}

print(container.resolve(type: Feed.self, name: "widget")?.source ?? "none")
// → 3 articles from example.org

//: ## Exercise
//: `Int` doesn't say what it counts. Declare `struct PageSize: Sendable { let value: Int }`, use it as the type of
//: `limit`, and register a `PageSize` instead of the `Int`. The page then prints the same lines as before.
//:
//: [Next](@next)
