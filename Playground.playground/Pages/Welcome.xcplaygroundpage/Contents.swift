//: # Welcome to Locator
//: An app registers its services when it starts, and uses them anywhere. A comment with `// →` shows what the code
//: above it prints. The library, `Locator.swift`, is in the folder *Sources* of this playground.
protocol API: Sendable {
    func titles() -> [String]
}

struct HTTPClient: API {
    func titles() -> [String] { ["Hello", "World"] }
}

//: ## Register
//: You register a service under the type that other code asks for, usually a protocol. The closure is a *factory*. It
//: doesn't run yet.
let container = DependenciesContainer.shared  // the container of the whole app

container.register(type: API.self) {
    print("creating the API")
    return HTTPClient()
}
print("registered")
// → registered

//: ## Require
//: The factory runs when you first ask for the service. After that, every caller gets the same instance.
let api = try container.require(type: API.self)
// → creating the API
print(api.titles())
// → ["Hello", "World"]

//: If the service is missing, `require` throws an error. If a service is allowed to be missing, call `resolve`. It
//: returns nil:
print(container.resolve(type: Double.self) as Any)
// → nil

//: ## Services that need services
//: A factory can take the container as `$0`, and ask it for other services. You don't have to write the types here:
//: Swift knows that a `Feed` needs an `API`.
struct Feed: Sendable {
    let api: API
}

container.register { Feed(api: try $0.require()) }

let feed: Feed = try container.require()
print(feed.api.titles())
// → ["Hello", "World"]

//: ## The pages
//: 1. Welcome
//: 2. [App Launch](App%20Launch)
//: 3. [Overriding in Tests and Previews](Overriding%20in%20Tests%20and%20Previews)
//: 4. [Scopes](Scopes)
//: 5. [Object Graphs](Object%20Graphs)
//: 6. [Runtime Arguments](Runtime%20Arguments)
//: 7. [Threads](Threads)
//: 8. [Swift 6](Swift%206)
//: 9. [Try Yourself](Try%20Yourself)
//:
//: ## Try it yourself
//: Write an `OfflineAPI` with one title, "Offline". Register it before `let feed`, so that the page ends with
//: `["Offline"]`.
//:
//: *Solution:* `container.register(type: API.self) { OfflineAPI() }`. The last registration of a type wins.
//:
//: [Next](@next)
