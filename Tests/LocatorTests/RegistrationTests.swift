// What registering, overriding, removing and resolving do, by type, name and runtime arguments.

import Locator
import Testing

@Suite struct `Registering and resolving` {
    let container = DependenciesContainer()

    @Test func `a factory runs when its service is first asked for, and a singleton's once`() {
        let runs = Counter(0)
        container.register { English(counting: runs) }
        #expect(container.isRegistered(type: English.self) && runs.count == 0)
        #expect(container.resolve(type: English.self) === container.resolve(type: English.self))
        #expect(runs.count == 1)
    }

    @Test func `names tell services of one type apart, also the empty one`() {
        container.register(type: String.self, name: "", service: "empty")
        #expect(container.resolve(type: String.self) == nil)
        container.register(type: String.self, service: "unnamed")
        container.register(type: String.self, name: "a", service: "named a")
        container.register(type: String.self, name: "b") { "named b" }
        #expect(container.resolve(type: String.self) == "unnamed")
        #expect(container.resolve(type: String.self, name: "") == "empty")
        #expect(container.resolve(type: String.self, name: "a") == "named a")
        #expect(container.resolve(type: String.self, name: "b") == "named b")
        #expect(container.resolve(type: String.self, name: "c") == nil)
    }

    @Test func `a type is exactly that type`() {
        enum Foo { struct Bar {} }
        enum Baz<T> { struct Bar {} }
        container.register(type: Foo.Bar.self, service: Foo.Bar())
        container.register(type: Baz<Int>.Bar.self, service: Baz.Bar())
        container.register(type: (number: Int, text: String).self, service: (1, "one"))
        container.register(type: (any Greeter & CustomStringConvertible).self, service: Dutch())
        container.register(type: (@Sendable () -> Int).self, service: { 1 })
        #expect(container.isRegistered(type: Foo.Bar.self) && container.isRegistered(type: Baz<Int>.Bar.self))
        #expect(!container.isRegistered(type: Baz<String>.Bar.self))
        #expect(container.resolve(type: (number: Int, text: String).self)?.text == "one")
        #expect(!container.isRegistered(type: (Int, String).self))
        #expect(container.resolve(type: (any CustomStringConvertible & Greeter).self)?.greeting == "Dag")
        #expect(!container.isRegistered(type: (any Greeter).self) && !container.isRegistered(type: Dutch.self))
        #expect(container.resolve(type: (@Sendable () -> Int).self)?() == 1)
        #expect(!container.isRegistered(type: (@Sendable () throws -> Int).self))
    }

    @Test func `resetInstances forgets what was built and keeps the registrations`() {
        let ready = English()
        container.register { Dutch() }
        container.register(type: English.self, service: ready)
        let built = container.resolve(type: Dutch.self)
        container.resetInstances()
        #expect(container.resolve(type: Dutch.self) != nil)
        #expect(container.resolve(type: Dutch.self) !== built)
        #expect(container.resolve(type: English.self) === ready)
    }

    @Test func `unregister removes factories with arguments, too, and nothing under another name`() {
        container.register { "plain" }
        container.register { (_, number: Int) in "\(number)" }
        container.register(name: "a") { (_, number: Int) in "a\(number)" }
        container.unregister(type: String.self)
        #expect(container.resolve(type: String.self) == nil)
        #expect(container.resolve(type: String.self, arguments: 1) == nil)
        #expect(container.resolve(type: String.self, name: "a", arguments: 1) == "a1")
        container.unregister(type: String?.self, name: "a")
        #expect(container.resolve(type: String.self, name: "a", arguments: 1) == "a1", "another type")
    }

    @Test func `an optional type stands for the type it wraps, however deep`() throws {
        container.register(type: (any Greeter).self, service: English())
        let required: (any Greeter)? = try container.require()
        #expect(required?.greeting == "Hello")
        #expect(try container.require(type: (any Greeter)???.self)??.map(\.greeting) == "Hello")
        #expect(container.isRegistered(type: (any Greeter)??.self))
        #expect(container.resolve(type: String??.self) == nil && !container.isRegistered(type: String??.self))
        container.register { (_, number: Int) in Optional("\(number)") }
        let other = #expect(throws: ResolutionError.self) { try container.require(type: String??.self) }
        #expect(other?.reason == .wrongArguments)
        let error = #expect(throws: ResolutionError.self) { try container.require(type: String??.self, name: "a") }
        #expect(error?.type == String.self && error?.path == [#"String "a""#])
        // If each container asked its parent for each wrapped type anew, this would take years.
        let child = (0..<32).reduce(container) { parent, _ in DependenciesContainer(parent: parent) }
        #expect(child.resolve(type: Int????????????????.self) == nil)
    }

    @Test func `resolveAll gives every name, in the order of the last registrations`() {
        container.register(type: String.self, name: "z", service: "first")
        container.register(type: String.self, service: "second")
        container.register(type: String.self, name: "a") { "third" }
        #expect(container.resolveAll(type: String.self) == ["first", "second", "third"])
        container.register(type: String.self, name: "z", service: "last")
        #expect(container.resolveAll(type: String.self) == ["second", "third", "last"])
        #expect(container.resolveAll(type: Int.self).isEmpty)
    }

    @Test func `requireAll gives the same, and throws where one can't be built`() throws {
        container.register(type: String.self, name: "z", service: "first")
        container.register(type: String.self) { "second" }
        container.register { (_, number: Int) in "\(number)" }
        container.register(type: [String].self, scope: .transient) { try $0.requireAll() }
        #expect(try container.require(type: [String].self) == ["first", "second"])
        container.register(name: "broken") { () -> String in throw CancellationError() }
        #expect(throws: CancellationError.self) { try container.require(type: [String].self) }
        #expect(container.verify().failures.map(\.registration) == ["Array<String>", #"String "broken""#])
    }

    @Test func `ten thousand registrations are resolved, printed, listed, copied and removed`() {
        let count = 10_000
        for number in 0..<count { container.register(name: "\(number)") { number } }
        for number in stride(from: 0, to: count, by: 97) {
            #expect(container.resolve(type: Int.self, name: "\(number)") == number)
        }
        #expect(!container.description.isEmpty)
        #expect(container.copy().resolveAll(type: Int.self) == Array(0..<count))
        container.removeAll()
        #expect(!container.isRegistered(type: Int.self, name: "0"))
    }

    protocol Greeter: Sendable { var greeting: String { get } }

    final class English: Greeter {
        let greeting = "Hello"
        init(counting runs: Counter? = nil) { runs?.increment() }
    }

    final class Dutch: Greeter, CustomStringConvertible {
        let greeting = "Dag"
        let description = "Dutch"
    }
}

@Suite struct `Registrations that are refused` {
    @Test func `a subclass in a value is refused, with advice`() async {
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                empty.register(type: Base.derived) { Base() }
            }, "Pass 'Base.self' as `type:`, not a variable with 'Derived.self'.")
    }

    @Test func `a subclass in a value is refused by every call that takes a type`() async {
        await #expect(processExitsWith: .failure) { empty.register(type: Base.derived, service: Base()) }
        await #expect(processExitsWith: .failure) { empty.register(type: Base.derived) { Base() } }
        await #expect(processExitsWith: .failure) { empty.register(type: Base.derived) { Base($0) } }
        await #expect(processExitsWith: .failure) { empty.register(type: Base.derived) { (_, _: Int) in Base() } }
        await #expect(processExitsWith: .failure) { _ = empty.isRegistered(type: Base.derived) }
        await #expect(processExitsWith: .failure) { _ = empty.resolve(type: Base.derived) }
        await #expect(processExitsWith: .failure) { _ = try? empty.require(type: Base.derived) }
        await #expect(processExitsWith: .failure) { _ = empty.resolve(type: Base.derived, arguments: 1) }
        await #expect(processExitsWith: .failure) { _ = try? empty.require(type: Base.derived, arguments: 1) }
        await #expect(processExitsWith: .failure) { _ = empty.resolveAll(type: Base.derived) }
        await #expect(processExitsWith: .failure) { _ = try? empty.requireAll(type: Base.derived) }
        await #expect(processExitsWith: .failure) { empty.unregister(type: Base.derived) }
    }

    @Test func `a subclass in a value is refused by every call for the main actor, too`() async {
        await #expect(processExitsWith: .failure) { @MainActor in empty.register(type: Plain.derived, service: Plain())
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            empty.register(type: Plain.derived) { @MainActor in Plain() }
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            empty.register(type: Plain.derived) { @MainActor in Plain($0) }
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            empty.register(type: Plain.derived) { @MainActor in Plain($0, $1) }
        }
        await #expect(processExitsWith: .failure) { @MainActor in _ = empty.resolve(type: Plain.derived) }
        await #expect(processExitsWith: .failure) { @MainActor in _ = try? empty.require(type: Plain.derived) }
        await #expect(processExitsWith: .failure) { @MainActor in _ = empty.resolve(type: Plain.derived, arguments: 1) }
        await #expect(processExitsWith: .failure) { @MainActor in
            _ = try? empty.require(type: Plain.derived, arguments: 1)
        }
        await #expect(processExitsWith: .failure) { @MainActor in _ = empty.resolveAll(type: Plain.derived) }
        await #expect(processExitsWith: .failure) { @MainActor in _ = try? empty.requireAll(type: Plain.derived) }
    }

    @Test func `a factory that returns nothing, or perhaps nothing, is refused where it is registered`() async {
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                empty.register { _ = Base() }
            }, "Return a service from the factory: this one returns nothing.")
        await #expect(processExitsWith: .failure) { empty.register { Gate?.none?.open() } }
    }

    // The optimizers of Swift 6.2 and 6.3 can crash on this call: its pack of arguments is empty.
    #if DEBUG
        @Test func `a type that is written in angle brackets before the factory is refused`() async {
            expectAdvice(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    DependenciesContainer().register<Base> { _ in Base() }
                }, "Write `type: Base.self`, not `<Base>`.")
        }
    #endif

    @Test func `a value is refused where it is to be held weakly`() async {
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register(type: (any Hashable & Sendable).self, scope: .weak) { true }
                _ = container.resolve(type: (any Hashable & Sendable).self)
            }, "Use `@Injected` in place of `@WeakInjected`, or another scope than `.weak`: 'Hashable' is no class.")
    }

    private func expectAdvice(_ result: ExitTest.Result?, _ text: String) {
        #expect(result?.standardError.contains(text) == true)
    }
}

private var empty: DependenciesContainer { DependenciesContainer() }

private class Base: @unchecked Sendable {
    static var derived: Base.Type { Derived.self }
    init(_: DependenciesContainer? = nil) {}
}

private final class Derived: Base, @unchecked Sendable {}

private class Plain {
    static var derived: Plain.Type { DerivedPlain.self }
    init(_: DependenciesContainer? = nil, _: Int = 0) {}
}

private final class DerivedPlain: Plain {}

@Suite struct `Runtime arguments` {
    let container = DependenciesContainer()

    @Test func `what a factory with arguments needs comes from the container that was asked`() throws {
        container.register(type: Int.self, service: 1)
        container.register { (container, text: String) in
            Client("\(text)\(try container.require(type: Int.self))")
        }
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 2)
        #expect(try child.require(type: Client.self, arguments: "a").text == "a2")
    }

    @Test func `names and optional types work with arguments, too`() throws {
        container.register(type: Client.self, name: "double") { (_, number: Int) in Client("\(number * 2)") }
        #expect(try container.require(type: Client.self, name: "double", arguments: 4).text == "8")
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

    @Test func `a factory may ask for its own service with other arguments`() throws {
        container.register { (container, count: Int) -> [Int] in
            count == 0 ? [] : [count] + (try container.require(type: [Int].self, arguments: count - 1))
        }
        #expect(try container.require(type: [Int].self, arguments: 3) == [3, 2, 1])
    }

    @Test func `what is registered with other arguments, or with none, is not nil but can't be built`() {
        final class Screen: @unchecked Sendable {
            @Injected var client: Client?
        }
        container.register { (_, number: Int) in Client("\(number)") }
        container.register(name: "plain") { Client("plain") }
        let child = DependenciesContainer(parent: container)
        child.register { Screen() }
        let errors = [container, child].flatMap { container in
            [
                #expect(throws: ResolutionError.self) { try container.require(type: Client.self) },
                #expect(throws: ResolutionError.self) { try container.require(type: Client?.self) },
                #expect(throws: ResolutionError.self) { try container.require(type: Client.self, arguments: Int32(7)) },
                #expect(throws: ResolutionError.self) {
                    try container.require(type: Client.self, name: "plain", arguments: 7)
                },
            ]
        }
        for error in errors { #expect(error?.reason == .wrongArguments) }
        let error = #expect(throws: ResolutionError.self) { try child.require(type: Screen.self) }
        #expect(error?.reason == .wrongArguments && error?.path == ["Screen", "Client"])
        #expect(container.resolve(type: Client.self, name: "other", arguments: 7) == nil)
        child.register(name: "plain") { (_, number: Int) in Client("\(number)") }
        #expect(child.resolve(type: Client.self, name: "plain")?.text == "plain", "the parent has exactly that")
    }

    @Test func `resolve stops where other arguments are registered, or some, or none`() async {
        await #expect(processExitsWith: .failure) {
            _ = registered.resolve(type: Client.self, name: "a", arguments: "7")
        }
        await #expect(processExitsWith: .failure) { _ = registered.resolve(type: Client.self, name: "a") }
        await #expect(processExitsWith: .failure) { _ = registered.resolve(type: Client.self, arguments: 7) }
    }
}

private var registered: DependenciesContainer {
    let container = DependenciesContainer()
    container.register { Client("plain") }
    container.register(name: "a") { (_, number: Int) in Client("\(number)") }
    return container
}

private final class Client: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
}
