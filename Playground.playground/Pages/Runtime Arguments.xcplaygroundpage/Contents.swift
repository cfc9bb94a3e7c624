//: [Previous](@previous)
//:
//: # Runtime Arguments
//: Pass the values that only the caller knows. The container knows the rest. ([Welcome](Welcome) explains containers
//: and factories.)
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
//: **Guess:** does the next factory, which takes only a path, replace the first one?
container.register { (container, path: String) in
    try container.require(type: Download.self, arguments: path, 1)
}

print(try container.require(type: Download.self, arguments: "font.otf").summary)
// → example.org/font.otf, retries: 1

//: No: it even asks the first one. The type, the name and the types of the arguments belong together.
//:
//: ## The wrong arguments
//: `prefix` returns a `Substring`, which Swift prints like a `String`. **Guess:** which factory runs?
do {
    print(try container.require(type: Download.self, arguments: "logo.png".prefix(4)).summary)
} catch let error as ResolutionError {
    print(error.reason)
}
// → notRegistered

//: None: the types must match exactly.
//:
//: ## Try it yourself
//: 1. Print the whole error, `print(error)`. Then find two ways to get `example.org/logo, retries: 1`.
//: 2. Register a factory without the container: `container.register { (path: String) in path }`. Read the message of
//:    the compiler. How do you write a factory that doesn't need the container?
//:
//: *Solution:*
//: 1. The error says “Pass exactly the registered `arguments:`”, and lists what is registered. Pass
//:    `String("logo.png".prefix(4))`, or register a third factory, with `path: Substring`.
//: 2. `expects 0 arguments, but 1 was used` means that the container is missing. It comes first, also if you ignore
//:    it: `{ (_, path: String) in path }`.
//:
//: [Next](@next)
