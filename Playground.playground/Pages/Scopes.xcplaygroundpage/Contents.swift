//: [Previous](@previous)
//:
//: # Scopes
//: A scope decides how many instances of a service exist. Here, an editor has a toolbar and a canvas, and each of them
//: needs an undo stack.
final class UndoStack: Sendable {}

struct Editor: Sendable {
    let toolbar: UndoStack
    let canvas: UndoStack
}

//: This function opens two editors, and counts their undo stacks.
func countStacks(scope: DependenciesContainer.Scope) throws -> Int {
    let container = DependenciesContainer()
    container.register(scope: scope) { UndoStack() }
    container.register(scope: .transient) { Editor(toolbar: try $0.require(), canvas: try $0.require()) }

    let first = try container.require(type: Editor.self)
    let second = try container.require(type: Editor.self)
    let stacks = [first.toolbar, first.canvas, second.toolbar, second.canvas]
    return Set(stacks.map(ObjectIdentifier.init)).count
}

//: ## Singleton
//: This is the default. The container builds one instance and keeps it.
print(try countStacks(scope: .singleton))
// → 1

//: ## Transient
//: The container builds a new instance each time you ask.
print(try countStacks(scope: .transient))
// → 4

//: ## Graph
//: An editor and the services that its factory asks for are one *object graph*. Inside it, everybody gets the same
//: instance. So the toolbar and the canvas share an undo stack, but the next editor has a new one.
print(try countStacks(scope: .graph))
// → 2

//: ## Weak
//: There is one instance, as long as something outside the container holds it.
final class Player: Sendable {}

let container = DependenciesContainer()
container.register(scope: .weak) {
    print("creating a player")
    return Player()
}

var player: Player? = try container.require()
// → creating a player
print(try container.require(type: Player.self) === player)
// → true
player = nil
player = try container.require()
// → creating a player

//: Print a container to see what is registered, and with which scope:
print(container)
// → Player: weak

//: ## Try it yourself
//: Which number does `countStacks(scope: .weak)` return? Guess first.
//:
//: *Solution:* 1. The first editor holds the stack while the second one is built.
//:
//: [Next](@next)
