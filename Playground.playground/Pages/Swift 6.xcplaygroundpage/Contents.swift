//: [Previous](@previous)
//:
//: # Swift 6
//: You can register and resolve a `Sendable` service on any thread. You can register and resolve other services only on
//: the main actor. In Swift 6 mode, the compiler checks this rule. Here are six messages that people often see. Remove
//: the `//` before a line of code, read the message, and fix the code. The solutions are at the end.
let container = DependenciesContainer.shared

@MainActor final class Model {
    let title: String
    init() { title = "a model" }
}

class Cart {
    var items = ["bread"]
}

//: ## 1. “call to main actor-isolated initializer 'init()' in a synchronous nonisolated context”
//: A factory can run on any thread, but only the main actor can create a `Model`. Add `@MainActor in` to the closure.
@MainActor func registerModel() {
    // container.register { Model() }
}

//: ## 2. “call to main actor-isolated instance method 'resolve(type:name:)' in a synchronous nonisolated context”
//: `Cart` isn't `Sendable`, so you can resolve it only on the main actor. Change the word before `func`.
nonisolated func items() -> [String] {
    // DependenciesContainer.shared.resolve(type: Cart.self)?.items ??
    []
}

//: ## 3. “main actor-isolated default value in a nonisolated context”
//: The property resolves `Cart`, so its class needs the main actor, too. Change the word before `final class`.
nonisolated final class Counter {
    // @Injected var cart: Cart
}

//: ## 4. “call to main actor-isolated initializer 'init()'”, in a new Xcode project
//: In a new Xcode 26 project, every type is `@MainActor` unless you write `nonisolated`. The `@MainActor` below
//: does the same. But code on any thread reads notes. Change `@MainActor` to `nonisolated` before the class and before
//: the protocol.
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
//: You get this message if you change only the class in 4: the protocol still belongs to the main actor.
nonisolated func firstNote(in store: Store) -> String {
    // store.notes().first ??
    "none"
}

//: ## 6. “'nonisolated' modifier cannot be applied to this declaration”
//: An actor never belongs to the main actor, so it doesn't need `nonisolated`. Its protocol does. Swift 6.2 has no such
//: message.
// nonisolated
actor Cloud {}

//: ## Solutions
//: For 1, write `@MainActor in`. For 2 and 3, write `@MainActor` before the function and before the class:
@MainActor func registerFixed() {
    container.register { @MainActor in Model() }
    container.register(type: Cart.self, service: Cart())
}

@MainActor func fixedItems() -> [String] {
    DependenciesContainer.shared.resolve(type: Cart.self)?.items ?? []
}

@MainActor final class FixedCounter {
    @Injected var cart: Cart
}

MainActor.assumeIsolated {  // a page runs on the main actor, but Swift 5 mode doesn't know that
    registerFixed()
    print(container.resolve(type: Model.self)?.title ?? "none", fixedItems(), FixedCounter().cart.items)
}
// → a model ["bread"] ["bread"]

//: For 4 and 5, write `nonisolated` before the class and before the protocol:
nonisolated protocol FixedStore: Sendable {
    func notes() -> [String]
}

nonisolated final class FixedDisk: FixedStore {
    func notes() -> [String] { ["milk"] }
}

nonisolated func fixedFirstNote(in container: DependenciesContainer) -> String {
    container.register(type: FixedStore.self) { FixedDisk() }
    return container.resolve(type: FixedStore.self)?.notes().first ?? "none"
}

print(fixedFirstNote(in: container))
// → milk

//: For 6, leave the `//` where it is.
//:
//: ## Exercise
//: Another solution for 2 and 3 is a `Sendable` service. Declare `struct Cart: Sendable`. Which of the messages 1 to 3
//: do you still get?
//:
//: [Next](@next)
