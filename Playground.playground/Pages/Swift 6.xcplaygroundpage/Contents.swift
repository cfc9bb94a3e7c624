//: [Previous](@previous)
//:
//: # Swift 6
//: A type with `@MainActor` lives on the *main actor*, which runs the screens: other code can't use it without `await`.
//: **In a new Xcode project, types live there by default**, unless you write `nonisolated` before the type or its
//: protocol. Playgrounds have another default, so this page writes `@MainActor`.
//:
//: A factory with `@MainActor in` makes a service for the main actor. Other factories can run on any thread, so their
//: services must be `Sendable`. ([Threads](Threads) explains both words, [Welcome](Welcome) explains factories.)
//:
//: Three lines below are wrong, and hidden behind `//`. Remove one `//`: you see the message of the heading. Correct
//: the code, then go on with the next line. The solutions come after the third line.
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
nonisolated func start(_ player: Player) {
    // print(player.play())
}

//: ## 3. “type 'any Store' does not conform to the 'Sendable' protocol”
//: Downloads in the background read this store, without `await`. So `@MainActor in` compiles, but doesn't help. Change
//: the protocol and the class instead.
@MainActor protocol Store { func notes() -> [String] }
@MainActor final class Disk: Store { func notes() -> [String] { ["milk"] } }

// container.register(type: Store.self) { Disk() }

//: ## Solutions
//: 1. Begin the factory with `@MainActor in`:
container.register { @MainActor in Player() }

//: 2. Write `@MainActor` in place of `nonisolated`. Then only code on the main actor can call the function.
@MainActor func startOnScreen(_ player: Player) { print(player.play()) }
startOnScreen(try container.require())
// → playing a waltz

//: 3. Before the protocol, write `nonisolated` in place of `@MainActor`, and after its name, `: Sendable`. Before the
//:    class, remove `@MainActor`: a class gets `nonisolated` from its protocol, also in a new Xcode project.
nonisolated protocol FixedStore: Sendable { func notes() -> [String] }
final class FixedDisk: FixedStore { func notes() -> [String] { ["milk"] } }

container.register(type: FixedStore.self) { FixedDisk() }
print(try await Task.detached { [container] in try container.require(type: FixedStore.self).notes() }.value)
// → ["milk"]

//: ## A mistake that the compiler can't find
//: The factory of the playlist has no `@MainActor in`, and asks for the player. This page runs on the main actor.
//: **Guess:** does it get a playlist?
nonisolated struct Playlist: Sendable { let player: Player }

container.register { Playlist(player: try $0.require()) }
do { _ = try container.require(type: Playlist.self) } catch let error as ResolutionError { print(error.reason) }
// → mainActorOnly

//: No. Another thread could run this factory one day. So the container refuses even here: you see the mistake before
//: your users do.
//:
//: ## Try it yourself
//: Print the whole error, `print(error)`, and do what it says, until the page doesn't print `mainActorOnly` any more.
//:
//: *Solution:* `container.register { @MainActor in Playlist(player: try $0.require()) }`
//:
//: [Next](@next)
