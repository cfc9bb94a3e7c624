//: [Previous](@previous)
//:
//: # Swift 6
//: You can use a `Sendable` service on any thread, and other services only on the main actor. In Swift 6 mode, the
//: compiler checks this rule. Here are five messages that people often see. Remove the `//` before a line of code, read
//: the message, and fix the code. The solutions are at the end.
let container = DependenciesContainer.shared

@MainActor final class Model {
    let title: String
    init() { title = "a model" }
}

class Cart {
    var items = ["bread"]
}

//: ## 1. “call to main actor-isolated initializer 'init()' in a synchronous nonisolated context”
//: A factory can run on any thread, but only the main actor can create a `Model`. Begin the closure with two words, so
//: that it runs on the main actor.
@MainActor func registerModel() {
    // container.register { Model() }
}

//: ## 2. “call to main actor-isolated instance method 'require(type:name:)' in a synchronous nonisolated context”
//: `Cart` isn't `Sendable`, so you can require it only on the main actor. Change the word before `func`.
nonisolated func items() throws -> [String] {
    // return try DependenciesContainer.shared.require(type: Cart.self).items
    return []
}

//: ## 3. “main actor-isolated default value in a nonisolated context”
//: The property requires a `Cart`, so its class needs the main actor, too. Change the word before `final class`.
nonisolated final class Counter {
    // @Injected var cart: Cart
}

//: ## 4. “call to main actor-isolated initializer 'init()'”, in a new Xcode project
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

//: ## 5. “call to main actor-isolated instance method 'notes()' in a synchronous nonisolated context”
//: The protocol still belongs to the main actor. Change the word before the protocol.
nonisolated func firstNote(in store: Store) -> String? {
    // return store.notes().first
    return nil
}

//: ## Solutions
//: For 1, write `@MainActor in`:
@MainActor func registerFixed() {
    container.register { @MainActor in Model() }
    container.register(type: Cart.self, service: Cart())
}

//: For 2 and 3, write `@MainActor` before the function and before the class:
@MainActor func fixedItems() throws -> [String] {
    try container.require(type: Cart.self).items
}

@MainActor final class FixedCounter {
    @Injected var cart: Cart
}

try MainActor.assumeIsolated {  // a page runs on the main actor, but Swift 5 mode doesn't know that
    registerFixed()
    print(try container.require(type: Model.self).title, try fixedItems(), FixedCounter().cart.items)
}
// → a model ["bread"] ["bread"]

//: For 4 and 5, write `nonisolated` before the class and before the protocol:
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
//: Declare `struct Cart: Sendable` in place of the class. Which of the messages 1 to 3 do you still get?
//:
//: *Solution:* only message 1. You can now require a cart on any thread.
//:
//: [Next](@next)
