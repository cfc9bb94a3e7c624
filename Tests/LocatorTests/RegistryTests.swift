// What registering, overriding, removing and resolving do, by type and name; thousands of services and deep chains
// work.

import Locator
import Testing

@Suite struct `Registering and resolving` {
    let container = DependenciesContainer()

    @Test func `an instance is resolved as what it was registered as`() {
        container.register(type: (any Greeter).self, service: English())
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
        #expect(container.resolve(type: English.self) == nil)
    }

    @Test func `a factory is not run before its service is asked for`() {
        let runs = Counter(0)
        container.register { English(counting: runs) }
        #expect(runs.count == 0)
        _ = container.resolve(type: English.self)
        #expect(runs.count == 1)
    }

    @Test func `a singleton is the scope where none is said`() {
        container.register { English() }
        #expect(container.resolve(type: English.self) === container.resolve(type: English.self))
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

    @Test(arguments: [("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}")])
    func `names that are canonically equal are one name, whichever was registered`(one: String, other: String) {
        for (registered, asked) in [(one, other), (other, one)] {
            container.register(type: Int.self, name: registered, service: 1)
            #expect(container.resolve(type: Int.self, name: asked) == 1)
            container.register(type: Int.self, name: asked, service: 2)
            #expect(container.resolveAll(type: Int.self) == [2])
            container.unregister(type: Int.self, name: asked)
            #expect(!container.isRegistered(type: Int.self, name: registered))
        }
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

    @Test func `the last registration wins, and what the former had built is dropped`() {
        container.register(type: (any Greeter).self) { English() }
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
        container.register(type: (any Greeter).self) { Dutch() }
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Dag")
        container.register(type: (any Greeter).self, service: English())
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
    }

    @Test func `asking whether a service is registered does not build it`() {
        container.register(name: "a") { () -> String in
            Issue.record("was built")
            return ""
        }
        #expect(container.isRegistered(type: String.self, name: "a"))
        #expect(!container.isRegistered(type: String.self))
    }

    @Test func `isRegistered says what resolve will find`() {
        container.register(type: String.self, name: "wrapped", service: "")
        container.register(type: String?.self, name: "optional", service: nil)
        container.register(type: String?.self, name: "lazy") { "" }
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 1)
        for container in [container, child, container.copy(), DependenciesContainer()] {
            for name in [nil, "wrapped", "optional", "lazy", "other"] {
                func check<T: Sendable>(_ type: T.Type) {
                    let isFound = container.resolve(type: type, name: name) != nil
                    #expect(container.isRegistered(type: type, name: name) == isFound, "\(type) \(name ?? "-")")
                }
                check(String.self)
                check(String?.self)
                check(String??.self)
                check(Int.self)
                check(Int?.self)
            }
        }
        #expect(child.isRegistered(type: Int?.self) && !container.isRegistered(type: Int?.self))
        #expect(container.isRegistered(type: String??.self, name: "optional"))
        #expect(!container.isRegistered(type: String.self, name: "optional"))
    }

    @Test func `reset forgets what was built and keeps the registrations`() {
        let ready = English()
        container.register { Dutch() }
        container.register(type: English.self, service: ready)
        let built = container.resolve(type: Dutch.self)
        container.reset()
        #expect(container.resolve(type: Dutch.self) != nil)
        #expect(container.resolve(type: Dutch.self) !== built)
        #expect(container.resolve(type: English.self) === ready)
    }

    @Test func `an optional type stands for the type it wraps, however deep`() throws {
        container.register(type: (any Greeter).self, service: English())
        let required: (any Greeter)? = try container.require()
        #expect(required?.greeting == "Hello")
        #expect(try container.require(type: (any Greeter)???.self)??.map(\.greeting) == "Hello")
        #expect(container.isRegistered(type: (any Greeter)??.self))
        #expect(container.resolve(type: String??.self) == nil && !container.isRegistered(type: String??.self))
        #expect(throws: ResolutionError.self) { try container.require(type: String??.self) }
    }

    @Test func `an optional type that is registered itself is found first, and for nothing else`() throws {
        container.register(type: Int?.self) { nil }
        #expect(try container.require(type: Int?.self) == nil)
        #expect(try container.require(type: Int??.self) == .some(.none))
        #expect(container.resolve(type: Int.self) == nil)
        container.register(type: Int.self, service: 1)
        #expect(try container.require(type: Int?.self) == nil)
        #expect(try container.require(type: Int.self) == 1)
    }

    @Test func `resolveAll gives every name, in the order of registration`() {
        container.register(type: String.self, name: "z", service: "first")
        container.register(type: String.self, service: "second")
        container.register(type: String.self, name: "a") { "third" }
        #expect(container.resolveAll(type: String.self) == ["first", "second", "third"])
        container.register(type: String.self, service: "still second")
        #expect(container.resolveAll(type: String.self) == ["first", "still second", "third"])
        #expect(container.resolveAll(type: Int.self).isEmpty)
    }

    @Test func `requireAll gives the same, and throws where one can't be built`() throws {
        container.register(type: String.self, name: "z", service: "first")
        container.register(type: String.self) { "second" }
        container.register { (number: Int) in "\(number)" }
        container.register(type: [String].self) { try $0.requireAll() }
        #expect(try container.require(type: [String].self) == ["first", "second"])
        container.reset()
        container.register(name: "broken") { () -> String in throw CancellationError() }
        #expect(throws: CancellationError.self) { try container.require(type: [String].self) }
        #expect(container.verify().failures.map(\.registration) == ["Array<String>", #"String "broken""#])
    }

    @Test @MainActor func `requireAll gives services that live on the main actor, too`() throws {
        class Cart {}
        container.register { Cart() }
        #expect(try container.requireAll(type: Cart.self).first === container.resolve(type: Cart.self))
    }

    @Test func `a factory may register, unregister and reset`() {
        container.register(type: String.self, service: "before")
        container.register(type: Int.self) { 1 }
        container.register { () -> Double in
            let container = DependenciesContainer.shared
            container.register(type: String.self, service: "after")
            container.unregister(type: Int.self)
            container.reset()
            return 1
        }
        #expect(container.resolve(type: Double.self) == 1)
        #expect(container.resolve(type: String.self) == "after")
        #expect(!container.isRegistered(type: Int.self))
    }

    @Test func `resolving what is missing inside a factory gives nil, as anywhere`() {
        container.register { [$0.resolve(type: String.self) != nil] }
        #expect(container.resolve(type: [Bool].self) == [false])
    }

    @Test func `a factory may replace itself, and ask for the new one`() {
        container.register { container in
            container.register { "new" }
            return "old, \(try container.require(type: String.self))"
        }
        #expect(container.resolve(type: String.self) == "old, new")
        #expect(container.resolve(type: String.self) == "new")
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

@Suite struct `Types that are values` {
    @Test func `a list of types is registered through a protocol, each as itself`() {
        let container = DependenciesContainer()
        func add<T: Screen>(_ type: T.Type) {
            container.register(type: type) { type.init() }
        }
        for type in [Home.self, Settings.self] as [any Screen.Type] { add(type) }
        #expect(container.resolve(type: Home.self)?.title == "Home")
        #expect(container.resolve(type: Settings.self)?.title == "Settings")
    }

    @Test func `a subclass in a value is refused where something is registered, and where it is asked for`() async {
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                DependenciesContainer().register(type: Base.derived) { Base() }
            })
        expectAdvice(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = DependenciesContainer().resolve(type: Base.derived)
            })
    }

    private func expectAdvice(_ result: ExitTest.Result?) {
        let text = "Write 'Base.self' in place of a value that is 'Derived.self'."
        #expect(result?.standardError.contains(text) == true)
    }

    private protocol Screen: Sendable {
        init()
        var title: String { get }
    }

    private struct Home: Screen {
        let title = "Home"
    }

    private struct Settings: Screen {
        let title = "Settings"
    }
}

private class Base: @unchecked Sendable {
    static var derived: Base.Type { Derived.self }
}

private final class Derived: Base, @unchecked Sendable {}

// Its threads are there for their stacks.
@Suite(.timeLimit(.minutes(Samples.minutes))) struct `How many, how deep` {
    let container = DependenciesContainer()

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

    @Test(arguments: Scope.all)
    func `a chain of five hundred services, each of which needs the next, is built where the stack is large enough`(
        scope: Scope
    ) throws {
        let container = container
        for number in 0..<500 {
            let next = number == 0 ? nil : "\(number - 1)"
            // Every other one injects it.
            container.register(name: "\(number)", scope: scope) {
                Link(number % 2 == 0 ? try next.map { try DependenciesContainer.shared.require(name: $0) } : nil)
            } injecting: { link in
                if number % 2 == 1 { link.next = try DependenciesContainer.shared.require(name: next) }
            }
        }
        let link = Worker(stackSize: 1 << 26) { container.resolve(type: Link.self, name: "499") }.wait()
        #expect(try #require(link).length == 500)
    }

    @Test func `a circle of five hundred factories is reported`() {
        for number in 0..<500 {
            container.register(name: "\(number)") {
                Link(try DependenciesContainer.shared.require(name: "\((number + 1) % 500)"))
            }
        }
        let container = container
        let error = Worker(stackSize: 1 << 26) {
            #expect(throws: ResolutionError.self) { try container.require(type: Link.self, name: "0") }
        }.wait()
        #expect(error?.reason == .circular)
        #expect(error?.path.count == 501)
    }

    @Test func `a thousand containers may be each other's parents`() {
        container.register { ObjectIdentifier(DependenciesContainer.shared) }
        var child = container
        for _ in 0..<1000 { child = DependenciesContainer(parent: child) }
        #expect(child.resolve(type: ObjectIdentifier.self) == ObjectIdentifier(container))
        #expect(child.resolveAll(type: ObjectIdentifier.self).count == 1)
    }

    @Test(arguments: [Scope.transient, .graph])
    func `a factory may ask for one service a thousand times`(scope: Scope) throws {
        container.register(scope: scope) { Link() }
        container.register { container in try (0..<1000).map { _ in try container.require(type: Link.self) } }
        let links = try container.require(type: [Link].self)
        #expect(Set(links.map(ObjectIdentifier.init)).count == (scope == .graph ? 1 : 1000))
    }

    final class Link: @unchecked Sendable {
        var next: Link?
        init(_ next: Link? = nil) { self.next = next }

        var length: Int { sequence(first: self, next: \.next).reduce(0) { count, _ in count + 1 } }

        // One after the other: a chain that is released as a whole needs stack, too.
        deinit {
            var rest = next
            next = nil
            while isKnownUniquelyReferenced(&rest) { (rest, rest!.next) = (rest!.next, nil) }
        }
    }
}
