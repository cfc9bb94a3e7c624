// What each thread gets when several ask for the same service or for parts of one circle, and what a thread waits for.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `Threads that resolve` {
        let container = DependenciesContainer()

        @Test func `a slow factory delays nobody who asks for anything else`() {
            let stop = Stop()
            container.register(name: "slow") { () -> Service in
                stop()
                return Service()
            }
            container.register(name: "built") { Service() }
            container.register(name: "new") { Service() }
            let built = container.resolve(type: Service.self, name: "built")
            let slow = Worker { [container] in container.resolve(type: Service.self, name: "slow") }
            stop.reached.wait()
            #expect(container.resolve(type: Service.self, name: "built") === built)
            #expect(container.resolve(type: Service.self, name: "new") != nil)
            container.register(name: "late") { Service() }
            #expect(container.isRegistered(type: Service.self, name: "late"))
            stop.goOn.open()
            #expect(slow.wait() === container.resolve(type: Service.self, name: "slow"))
        }

        @Test func `what is built after a circle has failed is seen at once`() {
            let container = container
            container.register(name: "outer") {
                Service()
            } injecting: { _ in
                _ = try? DependenciesContainer.shared.require(type: Service.self, name: "failing")
                let free: Service = try DependenciesContainer.shared.require(name: "free")
                #expect(Worker { container.resolve(type: Service.self, name: "free") }.wait() === free)
            }
            container.register(name: "failing") { container -> Service in
                _ = try container.require(type: Service.self, name: "outer")
                throw CancellationError()
            }
            container.register(name: "free") { Service() }
            #expect(container.resolve(type: Service.self, name: "outer") != nil)
        }

        @Test func `who waits for a service that is registered anew gets the new one, without waiting for the old`() {
            let (stop, new, container) = (Stop(), Service(), container)
            container.register { () -> Service in
                stop()
                return Service()
            }
            let first = Worker { container.resolve(type: Service.self) }
            stop.reached.wait()
            let asked = Gate()
            let second = Worker {
                asked.open()
                return container.resolve(type: Service.self)
            }
            asked.wait()
            container.register(type: Service.self, service: new)
            #expect(second.wait() === new)
            stop.goOn.open()
            #expect(first.wait() !== new)
        }

        @Test(arguments: ["transient", "graph", "arguments"])
        func `two threads run the factory of a service they don't share at the same moment`(kind: String) {
            let (container, meeting) = (container, Meeting(of: 2))
            let factory: @Sendable () -> Service = {
                meeting()
                return Service()
            }
            container.register { (_: Int) in factory() }
            container.register(scope: kind == "graph" ? .graph : .transient, factory: factory)
            let services = simultaneously(2) { _ in
                kind == "arguments"
                    ? container.resolve(type: Service.self, arguments: 1) : container.resolve(type: Service.self)
            }
            #expect(services[0] !== services[1])
        }

        @Test func `whoever waits for a build that fails tries on its own`() {
            let (stop, runs) = (Stop(), Counter(0))
            container.register { () -> Service in
                let isFirst = runs.increment() == 1
                stop()
                if isFirst { throw CancellationError() }
                return Service()
            }
            let first = Worker { [container] in
                #expect(throws: CancellationError.self) { try container.require(type: Service.self) }
            }
            stop.reached.wait()
            let second = Worker { [container] in container.resolve(type: Service.self) }
            stop.goOn.open()
            _ = first.wait()
            #expect(second.wait() === container.resolve(type: Service.self))
            #expect(runs.count == 2)
        }

        @Test func `a service that another thread moves between T and its optional is never seen halfway`() {
            let (container, isMoving) = (container, Guarded(true))
            container.register(type: Int.self, service: 1)
            let readers = (0..<2).map { _ in
                Worker {
                    var misses = 0
                    while isMoving({ $0 }) {
                        if container.resolve(type: Int?.self) != 1 { misses += 1 }
                        if !container.isRegistered(type: Int?.self) { misses += 1 }
                    }
                    return misses
                }
            }
            for _ in Samples.rounds(1000) {
                container.register(type: Int?.self, service: 1)
                container.unregister(type: Int.self)
                container.register(type: Int.self, service: 1)
                container.unregister(type: Int?.self)
            }
            isMoving { $0 = false }
            #expect(readers.map { $0.wait() } == [0, 0])
        }

        @Test func `a task started in a factory is no part of what that builds`() async throws {
            let results = Guarded<[Task<Service?, any Error>]>([])
            container.register { container in
                results { $0.append(Task { try container.require(type: Service.self) }) }
                results { $0.append(Task.detached { try container.require(type: Service.self) }) }
                return Service()
            }
            let service = container.resolve(type: Service.self)
            for task in results({ $0 }) { #expect(try await task.value === service) }
        }

        @Test func `a graph service is not shared with another thread`() throws {
            container.register(scope: .graph) { Service() }
            container.register { container in
                [try container.require(), Worker { container.resolve(type: Service.self)! }.wait()]
            }
            let services = try container.require(type: [Service].self)
            #expect(services[0] !== services[1])
        }
    }

    @Suite struct `Threads in one circle` {
        let container = DependenciesContainer()

        @Test func `what is built inside an open circle is not seen before that is completed`() {
            // "a" and "b" are the circle, "c" and "d" another one, which leads to "a"; "free" is part of neither.
            let stop = Stop()
            container.register(name: "a") {
                Service()
            } injecting: { a in
                a.other = try DependenciesContainer.shared.require(name: "b")
                a.another = try DependenciesContainer.shared.require(name: "c")
                stop()
                a.isFinished = true
            }
            container.register(name: "b") {
                Service(other: try $0.require(name: "a"), another: try $0.require(name: "free"))
            }
            container.register(name: "c") {
                Service()
            } injecting: { c in
                c.other = try DependenciesContainer.shared.require(name: "a")
                c.another = try DependenciesContainer.shared.require(name: "d")
            }
            container.register(name: "d") { Service(other: try $0.require(name: "c")) }
            for name in ["free", "aside"] { container.register(name: name) { Service() } }
            let container = container
            let a = Worker { container.resolve(type: Service.self, name: "a") }
            stop.reached.wait()
            let b = Worker { container.resolve(type: Service.self, name: "b")!.other!.isFinished }
            let c = Worker { container.resolve(type: Service.self, name: "c")!.other!.isFinished }
            let d = Worker { container.resolve(type: Service.self, name: "d")!.other!.other!.isFinished }
            let free = Worker {
                let free = container.resolve(type: Service.self, name: "free")
                let a = container.resolve(type: Service.self, name: "a")!
                return a.isFinished && a.other!.another === free
            }
            #expect(container.resolve(type: Service.self, name: "aside") != nil)
            stop.goOn.open()
            #expect(b.wait() && c.wait() && d.wait() && free.wait(), "all of them lead to a")
            #expect(a.wait()?.other?.other === a.wait())
        }

        @Test func `who asks for what is being built gets what all get, though a second run inside it has failed`() {
            // The factory of "b" asks for "a", which injects "b" in a second run and does without it.
            for _ in Samples.rounds(50) {
                let (container, stop, runs) = (DependenciesContainer(), Stop(), Counter(0))
                container.register(name: "a") {
                    Service()
                } injecting: { a in
                    a.other = try? DependenciesContainer.shared.require(name: "b")
                }
                container.register(name: "b") { container in
                    if runs.increment() == 2 { throw CancellationError() }
                    let b = Service(other: try container.require(name: "a"))
                    stop()
                    return b
                }
                let first = Worker { container.resolve(type: Service.self, name: "b") }
                stop.reached.wait()
                let second = Worker { container.resolve(type: Service.self, name: "b") }
                stop.goOn.open()
                #expect(first.wait() != nil && first.wait() === second.wait())
                #expect((2...3).contains(runs.count), "after a failure the second thread may build it, too")
            }
        }

        @Test(arguments: [2, 3, 5])
        func `a ring of factories, each on its own thread, is reported to all`(count: Int) {
            let (container, meeting) = (container, Meeting(of: count))
            for index in 0..<count {
                container.register(name: "\(index)") { () -> Service in
                    meeting()
                    return Service(other: try DependenciesContainer.shared.require(name: "\((index + 1) % count)"))
                }
            }
            let errors = simultaneously(count) { thread in
                #expect(throws: ResolutionError.self) { try container.require(type: Service.self, name: "\(thread)") }
            }
            for (thread, error) in errors.enumerated() {
                #expect(error?.reason == .circular)
                #expect(error?.path.first == "Service \"\(thread)\"", "what its own thread was asked for")
                #expect(Set(error?.path ?? []) == Set((0..<count).map { "Service \"\($0)\"" }))
            }
        }

        @Test(arguments: [true, false])
        func `a circle entered from both ends gives both threads the same two`(bothInject: Bool) {
            for _ in Samples.rounds(100) {
                let container = DependenciesContainer()
                let (factories, injections, meeting) = (Counter(0), Counter(0), Meeting(of: 2))
                container.register(name: "a") { () -> Service in
                    factories.increment()
                    meeting()
                    return Service()
                } injecting: { a in
                    injections.increment()
                    a.other = try DependenciesContainer.shared.require(name: "b")
                    a.isFinished = true
                }
                container.register(name: "b") { () -> Service in
                    factories.increment()
                    meeting()
                    return Service(other: bothInject ? nil : try DependenciesContainer.shared.require(name: "a"))
                } injecting: { b in
                    injections.increment()
                    if bothInject { b.other = try DependenciesContainer.shared.require(name: "a") }
                    b.isFinished = true
                }
                let services = simultaneously(2) { thread in
                    let service = container.resolve(type: Service.self, name: thread == 0 ? "a" : "b")!
                    #expect(service.isFinished && service.other!.isFinished)
                    return service
                }
                #expect(services[0].other === services[1] && services[1].other === services[0])
                // Each thread may have made both, and one of them a second "b"; what came later has been dropped.
                #expect((2...5).contains(factories.count) && (2...4).contains(injections.count))
            }
        }

        @Test func `a circle one end of which fails, entered from both, ends for both threads`() {
            for _ in Samples.rounds(100) {
                let (container, meeting) = (DependenciesContainer(), Meeting(of: 2))
                for (name, other) in [("a", "b"), ("b", "a")] {
                    container.register(name: name) { () -> Service in
                        meeting()
                        return Service()
                    } injecting: { service in
                        service.other = try DependenciesContainer.shared.require(name: other)
                        if name == "a" { throw CancellationError() }
                    }
                }
                _ = simultaneously(2) { thread in
                    #expect(throws: CancellationError.self) {
                        try container.require(type: Service.self, name: thread == 0 ? "a" : "b")
                    }
                }
            }
        }
    }

    @Suite struct `What a factory may wait for` {
        let container = DependenciesContainer()

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
    }
}
