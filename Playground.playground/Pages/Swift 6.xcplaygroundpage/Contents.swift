//: [Previous](@previous)
//:
//: # Swift 6
//: A `Sendable` service may be registered and resolved anywhere; any other lives on the main actor. In Swift 6 mode the
//: compiler checks it. These are the three messages that people meet first. Remove the `//` before a line, read what
//: the compiler says, and mend it; solutions are at the end.
#if canImport(Locator)
    import Locator
#endif

let container = DependenciesContainer.shared

@MainActor final class Model {
    let title: String
    init() { title = "a model" }
}

class Cart {
    var items = ["bread"]
}

//: ## 1. “call to main actor-isolated initializer 'init()' in a synchronous nonisolated context”
//: A factory may run on any thread, but a model is made on the main actor. Let the closure say so.
@MainActor func registerModel() {
    // container.register { Model() }
}

//: ## 2. “call to main actor-isolated instance method 'resolve(type:name:)' in a synchronous nonisolated context”
//: `Cart` is not `Sendable`, so it is resolved on the main actor. Let the function say so.
nonisolated func items() -> [String] {
    // DependenciesContainer.shared.resolve(type: Cart.self)?.items ??
    []
}

//: ## 3. “main actor-isolated default value in a nonisolated context”
//: A property that is filled with a cart needs the main actor, too. Let the class say so.
nonisolated final class Counter {
    // @Injected var cart: Cart
}

//: ## Solutions
@MainActor final class MendedCounter {
    @Injected var cart: Cart
}

@MainActor func mendedItems() -> [String] {
    DependenciesContainer.shared.resolve(type: Cart.self)?.items ?? []
}

@MainActor func mended() {
    container.register { @MainActor in Model() }
    container.register(type: Cart.self, service: Cart())
    print(container.resolve(type: Model.self)?.title ?? "none", mendedItems(), MendedCounter().cart.items)
}

MainActor.assumeIsolated { mended() }  // a page is on the main actor; Swift 5 mode doesn't know
// → a model ["bread"] ["bread"]

//: Or make the service `Sendable`, and none of this is needed.
//:
//: ## Exercise
//: Let the cart be a `struct Cart: Sendable`. Which of the three messages are left?
//:
//: [Next](@next)
