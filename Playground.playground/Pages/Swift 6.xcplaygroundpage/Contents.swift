//: [Previous](@previous)
//:
//: # Swift 6
//: Two threads must not change the same object at the same time. So Swift lets a type live on the *main actor*: only
//: the main thread, which runs the screens, can use it. In a new Xcode project, each type lives there, unless you write
//: `nonisolated` before the type or its protocol. In a playground, types are `nonisolated` by default: so this page
//: writes `@MainActor` before the types that live there.
//:
//: A factory ([Welcome](Welcome)) with `@MainActor in` makes a service that lives on the main actor. Every other
//: factory can run on any thread, so its service must be `Sendable`: safe on all threads. In Swift 6 mode, which this
//: playground uses, the compiler shows the messages below. Remove the `//` before a line of code, read the message, and
//: fix the code. The solutions are at the end.
let container = DependenciesContainer.shared

@MainActor final class Player {
    let title: String
    init() { title = "a waltz" }
}

@MainActor protocol Store {
    func notes() -> [String]
}

@MainActor final class Disk: Store {
    init() {}
    func notes() -> [String] { ["milk"] }
}

//: ## 1. “call to main actor-isolated initializer 'init()' in a synchronous nonisolated context”
//: The factory can run on any thread, but only the main actor can create a `Player`. Only screens use the player, so
//: begin the closure with `@MainActor in`.
// container.register { Player() }

//: ## 2. “type 'any Store' does not conform to the 'Sendable' protocol”
//: Only the main actor can use a `Store`, but here, every thread should be able to use it. Write `nonisolated` before
//: the protocol, in place of `@MainActor`, and `: Sendable` after its name. Then remove the word before the class.
// container.register(type: Store.self) { Disk() }

//: ## 3. “call to main actor-isolated instance method 'notes()' in a synchronous nonisolated context”
//: This function runs on any thread. If you have changed the protocol, the message no longer appears.
nonisolated func firstNote(in store: any Store) -> String? {
    // return store.notes().first
    return nil
}

//: ## Solutions
//: For 1, write `@MainActor in`:
container.register { @MainActor in Player() }
print(try container.require(type: Player.self).title)
// → a waltz

//: For 2 and 3, change the protocol. The class then needs no `nonisolated`, also in a new Xcode project:
nonisolated protocol FixedStore: Sendable {
    func notes() -> [String]
}

final class FixedDisk: FixedStore {
    func notes() -> [String] { ["milk"] }
}

container.register(type: FixedStore.self) { FixedDisk() }
print(try await Task.detached { [container] in try container.require(type: FixedStore.self).notes() }.value)
// → ["milk"]

//: ## When the page runs
//: The factory of the playlist can run on any thread, and asks for the player, which lives on the main actor. This page
//: runs on the main actor. **Guess:** does it get a playlist?
nonisolated struct Playlist: Sendable {
    let player: Player
}

container.register { Playlist(player: try $0.require()) }
do {
    _ = try container.require(type: Playlist.self)
} catch let error as ResolutionError {
    print(error.reason)
}
// → mainActorOnly

//: No, although the code compiles: next time, another thread could run this factory. So the container always refuses.
//:
//: ## Try it yourself
//: Print the whole error, `print(error)`, and do what it says. Then, `mainActorOnly` isn't printed any more.
//:
//: *Solution:* `container.register { @MainActor in Playlist(player: try $0.require()) }`
//:
//: [Next](@next)
