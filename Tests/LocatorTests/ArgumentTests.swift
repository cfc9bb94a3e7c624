// What runtime arguments tell apart and where they lead, and what `autoregister` resolves and completes.

import Locator
import Testing

@Suite struct `Runtime arguments` {
    let container = DependenciesContainer()

    @Test func `what a factory with arguments needs comes from the container that was asked`() throws {
        container.register(type: Int.self, service: 1)
        container.register { (_, text: String) in
            Client("\(text)\(try DependenciesContainer.shared.require(type: Int.self))")
        }
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 2)
        #expect(try child.require(type: Client.self, arguments: "a").text == "a2")
    }

    @Test func `names, inferred and optional types work with arguments, too`() throws {
        container.register(type: Client.self, name: "double") { (_, number: Int) in Client("\(number * 2)") }
        let client: Client = try container.require(name: "double", arguments: 4)
        #expect(client.text == "8")
        #expect(try container.require(type: Client?.self, name: "double", arguments: 1)?.text == "2")
        #expect(container.resolve(type: Client.self, arguments: 4) == nil)
    }

    @Test func `argument types tell factories of one type apart`() {
        container.register { (_, a: String) in "String \(a)" }
        container.register { (_, a: String, b: Int) in "String \(a), Int \(b)" }
        container.register { (_, a: Int, b: String) in "Int \(a), String \(b)" }
        container.register { (_, a: String?) in "String? \(a ?? "none")" }
        container.register { (_, a: Int, b: Int) in "Int, Int" }
        container.register { (_, a: Int, b: Void) in "Int, Void" }
        container.register { (_, a: Int) in "Int" }
        #expect(container.resolve(type: String.self, arguments: "a") == "String a")
        #expect(container.resolve(type: String.self, arguments: "a", 1) == "String a, Int 1")
        #expect(container.resolve(type: String.self, arguments: 1, "a") == "Int 1, String a")
        #expect(container.resolve(type: String.self, arguments: String?.none) == "String? none")
        #expect(container.resolve(type: String.self, arguments: "a" as String?) == "String? a")
        #expect(container.resolve(type: String.self, arguments: 1, 2) == "Int, Int")
        #expect(container.resolve(type: String.self, arguments: 1, ()) == "Int, Void")
        #expect(container.resolve(type: String.self, arguments: 1) == "Int")
    }

    @Test func `what is registered with other arguments, or with none, is not nil but can't be built`() {
        container.register { (_, number: Int) in Client("\(number)") }
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
        child.register(name: "plain") { (_, number: Int) in Client("\(number)") }
        #expect(child.resolve(type: Client.self, name: "plain")?.text == "plain", "the parent has exactly that")
        container.autoregister { (client: Client?) in client == nil }
        #expect(throws: ResolutionError.self) { try container.require(type: Bool.self) }
    }

    @Test func `resolve stops where other arguments are registered, and so does an optional property`() async {
        final class Screen {
            @Injected var client: Client?
        }
        await #expect(processExitsWith: .failure) {
            _ = Self.registeredWithAnInt().resolve(type: Client.self, arguments: Int32(7))
        }
        await #expect(processExitsWith: .failure) {
            _ = Self.registeredWithAnInt().asShared { Screen() }.client
        }
    }

    private static func registeredWithAnInt() -> DependenciesContainer {
        let container = DependenciesContainer()
        container.register { (_, number: Int) in Client("\(number)") }
        return container
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

    @Test func `autoregister completes what the initializer makes`() throws {
        container.register(type: String.self, service: "a")
        container.autoregister(scope: .transient, initializer: Client.init) { _, client in
            client.text += "!"
            client.peer = try DependenciesContainer.shared.require()
        }
        #expect(throws: ResolutionError.self) { try container.require(type: Client.self) }
        container.register { Peer(client: Client("peer")) }
        let client = try container.require(type: Client.self)
        #expect(client.text == "a!" && client.peer?.client.text == "peer")
    }

    protocol Reader: Sendable { var pages: Int { get } }

    struct Book: Reader { let pages: Int }

    final class Shelf: Sendable {
        let number: Int
        let reader: any Reader
        init(number: Int, reader: any Reader) { (self.number, self.reader) = (number, reader) }
    }
}

private final class Client: @unchecked Sendable {
    var text: String
    var peer: Peer?
    init(_ text: String) { self.text = text }
}

private final class Peer: Sendable {
    let client: Client
    init(client: Client) { self.client = client }
}
