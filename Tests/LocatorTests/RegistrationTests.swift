// What registering, overriding, removing and resolving do, by type, name and runtime arguments.
// The benchmarks, not these tests, show that a miss or `unregister` among 10,000 names takes as long as among ten.

import Locator
import Testing

@Suite struct `Registering and resolving` {
    let container = DependenciesContainer()

    @Test func `not registered: resolve returns nil, and require throws`() {
        #expect(container.resolve(type: Service.self) == nil)
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Service.self, name: "a") }
        #expect(error?.reason == .notRegistered && error?.type == Service.self && error?.name == "a")
    }

    @Test func `the key has a name: the empty one is a name, and an unknown one finds nothing`() {
        container.register(type: String.self, name: "", service: "empty")
        #expect(container.resolve(type: String.self) == nil)
        container.register(type: String.self, service: "unnamed")
        container.register(type: String.self, name: "a") { "named a" }
        let found = [nil, "", "a", "unknown"].map { container.resolve(type: String.self, name: $0) }
        #expect(found == ["unnamed", "empty", "named a", nil])
    }

    @Test func `the key has exactly the static type`() {
        enum Foo { struct Bar {} }
        enum Baz<T> { struct Bar {} }
        container.register(type: Foo.Bar.self, service: Foo.Bar())
        container.register(type: (number: Int, text: String).self, service: (1, "one"))
        container.register(type: (any Greeter & CustomStringConvertible).self, service: "Hello")
        #expect(container.isRegistered(type: Foo.Bar.self) && !container.isRegistered(type: Baz<Int>.Bar.self))
        #expect(container.resolve(type: (number: Int, text: String).self)?.text == "one")
        #expect(!container.isRegistered(type: (Int, String).self))
        #expect(container.resolve(type: (any CustomStringConvertible & Greeter).self)?.description == "Hello")
        #expect(!container.isRegistered(type: (any Greeter).self) && !container.isRegistered(type: String.self))
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test func `with and without Sendable, a protocol is one key, and with a type in brackets two`() {
        container.register(type: (any Plain & Sendable).self) { Empty() }
        #expect(container.isRegistered(type: (any Plain).self))
        container.register(type: (any Source<Int> & Sendable).self) { Empty() }
        #expect(!container.isRegistered(type: (any Source<Int>).self))
        container.register(type: (any SafeSource<Int> & Sendable).self) { Empty() }
        #expect(container.isRegistered(type: (any SafeSource<Int>).self), "the protocol itself is Sendable")
    }

    @Test func `a function type that is written in another way is another key, and two names of a type are one`() {
        typealias Load = @Sendable () async -> Int
        container.register(type: Load.self, service: { 1 })
        #expect(!container.isRegistered(type: (@Sendable () async throws -> Int).self))
        #expect(!container.isRegistered(type: (@MainActor @Sendable () async -> Int).self))
        // As modules with other settings write them: both are `@Sendable () async -> Int` there.
        typealias Caller = nonisolated(nonsending) @Sendable () async -> Int
        typealias Concurrent = @concurrent @Sendable () async -> Int
        #expect(container.isRegistered(type: Caller.self) != container.isRegistered(type: Concurrent.self))
        typealias Token = String
        container.register(type: Token.self, service: "token")
        #expect(container.resolve(type: String.self) == "token")
    }

    @Test func `registered again, the last wins, and the instance already built is dropped`() {
        container.register { Service() }
        weak let built = container.resolve(type: Service.self)
        let new = Service()
        #expect(built != nil && container.resolve(type: Service.self) === built)
        container.register(type: Service.self, service: new)
        #expect(container.resolve(type: Service.self) === new && built == nil)
    }

    @Test func `unregister removes what takes no arguments, of exactly this type and name, in this container`() {
        let child = DependenciesContainer(parent: container)
        for container in [container, child] { for name in [nil, "a"] { container.register(name: name) { Service() } } }
        child.register { (_, _: Int) in Service() }
        func isSame(_ name: String? = nil) -> Bool {
            child.resolve(type: Service.self, name: name)! === container.resolve(type: Service.self, name: name)!
        }
        child.unregister(type: Service?.self)
        #expect(!isSame(), "another type")
        child.unregister(type: Service.self)
        #expect(isSame() && !isSame("a") && child.resolve(type: Service.self, arguments: 1) != nil)
    }

    @Test func `unregister, resetInstances and register called inside a factory are allowed`() throws {
        let runs = Counter(0)
        for name in ["b", "c"] { container.add(name) }
        container.register(name: "a") { (container: DependenciesContainer) in
            if runs.increment() > 1 { return Service() }
            container.unregister(type: Service.self, name: "b")
            container.add("c")
            container.resetInstances()
            return try container.service("c")
        }
        let first = try container.service("a")
        #expect(try first === container.service("c") && !container.isRegistered(type: Service.self, name: "b"))
        #expect(try container.service("a") !== first, "reset, so it was not kept")
    }

    @Test func `T optional stands for T, if it is not registered itself`() throws {
        container.register(type: Int.self, service: 1)
        let inferred: Int? = try container.require()
        #expect(inferred == 1)
        #expect(try container.require(type: Int???.self) == 1)
        container.register(type: Int?.self, service: nil)
        #expect(container.resolve(type: Int?.self) == .some(nil))
        let error = #expect(throws: ResolutionError.self) { try container.require(type: String?.self, name: "a") }
        #expect(error?.reason == .notRegistered && error?.path == [#"String "a""#])
        container.register(type: Bool?.self) { try $0.require(type: Bool?.self) }
        let circle = #expect(throws: ResolutionError.self) { try container.require(type: Bool?.self) }
        #expect(circle?.path == ["Optional<Bool>", "Optional<Bool>"], "as it is registered")
        // If each container asked its parent for each wrapped type again, this would take years.
        let child = (0..<32).reduce(container) { parent, _ in DependenciesContainer(parent: parent) }
        #expect(child.resolve(type: Int8????????????????.self) == nil)
    }

    @Test(arguments: [(nil, true, true), ("optional", false, true), ("argument", false, false), ("-", false, false)])
    func `isRegistered is true exactly where resolve finds something`(name: String?, isPlain: Bool, isOptional: Bool) {
        container.register(type: Int.self, service: 1)
        container.register(type: Int?.self, name: "optional", service: 1)
        container.register(name: "argument") { (_, number: Int) in number }
        let child = DependenciesContainer(parent: container)
        #expect(child.isRegistered(type: Int.self, name: name) == isPlain)
        #expect((child.resolve(type: Int.self, name: name) != nil) == isPlain)
        #expect(child.isRegistered(type: Int?.self, name: name) == isOptional)
        #expect((child.resolve(type: Int?.self, name: name) != nil) == isOptional)
    }
}

private protocol Greeter: Sendable {}

extension String: Greeter {}

private protocol Plain {}
private protocol Source<Item> { associatedtype Item }
private protocol SafeSource<Item>: Sendable { associatedtype Item }

private struct Empty: Plain, Source, SafeSource { typealias Item = Int }

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Registrations that are refused` {
    @Test func `a value as type, whose static type is another, stops every call and says so`() async {
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                empty.register(type: Base.sub) { Base() }
            }, "Pass 'Base.self' as `type:`, not a variable with 'Sub.self'.")
        await #expect(processExitsWith: .failure) { empty.register(type: Base.sub, service: Base()) }
        await #expect(processExitsWith: .failure) { empty.register(type: Base.sub) { Base($0) } }
        await #expect(processExitsWith: .failure) { empty.register(type: Base.sub) { (_, _: Int) in Base() } }
        await #expect(processExitsWith: .failure) { _ = empty.isRegistered(type: Base.sub) }
        await #expect(processExitsWith: .failure) { _ = empty.resolve(type: Base.sub) }
        await #expect(processExitsWith: .failure) { _ = try? empty.require(type: Base.sub) }
        await #expect(processExitsWith: .failure) { _ = empty.resolve(type: Base.sub, arguments: 1) }
        await #expect(processExitsWith: .failure) { _ = try? empty.require(type: Base.sub, arguments: 1) }
        await #expect(processExitsWith: .failure) { empty.unregister(type: Base.sub) }
    }

    @Test func `a factory that returns nothing is refused where it is registered`() async {
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                empty.register { _ = Base() }
            }, "Return a service: this factory returns nothing.")
    }
}

private var empty: DependenciesContainer { DependenciesContainer() }

private class Base: @unchecked Sendable {
    static var sub: Base.Type { Sub.self }
    init(_: DependenciesContainer? = nil) {}
    final class Sub: Base, @unchecked Sendable {}
}

@Suite struct `Runtime arguments` {
    let container = DependenciesContainer()

    @Test func `what a factory with arguments needs comes from the container that was asked`() throws {
        container.register(type: Int.self, service: 1)
        container.register(name: "a") { (container, text: String) in "\(text)\(try container.require(type: Int.self))" }
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 2)
        #expect(try child.require(type: String.self, name: "a", arguments: "b") == "b2")
        #expect(child.resolve(type: String?.self, name: "a", arguments: "c") == "c2")
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
        #expect(container.resolve(type: String.self, arguments: 1, ()) == "Int, Void")
        #expect(container.resolve(type: String.self, arguments: 1) == "Int")
    }

    @Test func `a factory can ask for its own service with other arguments`() throws {
        container.register { (container, count: Int) -> [Int] in
            count == 0 ? [] : [count] + (try container.require(type: [Int].self, arguments: count - 1))
        }
        #expect(try container.require(type: [Int].self, arguments: 3) == [3, 2, 1])
    }

    @Test func `other arguments are registered, or none, or some: not registered, and the advice says so`() {
        container.register(name: "number") { (_, number: Int) in Service() }
        container.register(name: "plain") { Service() }
        let asks: [() throws -> Service?] = [
            { [container] in try container.require(type: Service?.self, name: "number") },
            { [container] in try container.require(type: Service.self, name: "number", arguments: Int32(7)) },
            { [container] in try container.require(type: Service.self, name: "plain", arguments: 7) },
        ]
        for ask in asks {
            let error = #expect(throws: ResolutionError.self) { try ask() }
            #expect(error?.reason == .notRegistered)
            #expect(error?.description.hasPrefix("Pass exactly the registered `arguments:`") == true)
        }
        #expect(container.resolve(type: Service.self, name: "number") == nil)
        #expect(container.resolve(type: Service.self, name: "plain", arguments: 7) == nil)
    }
}
