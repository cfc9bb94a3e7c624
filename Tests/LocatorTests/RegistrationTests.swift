// What registering, overriding, removing and resolving do, by type, name and runtime arguments.
//
// The benchmarks, not these tests, show that a miss or `unregister` among 10,000 names takes as long as among ten.

import Locator
import Testing

@Suite struct `Registering and resolving` {
    let container = DependenciesContainer()

    @Test func `a factory runs when its service is first asked for, and a singleton's only then`() {
        let runs = Counter(0)
        container.register { English(counting: runs) }
        #expect(container.isRegistered(type: English.self) && runs.count == 0)
        #expect(container.resolve(type: English.self) === container.resolve(type: English.self))
        #expect(runs.count == 1)
    }

    @Test func `not registered: resolve returns nil, and require throws`() {
        #expect(container.resolve(type: English.self) == nil)
        let error = #expect(throws: ResolutionError.self) { try container.require(type: English.self, name: "a") }
        #expect(error?.reason == .notRegistered && error?.type == English.self && error?.name == "a")
    }

    @Test func `the key has a name, and the empty one is a name, too`() {
        container.register(type: String.self, name: "", service: "empty")
        #expect(container.resolve(type: String.self) == nil)
        container.register(type: String.self, service: "unnamed")
        container.register(type: String.self, name: "a") { "named a" }
        #expect(container.resolve(type: String.self) == "unnamed")
        #expect(container.resolve(type: String.self, name: "") == "empty")
        #expect(container.resolve(type: String.self, name: "a") == "named a")
        #expect(container.resolve(type: String.self, name: "unknown") == nil)
    }

    @Test func `the key has exactly the static type`() {
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

    @Test func `registered again, the last wins, and the instance already built is dropped`() {
        container.register(type: (any Greeter).self) { English() }
        weak let built = container.resolve(type: (any Greeter).self)
        #expect(built?.greeting == "Hello")
        container.register(type: (any Greeter).self, service: Dutch())
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Dag" && built == nil)
    }

    @Test func `resetInstances forgets what was built, and keeps the registrations and what service has registered`() {
        let ready = English()
        container.register { Dutch() }
        container.register(type: English.self, name: "ready", service: ready)
        let built = container.resolve(type: Dutch.self)
        container.resetInstances()
        #expect(container.resolve(type: Dutch.self) != nil && container.resolve(type: Dutch.self) !== built)
        #expect(container.resolve(type: English.self, name: "ready") === ready)
    }

    @Test func `unregister removes what takes no arguments, of exactly this type and name, and not the parent's`() {
        container.register(name: "a") { English() }
        let child = DependenciesContainer(parent: container)
        for name in [nil, "a"] {
            child.register(name: name) { English() }
            child.register(name: name) { (_, _: Int) in English() }
        }
        let greeter = child.resolve(type: English.self)
        child.unregister(type: English.self, name: "a")
        #expect(child.resolve(type: English.self, name: "a") === container.resolve(type: English.self, name: "a"))
        #expect(child.resolve(type: English.self) === greeter)
        child.unregister(type: English?.self)
        #expect(child.isRegistered(type: English.self), "another type")
        child.unregister(type: English.self)
        #expect(!child.isRegistered(type: English.self))
        #expect(child.resolve(type: English.self, arguments: 1) != nil)
    }

    @Test func `unregister, resetInstances and register called inside a factory are allowed`() throws {
        let runs = Counter(0)
        container.register { Dutch() }
        container.register(name: "a") { container in
            if runs.increment() == 1 {
                container.unregister(type: Dutch.self)
                container.register(type: English.self, service: English())
                container.resetInstances()
            }
            return try container.require(type: English.self)
        }
        let first = try container.require(type: English.self, name: "a")
        #expect(first === container.resolve(type: English.self) && !container.isRegistered(type: Dutch.self))
        #expect(container.resolve(type: English.self, name: "a") === first && runs.count == 2, "reset, so not kept")
        container.register(name: "b") { container in
            container.register(name: "b") { English() }
            return English()
        }
        let old = container.resolve(type: English.self, name: "b")
        #expect(container.resolve(type: English.self, name: "b") !== old, "replaced, so not kept")
    }

    @Test func `T optional stands for T, if it is not registered itself, but not in unregister`() throws {
        container.register(type: (any Greeter).self, service: English())
        let inferred: (any Greeter)? = try container.require()
        #expect(inferred?.greeting == "Hello" && container.isRegistered(type: (any Greeter)??.self))
        #expect(try container.require(type: (any Greeter)???.self)??.map(\.greeting) == "Hello")
        container.unregister(type: (any Greeter)?.self)
        #expect(container.isRegistered(type: (any Greeter).self))
        container.register(type: (any Greeter)?.self, service: nil)
        #expect(container.resolve(type: (any Greeter)?.self)! == nil)
        let error = #expect(throws: ResolutionError.self) { try container.require(type: String??.self, name: "a") }
        #expect(error?.reason == .notRegistered && error?.path == [#"String "a""#])
        // If each container asked its parent for each wrapped type again, this would take years.
        let child = (0..<32).reduce(container) { parent, _ in DependenciesContainer(parent: parent) }
        #expect(child.resolve(type: Int????????????????.self) == nil)
    }

    @Test func `isRegistered is true exactly where resolve finds something`() {
        container.register(type: Int.self, service: 1)
        container.register(type: Int?.self, name: "optional", service: 1)
        container.register(name: "argument") { (_, number: Int) in number }
        let child = DependenciesContainer(parent: container)
        for (name, isInt, isOptional) in [
            (nil, true, true), ("optional", false, true), ("argument", false, false), ("none", false, false),
        ] {
            #expect(child.isRegistered(type: Int.self, name: name) == isInt)
            #expect((child.resolve(type: Int.self, name: name) != nil) == isInt)
            #expect(child.isRegistered(type: Int?.self, name: name) == isOptional)
            #expect((child.resolve(type: Int?.self, name: name) != nil) == isOptional)
        }
    }

    protocol Greeter: AnyObject, Sendable { var greeting: String { get } }

    final class English: Greeter {
        let greeting = "Hello"
        init(counting runs: Counter? = nil) { runs?.increment() }
    }

    final class Dutch: Greeter, CustomStringConvertible {
        let greeting = "Dag"
        let description = "Dutch"
    }
}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Registrations that are refused` {
    @Test func `a value as type, whose static type is another, stops every call and says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            empty.register(type: Base.derived) { Base() }
        }
        let advice = "Pass 'Base.self' as `type:`, not a variable with 'Derived.self'."
        #expect(result?.standardError.contains(advice) == true)
        await #expect(processExitsWith: .failure) { empty.register(type: Base.derived, service: Base()) }
        await #expect(processExitsWith: .failure) { empty.register(type: Base.derived) { Base($0) } }
        await #expect(processExitsWith: .failure) { empty.register(type: Base.derived) { (_, _: Int) in Base() } }
        await #expect(processExitsWith: .failure) { _ = empty.isRegistered(type: Base.derived) }
        await #expect(processExitsWith: .failure) { _ = empty.resolve(type: Base.derived) }
        await #expect(processExitsWith: .failure) { _ = try? empty.require(type: Base.derived) }
        await #expect(processExitsWith: .failure) { _ = empty.resolve(type: Base.derived, arguments: 1) }
        await #expect(processExitsWith: .failure) { _ = try? empty.require(type: Base.derived, arguments: 1) }
        await #expect(processExitsWith: .failure) { empty.unregister(type: Base.derived) }
    }

    @Test func `a value as type, whose static type is another, stops every call for the main actor, too`() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            empty.register(type: Plain.derived, service: Plain())
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
    }

    @Test func `a factory that returns nothing, or perhaps nothing, is refused where it is registered`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            empty.register { _ = Base() }
        }
        let advice = "Return a service from the factory: this one returns nothing."
        #expect(result?.standardError.contains(advice) == true)
        await #expect(processExitsWith: .failure) { empty.register { Gate?.none?.open() } }
    }

    // The optimizers of Swift 6.2 and 6.3 can crash on this call: its pack of arguments is empty.
    #if DEBUG
        @Test func `a type that is written in angle brackets before the factory is refused`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().register<Base> { _ in Base() }
            }
            #expect(result?.standardError.contains("Write `type: Base.self`, not `<Base>`.") == true)
        }
    #endif
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
        container.register(name: "a") { (container, text: String) in "\(text)\(try container.require(type: Int.self))" }
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 2)
        #expect(try child.require(type: String.self, name: "a", arguments: "b") == "b2")
        #expect(try child.require(type: String?.self, name: "a", arguments: "b") == "b2")
        #expect(child.resolve(type: String.self, arguments: "b") == nil, "it has a name")
    }

    @Test func `the key has the types of the arguments`() {
        container.register { (_, a: String) in "String \(a)" }
        container.register { (_, a: String, b: Int) in "String \(a), Int \(b)" }
        container.register { (_, a: Int, b: String) in "Int \(a), String \(b)" }
        container.register { (_, a: String?) in "String? \(a ?? "none")" }
        container.register { (_, a: Int, b: Void) in "Int, Void" }
        container.register { (_, a: Int) in "Int" }
        #expect(container.resolve(type: String.self, arguments: "a") == "String a")
        #expect(container.resolve(type: String.self, arguments: "a", 1) == "String a, Int 1")
        #expect(container.resolve(type: String.self, arguments: 1, "a") == "Int 1, String a")
        #expect(container.resolve(type: String.self, arguments: String?.none) == "String? none")
        #expect(container.resolve(type: String.self, arguments: "a" as String?) == "String? a")
        #expect(container.resolve(type: String.self, arguments: 1, ()) == "Int, Void")
        #expect(container.resolve(type: String.self, arguments: 1) == "Int")
    }

    @Test func `a factory can ask for its own service with other arguments`() throws {
        container.register { (container, count: Int) -> [Int] in
            count == 0 ? [] : [count] + (try container.require(type: [Int].self, arguments: count - 1))
        }
        #expect(try container.require(type: [Int].self, arguments: 3) == [3, 2, 1])
    }

    @Test func `where other arguments are registered, or none, or some, the service is not registered`() {
        container.register(name: "number") { (_, number: Int) in Service() }
        container.register(name: "plain") { Service() }
        let child = DependenciesContainer(parent: container)
        #expect(child.resolve(type: Service.self, name: "number", arguments: Int32(7)) == nil)
        #expect(child.resolve(type: Service.self, name: "number") == nil)
        #expect(child.resolve(type: Service.self, name: "plain", arguments: 7) == nil)
        for error in [
            #expect(throws: ResolutionError.self) { try child.require(type: Service?.self, name: "number") },
            #expect(throws: ResolutionError.self) {
                try child.require(type: Service.self, name: "number", arguments: Int32(7))
            },
            #expect(throws: ResolutionError.self) {
                try child.require(type: Service.self, name: "plain", arguments: 7)
            },
        ] {
            #expect(error?.reason == .notRegistered && error?.name != nil)
            #expect(error?.description.hasPrefix("Pass exactly the registered `arguments:`") == true)
        }
    }
}
