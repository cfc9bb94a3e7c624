import Foundation
import Locator
import Testing

@Suite struct `Limits: how many, how deep` {
    let container = DependenciesContainer()

    @Test func `a hundred thousand registrations are resolved, verified, printed, listed, copied and removed`() {
        let count = 100_000
        for number in 0..<count { container.register(name: "\(number)") { number } }
        for number in stride(from: 0, to: count, by: 997) {
            #expect(container.resolve(type: Int.self, name: "\(number)") == number)
        }
        #expect(container.verify().isEmpty)
        #expect(container.description.utf8.count { $0 == UInt8(ascii: "\n") } == count)
        #expect(container.copy().resolveAll(type: Int.self) == Array(0..<count))
        container.removeAll()
        #expect(!container.isRegistered(type: Int.self, name: "0"))
    }

    @Test(arguments: [Scope.singleton, .transient, .graph, .weak])
    func `a chain of a thousand services, each of which needs the next, is built where the stack is large enough`(
        scope: Scope
    ) throws {
        register(chainOf: 1000, scope)
        let container = container
        let link = Worker(stackSize: 1 << 26) { container.resolve(type: Link.self, name: "999") }.wait()
        #expect(try #require(link).length == 1000)
    }

    @Test func `a chain of a thousand services that inject the next is built, too`() throws {
        for number in 0..<1000 {
            container.register(name: "\(number)") {
                Link()
            } injecting: { link in
                if number > 0 { link.next = try DependenciesContainer.shared.require(name: "\(number - 1)") }
            }
        }
        let container = container
        let link = Worker(stackSize: 1 << 26) { container.resolve(type: Link.self, name: "999") }.wait()
        #expect(try #require(link).length == 1000)
    }

    @Test func `a chain that has been built needs no stack`() {
        register(chainOf: 1000, .singleton)
        for number in 0..<1000 { _ = container.resolve(type: Link.self, name: "\(number)") }
        #expect(container.resolve(type: Link.self, name: "999")?.length == 1000)
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

    @Test func `a factory may resolve a thousand transient services`() throws {
        container.register(scope: .transient) { Link() }
        container.register { try (0..<1000).map { _ in try DependenciesContainer.shared.require(type: Link.self) } }
        #expect(Set(try container.require(type: [Link].self).map(ObjectIdentifier.init)).count == 1000)
    }

    @Test func `a factory may resolve one graph service a thousand times`() throws {
        container.register(scope: .graph) { Link() }
        container.register { try (0..<1000).map { _ in try DependenciesContainer.shared.require(type: Link.self) } }
        #expect(Set(try container.require(type: [Link].self).map(ObjectIdentifier.init)).count == 1)
    }

    private func register(chainOf count: Int, _ scope: Scope) {
        container.register(name: "0", scope: scope) { Link() }
        for number in 1..<count {
            container.register(name: "\(number)", scope: scope) {
                Link(try DependenciesContainer.shared.require(name: "\(number - 1)"))
            }
        }
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

@Suite struct `Limits: names` {
    let container = DependenciesContainer()

    @Test func `a name of a megabyte is a name, and its last letter counts`() {
        let long = String(repeating: "x", count: 1 << 20)
        container.register(type: Int.self, name: long + "a", service: 1)
        container.register(type: Int.self, name: long + "b", service: 2)
        #expect(container.resolve(type: Int.self, name: long + "a") == 1)
        #expect(container.resolve(type: Int.self, name: long + "b") == 2)
        #expect(container.resolve(type: Int.self, name: long) == nil)
    }

    @Test(arguments: [
        ("\u{E9}", "e\u{301}"), ("\u{212B}", "A\u{30A}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{3A9}", "\u{2126}"),
        ("q\u{307}\u{323}", "q\u{323}\u{307}"),
    ])
    func `names that are canonically equal are one name, whichever was registered`(one: String, other: String) {
        for (registered, asked) in [(one, other), (other, one)] {
            let container = DependenciesContainer()
            container.register(type: Int.self, name: registered, service: 1)
            #expect(container.resolve(type: Int.self, name: asked) == 1)
            container.register(type: Int.self, name: asked, service: 2)
            #expect(container.resolveAll(type: Int.self) == [2])
            container.unregister(type: Int.self, name: asked)
            #expect(!container.isRegistered(type: Int.self, name: registered))
        }
    }

    @Test func `names that only look alike are different names`() {
        let names = [
            "", "\0", " ", "\u{200D}", "\u{200F}", "\u{FEFF}", "a", "a\0", "a\0b", "a ", "A", "\u{FF41}", "a\u{200B}",
            "a\u{200C}", "a\u{200D}", "a\u{200E}", "a\u{200F}", "a\u{202E}", "a\u{AD}", "\u{430}", "fi", "\u{FB01}",
            "👍", "👍🏽", "👍🏿", "👩‍👧", "👩👧", "❤", "❤\u{FE0F}", "🇩🇪", "🇩\u{200B}🇪", "\n", "\r\n", "1", "①",
        ]
        for (number, name) in names.enumerated() { container.register(type: Int.self, name: name, service: number) }
        for (number, name) in names.enumerated() { #expect(container.resolve(type: Int.self, name: name) == number) }
        #expect(container.resolveAll(type: Int.self) == Array(names.indices))
        #expect(container.resolve(type: Int.self) == nil)
    }

    @Test func `a name that comes from Foundation is the same name`() {
        container.register(type: Int.self, name: "Grüße 👍🏽", service: 1)
        #expect(container.resolve(type: Int.self, name: NSMutableString(string: "Grüße 👍🏽") as String) == 1)
    }
}

@Suite struct `Limits: types` {
    let container = DependenciesContainer()

    @Test func `types of the same name in different functions are different types`() {
        func one() -> any Sendable.Type {
            struct Local {}
            container.register(type: Local.self, service: Local())
            return Local.self
        }
        func other() -> Bool {
            struct Local {}
            return container.isRegistered(type: Local.self)
        }
        #expect("\(one())" == "Local")
        #expect(!other())
    }

    @Test func `a type in a generic type is another one for every parameter`() {
        enum Outer<T> { struct Inner: Sendable {} }
        container.register(type: Outer<Int>.Inner.self, service: .init())
        #expect(container.isRegistered(type: Outer<Int>.Inner.self))
        #expect(!container.isRegistered(type: Outer<String>.Inner.self))
    }

    @Test func `specialisations of a generic type are different types`() {
        struct Box<Content: Sendable> { let content: Content }
        container.register(type: Box<Int>.self, service: Box(content: 1))
        container.register(type: Box<String>.self, service: Box(content: "one"))
        #expect(container.resolve(type: Box<Int>.self)?.content == 1)
        #expect(container.resolve(type: Box<String>.self)?.content == "one")
        #expect(container.resolve(type: Box<Int?>.self) == nil)
        #expect(container.resolve(type: Box<Box<Int>>.self) == nil)
    }

    @Test func `an alias is its type`() {
        typealias Number = Int
        container.register(type: Number.self, service: 1)
        #expect(container.resolve(type: Int.self) == 1)
    }

    @Test func `the order in a composition does not count, and what it says twice neither`() {
        let service = Both()
        container.register(type: (any A & B).self, service: service)
        #expect(container.resolve(type: (any B & A).self) === service)
        #expect(container.resolve(type: (any A & B & A).self) === service)
        #expect(container.resolve(type: (any A).self) == nil)
        #expect(container.resolve(type: (any A & B & CustomStringConvertible).self) == nil)
    }

    @Test func `a composition with a class is a type of its own`() {
        container.register(type: (Both & CustomStringConvertible).self, service: Described())
        #expect(container.resolve(type: (any CustomStringConvertible & Both).self)?.description == "described")
        #expect(container.resolve(type: Both.self) == nil)
        #expect(container.resolve(type: Described.self) == nil)
    }

    @Test func `a protocol's associated types belong to its type`() {
        container.register(type: (any Source<Int>).self, service: Numbers())
        #expect(container.resolve(type: (any Source<Int>).self)?.value == 1)
        #expect(container.resolve(type: (any Source<String>).self) == nil)
        #expect(container.resolve(type: (any Source).self) == nil)
    }

    @Test func `labels, order and number of its elements belong to a tuple's type`() {
        container.register(type: (Int, String).self, service: (1, "plain"))
        container.register(type: (number: Int, text: String).self, service: (2, "labelled"))
        container.register(type: (String, Int).self, service: ("turned", 3))
        container.register(type: Void.self, service: ())
        #expect(container.resolve(type: (Int, String).self)?.1 == "plain")
        #expect(container.resolve(type: (number: Int, text: String).self)?.text == "labelled")
        #expect(container.resolve(type: (String, Int).self)?.0 == "turned")
        #expect(container.resolve(type: Void.self) != nil)
        #expect(container.resolve(type: (Int, String, Int).self) == nil)
    }

    @Test func `throwing, inout and isolation belong to a function's type`() {
        container.register(type: (@Sendable (Int) -> Int).self, service: { $0 + 1 })
        container.register(type: (@Sendable (Int) throws -> Int).self, service: { _ in throw CancellationError() })
        container.register(type: (@Sendable (inout Int) -> Int).self, service: { $0 })
        #expect(container.resolve(type: (@Sendable (Int) -> Int).self)?(1) == 2)
        #expect(throws: CancellationError.self) {
            try container.resolve(type: (@Sendable (Int) throws -> Int).self)?(1)
        }
        #expect(container.resolve(type: (@Sendable (Int) async -> Int).self) == nil)
        #expect(container.resolve(type: (@MainActor @Sendable (Int) -> Int).self) == nil)
    }

    @Test func `metatypes of types, of protocols and of conforming types are different types`() {
        container.register(type: Both.Type.self, service: Both.self)
        container.register(type: (any A.Type).self, service: Described.self)
        container.register(type: (any A).Type.self, service: (any A).self)
        #expect(container.resolve(type: Both.Type.self) == Both.self)
        #expect(container.resolve(type: (any A.Type).self) == Described.self)
        #expect(container.resolve(type: (any A).Type.self) == (any A).self)
        #expect(container.resolve(type: Described.Type.self) == nil)
    }

    @Test func `an optional of an optional stands for what it wraps, however deep`() throws {
        container.register(type: Int.self, service: 1)
        #expect(try container.require(type: Int???.self) == 1)
        #expect(container.resolve(type: Int??.self) != nil)
        #expect(container.resolve(type: String??.self) == nil)
        #expect(throws: ResolutionError.self) { try container.require(type: String??.self) }
    }

    @Test func `a registered optional that holds nil is found by an optional of it`() throws {
        container.register(type: Int?.self) { nil }
        let found: Int?? = try container.require()
        #expect(found == .some(.none))
        #expect(container.resolve(type: Int.self) == nil)
    }

    @Test func `what is registered as an optional is not there for the type it wraps`() {
        container.register(type: Int?.self, service: 1)
        #expect(container.resolve(type: Int.self) == nil)
        #expect(container.resolve(type: Int?.self) == 1)
    }

    @Test func `a service that never is, is not registered and gives nil`() {
        #expect(!container.isRegistered(type: Never.self))
        #expect(container.resolve(type: Never.self) == nil)
        #expect(container.resolveAll(type: Never.self).isEmpty)
        #expect((failure(of: Never.self) as? ResolutionError)?.reason == .notRegistered)
    }

    @Test func `a factory that never returns a service throws what it throws`() {
        container.register(type: Never.self) { throw CancellationError() }
        #expect(failure(of: Never.self) is CancellationError)
        #expect(container.verify().failures.map(\.registration) == ["Never"])
    }

    private func failure<T: Sendable>(of type: T.Type) -> (any Error)? {
        do {
            _ = try container.require(type: type)
            return nil
        } catch {
            return error
        }
    }

    protocol A: AnyObject, Sendable {}

    protocol B: AnyObject, Sendable {}

    class Both: A, B, @unchecked Sendable {}

    final class Described: Both, CustomStringConvertible, @unchecked Sendable {
        var description: String { "described" }
    }

    protocol Source<Value>: Sendable {
        associatedtype Value
        var value: Value { get }
    }

    struct Numbers: Source { let value = 1 }
}

@Suite struct `Limits: what a factory may do` {
    let container = DependenciesContainer()

    @Test func `a run loop that turns inside a factory may resolve other services`() {
        container.register { "other" }
        container.register { () -> [String] in
            let container = DependenciesContainer.shared
            return Self.inRunLoop { container.resolve(type: String.self) }.map { [$0] } ?? []
        }
        let container = container
        #expect(Worker { container.resolve(type: [String].self) }.wait() == ["other"])
    }

    @Test func `a run loop that turns inside a factory and asks for its service is a circle`() {
        container.register { () -> [String] in
            let container = DependenciesContainer.shared
            return try Self.inRunLoop { Result { try container.require(type: [String].self) } }.get()
        }
        let container = container
        let error = Worker {
            #expect(throws: ResolutionError.self) { try container.require(type: [String].self) }
        }.wait()
        #expect(error?.reason == .circular)
    }

    @Test func `a queue that a factory waits for may resolve other services`() {
        let queue = DispatchQueue(label: "queue")
        container.register { "other" }
        container.register {
            queue.sync { [DependenciesContainer.shared.resolve(type: String.self)!] }
        }
        #expect(container.resolve(type: [String].self) == ["other"])
    }

    // `sync` runs its closure on the thread that calls it. A closure that another thread runs, while the factory waits
    // for it, would wait for the factory: nobody can find out that it is the factory that waits for it.
    @Test func `a queue that a factory waits for and that asks for its service is a circle`() {
        let queue = DispatchQueue(label: "queue")
        container.register { try queue.sync { [try DependenciesContainer.shared.require(type: [String].self)[0]] } }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: [String].self) }
        #expect(error?.reason == .circular)
    }

    @Test func `many queues that a factory waits for may resolve`() throws {
        container.register(scope: .transient) { 1 }
        container.register { () -> [Int] in
            let (container, numbers) = (DependenciesContainer.shared, Guarded<[Int]>([]))
            DispatchQueue.concurrentPerform(iterations: 100) { _ in
                let number = container.resolve(type: Int.self)!
                numbers { $0.append(number) }
            }
            return numbers { $0 }
        }
        #expect(try container.require(type: [Int].self).count == 100)
    }

    @Test func `the main queue that a factory waits for may resolve`() {
        container.register { "other" }
        container.register { () -> [String] in
            let container = DependenciesContainer.shared
            return DispatchQueue.main.sync { [container.resolve(type: String.self)!] }
        }
        let container = container
        #expect(Worker { container.resolve(type: [String].self) }.wait() == ["other"])
    }

    @Test func `what dies inside a factory may resolve in its deinit`() {
        let found = Guarded<[String?]>([])
        container.register { "other" }
        container.register { () -> [String] in
            let container = DependenciesContainer.shared
            _ = Farewell { found { $0.append(container.resolve(type: String.self)) } }
            return []
        }
        #expect(container.resolve(type: [String].self) == [])
        #expect(found { $0 } == ["other"])
    }

    @Test func `what dies inside a factory and asks for its service is told of the circle`() {
        let reasons = Guarded<[ResolutionError.Reason?]>([])
        container.register { () -> [String] in
            let container = DependenciesContainer.shared
            _ = Farewell {
                do {
                    _ = try container.require(type: [String].self)
                } catch {
                    reasons { $0.append((error as? ResolutionError)?.reason) }
                }
            }
            return []
        }
        #expect(container.resolve(type: [String].self) == [])
        #expect(reasons { $0 } == [.circular])
    }

    @Test func `a service that dies with its container may resolve from the parent`() {
        let found = Guarded<[String?]>([])
        container.register { "parent's" }
        let parent = container
        do {
            let child = DependenciesContainer(parent: parent)
            child.register { Farewell { found { $0.append(parent.resolve(type: String.self)) } } }
            _ = child.resolve(type: Farewell.self)
        }
        #expect(found { $0 } == ["parent's"])
    }

    @Test func `a factory that releases its container still gets what it asks for`() {
        let held = Guarded<DependenciesContainer?>(DependenciesContainer(parent: container))
        container.register { "parent's" }
        weak let observed = held { $0 }
        observed!.register { () -> [String] in
            held { $0 = nil }
            return [DependenciesContainer.shared.resolve(type: String.self)!]
        }
        #expect(held { $0 }!.resolve(type: [String].self) == ["parent's"])
        #expect(observed == nil)
    }

    @Test func `a factory that changes everything goes on`() {
        container.register { "other" }
        container.register { () -> [String] in
            let container = DependenciesContainer.shared
            container.removeAll()
            container.register { "new" }
            container.register { ["later"] }
            container.reset()
            return [container.resolve(type: String.self)!]
        }
        #expect(container.resolve(type: [String].self) == ["new"])
        #expect(container.resolve(type: [String].self) == ["later"])
    }

    @Test func `a factory that replaces itself and asks for its service gets the new one`() {
        container.register { () -> String in
            let container = DependenciesContainer.shared
            container.register { "new" }
            return "old, \(container.resolve(type: String.self)!)"
        }
        #expect(container.resolve(type: String.self) == "old, new")
        #expect(container.resolve(type: String.self) == "new")
    }

    @Test func `a factory that resets its container and asks for its service is a circle`() {
        container.register { () -> String in
            DependenciesContainer.shared.reset()
            return try DependenciesContainer.shared.require(type: String.self)
        }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: String.self) }
        #expect(error?.reason == .circular)
    }

    /// Runs the body in the calling thread's run loop.
    private static func inRunLoop<Result>(_ body: @escaping @Sendable () -> Result) -> Result {
        let results = Guarded<[Result]>([])
        let timer = Timer(timeInterval: 0, repeats: false) { _ in
            let result = body()
            results { $0.append(result) }
        }
        RunLoop.current.add(timer, forMode: .default)
        while results({ $0.isEmpty }) { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01)) }
        return results { $0[0] }
    }

    final class Farewell: Sendable {
        let onDeinit: @Sendable () -> Void
        init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
        deinit { onDeinit() }
    }
}
