//: [Previous](@previous)
//:
//: # Swift 6
//: A factory with `@MainActor in` makes a service that lives on the main actor: it is built and used only there. Every
//: other factory can run on any thread, so its service must be `Sendable`. In Swift 6 mode, the compiler checks most
//: of this rule. Here are six messages that people often see. Remove the `//` before a line of code, read the message,
//: and fix the code. The solutions are at the end.
let container = DependenciesContainer.shared

@MainActor final class Model {
    let title: String
    init() { title = "a model" }
}

class Cart {
    var items = ["bread"]
}

//: ## 1. “type 'Cart' does not conform to the 'Sendable' protocol”
//: A `Cart` isn't `Sendable`, so only the main actor can use it. Begin the closure with two words that say so.
@MainActor func registerCart() {
    // container.register { Cart() }
}

//: ## 2. “call to main actor-isolated initializer 'init()' in a synchronous nonisolated context”
//: A factory can run on any thread, but only the main actor can create a `Model`. The same two words help.
@MainActor func registerModel() {
    // container.register { Model() }
}

//: ## 3. “call to main actor-isolated instance method 'require(type:name:)' in a synchronous nonisolated context”
//: `Cart` isn't `Sendable`, so you can require it only on the main actor. Change the word before `func`.
nonisolated func items() throws -> [String] {
    // return try DependenciesContainer.shared.require(type: Cart.self).items
    return []
}

//: ## 4. “main actor-isolated default value in a nonisolated context”
//: The property requires a `Cart`, so its class needs the main actor, too. Change the word before `final class`.
nonisolated final class Counter {
    // @Injected var cart: Cart
}

//: ## 5. “call to main actor-isolated initializer 'init()'”, in a new Xcode project
//: In a new Xcode project, every type is `@MainActor` unless you write `nonisolated`. Here, `@MainActor` stands before
//: the protocol and the class, as if this page were such a project. But every thread should be able to use a disk.
//: Change the word before the class.
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

//: ## 6. “call to main actor-isolated instance method 'notes()' in a synchronous nonisolated context”
//: The protocol still belongs to the main actor. Change the word before the protocol.
nonisolated func firstNote(in store: Store) -> String? {
    // return store.notes().first
    return nil
}

//: ## Solutions
//: For 1 and 2, write `@MainActor in`:
container.register { @MainActor in Cart() }
container.register { @MainActor in Model() }

//: For 3 and 4, write `@MainActor` before the function and before the class:
@MainActor func fixedItems() throws -> [String] {
    try container.require(type: Cart.self).items
}

@MainActor final class FixedCounter {
    @Injected var cart: Cart
}

print(try container.require(type: Model.self).title, try fixedItems(), FixedCounter().cart.items)
// → a model ["bread"] ["bread"]

//: For 5 and 6, write `nonisolated` before the class and before the protocol:
nonisolated protocol FixedStore: Sendable {
    func notes() -> [String]
}

nonisolated final class FixedDisk: FixedStore {
    func notes() -> [String] { ["milk"] }
}

nonisolated func fixedNotes(in container: DependenciesContainer) throws -> [String] {
    container.register(type: FixedStore.self) { FixedDisk() }
    return try container.require(type: FixedStore.self).notes()
}

print(try fixedNotes(in: container))
// → ["milk"]

//: ## Exercise
//: Declare `struct Cart: Sendable` in place of the class. Which of the messages 1 to 4 do you still get?
//:
//: *Solution:* only message 2. You can now build and require a cart on any thread.
//:
//: [Next](@next)
