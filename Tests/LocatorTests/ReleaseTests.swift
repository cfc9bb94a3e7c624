// No service is released under the lock: a `deinit` is the user's code, which can register and resolve.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `What is released` {
        let container = DependenciesContainer()

        @Test(arguments: Change.allCases)
        func `what a change drops is released without the lock: instances, factories, objects`(change: Change) {
            let (container, releases) = (container, Releases(container))
            container.register { Service(observer: releases.make()) }
            _ = container.resolve(type: Service.self)
            container.make(change) { Service() }
            #expect(releases.count == 1)
            if change == .reset { return }
            container.register(type: DeinitObserver.self, service: releases.make())
            container.register(name: "factory") { [captured = releases.make()] in captured }
            for name in [nil, "factory"] { container.make(change, name: name) { DeinitObserver() } }
            #expect(releases.count == 3)
        }

        @Test(arguments: Scope.all)
        func `what a failed build leaves is released without the lock`(scope: Scope) {
            let releases = Releases(container)
            container.register(name: "graph", scope: .graph) { Service(observer: releases.make()) }
            container.register(scope: scope) { container in
                Service(other: try container.service("graph"), observer: releases.make())
            } injecting: { _, _ in
                throw CancellationError()
            }
            #expect(throws: CancellationError.self) { try container.require(type: Service.self) }
            #expect(releases.count == 2)
        }

        @Test func `what a graph factory has made in vain is released without the lock`() throws {
            let releases = Releases(container)
            container.add("a", scope: .graph, injects: "b")
            container.register(name: "b", scope: .graph) { container in
                Service(other: try container.service("a"), observer: releases.make())
            }
            let b = try container.service("b")
            #expect(releases.count == 1 && releases.made == 2)
            b.other?.other = nil
        }

        @Test(arguments: Change.allCases)
        func `what is changed while it is built is released without the lock`(change: Change) {
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

        @Test func `what the end of a request releases can resolve, with a path of its own`() throws {
            let (container, path) = (container, Guarded([""]))
            container.register(scope: .graph) {
                DeinitObserver {
                    do { _ = try container.require(type: Double.self) } catch let error as ResolutionError {
                        path { $0 = error.path }
                    } catch {}
                }
            }
            container.register(scope: .transient) { container in
                _ = try container.require(type: DeinitObserver.self)
                return 1
            }
            #expect(try container.require(type: Int.self) == 1)
            #expect(path { $0 } == ["Double"])
        }

        @Test func `what the end of a stored service's graph releases can resolve graph services`() throws {
            container.add("graph", scope: .graph)
            container.register(scope: .graph) { [container] in
                DeinitObserver { _ = try? container.service("graph") }
            }
            container.register(name: "inner") { container in
                _ = try container.require(type: DeinitObserver.self)
                return Service(other: try container.service("graph"))
            }
            container.register(name: "outer", scope: .transient) { container in
                try ["graph", "inner", "graph"].map(container.service)
            }
            let found = try container.require(type: [Service].self, name: "outer")
            #expect(found[0] === found[2] && found[1].other !== found[0])
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
            stop.goOn.open()
            worker.wait()
            #expect(container.resolve(type: DeinitObserver.self) === fresh)
        }

        @Test func `the last one to see a weak service releases it without the lock`() {
            final class Owner: @unchecked Sendable { @Injected(weak: true) var observer: DeinitObserver? }
            let (container, releases) = (container, Releases(container))
            container.register(scope: .weak) { releases.make() }
            let owner = container.asShared { Owner() }
            _ = simultaneously(3) { thread in
                for _ in Samples.rounds(1000) {
                    _ = thread == 0 ? owner.observer : container.resolve(type: DeinitObserver.self)
                }
            }
            #expect(releases.count == releases.made)
        }

        @Test func `what a property held is released without the lock: its service, or a container`() {
            final class Owner { @Injected var observer: DeinitObserver? }
            let releases = Releases(container)
            container.register(scope: .transient) { releases.make() }
            let owner = container.asShared { Owner() }
            #expect(owner.observer != nil)
            owner.observer = nil
            #expect(releases.count == 1)

            var other: DependenciesContainer? = DependenciesContainer()
            other?.register(name: "factory") { [captured = releases.make()] in captured }
            let last = other?.asShared { Owner() }
            other = nil
            #expect(releases.count == 1)
            #expect(last?.observer == nil && releases.count == 2)
        }

        @Test func `a container is released, and so is everything that only it held`() {
            let releases = Releases(container)
            do {
                let other = DependenciesContainer(parent: container)
                other.register(type: DeinitObserver.self, name: "object", service: releases.make())
                other.register { [captured = releases.make()] in Service(observer: captured) }
                other.register(name: "built") { Service(observer: releases.make()) }
                #expect(other.resolve(type: Service.self, name: "built") != nil && other.copy().verify().isEmpty)
            }
            #expect(releases.count == releases.made)
        }
    }
}

/// Makes services. Each of them has another thread register and resolve in its `deinit`: that would never end if
/// somebody held the lock meanwhile.
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
