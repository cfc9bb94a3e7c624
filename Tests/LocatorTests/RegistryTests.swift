import Locator
import Testing

@Suite struct `Registering and resolving` {
    let container = DependenciesContainer()

    @Test func `an instance is resolved as what it was registered as`() {
        container.register(type: (any Greeter).self, service: English())
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
        #expect(container.resolve(type: English.self) == nil)
    }

    @Test func `the type is inferred where it is not said`() throws {
        container.register { English() as any Greeter }
        let optional: (any Greeter)? = container.resolve()
        let required: any Greeter = try container.require()
        #expect(optional?.greeting == "Hello")
        #expect(required.greeting == "Hello")
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

    @Test func `a transient service is new for every resolve`() {
        container.register(scope: .transient) { English() }
        #expect(container.resolve(type: English.self) !== container.resolve(type: English.self))
    }

    @Test func `names tell services of one type apart`() {
        container.register(type: String.self, service: "unnamed")
        container.register(type: String.self, name: "a", service: "named a")
        container.register(type: String.self, name: "b") { "named b" }
        #expect(container.resolve(type: String.self) == "unnamed")
        #expect(container.resolve(type: String.self, name: "a") == "named a")
        #expect(container.resolve(type: String.self, name: "b") == "named b")
    }

    @Test func `an unknown name does not fall back to the unnamed service`() {
        container.register(type: String.self, service: "unnamed")
        #expect(container.resolve(type: String.self, name: "c") == nil)
    }

    @Test func `the empty string is a name`() {
        container.register(type: String.self, name: "", service: "empty")
        #expect(container.resolve(type: String.self) == nil)
        #expect(container.resolve(type: String.self, name: "") == "empty")
    }

    @Test func `canonically equal names are equal`() {
        container.register(type: String.self, name: "caf\u{E9}", service: "coffee")
        #expect(container.resolve(type: String.self, name: "cafe\u{301}") == "coffee")
    }

    @Test func `nested types of the same name are different types`() {
        enum Foo { struct Bar {} }
        enum Baz { struct Bar {} }
        container.register(type: Foo.Bar.self, service: Foo.Bar())
        #expect(container.resolve(type: Foo.Bar.self) != nil)
        #expect(container.resolve(type: Baz.Bar.self) == nil)
    }

    @Test func `tuples, functions, metatypes and compositions are types like any other`() {
        container.register { (1, "one") }
        container.register(type: (@Sendable (Int) -> Int).self, service: { $0 + 1 })
        container.register(type: Int.Type.self, service: Int.self)
        container.register(type: (any Greeter & CustomStringConvertible).self, service: Dutch())
        #expect(container.resolve(type: (Int, String).self)?.1 == "one")
        #expect(container.resolve(type: (@Sendable (Int) -> Int).self)?(1) == 2)
        #expect(container.resolve(type: Int.Type.self) == Int.self)
        #expect(container.resolve(type: (any Greeter & CustomStringConvertible).self)?.greeting == "Dag")
        #expect(container.resolve(type: (any Greeter).self) == nil)
    }

    @Test func `the last registration wins, and what the former had built is dropped`() {
        container.register(type: (any Greeter).self) { English() }
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
        container.register(type: (any Greeter).self) { Dutch() }
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Dag")
        container.register(type: (any Greeter).self, service: English())
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
    }

    @Test func `nothing is found where nothing is registered`() {
        #expect(container.resolve(type: String.self) == nil)
        #expect(!container.isRegistered(type: String.self))
    }

    @Test func `asking whether a service is registered does not build it`() {
        container.register(name: "a") { () -> String in
            Issue.record("was built")
            return ""
        }
        #expect(container.isRegistered(type: String.self, name: "a"))
        #expect(!container.isRegistered(type: String.self))
    }

    @Test func `unregister removes one name and leaves the others`() {
        container.register(type: String.self, service: "unnamed")
        container.register(type: String.self, name: "a", service: "named")
        container.unregister(type: String.self)
        #expect(container.resolve(type: String.self) == nil)
        #expect(container.resolve(type: String.self, name: "a") == "named")
    }

    @Test func `unregister with a name leaves the unnamed service`() {
        container.register(type: String.self, service: "unnamed")
        container.register(type: String.self, name: "a", service: "named")
        container.unregister(type: String.self, name: "a")
        #expect(container.resolve(type: String.self) == "unnamed")
        #expect(container.resolve(type: String.self, name: "a") == nil)
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

    @Test func `removeAll leaves nothing`() {
        container.register { English() }
        container.register(type: String.self, name: "a", service: "named")
        container.removeAll()
        #expect(!container.isRegistered(type: English.self))
        #expect(!container.isRegistered(type: String.self, name: "a"))
    }

    @Test func `an optional type stands for the type it wraps`() throws {
        container.register(type: (any Greeter).self, service: English())
        let twice: (any Greeter)?? = container.resolve(type: (any Greeter)?.self)
        #expect(twice??.greeting == "Hello")
        let consumer = Consumer()
        consumer.greeter = try container.require()
        #expect(consumer.greeter?.greeting == "Hello")
    }

    @Test func `an optional type that is registered itself is found first`() throws {
        container.register(type: String.self, service: "plain")
        container.register(type: String?.self) { nil }
        #expect(try container.require(type: String?.self) == nil)
        #expect(try container.require(type: String.self) == "plain")
    }

    @Test func `requiring an optional type throws where the wrapped one is missing, too`() {
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Dutch?.self) }
        #expect(error?.reason == .notRegistered)
        #expect(error?.description.contains("Register 'Dutch'") == true)
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

    @Test func `the order of registration survives a reset`() {
        let names = ["z", "a", "y", "b"]
        for name in names { container.register(name: name) { name } }
        container.reset()
        #expect(container.resolveAll(type: String.self) == names)
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

    @Test func `a factory may replace itself`() {
        container.register { () -> String in
            DependenciesContainer.shared.register { "later" }
            return "now"
        }
        #expect(container.resolve(type: String.self) == "now")
        #expect(container.resolve(type: String.self) == "later")
    }

    @Test func `what a registration drops may use the container in its deinit`() {
        final class Farewell: Sendable {
            let container: DependenciesContainer
            init(_ container: DependenciesContainer) { self.container = container }
            deinit { container.register(type: String.self, name: container.resolve(type: String.self), service: "bye") }
        }
        container.register(type: String.self, service: "a")
        for change in [
            { $0.unregister(type: Farewell.self) }, { $0.removeAll() }, { $0.reset() },
            { $0.register { Farewell(.shared) } },
        ] as [(DependenciesContainer) -> Void] {
            container.register(type: String.self, service: "a")
            container.register { Farewell(.shared) }
            _ = container.resolve(type: Farewell.self)
            change(container)
            #expect(container.resolveAll(type: String.self).last == "bye")
        }
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

    final class Consumer {
        var greeter: (any Greeter)?
    }
}
