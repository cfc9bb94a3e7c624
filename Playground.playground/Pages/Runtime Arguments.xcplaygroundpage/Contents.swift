//: [Previous](@previous)
//:
//: # Runtime Arguments
//: Pass the values that only the caller knows. The container knows the rest.
struct API: Sendable {
    let host: String
}

struct Download: Sendable {
    let api: API
    let path: String
    let retries: Int
    var summary: String { "\(api.host)/\(path), retries: \(retries)" }
}

let container = DependenciesContainer()
container.register { API(host: "example.org") }

//: ## A factory with arguments
//: The factory takes the container first, then the arguments. It runs each time you ask, so you always get a new
//: service.
container.register { (container, path: String, retries: Int) in
    Download(api: try container.require(), path: path, retries: retries)
}

print(try container.require(type: Download.self, arguments: "logo.png", 3).summary)
// → example.org/logo.png, retries: 3

//: ## Other arguments
//: Factories with different argument types don't replace each other. You can add this one without losing the first:
container.register { (container, path: String) in
    try container.require(type: Download.self, arguments: path, 1)
}

print(try container.require(type: Download.self, arguments: "font.otf").summary)
// → example.org/font.otf, retries: 1

//: ## The wrong arguments
//: The argument types must match exactly. `prefix` returns a `Substring`, and no factory takes a `Substring`:
do {
    print(try container.require(type: Download.self, arguments: "logo.png".prefix(4)).summary)
} catch let error as ResolutionError {
    print(error.reason)
}
// → notRegistered

//: ## Try it yourself
//: Print the whole error: it lists what is registered. Then find two ways to get `example.org/logo, retries: 1`
//: in its place.
//:
//: *Solution:* pass `String("logo.png".prefix(4))`, or register a third factory, with `path: Substring`.
//:
//: [Next](@next)
