//: # Swift 6
//: One rule explains this page: **any thread can run a factory, unless the factory begins with `@MainActor in`.**
//:
//: Two lines below are wrong, and hidden behind `//`. Remove the `//`, and read the message: the heading quotes it.
//: Then write the `//` again, and read on. The right code comes next.
let container = DependenciesContainer.shared

@MainActor final class Player {
    let title: String
    init() { title = "a waltz" }
}

//: ## 1. “call to main actor-isolated initializer 'init()' in a synchronous nonisolated context”
// container.register { Player() }

//: Any thread could run this factory, but only the main actor can call this `init`. If only screens use the player, let
//: the main actor run the factory:
container.register { @MainActor in Player() }
print(try container.require(type: Player.self).title)
// → a waltz

//: If other threads use it, too, write `nonisolated init`, as in [Threads](Threads).
//:
//: ## 2. “type 'any Store' does not conform to the 'Sendable' protocol”
//: In a new Xcode project, types belong to the main actor by default, as if you had written `@MainActor`. Playgrounds
//: have another default, so the page writes it here. A download in the background asks for this store:
@MainActor protocol Store { func notes() -> [String] }
@MainActor final class Disk: Store { func notes() -> [String] { ["milk"] } }
// container.register(type: Store.self) { Disk() }

//: Any thread can get the store, so its type has to be `Sendable`. And the download calls `notes` without `await`, so
//: the protocol has to be `nonisolated`. The class gets this from its protocol:
nonisolated protocol OpenStore: Sendable { func notes() -> [String] }
final class OpenDisk: OpenStore { func notes() -> [String] { ["milk"] } }
container.register(type: OpenStore.self) { OpenDisk() }
print(try await Task.detached { try container.require(type: OpenStore.self).notes() }.value)
// → ["milk"]

//: ## 3. An error that the compiler can't find
//: This factory asks for the player, without `@MainActor in`. **Guess:** the page runs on the main actor. Does it get a
//: playlist?
nonisolated struct Playlist: Sendable { let player: Player }
container.register { Playlist(player: try $0.require()) }
do { _ = try container.require(type: Playlist.self) } catch let error as ResolutionError { print(error.reason) }
// → mainActorOnly

//: No. Another thread could run this factory one day. So the container refuses even here: you see the mistake before
//: your users do.
//:
//: ## Try it yourself
//: 1. Print the whole error, `print(error)`. It names two ways to repair the page. Try each alone.
//: 2. At the top, write `import Observation`. In the player, write `@Observable` before `@MainActor`, `var` in place of
//:    `let`, and `nonisolated` before `init`. Read the message. `@Observable` keeps the title in a variable `_title`,
//:    which any `init` can set. Repair the `init`.
//:
//: *Solution:*
//: 1. If only screens use the playlist: `container.register { @MainActor in Playlist(player: try $0.require()) }`. If
//:    other threads use it: `nonisolated init()` in the player, and `container.register { Player() }`.
//: 2. `nonisolated init() { _title = "a waltz" }`.
//:
//: [Previous](@previous) | [Next](@next)
