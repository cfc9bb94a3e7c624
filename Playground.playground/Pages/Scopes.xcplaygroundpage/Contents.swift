//: [Previous](@previous)
//:
//: # Scopes
//: A scope decides how many instances of a service exist. ([Welcome](Welcome) explains services and factories.) Here,
//: an editor has a toolbar and a canvas, which should share one undo stack.
final class UndoStack: Sendable {}

struct Editor: Sendable { let toolbar, canvas: UndoStack }

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
//: The container builds a new instance each time somebody asks. **Guess:** how many stacks do the two editors have?
print(try countStacks(scope: .transient))
// → 4

//: The toolbar and the canvas have different stacks, so *Undo* in the toolbar doesn't know what the canvas did.
//:
//: ## Graph
//: An editor and the services that its factory asks for are one *object graph*, and share a stack. **Guess:** how many
//: stacks are there now?
print(try countStacks(scope: .graph))
// → 2

//: One for each editor, as it should be. If you ask for the stack directly, with `container.require(type:
//: UndoStack.self)`, you get a new one each time: each such call begins a new object graph.
//:
//: ## Weak
//: There is one instance, as long as something outside the container holds it: for example a player that should end
//: with the last screen that shows it. (It must be a class: a struct stops the app.)
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

//: **Guess:** nobody holds the player now. What happens?
player = nil
player = try container.require()
// → creating a player

//: ## Try it yourself
//: 1. Which number does `countStacks(scope: .weak)` return? Guess first.
//: 2. A shop has a cart. The list of goods adds to it, and the checkout shows it. Which scopes can lose the goods?
//:
//: *Solution:*
//: 1. It returns 1. The first editor holds the stack while the second one is built.
//: 2. All but `.singleton`, and no error says so. With `.transient`, and with `.graph` if the two ask separately, the
//:    checkout gets a new, empty cart. With `.weak`, the cart is gone as soon as no screen holds it.
//:
//: [Next](@next)
