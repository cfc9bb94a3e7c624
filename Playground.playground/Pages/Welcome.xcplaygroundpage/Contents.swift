//: # Welcome to Locator
//: Locator is a service locator in one file: services are registered when the app starts, and resolved anywhere, from
//: any thread. The nine pages take about a minute each, and need not be read in order. `// →` shows what a line prints.
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
//: A service is registered under the type by which others know it, mostly a protocol. The closure, its factory, makes
//: the service. It does not run yet.
let container = DependenciesContainer.shared  // the one of the whole app

container.register(type: (any API).self) {
    print("the API is made")
    return HTTPClient()
}
print("registered")
// → registered

//: ## Resolve
//: The factory runs when the service is first asked for, and never again: everybody shares the instance.
let api = container.resolve(type: (any API).self)
// → the API is made
print(api?.titles() ?? [])
// → ["Hello", "World"]

//: Nobody has registered a `Double`, and so there is none.
print(container.resolve(type: Double.self) as Any)
// → nil

//: ## Services that need services
//: A factory asks `DependenciesContainer.shared` for what it needs. `require` is `resolve` that throws instead of
//: returning nil; its error names what is missing. Where Swift can infer a type, it need not be written: `Feed` is
//: registered under its own type, and requires what its initializer takes.
struct Feed: Sendable {
    let api: any API
    func headline() -> String { api.titles().joined(separator: ", ") }
}

container.register { Feed(api: try DependenciesContainer.shared.require()) }

let feed: Feed? = container.resolve()
print(feed?.headline() ?? "no feed")
// → Hello, World

//: ## If you know Swinject
//: * `Container()` is `DependenciesContainer()`, and there is a `.shared` one for the app.
//: * `register(A.self) { r in B(c: r.resolve(C.self)!) }` takes no resolver: inside a factory
//:   `DependenciesContainer.shared` is the container that is building.
//: * The scopes are called `.singleton` (their `.container`), `.graph`, `.transient` and `.weak`. **The default is
//:   `.singleton`**, where Swinject has `.graph`.
//: * `initCompleted` is `injecting:`, `resolve(_:argument:)` is `resolve(type:arguments:)`.
//: * An `Assembly` is a function that registers: see *App Launch*.
//: * There is no `synchronize()`: every container may be used from any thread. In Swift 6 the compiler keeps what isn't
//:   `Sendable` on the main actor.
//:
//: ## The pages
//: 1. Welcome
//: 2. [App Launch](App%20Launch)
//: 3. [Names and Scopes](Names%20and%20Scopes)
//: 4. [Object Graphs](Object%20Graphs)
//: 5. [Runtime Arguments and Auto-Registration](Runtime%20Arguments%20and%20Auto-Registration)
//: 6. [Property Wrappers](Property%20Wrappers)
//: 7. [Overriding in Tests and Previews](Overriding%20in%20Tests%20and%20Previews)
//: 8. [When Something Is Missing](When%20Something%20Is%20Missing)
//: 9. [Try Yourself](Try%20Yourself)
//:
//: ## Exercise
//: Write a `CannedAPI` whose only title is "Offline", and register it under `(any API).self` just before the feed is
//: resolved. The last registration wins: the page ends with `Offline`.
//:
//: [Next](@next)
