//: # Welcome to Locator
//: An app registers its services when it starts, and resolves them anywhere. Each page takes a minute or two. `// →`
//: shows what a line prints.
//:
//: Every page has the three lines below. In this playground `Locator.swift` needs no import; in the package, where the
//: same page is a program, it is a module.
#if canImport(Locator)
    import Locator
#endif

protocol API: Sendable {
    func titles() -> [String]
}

struct HTTPClient: API {
    func titles() -> [String] { ["Hello", "World"] }
}

//: ## Register
//: A service is registered under the type by which others know it, mostly a protocol. The closure, its factory, runs
//: later.
let container = DependenciesContainer.shared  // the container of the whole app

container.register(type: API.self) {
    print("the API is made")
    return HTTPClient()
}
print("registered")
// → registered

//: ## Resolve
//: The factory runs when the service is first asked for, and never again: everybody shares the instance.
let api = container.resolve(type: API.self)
// → the API is made
print(api?.titles() ?? [])
// → ["Hello", "World"]

print(container.resolve(type: Double.self) as Any)
// → nil

//: ## Services that need services
//: A factory may take the container, as `$0`, and ask it for what the service needs. `require` is `resolve` that throws
//: an error instead of returning nil. Swift infers both types here.
struct Feed: Sendable {
    let api: API
}

container.register { Feed(api: try $0.require()) }

let feed: Feed? = container.resolve()
print(feed?.api.titles() ?? [])
// → ["Hello", "World"]

//: ## The pages
//: 1. Welcome
//: 2. [App Launch](App%20Launch)
//: 3. [Overriding in Tests and Previews](Overriding%20in%20Tests%20and%20Previews)
//: 4. [Names and Scopes](Names%20and%20Scopes)
//: 5. [Object Graphs](Object%20Graphs)
//: 6. [Runtime Arguments and Auto-Registration](Runtime%20Arguments%20and%20Auto-Registration)
//: 7. [Property Wrappers](Property%20Wrappers)
//: 8. [When Something Is Missing](When%20Something%20Is%20Missing)
//: 9. [Swift 6](Swift%206)
//: 10. [Try Yourself](Try%20Yourself)
//:
//: ## Exercise
//: Write a `CannedAPI` whose only title is "Offline". Register it as `API.self` just before the feed is resolved. The
//: last registration wins, and the page ends with `["Offline"]`.
//:
//: [Next](@next)
