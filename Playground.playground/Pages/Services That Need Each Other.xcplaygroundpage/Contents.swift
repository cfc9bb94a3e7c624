//: # Services That Need Each Other
//: Which comes first, the hen or the egg?
struct Hen: Sendable { let eggs: [Egg] }
struct Egg: Sendable { let parents: [Hen] }
var container: DependenciesContainer? = DependenciesContainer()  // the end of the page sets it to nil
container?.register { Hen(eggs: [try $0.require()]) }
container?.register { Egg(parents: [try $0.require()]) }
do { _ = try container?.require(type: Hen.self) } catch let error as ResolutionError { print(error.path) }
// → ["Hen", "Egg", "Hen"]

//: Neither: each factory asks for the other service. The container finds this circle, and throws an error.
//:
//: ## Ask later
//: A player and its controls need each other, too. The controls get the player in `init`. The player asks later:
struct Player: Sendable { @Injected(weak: true) var controls: Controls? }
nonisolated final class Controls: Sendable {
    let button = "pause"
    let player: Player
    init(player: Player) { self.player = player }
    deinit { print("the controls are gone") }
}
container?.register { Player() }
container?.register { Controls(player: try $0.require()) }

//: **Guess:** here, `container` isn't `DependenciesContainer.shared`. Does the player find its controls?
print(try container?.require(type: Player.self).controls?.button ?? "no controls")
// → pause

//: Yes. The factory creates the player, and while a factory runs, `shared` is `$0`. The property asks this container.
//:
//: ## Why weak?
//: The controls keep the player. If the player also kept the controls, both would stay in memory. With `weak: true`,
//: the player doesn't keep them. **Guess:** what happens to the controls when the container goes?
container = nil
// → the controls are gone

//: ## Try it yourself
//: 1. Remove `(weak: true)`. What changes?
//: 2. Repair the circle: the egg asks later, for one hen. (Nobody registers an array of hens.)
//:
//: *Solution:*
//: 1. The page doesn't print `the controls are gone`: the player and the controls keep each other.
//: 2. `struct Egg: Sendable { @Injected var parent: Hen }`, and `{ Egg() }`. The hen and the egg then stay in memory.
//:
//: [Previous](@previous) | [Next](@next)
