// What runtime arguments tell apart and where they lead, and what `autoregister` resolves and completes.

import Locator
import Testing

@Suite struct `Runtime arguments` {
    let container = DependenciesContainer()

    @Test func `an argument of a protocol's type counts as that type, not as what it holds`() throws {
        let greeting: any Greeting = Hello()
        container.register { (greeting: any Greeting) in "\(greeting.text)" }
        container.register { (greeting: any Greeting, number: Int) in "\(greeting.text) \(number)" }
        #expect(try container.require(type: String.self, arguments: greeting) == "hello")
        #expect(container.resolve(type: String.self, arguments: greeting, 1) == "hello 1")
    }

    @Test @MainActor func `an argument may be of a protocol's type that is not Sendable`() throws {
        let router: any Routing = Router()
        container.register { (router: any Routing) in "\(router.path)" }
        #expect(try container.require(type: String.self, arguments: router) == "/")
        #expect(container.resolve(type: String.self, arguments: router) == "/")
    }

    private protocol Greeting: Sendable {
        var text: String { get }
    }

    private struct Hello: Greeting {
        let text = "hello"
    }

    private protocol Routing: AnyObject {
        var path: String { get }
    }

    private final class Router: Routing {
        let path = "/"
    }

    @Test func `a factory with arguments makes a new service for every resolve`() throws {
        container.register { (host: String, port: Int) in Client("\(host):\(port)") }
        let one = container.resolve(type: Client.self, arguments: "a", 1)
        let other = try container.require(type: Client.self, arguments: "a", 1)
        #expect(one?.text == "a:1" && other.text == "a:1")
        #expect(one !== other)
    }

    @Test func `what a factory with arguments needs comes from the container that was asked`() throws {
        container.register(type: Int.self, service: 1)
        container.register { (text: String) in
            Client("\(text)\(try DependenciesContainer.shared.require(type: Int.self))")
        }
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 2)
        #expect(try child.require(type: Client.self, arguments: "a").text == "a2")
    }

    @Test func `argument types tell factories of one type apart`() {
        container.register { (a: String) in "String \(a)" }
        container.register { (a: String, b: Int) in "String \(a), Int \(b)" }
        container.register { (a: Int, b: String) in "Int \(a), String \(b)" }
        container.register { (a: String?) in "String? \(a ?? "none")" }
        container.register { (a: Int, b: Int) in "Int, Int" }
        container.register { (a: Int, b: Void) in "Int, Void" }
        container.register { (a: Int) in "Int" }
        #expect(container.resolve(type: String.self, arguments: "a") == "String a")
        #expect(container.resolve(type: String.self, arguments: "a", 1) == "String a, Int 1")
        #expect(container.resolve(type: String.self, arguments: 1, "a") == "Int 1, String a")
        #expect(container.resolve(type: String.self, arguments: String?.none) == "String? none")
        #expect(container.resolve(type: String.self, arguments: "a" as String?) == "String? a")
        #expect(container.resolve(type: String.self, arguments: 1, 2) == "Int, Int")
        #expect(container.resolve(type: String.self, arguments: 1, ()) == "Int, Void")
        #expect(container.resolve(type: String.self, arguments: 1) == "Int")
    }

    @Test func `any number of arguments will do`() {
        container.register { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int) in
            [a, b, c, d, e, f, g, h, i]
        }
        let numbers = container.resolve(type: [Int].self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9)
        #expect(numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    @Test func `names and inferred types work with arguments, too`() throws {
        container.register(type: String.self, name: "double") { (number: Int) in "\(number * 2)" }
        let text: String = try container.require(name: "double", arguments: 4)
        #expect(text == "8")
        #expect(container.resolve(type: String.self, arguments: 4) == nil)
    }

    @Test func `what is registered with other arguments, or with none, is not nil but can't be built`() {
        container.register { (number: Int) in Client("\(number)") }
        container.register(name: "plain") { Client("plain") }
        let child = DependenciesContainer(parent: container)
        for container in [container, child] {
            #expect(throws: ResolutionError.self) { try container.require(type: Client.self) }
            #expect(throws: ResolutionError.self) { try container.require(type: Client?.self) }
            #expect(throws: ResolutionError.self) { try container.require(type: Client.self, arguments: Int32(7)) }
            #expect(throws: ResolutionError.self) {
                try container.require(type: Client.self, name: "plain", arguments: 7)
            }
            #expect(container.resolve(type: Client.self, name: "other", arguments: 7) == nil)
        }
        container.autoregister { (client: Client?) in client == nil }
        #expect(throws: ResolutionError.self) { try container.require(type: Bool.self) }
    }

    @Test func `what a parent has registered exactly comes before other arguments in the child`() throws {
        container.register { Client("parent") }
        let child = DependenciesContainer(parent: container)
        child.register { (number: Int) in Client("\(number)") }
        #expect(try child.require(type: Client.self).text == "parent")
    }

    @Test func `resolve stops where other arguments are registered, and so does an optional property`() async {
        final class Screen {
            @Injected var client: Client?
        }
        await #expect(processExitsWith: .failure) {
            let container = DependenciesContainer()
            container.register { (number: Int) in Client("\(number)") }
            _ = container.resolve(type: Client.self, arguments: Int32(7))
        }
        await #expect(processExitsWith: .failure) {
            let container = DependenciesContainer()
            container.register { (number: Int) in Client("\(number)") }
            _ = container.asShared { Screen() }.client
        }
    }

    @Test func `an optional type stands for the type it wraps`() throws {
        container.register { (text: String) in Client(text) }
        #expect(try container.require(type: Client?.self, arguments: "a")?.text == "a")
        #expect(container.resolve(type: Client??.self, arguments: "a")??.flatMap { $0 }?.text == "a")
    }

    @Test func `unregister removes factories with arguments, too, each name for itself`() {
        container.register { Client("") }
        container.register { (text: String) in Client(text) }
        container.register { (one: Int, other: Int) in Client("") }
        container.register(name: "named") { (text: String) in Client(text) }
        container.unregister(type: Client.self)
        #expect(!container.isRegistered(type: Client.self))
        #expect(container.resolve(type: Client.self, arguments: "a") == nil)
        #expect(container.resolve(type: Client.self, arguments: 1, 2) == nil)
        #expect(container.resolve(type: Client.self, name: "named", arguments: "a") != nil)
    }

    @Test func `injecting completes a service made with arguments`() throws {
        container.register { (text: String) in
            Client(text)
        } injecting: { client in
            client.text += "!"
        }
        #expect(try container.require(type: Client.self, arguments: "a").text == "a!")
    }

    @Test func `wrappers in a service made with arguments are filled, and before injecting`() throws {
        final class Screen: @unchecked Sendable {
            @Injected var number: Int
            var isFilled = false
        }
        container.register { (title: String) in
            Screen()
        } injecting: {
            DependenciesContainer.shared.unregister(type: Int.self)
            $0.isFilled = $0.number == 1
        }
        container.register { 1 }
        #expect(try container.require(type: Screen.self, arguments: "a").isFilled)
    }

    @Test func `a recursion of a hundred calls is reported as a circle`() {
        container.register { (depth: Int) -> Int in
            depth == 1 ? 1 : 1 + (try DependenciesContainer.shared.require(arguments: depth - 1))
        }
        #expect(container.resolve(type: Int.self, arguments: 100) == 100)
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Int.self, arguments: 101) }
        #expect(error?.reason == .circular)
        #expect(error?.path == Array(repeating: "Int (Int)", count: 101))
    }

    @Test func `a recursion of a hundred calls in a ring of factories is reported as a circle`() {
        for index in 0..<7 {
            container.register(name: "\(index)") { (number: Int) -> Int in
                try DependenciesContainer.shared.require(name: "\((index + 1) % 7)", arguments: number)
            }
        }
        let error = #expect(throws: ResolutionError.self) {
            try container.require(type: Int.self, name: "0", arguments: 1)
        }
        #expect(error?.reason == .circular)
        #expect(error?.path.count == 101)
    }

    @Test func `a service made with arguments is never handed out early`() throws {
        container.register { (text: String) in
            Client(text)
        } injecting: { client in
            client.peer = try DependenciesContainer.shared.require(type: Peer.self, arguments: client.text)
        }
        container.register { (text: String) in
            Peer(client: try DependenciesContainer.shared.require(type: Client.self, arguments: text))
        }
        let error = #expect(throws: ResolutionError.self) {
            try container.require(type: Client.self, arguments: "a")
        }
        #expect(error?.reason == .circular)
    }

    @Test func `a service made with arguments closes no circle of others, either`() {
        container.register { Peer(client: try $0.require(arguments: "a")) }
        container.register { (text: String) in
            Client(text)
        } injecting: { client in
            client.peer = try DependenciesContainer.shared.require()
        }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Peer.self) }
        #expect(error?.path == ["Peer", "Client (String)", "Peer"])
    }

    final class Client: @unchecked Sendable {
        var text: String
        var peer: Peer?
        init(_ text: String) { self.text = text }
    }

    final class Peer: Sendable {
        let client: Client
        init(client: Client) { self.client = client }
    }
}

@Suite struct `Auto-registration` {
    let container = DependenciesContainer()

    @Test func `every parameter of an initializer is resolved`() throws {
        container.register(type: Int.self, service: 1)
        container.register(type: (any Reader).self) { Book(pages: 3) }
        container.autoregister(initializer: Shelf.init)
        let shelf = try container.require(type: Shelf.self)
        #expect(shelf.number == 1 && shelf.reader.pages == 3)
        #expect(try container.require(type: Shelf.self) === shelf)
    }

    @Test func `the initializer of an implementation serves for its protocol`() throws {
        container.register(type: Int.self, service: 7)
        container.autoregister(type: (any Reader).self, name: "book", scope: .transient, initializer: Book.init)
        #expect(try container.require(type: (any Reader).self, name: "book").pages == 7)
    }

    @Test func `a missing parameter is named, with the path`() {
        container.register(type: Int.self, service: 1)
        container.autoregister(initializer: Shelf.init)
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Shelf.self) }
        #expect(error?.reason == .notRegistered)
        #expect(error?.path == ["Shelf", "Reader"])
    }

    @Test func `an optional parameter that is not registered is nil`() throws {
        container.autoregister { (number: Int?, text: String?) in [number == nil, text == nil] }
        #expect(try container.require(type: [Bool].self) == [true, true])
        container.register { () -> Int in throw CancellationError() }
        container.reset()
        #expect(throws: CancellationError.self) { try container.require(type: [Bool].self) }
        container.register(type: Int.self, service: 1)
        #expect(try container.require(type: [Bool].self) == [false, true])
    }

    @Test(arguments: Scope.all) func `autoregister completes what the initializer makes, once`(scope: Scope) throws {
        let completions = Counter(0)
        container.register(type: Part.self, service: Part())
        container.autoregister(scope: scope, initializer: Whole.init) { whole in
            completions.increment()
            let name = try DependenciesContainer.shared.require(type: String.self)
            whole.name { $0 = name }
        }
        #expect(throws: ResolutionError.self) { try container.require(type: Whole.self) }
        container.register(type: String.self, service: "completed")
        let whole = try container.require(type: Whole.self)
        #expect(whole.name { $0 } == "completed")
        #expect(completions.count == 2)
        #expect(try (container.require(type: Whole.self) === whole) == scope.isShared)
    }

    @Test @MainActor func `autoregister completes what lives on the main actor, too`() throws {
        container.register(type: Part.self, service: Part())
        container.autoregister(initializer: Cart.init(part:)) { $0.items = 2 }
        container.autoregister(initializer: ViewModel.init(part:)) { @MainActor in $0.items = 3 }
        #expect(try container.require(type: Cart.self).items == 2)
        #expect(try container.require(type: ViewModel.self).items == 3)
    }

    protocol Reader: Sendable { var pages: Int { get } }

    struct Book: Reader { let pages: Int }

    final class Shelf: Sendable {
        let number: Int
        let reader: any Reader
        init(number: Int, reader: any Reader) { (self.number, self.reader) = (number, reader) }
    }
}

private final class Part: Sendable {}

private final class Whole: Sendable {
    let part: Part
    let name = Guarded("")
    init(part: Part) { self.part = part }
}

private class Cart {
    var items = 0
    init(part: Part) {}
}

@MainActor private final class ViewModel {
    var items = 0
    init(part: Part) {}
}
