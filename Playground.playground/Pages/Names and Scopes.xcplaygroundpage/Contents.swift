//: [Previous](@previous)
//:
//: # Names and Scopes
//: A type and a name say *which* service is meant, a scope says *how long* an instance of it lives.
#if canImport(Locator)
    import Locator
#endif

let container = DependenciesContainer()

//: ## Names
//: Names tell services of one type apart.
struct Server: Sendable {
    let host: String
}

container.register { Server(host: "example.org") }
container.register(name: "local") { Server(host: "localhost") }

print(container.resolve(type: Server.self)?.host ?? "none")
// → example.org
print(container.resolve(type: Server.self, name: "local")?.host ?? "none")
// → localhost

//: An unknown name does not fall back to the unnamed service.
print(container.resolve(type: Server.self, name: "lcoal")?.host ?? "none")
// → none

//: `resolveAll` returns the services of every name, in the order of their registration. A factory calls `requireAll`,
//: which throws if one of them can't be built.
print(container.resolveAll(type: Server.self).map(\.host))
// → ["example.org", "localhost"]

struct Farm: Sendable {
    let servers: [Server]
}

container.register { Farm(servers: try $0.requireAll()) }

print(container.resolve(type: Farm.self)?.servers.count ?? 0)
// → 2

//: ## Singleton, transient, weak
//: A `.singleton`, the default, is built once and kept. A `.transient` service is a new one each time. A `.weak` one is
//: shared while someone outside holds it.
final class Database: Sendable {}
final class Draft: Sendable {}
final class Player: Sendable {}

container.register { Database() }
container.register(scope: .transient) { Draft() }
container.register(scope: .weak) {
    print("a player is made")
    return Player()
}

print(container.resolve(type: Database.self) === container.resolve(type: Database.self))
// → true
print(container.resolve(type: Draft.self) === container.resolve(type: Draft.self))
// → false

var player: Player? = container.resolve()
// → a player is made
print(container.resolve(type: Player.self) === player)
// → true
player = nil
player = container.resolve()
// → a player is made

//: ## Graph
//: A `.graph` service is shared inside one outermost resolve. Toolbar and canvas of an editor work on one undo stack;
//: the next editor has another.
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
//: Give the whole app one undo stack, by one word: the last line becomes `true true`. Then try `.transient`.
//:
//: [Next](@next)
