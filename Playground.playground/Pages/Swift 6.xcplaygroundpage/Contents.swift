//: [Previous](@previous)
//:
//: # Swift 6
//: A type with `@MainActor` lives on the *main actor*: only the main thread, which runs the screens, can use it. **In a
//: new Xcode project, each type lives there**, unless you write `nonisolated` before the type or its protocol. In a
//: playground, it is the other way round, so this page writes `@MainActor`.
//:
//: A factory ([Welcome](Welcome)) with `@MainActor in` makes a service that lives on the main actor. Another factory
//: can run on any thread, so its service must be `Sendable`: safe on all threads. ([Threads](Threads) shows how.)
//:
//: The next three lines of code are wrong, and hidden behind `//`. Remove the `//` of one line. You see the message of
//: its heading. Fix the code, and go on with the next one. The solutions are below.
let container = DependenciesContainer.shared

@MainActor final class Player {
    var title = "a waltz"
    init() {}
    func play() -> String { "playing \(title)" }
}

//: ## 1. “call to main actor-isolated initializer 'init()' in a synchronous nonisolated context”
//: Only screens use the player. But this factory could run on another thread, where nobody can create a `Player`.
// container.register { Player() }

//: ## 2. “call to main actor-isolated instance method 'play()' in a synchronous nonisolated context”
//: Any thread can call this function, because it is `nonisolated`. But only the main actor can call `play`.
nonisolated func start(_ player: Player) -> String {
    // return player.play()
    return "nothing"
}

//: ## 3. “type 'any Store' does not conform to the 'Sendable' protocol”
//: Downloads in the background need this store, so no `@MainActor in` here: change the protocol. (You see the message
//: of 1, too. It goes away with the same change.)
@MainActor protocol Store {
    func notes() -> [String]
}

@MainActor final class Disk: Store {
    init() {}
    func notes() -> [String] { ["milk"] }
}

// container.register(type: Store.self) { Disk() }

//: ## Solutions
//: 1. Begin the factory with `@MainActor in`:
container.register { @MainActor in Player() }

//: 2. Write `@MainActor` in place of `nonisolated`: the function is for screens, too.
@MainActor func startOnScreen(_ player: Player) -> String { player.play() }
print(startOnScreen(try container.require()))
// → playing a waltz

//: 3. Write `nonisolated` in place of `@MainActor` before the protocol, `: Sendable` after its name, and nothing before
//:    the class: it gets `nonisolated` from its protocol, also in a new Xcode project.
nonisolated protocol FixedStore: Sendable {
    func notes() -> [String]
}

final class FixedDisk: FixedStore {
    func notes() -> [String] { ["milk"] }
}

container.register(type: FixedStore.self) { FixedDisk() }
print(try await Task.detached { [container] in try container.require(type: FixedStore.self).notes() }.value)
// → ["milk"]

//: ## A mistake that the compiler can't find
//: The factory of the playlist has no `@MainActor in`, and asks for the player. This page runs on the main actor.
//: **Guess:** does it get a playlist?
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

//: No: next time, another thread could run this factory. So the container refuses, before this happens to a user.
//:
//: ## Try it yourself
//: Print the whole error, `print(error)`, and do what it says. Then, `mainActorOnly` isn't printed any more.
//:
//: *Solution:* `container.register { @MainActor in Playlist(player: try $0.require()) }`
//:
//: [Next](@next)
