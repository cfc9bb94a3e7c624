// What registering, overriding, removing and resolving do, by type and name; how long an instance lives in each scope;
// thousands of services and deep chains work.

import Locator
import Testing

@Suite struct `Registering and resolving` {
    let container = DependenciesContainer()

    @Test func `an instance is resolved as what it was registered as`() {
        container.register(type: (any Greeter).self, service: English())
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
        #expect(container.resolve(type: English.self) == nil)
    }

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

    @Test func `the last registration wins, and what the former had built is dropped`() {
        container.register(type: (any Greeter).self) { English() }
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Hello")
        container.register(type: (any Greeter).self, service: Dutch())
        #expect(container.resolve(type: (any Greeter).self)?.greeting == "Dag")
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
        let error = #expect(throws: ResolutionError.self) { try container.require(type: String??.self, name: "a") }
        #expect(error?.type == String.self && error?.path == [#"String "a""#])
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

    @Test func `resolveAll takes an optional type for the one that it wraps, unless that is registered itself`() {
        for name in ["a", "b"] { container.register(type: String.self, name: name, service: name) }
        #expect(container.resolveAll(type: String?.self) == ["a", "b"])
        container.register(type: String?.self, name: "b") { nil }
        #expect(container.resolveAll(type: String?.self) == [nil])
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

    @Test @MainActor func `requireAll gives services that live on the main actor, too`() throws {
        class Cart {}
        container.register { Cart() }
        #expect(try container.requireAll(type: Cart.self).first === container.resolve(type: Cart.self))
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
}

private class Base: @unchecked Sendable {
    static var derived: Base.Type { Derived.self }
}

private final class Derived: Base, @unchecked Sendable {}

@Suite struct `Scopes` {
    let container = DependenciesContainer()

    @Test func `a graph service is shared inside one resolve and forgotten after it`() throws {
        container.register(scope: .graph) { Service() }
        for name in ["left", "right"] {
            container.register(name: name, scope: .transient) { Service(other: try $0.require()) }
        }
        container.register { [try $0.service("left"), try $0.service("right")] }
        let tree = try container.require(type: [Service].self)
        #expect(tree[0] !== tree[1] && tree[0].other === tree[1].other)
        #expect(try container.require(type: Service.self) !== tree[0].other)
        #expect(try container.require(type: Service.self) !== container.require(type: Service.self))
    }

    @Test func `a weak service is shared while someone holds it, under a protocol or an optional type as well`() {
        container.register(scope: .weak) { Service() }
        container.register(type: (any Serving).self, scope: .weak) { Service() }
        container.register(type: Service?.self, name: "optional", scope: .weak) { Service() }
        var held = container.resolve(type: Service.self)
        #expect(container.resolve(type: Service.self) === held)
        weak let observer = held
        held = nil
        #expect(observer == nil)
        let (serving, optional) = (
            container.resolve(type: (any Serving).self), container.resolve(type: Service?.self, name: "optional")
        )
        #expect(container.resolve(type: (any Serving).self) === serving)
        #expect(container.resolve(type: Service?.self, name: "optional")! === optional!)
        withExtendedLifetime((serving, optional)) {}
    }

    @Test func `under a weak scope, nil and values, even those bridged to an immortal object, are made anew`() {
        let runs = Counter(0)
        container.register(type: Service?.self, scope: .weak) { runs.increment() == 1 ? nil : Service() }
        #expect(container.resolve(type: Service?.self)! == nil)
        #expect(container.resolve(type: Service?.self)! != nil)
        container.register(scope: .weak) { () -> [Int] in [runs.increment()] }
        container.register(scope: .weak) { () -> Int? in runs.increment() }
        container.register(type: (any Hashable & Sendable).self, scope: .weak) { runs.increment() > 6 }
        #expect(container.resolve(type: [Int].self) == [3] && container.resolve(type: [Int].self) == [4])
        #expect(container.resolve(type: Int?.self) == 5 && container.resolve(type: Int?.self) == 6)
        for _ in 0..<2 { #expect(container.resolve(type: (any Hashable & Sendable).self) as? Bool == true) }
        #expect(runs.count == 8)
    }

    @Test(arguments: Scope.all)
    func `injecting runs once per instance, after the factory and before anyone else sees it`(scope: Scope) throws {
        let log = Guarded<[String]>([])
        container.add("a", scope: scope) { _ in
            log { $0.append("injecting") }
        } making: {
            log { $0.append("factory") }
        }
        let service = try container.service("a")
        #expect(service.isFinished)
        #expect(log { $0 } == ["factory", "injecting"])
        _ = try container.service("a")
        #expect(log { $0.count } == (scope.isShared ? 2 : 4))
        withExtendedLifetime(service) {}
    }
}

private protocol Serving: AnyObject, Sendable {}

extension Service: Serving {}

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
    func `a chain of 100 services, each of which needs the next, is built where the stack is large enough`(
        scope: Scope
    ) throws {
        let container = container
        for number in 0..<100 {
            let next = number == 0 ? nil : "\(number - 1)"
            // Every other one injects it.
            container.register(name: "\(number)", scope: scope) {
                Link(number % 2 == 0 ? try next.map { try DependenciesContainer.shared.require(name: $0) } : nil)
            } injecting: { _, link in
                if number % 2 == 1 { link.next = try DependenciesContainer.shared.require(name: next) }
            }
        }
        let link = Worker(stackSize: 1 << 26) { container.resolve(type: Link.self, name: "99") }.wait()
        #expect(try #require(link).length == 100)
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
