import Foundation
import Locator
import Testing

/// Its threads are there for their stacks.
@Suite(.timeLimit(.minutes(1))) struct `How many, how deep` {
    let container = DependenciesContainer()

    @Test func `ten thousand registrations are resolved, verified, printed, listed, copied and removed`() {
        let count = 10_000
        for number in 0..<count { container.register(name: "\(number)") { number } }
        for number in stride(from: 0, to: count, by: 97) {
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
        let container = container
        for number in 0..<1000 {
            let next = number == 0 ? nil : "\(number - 1)"
            // Every other one injects it.
            container.register(name: "\(number)", scope: scope) {
                Link(number % 2 == 0 ? try next.map { try DependenciesContainer.shared.require(name: $0) } : nil)
            } injecting: { link in
                if number % 2 == 1 { link.next = try DependenciesContainer.shared.require(name: next) }
            }
        }
        let link = Worker(stackSize: 1 << 26) { container.resolve(type: Link.self, name: "999") }.wait()
        #expect(try #require(link).length == 1000)
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

extension Threads {
    @Suite struct `What a factory may wait for` {
        let container = DependenciesContainer()

        @Test func `a run loop that turns inside a factory may resolve other services, but not that one`() {
            container.register { "other" }
            container.register { container in
                #expect(Self.inRunLoop { container.resolve(type: String.self) } == "other")
                return try Self.inRunLoop { Result { try container.require(type: [String].self) } }.get()
            }
            let container = container
            let error = Worker {
                #expect(throws: ResolutionError.self) { try container.require(type: [String].self) }
            }.wait()
            #expect(error?.reason == .circular)
        }

        @Test func `queues that a factory waits for may resolve other services`() {
            container.register(scope: .transient) { 1 }
            container.register { container in
                let numbers = Guarded<[Int]>([])
                let ask: @Sendable () -> Void = {
                    let number = container.resolve(type: Int.self)!
                    numbers { $0.append(number) }
                }
                DispatchQueue.concurrentPerform(iterations: 100) { _ in ask() }
                DispatchQueue.main.sync(execute: ask)
                return numbers { $0 }
            }
            let container = container
            #expect(Worker { container.resolve(type: [Int].self) }.wait()?.count == 101)
        }

        // `sync` runs its closure on the thread that calls it. A closure that another thread runs, while the factory waits
        // for it, would wait for the factory: nobody can find out that it is the factory that waits for it.
        @Test func `a queue that a factory waits for and that asks for its service is a circle`() {
            let queue = DispatchQueue(label: "queue")
            container.register { try queue.sync { [try DependenciesContainer.shared.require(type: [String].self)[0]] } }
            let error = #expect(throws: ResolutionError.self) { try container.require(type: [String].self) }
            #expect(error?.reason == .circular)
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
    }
}
