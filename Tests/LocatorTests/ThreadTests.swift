import Foundation
import Locator
import Testing

@Suite struct `Threads` {
    let container = DependenciesContainer()

    @Test func `a singleton is built once, however many threads ask first`() {
        for _ in 0..<1000 {
            let container = DependenciesContainer()
            let runs = (0..<4).map { _ in Counter(0) }
            for (index, runs) in runs.enumerated() {
                container.register(name: "\(index)") { () -> Service in
                    runs.increment()
                    if index > 0 {
                        _ = try DependenciesContainer.shared.require(type: Service.self, name: "\(index - 1)")
                    }
                    return Service()
                }
            }
            let results = simultaneously(8) { thread in
                (0..<4).map { ObjectIdentifier(container.resolve(type: Service.self, name: "\((thread + $0) % 4)")!) }
            }
            #expect(runs.allSatisfy { $0.count == 1 })
            #expect(Set(results.joined()).count == 4)
        }
    }

    @Test func `a slow factory delays nobody who asks for anything else`() {
        let (started, goOn) = (Gate(), Gate())
        container.register(name: "slow") { () -> Service in
            started.open()
            goOn.wait()
            return Service()
        }
        container.register(name: "built") { Service() }
        container.register(name: "new") { Service() }
        let built = container.resolve(type: Service.self, name: "built")
        let slow = Worker { [container] in container.resolve(type: Service.self, name: "slow") }
        started.wait()
        #expect(container.resolve(type: Service.self, name: "built") === built)
        #expect(container.resolve(type: Service.self, name: "new") != nil)
        container.register(name: "late") { Service() }
        #expect(container.isRegistered(type: Service.self, name: "late"))
        goOn.open()
        #expect(slow.wait() === container.resolve(type: Service.self, name: "slow"))
    }

    @Test func `who asks for a service being built gets it when it is finished`() {
        let (started, goOn) = (Gate(), Gate())
        container.register {
            Service()
        } injecting: { service in
            started.open()
            goOn.wait()
            service.isInjected = true
        }
        let first = Worker { [container] in container.resolve(type: Service.self) }
        started.wait()
        let others = (0..<3).map { _ in Worker { [container] in container.resolve(type: Service.self)!.isInjected } }
        goOn.open()
        #expect(first.wait()?.isInjected == true)
        #expect(others.allSatisfy { $0.wait() })
    }

    @Test func `what has met a service under construction is not seen before that is finished`() {
        let (closed, goOn) = (Gate(), Gate())
        container.register(name: "outer") {
            Service()
        } injecting: { outer in
            outer.other = try DependenciesContainer.shared.require(name: "inner")
            closed.open()
            goOn.wait()
            outer.isInjected = true
        }
        container.register(name: "inner") { Service(other: try DependenciesContainer.shared.require(name: "outer")) }
        container.register(name: "aside") { Service() }
        let outer = Worker { [container] in container.resolve(type: Service.self, name: "outer") }
        closed.wait()
        let asked = Gate()
        let inner = Worker { [container] in
            asked.open()
            return container.resolve(type: Service.self, name: "inner")!.other!.isInjected
        }
        asked.wait()
        #expect(container.resolve(type: Service.self, name: "aside") != nil)
        goOn.open()
        #expect(inner.wait(), "inner holds outer, so it must not be handed out before outer is injected")
        #expect(outer.wait()?.other?.other === outer.wait())
    }

    @Test func `two circles that meet are not seen before both are finished`() {
        let (closed, goOn) = (Gate(), Gate())
        container.register(name: "a") {
            Service()
        } injecting: { a in
            a.other = try DependenciesContainer.shared.require(name: "b")
            a.another = try DependenciesContainer.shared.require(name: "c")
            closed.open()
            goOn.wait()
            a.isInjected = true
        }
        container.register(name: "b") { Service(other: try DependenciesContainer.shared.require(name: "a")) }
        container.register(name: "c") {
            Service()
        } injecting: { c in
            c.other = try DependenciesContainer.shared.require(name: "d")
            c.another = try DependenciesContainer.shared.require(name: "a")
        }
        container.register(name: "d") { Service(other: try DependenciesContainer.shared.require(name: "c")) }
        let a = Worker { [container] in container.resolve(type: Service.self, name: "a") }
        closed.wait()
        let paths: [(String, @Sendable (Service) -> Service?)] = [
            ("b", { $0.other }), ("c", { $0.another }), ("d", { $0.other?.another }), ("d", { $0.other?.another }),
        ]
        let asked = paths.map { _ in Gate() }
        let others = zip(paths, asked).map { [container] path, asked in
            Worker {
                asked.open()
                return path.1(container.resolve(type: Service.self, name: path.0)!)!.isInjected
            }
        }
        for asked in asked { asked.wait() }
        #expect(!container.isRegistered(type: Service.self))
        goOn.open()
        #expect(others.allSatisfy { $0.wait() }, "all of them lead to a, which is not injected yet")
        #expect(a.wait()?.other?.other === a.wait())
    }

    @Test func `a service built inside an open circle is seen when that is finished`() {
        let (built, goOn) = (Gate(), Gate())
        container.register(name: "outer") {
            Service()
        } injecting: { outer in
            outer.other = try DependenciesContainer.shared.require(name: "inner")
            _ = try DependenciesContainer.shared.require(type: Service.self, name: "free")
            built.open()
            goOn.wait()
            outer.isInjected = true
        }
        container.register(name: "inner") { Service(other: try DependenciesContainer.shared.require(name: "outer")) }
        container.register(name: "free") { Service() }
        let container = container
        let outer = Worker { container.resolve(type: Service.self, name: "outer") }
        built.wait()
        let asked = Gate()
        let free = Worker {
            asked.open()
            let free = container.resolve(type: Service.self, name: "free")
            return (free, container.resolve(type: Service.self, name: "outer")!.isInjected)
        }
        asked.wait()
        goOn.open()
        #expect(free.wait().1)
        #expect(free.wait().0 === container.resolve(type: Service.self, name: "free"))
        #expect(outer.wait()?.other?.other === outer.wait())
    }

    @Test func `a factory may wait for another thread that resolves`() {
        container.register(name: "other") { Service() }
        container.register { () -> Service in
            let container = DependenciesContainer.shared
            return Service(other: Worker { container.resolve(type: Service.self, name: "other") }.wait())
        }
        #expect(container.resolve(type: Service.self)?.other === container.resolve(type: Service.self, name: "other"))
    }

    @Test func `a factory may take a lock that others hold while they resolve`() {
        let lock = NSLock()
        let (holding, started) = (Gate(), Gate())
        container.register(name: "locking") { () -> Service in
            started.open()
            return lock.withLock { Service() }
        }
        container.register(name: "other") { Service() }
        let holder = Worker { [container] in
            lock.withLock {
                holding.open()
                started.wait()
                return container.resolve(type: Service.self, name: "other") != nil
            }
        }
        holding.wait()
        #expect(container.resolve(type: Service.self, name: "locking") != nil)
        #expect(holder.wait())
    }

    @Test func `a circle of two singletons entered from both ends is reported, and never hangs`() {
        for _ in 0..<1000 {
            let container = DependenciesContainer()
            container.register(name: "a") { Service(other: try DependenciesContainer.shared.require(name: "b")) }
            container.register(name: "b") { Service(other: try DependenciesContainer.shared.require(name: "a")) }
            let errors = simultaneously(2) { thread in
                #expect(throws: ResolutionError.self) {
                    try container.require(type: Service.self, name: thread == 0 ? "a" : "b")
                }
            }
            for error in errors {
                #expect(error?.reason == .circular)
                #expect(error?.description.contains(#"Service "a" → Service "b""#) == true)
                #expect(error?.description.contains(#"Service "b" → Service "a""#) == true)
            }
        }
    }

    @Test func `the path of a circle over two threads starts with what its own thread was asked for`() {
        for _ in 0..<500 {
            let container = DependenciesContainer()
            for (name, other) in [("e", "c"), ("c", "d"), ("d", "c")] {
                container.register(name: name) { Service(other: try DependenciesContainer.shared.require(name: other)) }
            }
            let errors = simultaneously(2) { thread in
                #expect(throws: ResolutionError.self) {
                    try container.require(type: Service.self, name: thread == 0 ? "e" : "d")
                }
            }
            let path = #"path: Service "e" → Service "c" → Service "d" → Service "c""#
            #expect(errors[0]?.description.contains(path) == true)
        }
    }

    @Test(arguments: [2, 3, 5])
    func `a ring of threads is reported on the one that would close it`(count: Int) {
        // Each thread is inside its own factory before any of them asks for the next one's.
        let container = container
        let arrived = Counter(0)
        let everyone = Gate()
        for index in 0..<count {
            container.register(name: "\(index)") { () -> Service in
                if arrived.increment() == count { everyone.open() }
                everyone.wait()
                return Service(other: try DependenciesContainer.shared.require(name: "\((index + 1) % count)"))
            }
        }
        let errors = simultaneously(count) { thread in
            #expect(throws: ResolutionError.self) { try container.require(type: Service.self, name: "\(thread)") }
        }
        for error in errors {
            #expect(error?.reason == .circular)
            for index in 0..<count { #expect(error?.description.contains("Service \"\(index)\"") == true) }
        }
    }

    @Test func `a circle closed in injecting at both ends, entered from both, gives both threads the same two`() {
        for round in 0..<10_000 {
            let container = DependenciesContainer()
            let (factories, injections) = (Counter(0), Counter(0))
            for (name, other) in [("a", "b"), ("b", "a")] {
                container.register(name: name) { () -> Service in
                    factories.increment()
                    return Service()
                } injecting: { service in
                    injections.increment()
                    service.other = try DependenciesContainer.shared.require(name: other)
                    service.isInjected = true
                }
            }
            let results = simultaneously(2) { thread in
                let service = container.resolve(type: Service.self, name: (thread + round) % 2 == 0 ? "a" : "b")!
                #expect(service.isInjected && service.other!.isInjected)
                return service
            }
            #expect(results[0].other === results[1] && results[1].other === results[0])
            // Each thread may have made both; those of the second are dropped.
            #expect((2...4).contains(factories.count) && injections.count == factories.count)
        }
    }

    @Test func `a circle closed in injecting at one end, entered from both, gives both threads the same two`() {
        for round in 0..<10_000 {
            let container = DependenciesContainer()
            let injections = Counter(0)
            container.register(name: "a") {
                Service()
            } injecting: { service in
                injections.increment()
                service.other = try DependenciesContainer.shared.require(name: "b")
                service.isInjected = true
            }
            container.register(name: "b") { Service(other: try DependenciesContainer.shared.require(name: "a")) }
            let results = simultaneously(3) { thread in
                let service = container.resolve(type: Service.self, name: (thread + round) % 2 == 0 ? "a" : "b")!
                #expect(service.isInjected || service.other!.isInjected)
                return (thread + round) % 2 == 0 ? service : service.other!
            }
            #expect(Set(results.map(ObjectIdentifier.init)).count == 1)
            #expect(results[0].other?.other === results[0])
            #expect(container.resolve(type: Service.self, name: "b") === results[0].other)
            #expect((1...3).contains(injections.count), "what other threads have made is dropped")
        }
    }

    @Test func `a build that waits in the ring of another is found again when it has gone on`() {
        // Three parties on three threads; each injects the other two.
        for _ in 0..<2000 {
            let container = DependenciesContainer()
            let injections = Counter(0)
            for index in 0..<3 {
                container.register(name: "\(index)") {
                    Service()
                } injecting: { service in
                    injections.increment()
                    service.other = try DependenciesContainer.shared.require(name: "\((index + 1) % 3)")
                    service.another = try DependenciesContainer.shared.require(name: "\((index + 2) % 3)")
                    service.isInjected = true
                }
            }
            let results = simultaneously(3) { container.resolve(type: Service.self, name: "\($0)")! }
            for index in 0..<3 {
                #expect(results[index].isInjected)
                #expect(results[index].other === results[(index + 1) % 3])
                #expect(results[index].another === results[(index + 2) % 3])
            }
            #expect((3...9).contains(injections.count), "what other threads have made is dropped")
        }
    }

    @Test func `a circle one end of which fails, entered from both, ends for both threads`() {
        for round in 0..<2000 {
            let container = DependenciesContainer()
            for (name, other) in [("a", "b"), ("b", "a")] {
                container.register(name: name) {
                    Service()
                } injecting: { service in
                    service.other = try DependenciesContainer.shared.require(name: other)
                    if name == "a" { throw CancellationError() }
                }
            }
            _ = simultaneously(2) { thread in
                #expect(throws: CancellationError.self) {
                    try container.require(type: Service.self, name: (thread + round) % 2 == 0 ? "a" : "b")
                }
            }
        }
    }

    @Test func `two threads that would both run a factory a second time end with one instance`() {
        // "b" takes "a" and "c" in its initializer, and both of them inject "b".
        for round in 0..<3000 {
            let container = DependenciesContainer()
            let injections = Counter(0)
            container.register(name: "b") { () -> Service in
                let service = Service(other: try DependenciesContainer.shared.require(name: "a"))
                service.another = try DependenciesContainer.shared.require(name: "c")
                return service
            } injecting: { _ in
                injections.increment()
            }
            for name in ["a", "c"] {
                container.register(name: name) {
                    Service()
                } injecting: {
                    $0.other = try DependenciesContainer.shared.require(name: "b")
                }
            }
            let names = ["a", "b", "c"]
            _ = simultaneously(3) { container.resolve(type: Service.self, name: names[($0 + round) % 3]) != nil }
            let b = container.resolve(type: Service.self, name: "b")!
            #expect(b.other?.other === b && b.another?.other === b)
            #expect(b.other === container.resolve(type: Service.self, name: "a"))
            #expect(b.another === container.resolve(type: Service.self, name: "c"))
            #expect((1...3).contains(injections.count), "what other threads have made is dropped")
        }
    }

    @Test func `a thread that waits notices the ring that others have closed around it`() {
        // "w" and "v" are a circle, "z" and "y" another one. Then "x" waits for "y", that is for "z", "w" for "x", and
        // "z" for "p". When "p" gets "w", all are one circle, and "x" waits for "w", too, which waits for it.
        for _ in 0..<300 {
            let container = DependenciesContainer()
            let (closed, running) = ((Gate(), Gate()), (Gate(), Gate()))
            func circle(_ name: String, _ other: String, _ closed: Gate, needs needed: String) {
                container.register(name: name) {
                    Service()
                } injecting: { service in
                    service.other = try DependenciesContainer.shared.require(name: other)
                    closed.open()
                    running.0.wait()
                    running.1.wait()
                    service.another = try DependenciesContainer.shared.require(name: needed)
                }
                container.register(name: other) { Service(other: try DependenciesContainer.shared.require(name: name)) }
            }
            circle("w", "v", closed.0, needs: "x")
            circle("z", "y", closed.1, needs: "p")
            func single(_ name: String, _ running: Gate, _ yields: Int, needs first: String, _ second: String? = nil) {
                container.register(name: name) { () -> Service in
                    running.open()
                    closed.0.wait()
                    closed.1.wait()
                    for _ in 0..<yields { sched_yield() }
                    let service = Service(other: try DependenciesContainer.shared.require(name: first))
                    if let second { service.another = try DependenciesContainer.shared.require(name: second) }
                    return service
                }
            }
            single("x", running.0, 0, needs: "y")
            single("p", running.1, 100, needs: "w", "x")
            let names = ["w", "x", "p", "z"]
            let services = simultaneously(4) { container.resolve(type: Service.self, name: names[$0])! }
            let (w, x, p, z) = (services[0], services[1], services[2], services[3])
            #expect(w.another === x && x.other === z.other && p.other === w && p.another === x && z.another === p)
        }
    }

    @Test func `a build that waits for its circle closes a ring, too`() {
        // "a" injects "b" and does without it, "b" needs "a" and "c", and "c" needs "a": no circle is left open.
        for round in 0..<3000 {
            let container = DependenciesContainer()
            let runs = Counter(0)
            container.register(name: "a") {
                Service()
            } injecting: { a in
                a.other = try? DependenciesContainer.shared.require(name: "b")
            }
            container.register(name: "b") { () -> Service in
                let a: Service = try DependenciesContainer.shared.require(name: "a")
                if runs.increment() == 1 { throw CancellationError() }
                sched_yield()
                a.another = try DependenciesContainer.shared.require(name: "c")
                return Service()
            }
            container.register(name: "c") { Service(other: try DependenciesContainer.shared.require(name: "a")) }
            let names = ["a", "b", "c"]
            _ = simultaneously(3) { thread in
                do {
                    _ = try container.require(type: Service.self, name: names[(thread + round) % 3])
                } catch {
                    #expect(error is CancellationError)
                }
            }
        }
    }

    @Test func `printing a container lets go of a weak service after the lock`() {
        final class Farewell: Sendable {
            let container: DependenciesContainer
            init(_ container: DependenciesContainer) { self.container = container }
            deinit { _ = container.isRegistered(type: Int.self) }
        }
        let container = container
        container.register(scope: .weak) { Farewell(.shared) }
        _ = simultaneously(2) { thread in
            for _ in 0..<40_000 {
                if thread == 0 { _ = container.description } else { _ = container.resolve(type: Farewell.self) }
            }
        }
    }

    @Test func `registering anew while the old factory runs does not bring back the stale instance`() {
        let (started, goOn) = (Gate(), Gate())
        container.register { () -> String in
            started.open()
            goOn.wait()
            return "stale"
        }
        let stale = Worker { [container] in container.resolve(type: String.self) }
        started.wait()
        container.register { "fresh" }
        #expect(container.resolve(type: String.self) == "fresh")
        goOn.open()
        #expect(stale.wait() == "stale")
        #expect(container.resolve(type: String.self) == "fresh")
    }

    @Test(arguments: ["reset", "unregister", "removeAll"])
    func `what is being built during a reset does not come back`(change: String) {
        let (started, goOn, runs) = (Gate(), Gate(), Counter(0))
        let factory: @Sendable () -> Service = {
            if runs.increment() == 1 {
                started.open()
                goOn.wait()
            }
            return Service()
        }
        container.register(factory: factory)
        let stale = Worker { [container] in container.resolve(type: Service.self) }
        started.wait()
        switch change {
        case "reset": container.reset()
        case "unregister": container.unregister(type: Service.self)
        default: container.removeAll()
        }
        #expect(container.isRegistered(type: Service.self) == (change == "reset"))
        container.register(name: "again", factory: factory)
        let fresh = container.resolve(type: Service.self, name: change == "reset" ? nil : "again")
        goOn.open()
        #expect(stale.wait() !== fresh)
        #expect(container.resolve(type: Service.self, name: change == "reset" ? nil : "again") === fresh)
        #expect(runs.count == 2)
    }

    @Test func `whoever waits for a build that fails tries on its own`() {
        let (started, goOn, runs) = (Gate(), Gate(), Counter(0))
        container.register { () -> Service in
            if runs.increment() == 1 {
                started.open()
                goOn.wait()
                throw CancellationError()
            }
            return Service()
        }
        let first = Worker { [container] in
            #expect(throws: CancellationError.self) { try container.require(type: Service.self) }
        }
        started.wait()
        let second = Worker { [container] in container.resolve(type: Service.self) }
        goOn.open()
        _ = first.wait()
        #expect(second.wait() === container.resolve(type: Service.self))
        #expect(runs.count == 2)
    }

    @Test func `a task started in a factory is no part of what that builds`() async throws {
        let results = Guarded<[Task<Service?, any Error>]>([])
        container.register { () -> Service in
            let container = DependenciesContainer.shared
            results { $0.append(Task { try container.require(type: Service.self) }) }
            results { $0.append(Task.detached { try container.require(type: Service.self) }) }
            return Service()
        }
        let service = container.resolve(type: Service.self)
        for task in results({ $0 }) { #expect(try await task.value === service) }
    }

    @Test func `a task started in a factory may resolve while that still runs`() {
        let resolved = Gate()
        container.register(name: "other") { Service() }
        container.register { () -> Service in
            Task {
                _ = try DependenciesContainer.shared.require(type: Service.self, name: "other")
                resolved.open()
            }
            resolved.wait()
            return Service()
        }
        let container = container
        #expect(Worker { container.resolve(type: Service.self) }.wait() != nil)
    }

    @Test func `a registration is there for all threads as soon as it has returned`() {
        let container = container
        _ = simultaneously(8) { thread in
            for number in 0..<500 {
                container.register(type: Service.self, name: "\(thread)/\(number)", service: Service())
                #expect(container.isRegistered(type: Service.self, name: "\(thread)/\(number)"))
            }
        }
        #expect(container.resolveAll(type: Service.self).count == 8 * 500)
    }

    @Test func `what a failed build leaves is not released inside the factory of another thread`() {
        final class Last: Sendable {
            let onDeinit: @Sendable () -> Void
            init(_ onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
            deinit { onDeinit() }
        }
        for _ in 0..<200 {
            let container = DependenciesContainer()
            container.register(type: Int.self, service: 1)
            let (started, goOn, firstGone, runs) = (Gate(), Gate(), Gate(), Counter(0))
            let builder = Guarded<Thread?>(nil)
            let released = Counter(0)
            let isForeign = Guarded(false)
            container.register { () -> Last in
                guard runs.increment() > 1 else {
                    return Last {
                        if builder({ $0 }) === Thread.current { isForeign { $0 = true } }
                        released.increment()
                    }
                }
                builder { $0 = Thread.current }
                firstGone.wait()
                for _ in 0..<2000 where released.count == 0 {
                    sched_yield()
                    _ = DependenciesContainer.shared.resolve(type: Int.self)
                }
                builder { $0 = nil }
                return Last()
            } injecting: { _ in
                if runs.count == 1 {
                    started.open()
                    goOn.wait()
                    throw CancellationError()
                }
            }
            let first = Worker { _ = try? container.require(type: Last.self) }
            started.wait()
            let others = (0..<3).map { _ in Worker { _ = container.resolve(type: Last.self) } }
            for _ in 0..<200 { sched_yield() }
            goOn.open()
            first.wait()
            firstGone.open()
            others.forEach { $0.wait() }
            #expect(!isForeign { $0 })
        }
    }

    @Test func `everything at once leaves the container usable`() {
        let container = container
        _ = simultaneously(4) { thread in
            for number in 0..<300 {
                switch (thread + number) % 6 {
                case 0:
                    container.register(name: "\(number % 3)") {
                        Service(other: try DependenciesContainer.shared.require())
                    }
                case 1: container.unregister(type: Service.self, name: "\(number % 3)")
                case 2: container.reset()
                case 3: container.register { Service() }
                case 4: _ = container.copy().resolveAll(type: Service.self)
                default: _ = try? container.require(type: Service.self, name: "\(number % 3)")
                }
            }
        }
        container.register { Service() }
        #expect(container.resolve(type: Service.self) != nil)
    }

    final class Service: @unchecked Sendable {
        var other: Service?
        var another: Service?
        var isInjected = false
        init(other: Service? = nil) { self.other = other }
    }
}
