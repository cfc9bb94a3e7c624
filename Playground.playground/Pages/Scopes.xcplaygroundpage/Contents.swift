//: # Scopes
//: A scope decides how many instances of a service exist. Here, the toolbar and the canvas of an editor need an undo
//: stack. This function opens two editors, and counts their stacks:
final class UndoStack: Sendable {}
struct Editor: Sendable { let stacks: [UndoStack] }

func countStacks(scope: DependenciesContainer.Scope) throws -> Int {
    let container = DependenciesContainer()
    container.register(scope: scope) { UndoStack() }
    container.register(scope: .transient) { Editor(stacks: [try $0.require(), try $0.require()]) }
    let first = try container.require(type: Editor.self)
    let second = try container.require(type: Editor.self)
    return Set((first.stacks + second.stacks).map(ObjectIdentifier.init)).count
}

//: ## Singleton: one instance
//: The container keeps it. This is the default. **Use it** for an API, a store or a shopping cart.
print(try countStacks(scope: .singleton))
// → 1

//: Both editors have the same stack: *Undo* in one editor changes the other one.
//:
//: ## Transient: a new instance each time
//: The factory runs whenever somebody asks. **Use it** for the draft of a message. **Guess:** how many stacks?
print(try countStacks(scope: .transient))
// → 4

//: Two for each editor: *Undo* in the toolbar doesn't know what the canvas did.
//:
//: ## Graph: one instance for an object graph
//: An *object graph* is what the container builds for one call of `require`: here, an editor and what its factory asks
//: for. **Use it** for the undo stack of an editor. **Guess:** how many stacks?
print(try countStacks(scope: .graph))
// → 2

//: One for each editor, as it should be. **Guess:** here, the toolbar has no `scope:`. So it is a singleton, and all
//: editors have the same toolbar. Does it have the same stack as the canvas?
struct Toolbar: Sendable { let stack: UndoStack }
let container = DependenciesContainer()
container.register(scope: .graph) { UndoStack() }
container.register { Toolbar(stack: try $0.require()) }
container.register(scope: .transient) {
    Editor(stacks: [try $0.require(type: Toolbar.self).stack, try $0.require()])
}
let editor = try container.require(type: Editor.self)
print(editor.stacks[0] === editor.stacks[1])
// → false

//: No: all editors have this toolbar, so it has its own stack. A singleton or weak service begins a new object graph.
//:
//: ## Weak: one instance, while somebody holds it
//: The container doesn't keep it. **Use it** for a player that ends with the last screen that shows it. (It has to be a
//: class: a struct stops the app.) **Guess:** what happens when nobody holds the player any more?
final class Player: Sendable { deinit { print("the player ends") } }
container.register(scope: .weak) { Player() }
var player: Player? = try container.require()
print(try container.require(type: Player.self) === player)
// → true
player = nil
// → the player ends

//: ## Try it yourself
//: 1. Which scope does the toolbar need, so that the page prints `true` in place of `false`?
//: 2. One screen adds goods to a shopping cart, and a later screen shows the cart. Which scopes can lose the goods?
//:
//: *Solution:*
//: 1. `.graph`, or `.transient`: then the container builds the toolbar in the object graph of the editor.
//: 2. All but `.singleton`, and no error says so. With `.transient` and `.graph`, the later screen gets a new cart.
//:    With `.weak`, the cart is gone as soon as no screen holds it.
//:
//: [Previous](@previous) | [Next](@next)
