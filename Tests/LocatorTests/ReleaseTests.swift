// No service is released under the lock: a `deinit` is the user's code, which may register and resolve.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `What is released` {
        let container = DependenciesContainer()

        @Test(arguments: [Scope.singleton, .weak], Change.allCases)
        func `what a change drops is released without the lock`(scope: Scope, change: Change) {
            let (container, releases) = (container, Releases(container))
            container.register(scope: scope) { Service(observer: releases.make()) }
            var service = container.resolve(type: Service.self)
            weak let observer = service?.observer
            if scope == .singleton { service = nil }
            container.make(change) { Service() }
            #expect((observer == nil) == (scope == .singleton))
            service = nil
            #expect(releases.count == 1)
        }

        @Test(arguments: [Change.register, .unregister, .removeAll])
        func `what only a registration held is released without the lock`(change: Change) {
            let (container, releases) = (container, Releases(container))
            container.register(type: DeinitObserver.self, service: releases.make())
            container.register(name: "factory") { [captured = releases.make()] in captured }
            for name in [nil, "factory"] { container.make(change, name: name) { DeinitObserver() } }
            #expect(releases.count == 2)
        }

        @Test func `what a failed circle leaves is released without the lock`() {
            let releases = Releases(container)
            container.add("a", injects: "b") { a in
                a.observer = releases.make()
                throw CancellationError()
            }
            container.register(name: "b") { container in
                let b = Service(observer: releases.make())
                b.weakOther = try container.service("a")
                return b
            }
            #expect(throws: CancellationError.self) { try container.service("a") }
            #expect(releases.count == 2)
            #expect(throws: CancellationError.self) { try container.service("b") }
            #expect(releases.count == 5, "b has been made twice")
        }

        @Test func `what a second run has made in vain is released without the lock`() {
            let releases = Releases(container)
            let same = container
            container.add("a") { $0.weakOther = try same.service("b") }
            container.register(name: "b") { container in
                _ = try container.service("a")
                return Service(observer: releases.make())
            }
            #expect(container.resolve(type: Service.self, name: "b") != nil)
            #expect(releases.count == 1)
            container.removeAll()
            #expect(releases.count == 2)
        }

        @Test func `what loses against another thread is released without the lock`() {
            let (container, releases) = (container, Releases(container))
            let (meeting, runs) = (Meeting(of: 2), Counter(0))
            for (name, other) in [("a", "b"), ("b", "a")] {
                container.register(name: name) { () -> Service in
                    runs.increment()
                    meeting()
                    return Service(observer: releases.make())
                } injecting: { container, service in
                    service.weakOther = try container.service(other)
                }
            }
            let services = simultaneously(2) { container.resolve(type: Service.self, name: $0 == 0 ? "a" : "b")! }
            #expect(services[0].weakOther === services[1] && services[1].weakOther === services[0])
            #expect(releases.count == runs.count - 2 && runs.count > 2, "both threads have been in both factories")
        }

        @Test(arguments: Change.allCases)
        func `what is changed while it is being built is released without the lock`(change: Change) {
            let (container, releases, stop) = (container, Releases(container), Stop())
            container.register {
                Service(observer: releases.make())
            } injecting: { _, _ in
                stop()
            }
            let worker = Worker { _ = container.resolve(type: Service.self) }
            stop.reached.wait()
            container.make(change) { Service() }
            stop.goOn.open()
            worker.wait()
            #expect(releases.count == 1)
        }

        @Test func `what the end of a resolve releases may resolve, with a path of its own`() throws {
            let (container, path) = (container, Guarded(""))
            container.register(scope: .graph) {
                DeinitObserver {
                    do { _ = try container.require(type: Double.self) } catch { path { $0 = "\(error)" } }
                }
            }
            container.register(scope: .transient) { container in
                _ = try container.require(type: DeinitObserver.self)
                return 1
            }
            #expect(try container.require(type: Int.self) == 1)
            #expect(path { $0 }.contains("path: Double\n"))
        }

        @Test func `what a resolve releases before its end may ask for the graph service of that resolve`() throws {
            container.register(name: "graph", scope: .graph) { Service() }
            container.register(scope: .weak) {
                DeinitObserver { [container] in _ = try? container.service("graph") }
            } injecting: { container, _ in
                _ = try container.service("inner")
            }
            container.register(name: "inner") { container in
                _ = try container.require(type: DeinitObserver.self)
                return Service(other: try container.service("graph"))
            }
            container.register(name: "outer", scope: .transient) { container in
                [try container.service("inner"), try container.service("graph")]
            }
            let found = try container.require(type: [Service].self, name: "outer")
            #expect(found[0].other === found[1])
        }

        @Test(arguments: Scope.all)
        func `what injecting has failed may resolve, in its deinit, a service that needs it`(scope: Scope) throws {
            let (container, runs, found) = (container, Counter(0), Guarded<Bool?>(nil))
            container.register(scope: scope) {
                let isFirst = runs.increment() == 1
                return DeinitObserver {
                    if isFirst { found { $0 = container.resolve(type: [DeinitObserver].self) != nil } }
                }
            } injecting: { _, _ in
                if runs.count == 1 { throw CancellationError() }
            }
            container.register { [try $0.require(type: DeinitObserver.self)] }
            #expect(throws: CancellationError.self) { try container.require(type: DeinitObserver.self) }
            #expect(found { $0 } == true)
        }

        @Test func `who asks while a weak service is dying gets a new one, that stays`() {
            let (stop, container) = (Stop(), container)
            container.register(scope: .weak) { DeinitObserver { stop() } }
            let held = Guarded(container.resolve(type: DeinitObserver.self))
            let releaser = Worker {
                _ = held { last in
                    defer { last = nil }
                    return last
                }
            }
            stop.reached.wait()
            let fresh = container.resolve(type: DeinitObserver.self)
            #expect(fresh != nil)
            stop.goOn.open()
            releaser.wait()
            #expect(container.resolve(type: DeinitObserver.self) === fresh)
        }

        @Test(arguments: Change.allCases)
        func `while what a change has dropped dies, everybody sees the change and waits for nothing`(change: Change) {
            let (stop, container) = (Stop(), container)
            container.register { DeinitObserver { stop() } }
            #expect(container.resolve(type: DeinitObserver.self) != nil)
            let worker = Worker { container.make(change) { DeinitObserver() } }
            stop.reached.wait()
            let fresh = container.resolve(type: DeinitObserver.self)
            #expect((fresh != nil) == change.keeps)
            container.register(type: Int.self, service: 1)
            #expect(container.resolve(type: Int.self) == 1)
            stop.goOn.open()
            worker.wait()
            #expect(container.resolve(type: DeinitObserver.self) === fresh)
        }

        @Test func `the last one to see a weak service releases it without the lock`() {
            // While one thread gets it and lets it go, the others look at it: printing, resolving, building.
            let (container, releases) = (container, Releases(container))
            container.register(scope: .weak) { releases.make() }
            _ = simultaneously(3) { thread in
                for _ in Samples.rounds(2000) {
                    if thread == 0 {
                        _ = container.description
                    } else {
                        _ = container.resolve(type: DeinitObserver.self)
                    }
                }
            }
            #expect(releases.count == releases.made)
        }

        @Test @MainActor func `who is refused a weak service of the main actor does not release it under the lock`() {
            final class Cart: Basket {
                let observer: DeinitObserver
                init(_ observer: DeinitObserver) { self.observer = observer }
            }
            let (container, releases) = (container, Releases(container))
            container.register(type: (any Basket).self, scope: .weak) { @MainActor in Cart(releases.make()) }
            let isOver = Guarded(false)
            let other = Worker {
                while !isOver({ $0 }) { _ = try? container.require(type: (any Basket & Sendable).self) }
            }
            for _ in Samples.rounds(200) {
                let cart = container.resolve(type: (any Basket).self)
                sched_yield()  // so that the other thread looks at it
                withExtendedLifetime(cart) {}
            }
            isOver { $0 = true }
            other.wait()
            #expect(releases.count == releases.made)
        }

        @Test func `what a wrapper held is released without the lock`() {
            final class Owner {
                @Injected var observer: DeinitObserver?
            }
            let releases = Releases(container)
            container.register(scope: .transient) { releases.make() }
            let owner = container.asShared { Owner() }
            #expect(owner.observer != nil)
            owner.observer = nil
            #expect(releases.count == 1)
        }

        @Test func `a container that only a wrapper held is released without the lock`() {
            final class Owner {
                @Injected var number: Int
            }
            let releases = Releases(container)
            var container: DependenciesContainer? = DependenciesContainer()
            container?.register { 1 }
            container?.register { [captured = releases.make()] in captured }
            let owner = container?.asShared { Owner() }
            container = nil
            #expect(releases.count == 0)
            #expect(owner?.number == 1)
            #expect(releases.count == 1)
        }
    }
}

/// Makes services each of which, in its `deinit`, has another thread register and resolve: that would never come back
/// if somebody held the lock meanwhile.
private struct Releases: Sendable {
    private let container: DependenciesContainer
    private let services = Counter(0)
    private let releases = Counter(0)

    init(_ container: DependenciesContainer) { self.container = container }

    var made: Int { services.count }
    var count: Int { releases.count }

    func make() -> DeinitObserver {
        services.increment()
        return DeinitObserver { [weak container, releases] in
            guard let container else { return }
            let worker = Worker {
                container.register(type: Double.self, name: "released", service: 1)
                return container.resolve(type: Double.self, name: "released")
            }
            if worker.wait() == 1 { releases.increment() }
        }
    }
}

private protocol Basket: AnyObject {}
