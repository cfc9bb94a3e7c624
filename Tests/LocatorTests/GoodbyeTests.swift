import Foundation
import Locator
import Testing

/// A `deinit` is code of the user: it runs on the thread that drops the last reference, and under no lock.
extension Threads {
    @Suite struct `Goodbyes` {
        let container = DependenciesContainer()

        @Test(
            arguments: [Scope.singleton, .weak],
            ["register", "register ready-made", "unregister", "reset", "removeAll"])
        func `what a change drops is released without the lock`(scope: Scope, change: String) {
            let (container, goodbyes) = (container, Farewells(container))
            container.register(scope: scope) { Service(farewell: goodbyes.make()) }
            var service = container.resolve(type: Service.self)
            weak let farewell = service?.farewell
            if scope == .singleton { service = nil }
            switch change {
            case "register": container.register { Service() }
            case "register ready-made": container.register(type: Service.self, service: Service())
            case "unregister": container.unregister(type: Service.self)
            case "reset": container.reset()
            default: container.removeAll()
            }
            #expect((farewell == nil) == (scope == .singleton))
            service = nil
            #expect(goodbyes.count == 1)
        }

        @Test(arguments: [Change.register, .unregister, .removeAll])
        func `what only a registration held is released without the lock`(change: Change) {
            let (container, goodbyes) = (container, Farewells(container))
            container.register(type: Farewell.self, service: goodbyes.make())
            container.register(name: "factory") { [captured = goodbyes.make()] in captured }
            for name in [nil, "factory"] { container.make(change, name: name) { Farewell() } }
            #expect(goodbyes.count == 2)
        }

        @Test(arguments: Scope.all)
        func `what a failed build leaves is released without the lock`(scope: Scope) {
            let goodbyes = Farewells(container)
            container.register(scope: scope) {
                goodbyes.make()
            } injecting: { _ in
                throw CancellationError()
            }
            #expect(throws: CancellationError.self) { try container.require(type: Farewell.self) }
            #expect(goodbyes.count == 1)
        }

        @Test func `what a failed circle leaves is released without the lock`() {
            let goodbyes = Farewells(container)
            container.register(name: "a") {
                Service()
            } injecting: { a in
                a.farewell = goodbyes.make()
                a.other = try DependenciesContainer.shared.require(name: "b")
                throw CancellationError()
            }
            container.register(name: "b") { () -> Service in
                let b = Service(farewell: goodbyes.make())
                b.weakOther = try DependenciesContainer.shared.require(name: "a")
                return b
            }
            #expect(throws: CancellationError.self) { try container.require(type: Service.self, name: "a") }
            #expect(goodbyes.count == 2)
            #expect(throws: CancellationError.self) { try container.require(type: Service.self, name: "b") }
            #expect(goodbyes.count == 5, "b has been made twice")
        }

        @Test func `the error of a circle is released without the lock`() {
            struct Failure: Error { let farewell: Farewell }
            let goodbyes = Farewells(container)
            for (name, other) in [("a", "b"), ("b", "a")] {
                container.register(name: name) {
                    Service()
                } injecting: { service in
                    service.weakOther = try? DependenciesContainer.shared.require(name: other)
                    throw Failure(farewell: goodbyes.make())
                }
            }
            #expect(throws: Failure.self) { try container.require(type: Service.self, name: "a") }
            #expect(goodbyes.count == 2)
        }

        @Test func `what a second run has made in vain is released without the lock`() {
            let goodbyes = Farewells(container)
            container.register(name: "a") {
                Service()
            } injecting: { a in
                a.weakOther = try DependenciesContainer.shared.require(name: "b")
            }
            container.register(name: "b") { () -> Service in
                _ = try DependenciesContainer.shared.require(type: Service.self, name: "a")
                return Service(farewell: goodbyes.make())
            }
            #expect(container.resolve(type: Service.self, name: "b") != nil)
            #expect(goodbyes.count == 1)
            container.removeAll()
            #expect(goodbyes.count == 2)
        }

        @Test func `what loses against another thread is released without the lock`() {
            let (container, goodbyes) = (container, Farewells(container))
            let (meeting, runs) = (Meeting(of: 2), Counter(0))
            for (name, other) in [("a", "b"), ("b", "a")] {
                container.register(name: name) { () -> Service in
                    runs.increment()
                    meeting()
                    return Service(farewell: goodbyes.make())
                } injecting: { service in
                    service.weakOther = try DependenciesContainer.shared.require(name: other)
                }
            }
            let services = simultaneously(2) { container.resolve(type: Service.self, name: $0 == 0 ? "a" : "b")! }
            #expect(services[0].weakOther === services[1] && services[1].weakOther === services[0])
            #expect(goodbyes.count == runs.count - 2 && runs.count > 2, "both threads have been in both factories")
        }

        @Test(arguments: Change.allCases)
        func `what is changed while it is being built is released without the lock`(change: Change) {
            let (container, goodbyes, stop) = (container, Farewells(container), Stop())
            container.register {
                Service(farewell: goodbyes.make())
            } injecting: { _ in
                stop()
            }
            let worker = Worker { _ = container.resolve(type: Service.self) }
            stop.reached.wait()
            container.make(change) { Service() }
            stop.goOn.open()
            worker.wait()
            #expect(goodbyes.count == 1)
        }

        @Test func `what the end of a resolve drops may resolve, with a path of its own`() throws {
            let (container, path) = (container, Guarded(""))
            container.register(scope: .graph) {
                Farewell {
                    do { _ = try container.require(type: Double.self) } catch { path { $0 = "\(error)" } }
                }
            }
            container.register(scope: .transient) { container in
                _ = try container.require(type: Farewell.self)
                return 1
            }
            #expect(try container.require(type: Int.self) == 1)
            #expect(path { $0 }.contains("path: Double\n"))
        }

        @Test func `a goodbye may ask for what has just failed`() throws {
            let (container, runs) = (container, Counter(0))
            container.register(scope: .graph) { () -> Farewell in
                if runs.count > 1 { return Farewell() }  // only the first one asks again
                return Farewell { #expect(throws: CancellationError.self) { try container.require(type: Int.self) } }
            }
            container.register(scope: .transient) { () -> Int in
                runs.increment()
                _ = try DependenciesContainer.shared.require(type: Farewell.self)
                throw CancellationError()
            }
            #expect(throws: CancellationError.self) { try container.require(type: Int.self) }
            #expect(runs.count == 2)
        }

        @Test func `a weak service that asks for itself when it dies gets a new one`() {
            let (found, container) = (Guarded<Farewell?>(nil), container)
            container.register(scope: .weak) {
                Farewell { found { $0 = $0 ?? container.resolve(type: Farewell.self) } }
            }
            weak let first = container.resolve(type: Farewell.self)
            #expect(first == nil)
            #expect(found { $0 } === container.resolve(type: Farewell.self))
            container.removeAll()
        }

        @Test func `who asks while a weak service is dying gets a new one, that stays`() {
            let (stop, container) = (Stop(), container)
            container.register(scope: .weak) { Farewell { stop() } }
            let held = Guarded(container.resolve(type: Farewell.self))
            let releaser = Worker {
                _ = held { last in
                    defer { last = nil }
                    return last
                }
            }
            stop.reached.wait()
            let fresh = container.resolve(type: Farewell.self)
            #expect(fresh != nil)
            stop.goOn.open()
            releaser.wait()
            #expect(container.resolve(type: Farewell.self) === fresh)
        }

        @Test func `the last one to see a weak service releases it without the lock`() {
            // While one thread gets it and lets it go, the others look at it: printing, resolving, building.
            let (container, goodbyes) = (container, Farewells(container))
            container.register(scope: .weak) { goodbyes.make() }
            _ = simultaneously(3) { thread in
                for _ in Samples.rounds(2000) {
                    if thread == 0 { _ = container.description } else { _ = container.resolve(type: Farewell.self) }
                }
            }
            container.removeAll()
            #expect(goodbyes.count > 0)
        }

        @Test @MainActor func `who is refused a weak service of the main actor does not release it under the lock`() {
            final class Cart: Basket {
                let farewell: Farewell
                init(_ farewell: Farewell) { self.farewell = farewell }
            }
            let (container, goodbyes) = (container, Farewells(container))
            container.register(type: (any Basket).self, scope: .weak) { Cart(goodbyes.make()) }
            let isOver = Guarded(false)
            let other = Worker {
                while !isOver({ $0 }) { _ = try? container.require(type: (any Basket & Sendable).self) }
            }
            for _ in Samples.rounds(200) { _ = container.resolve(type: (any Basket).self) }
            isOver { $0 = true }
            other.wait()
            #expect(goodbyes.count > 0)
        }

        @Test(arguments: Change.allCases)
        func `while what a change has dropped dies, everybody sees the change and waits for nothing`(change: Change) {
            let (stop, container) = (Stop(), container)
            container.register { Farewell { stop() } }
            #expect(container.resolve(type: Farewell.self) != nil)
            let worker = Worker { container.make(change) { Farewell() } }
            stop.reached.wait()
            let fresh = container.resolve(type: Farewell.self)
            #expect((fresh != nil) == change.keeps)
            container.register(type: Int.self, service: 1)
            #expect(container.resolve(type: Int.self) == 1)
            stop.goOn.open()
            worker.wait()
            #expect(container.resolve(type: Farewell.self) === fresh)
        }

        @Test func `what a wrapper held is released without the lock`() {
            final class Owner {
                @Injected var farewell: Farewell?
            }
            let goodbyes = Farewells(container)
            container.register(scope: .transient) { goodbyes.make() }
            let owner = container.asShared { Owner() }
            #expect(owner.farewell != nil)
            owner.farewell = nil
            #expect(goodbyes.count == 1)
        }

        @Test(arguments: Scope.all)
        func `what injecting has failed may resolve, when it goes, a service that needs it`(scope: Scope) throws {
            let (container, fails, found) = (container, Guarded(true), Guarded<Bool?>(nil))
            container.register(scope: scope) {
                let isFirst = fails { $0 }
                return Farewell { if isFirst { found { $0 = container.resolve(type: [Farewell].self) != nil } } }
            } injecting: { _ in
                let isFirst = fails { value in
                    defer { value = false }
                    return value
                }
                if isFirst { throw CancellationError() }
            }
            container.register { [try $0.require(type: Farewell.self)] }
            #expect(throws: CancellationError.self) { try container.require(type: Farewell.self) }
            #expect(found { $0 } == true)
        }

        @Test func `what verify has built is released without the lock`() {
            let goodbyes = Farewells(container)
            container.register { goodbyes.make() }
            #expect(container.verify().failures.isEmpty)
            #expect(goodbyes.count == 1)
        }

        @Test func `a service that dies with its container may resolve from the parent`() {
            let (parent, found) = (container, Guarded<Int?>(nil))
            parent.register { 1 }
            do {
                let child = DependenciesContainer(parent: parent)
                child.register { Farewell { found { $0 = parent.resolve() } } }
                _ = child.resolve(type: Farewell.self)
            }
            #expect(found { $0 } == 1)
        }

        @Test func `a container is released though a goodbye has resolved from it`() {
            weak var observed: DependenciesContainer?
            do {
                let container = DependenciesContainer()
                observed = container
                container.register(name: "logger", scope: .graph) { Farewell() }
                container.register(scope: .graph) { [unowned container] in
                    Farewell { [unowned container] in _ = container.resolve(type: Farewell.self, name: "logger") }
                }
                container.register(scope: .transient) { container in
                    _ = try container.require(type: Farewell.self)
                    return 1
                }
                #expect(container.resolve(type: Int.self) == 1)
            }
            #expect(observed == nil)
        }
    }
}

/// Makes services each of which, when it dies, has another thread register and resolve: that would never come back if
/// somebody held the lock meanwhile.
private struct Farewells: Sendable {
    private let container: DependenciesContainer
    private let said = Counter(0)

    init(_ container: DependenciesContainer) {
        self.container = container
    }

    var count: Int { said.count }

    func make() -> Farewell {
        Farewell { [weak container, said] in
            guard let container else { return }
            let worker = Worker {
                container.register(type: Double.self, name: "goodbye", service: 1)
                return container.resolve(type: Double.self, name: "goodbye")
            }
            if worker.wait() == 1 { said.increment() }
        }
    }
}

private protocol Basket: AnyObject {}
