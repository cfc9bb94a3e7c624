//: [Previous](@previous)
//:
//: # Names and Scopes
//: A type and a name say *which* service is meant, a scope says *how long* an instance of it lives.
#if canImport(Locator)
    import Locator
#endif

let container = DependenciesContainer()

//: ## Names
//: Services of one type are told apart by name.
struct Server: Sendable {
    let host: String
}

container.register { Server(host: "api.example.org") }
container.register(name: "staging") { Server(host: "staging.example.org") }
container.register(name: "local") { Server(host: "localhost") }

print(container.resolve(type: Server.self)?.host ?? "none")
// → api.example.org
print(container.resolve(type: Server.self, name: "staging")?.host ?? "none")
// → staging.example.org

//: A name that is not registered does not fall back to the unnamed service: a typing error should not go live.
print(container.resolve(type: Server.self, name: "stagign")?.host ?? "none")
// → none

//: `resolveAll` returns the services of every name, in the order of their registration.
print(container.resolveAll(type: Server.self).map(\.host))
// → ["api.example.org", "staging.example.org", "localhost"]

//: ## .singleton
//: The default: built once, then shared by everyone who asks this container.
final class Database: Sendable {}

container.register { Database() }
print(container.resolve(type: Database.self) === container.resolve(type: Database.self))
// → true

//: ## .transient
//: A new one for every resolve.
final class Draft: Sendable {}

container.register(scope: .transient) { Draft() }
print(container.resolve(type: Draft.self) === container.resolve(type: Draft.self))
// → false

//: ## .graph
//: Shared inside one outermost resolve, and forgotten after it. The toolbar and the canvas of an editor work on one
//: undo stack; the next editor has another.
final class UndoStack: Sendable {}

struct Toolbar: Sendable {
    let undo: UndoStack
}

struct Canvas: Sendable {
    let undo: UndoStack
}

struct Editor: Sendable {
    let toolbar: Toolbar
    let canvas: Canvas
}

container.register(scope: .graph) { UndoStack() }
container.register(scope: .transient) { Toolbar(undo: try DependenciesContainer.shared.require()) }
container.register(scope: .transient) { Canvas(undo: try DependenciesContainer.shared.require()) }
container.register(scope: .transient) {
    Editor(toolbar: try DependenciesContainer.shared.require(), canvas: try DependenciesContainer.shared.require())
}

let first = try container.require(type: Editor.self)
let second = try container.require(type: Editor.self)
print("one editor, one stack:", first.toolbar.undo === first.canvas.undo)
// → one editor, one stack: true
print("two editors, one stack:", first.canvas.undo === second.canvas.undo)
// → two editors, one stack: false

//: ## .weak
//: Shared while someone outside holds it, for what is costly to keep.
final class VideoPlayer: Sendable {}

container.register(scope: .weak) {
    print("a player is made")
    return VideoPlayer()
}

var player: VideoPlayer? = container.resolve()
// → a player is made
print(container.resolve(type: VideoPlayer.self) === player)
// → true
player = nil
player = container.resolve()
// → a player is made

//: ## Exercise
//: Should there be one undo stack for the whole app? Change one word in its registration. The page then prints
//: `two editors, one stack: true`. Now try `.transient`: why is the first of the two lines `false`?
//:
//: [Next](@next)
