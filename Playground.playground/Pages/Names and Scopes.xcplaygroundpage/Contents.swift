//: [Previous](@previous)
//:
//: # Names and Scopes
//: Use a name to register several services of the same type. Use a scope to decide how many instances of a service
//: exist.
let container = DependenciesContainer()

//: ## Names
//: These are two servers. One of them has a name.
struct Server: Sendable {
    let host: String
}

container.register { Server(host: "example.org") }
container.register(name: "local") { Server(host: "localhost") }

print(container.resolve(type: Server.self)?.host ?? "none")
// → example.org
print(container.resolve(type: Server.self, name: "local")?.host ?? "none")
// → localhost

//: If a name isn't registered, you get nil, and not the server without a name.
print(container.resolve(type: Server.self, name: "lcoal")?.host ?? "none")
// → none

//: `resolveAll` returns the services of all names, in the order of their registration. In a factory, use `requireAll`:
//: it throws an error if one of the services can't be built.
print(container.resolveAll(type: Server.self).map(\.host))
// → ["example.org", "localhost"]

struct Farm: Sendable {
    let servers: [Server]
}

container.register { Farm(servers: try $0.requireAll()) }

print(container.resolve(type: Farm.self)?.servers.count ?? 0)
// → 2

//: ## Singleton, transient, weak
//: - `.singleton`, the default: the container builds one instance and keeps it.
//: - `.transient`: the container builds a new instance each time you ask.
//: - `.weak`: there is one instance, as long as something outside the container holds it.
final class Database: Sendable {}
final class Draft: Sendable {}
final class Player: Sendable {}

container.register { Database() }
container.register(scope: .transient) { Draft() }
container.register(scope: .weak) {
    print("creating a player")
    return Player()
}

print(container.resolve(type: Database.self) === container.resolve(type: Database.self))
// → true
print(container.resolve(type: Draft.self) === container.resolve(type: Draft.self))
// → false

var player: Player? = container.resolve()
// → creating a player
print(container.resolve(type: Player.self) === player)
// → true
player = nil
player = container.resolve()
// → creating a player

//: ## Graph
//: When you ask for an editor, its factory asks for other services. Together they are one *object graph*. Inside it,
//: every factory that asks for a `.graph` service gets the same instance. So the toolbar and the canvas of an editor
//: share an undo stack. The next editor has a new undo stack.
final class UndoStack: Sendable {}

struct Editor: Sendable {
    let toolbar: UndoStack
    let canvas: UndoStack
}

container.register(scope: .graph) { UndoStack() }
container.register(scope: .transient) { Editor(toolbar: try $0.require(), canvas: try $0.require()) }

let first = try container.require(type: Editor.self)
let second = try container.require(type: Editor.self)
print(first.toolbar === first.canvas, first.canvas === second.canvas)
// → true false

//: ## Exercise
//: Change one word, so that the whole app has one undo stack: the last line prints `true true`. Then try `.transient`.
//:
//: [Next](@next)
