//: [Previous](@previous)
//:
//: # Swift 6
//: A `Sendable` service may be registered and resolved anywhere; any other lives on the main actor. In Swift 6 mode the
//: compiler checks it. These are messages that people meet first. Remove the `//` before a line, read what the compiler
//: says, and mend it; solutions are at the end.
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

//: ## 4. “call to main actor-isolated initializer 'init()'”, in a new project of Xcode 26
//: There, a type that does not say `nonisolated` belongs to the main actor, as if it said `@MainActor`, as here. But
//: notes are read on any thread. So it is the class that has to change, and its protocol.
@MainActor protocol Store: Sendable {
    func notes() -> [String]
}

@MainActor final class Disk: Store {
    init() {}
    func notes() -> [String] { ["milk"] }
}

nonisolated func registerStore() {
    // container.register(type: Store.self) { Disk() }
}

//: ## 5. “call to main actor-isolated instance method 'notes()' in a synchronous nonisolated context”
//: If only the class changes, this is next: the protocol still belongs to the main actor.
nonisolated func firstNote(in store: Store) -> String {
    // store.notes().first ??
    "none"
}

//: ## 6. “'nonisolated' modifier cannot be applied to this declaration”
//: An actor never belongs to the main actor, and needs no `nonisolated`. Its protocol does. (Swift 6.2 says nothing.)
// nonisolated
actor Cloud {}

//: ## Solutions
nonisolated protocol MendedStore: Sendable {
    func notes() -> [String]
}

nonisolated final class MendedDisk: MendedStore {
    func notes() -> [String] { ["milk"] }
}

nonisolated func mendedFirstNote(in container: DependenciesContainer) -> String {
    container.register(type: MendedStore.self) { MendedDisk() }
    return container.resolve(type: MendedStore.self)?.notes().first ?? "none"
}

print(mendedFirstNote(in: container))
// → milk

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

//: Or make the service `Sendable`, and 2 and 3 are gone.
//:
//: ## Exercise
//: Let the cart be a `struct Cart: Sendable`. Which of the messages 1 to 3 are left?
//:
//: [Next](@next)
