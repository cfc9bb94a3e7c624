// What each thread gets when several ask for the same service or for parts of one circle, or change registrations while
// a service is built; and what a thread waits for.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `Threads that resolve` {
        let container = DependenciesContainer()

        @Test(arguments: Scope.stored)
        func `a stored service's factory runs once, however many threads ask first, and they get the finished object`(
            scope: Scope
        ) {
            for _ in Samples.rounds(50) {
                let (container, runs) = (DependenciesContainer(), Counter(0))
                container.add("a", scope: scope, completing: { _ in yield() }, making: { runs.increment() })
                let services = simultaneously(4) { _ in
                    let service = container.resolve(type: Service.self, name: "a")!
                    #expect(service.isFinished)
                    return service
                }
                #expect(services.allSatisfy { $0 === services[0] } && runs.count == 1)
            }
        }

        @Test func `a slow factory delays nobody who asks for anything else`() {
            let stop = Stop()
            container.add("slow", making: { stop() })
            for name in ["built", "new"] { container.add(name) }
            let built = container.resolve(type: Service.self, name: "built")
            let slow = Worker { [container] in container.resolve(type: Service.self, name: "slow") }
            stop.reached.wait()
            #expect(container.resolve(type: Service.self, name: "built") === built)
            #expect(container.resolve(type: Service.self, name: "new") != nil)
            container.add("late")
            #expect(container.isRegistered(type: Service.self, name: "late"))
            stop.goOn.open()
            #expect(slow.wait() === container.resolve(type: Service.self, name: "slow"))
        }

        @Test func `after a factory has failed, a thread that waited for it builds the service`() {
            for _ in Samples.rounds(50) {
                let (container, stop, runs) = (DependenciesContainer(), Stop(), Counter(0))
                container.add(
                    "a",
                    making: {
                        stop()
                        if runs.increment() == 1 { throw CancellationError() }
                    })
                let first = Worker { #expect(throws: CancellationError.self) { try container.service("a") } }
                stop.reached.wait()
                let second = Worker { container.resolve(type: Service.self, name: "a") }
                yield()
                stop.goOn.open()
                _ = first.wait()
                #expect(second.wait()?.isFinished == true && runs.count == 2)
            }
        }

        @Test func `a thread that waited for what was registered again looks up again`() {
            for _ in Samples.rounds(100) {
                let (container, stop, runs) = (DependenciesContainer(), Stop(), Counter(0))
                let ask: @Sendable () -> Service? = { container.resolve(type: Service.self, name: "a") }
                // The last reference to the old factory is the waiting thread's: its release asks for the same service.
                container.register(name: "a") { [captured = DeinitObserver { _ = ask() }] in
                    stop()
                    return Service(other: Service(observer: captured))
                }
                let old = Worker { _ = ask()?.other = nil }
                stop.reached.wait()
                let waiting = Worker(ask)
                yield()
                container.add("a", making: { runs.increment() })
                stop.goOn.open()
                old.wait()
                #expect(waiting.wait() === ask() && runs.count == 1)
            }
        }

        @Test(arguments: [true, false], Change.allCases)
        func `what is changed while it is built goes to its caller only, finished`(inFactory: Bool, change: Change) {
            for scope in Scope.all {
                let (container, stop) = (DependenciesContainer(), Stop())
                container.register(scope: scope) { () -> Service in
                    if inFactory { stop() }
                    return Service()
                } injecting: { _, service in
                    if !inFactory { stop() }
                    service.isFinished = true
                }
                let first = Worker { container.resolve(type: Service.self) }
                stop.reached.wait()
                container.make(change) { Service() }
                stop.goOn.open()
                let stale = first.wait()
                #expect(stale?.isFinished == true && container.resolve(type: Service.self) !== stale)
                #expect(container.isRegistered(type: Service.self) == change.keeps)
            }
        }

        @Test func `two threads that both build for a property's first read see the same service`() {
            final class Owner: @unchecked Sendable {
                @Injected var service: Service
            }
            let meeting = Meeting(of: 2)
            container.register(scope: .transient) { () -> Service in
                meeting()
                return Service()
            }
            let owner = container.asShared { Owner() }
            let services = simultaneously(2) { _ in owner.service }
            #expect(services[0] === services[1] && owner.service === services[0])
        }

        // Only the thread sanitizer notices who reads without the lock. A thread makes calls of one kind only: others
        // would lead to an order that hides a race.
        @Test func `what another thread changes is read under the lock`() {
            final class Owner: @unchecked Sendable {
                @Injected var service: Service
            }
            let container = container
            let reads: [@Sendable (Owner) -> Void] = [
                { _ in _ = container.isRegistered(type: Int.self, name: "a") },
                { _ in _ = container.copy() },
                { _ in _ = container.description },
                { _ in _ = try? container.require(type: Int.self) },
                { _ = $0.service },
            ]
            container.register { Service() }
            container.register(type: Int.self, name: "a", service: 1)
            for round in Samples.rounds(500) {
                let owner = container.asShared { Owner() }
                _ = simultaneously(2) { thread in
                    if thread == 1 { return reads[round % reads.count](owner) }
                    container.register(type: Int.self, name: "b", service: 1)
                    container.resetInstances()
                    _ = owner.service
                }
            }
        }
    }

    @Suite struct `Threads in one circle` {
        let container = DependenciesContainer()

        @Test(arguments: [2, 3], [true, false])
        func `a stored service that needs itself is circular on several threads, too`(count: Int, inFactory: Bool) {
            for _ in Samples.rounds(30) {
                let (container, meeting, tries) = (DependenciesContainer(), Meeting(of: count), Counter(0))
                for number in 0..<count {
                    container.register(name: "\(number)") { container in
                        if tries.increment() <= count { meeting() }
                        return Service(other: inFactory ? try container.service("\((number + 1) % count)") : nil)
                    } injecting: { container, service in
                        if !inFactory { service.other = try container.service("\((number + 1) % count)") }
                    }
                }
                let errors = simultaneously(count) { number in
                    #expect(throws: ResolutionError.self) { try container.service("\(number)") }
                }
                for (number, error) in errors.enumerated() {
                    #expect(error?.reason == .circular && error?.path.first == "Service \"\(number)\"")
                }
            }
        }

        @Test func `registered again without the circle, while a thread waits for it, nothing is circular`() throws {
            for _ in Samples.rounds(100) {
                let (container, stop) = (DependenciesContainer(), Stop())
                container.register(name: "a") { container in
                    stop()
                    container.add("a")
                    return Service(other: try container.service("b"))
                }
                let b = Guarded<Worker<Service?>?>(nil)
                container.add("b", needs: "a")
                let a = Worker { try? container.service("a") }
                stop.reached.wait()
                b { $0 = Worker { try? container.service("b") } }
                yield()
                stop.goOn.open()
                let (old, found) = (a.wait(), b { $0 }!.wait())
                #expect(found != nil && old?.other === found)
                #expect(try container.service("a") === found?.other)
            }
        }

        @Test func `two stored services with properties of each other: nobody waits for a property`() throws {
            final class A: @unchecked Sendable { @Injected var b: B }
            final class B: @unchecked Sendable { @Injected var a: A }
            for _ in Samples.rounds(50) {
                let (container, meeting, runs) = (DependenciesContainer(), Meeting(of: 2), Counter(0))
                container.register { () -> A in
                    runs.increment()
                    meeting()
                    return A()
                }
                container.register { () -> B in
                    runs.increment()
                    meeting()
                    return B()
                }
                let found = simultaneously(2) { thread in
                    if thread == 0 { _ = container.resolve(type: A.self) } else { _ = container.resolve(type: B.self) }
                    return (container.resolve(type: A.self)!, container.resolve(type: B.self)!)
                }
                #expect(found.allSatisfy { $0.b === found[0].1 && $1.a === found[0].0 } && runs.count == 2)
            }
        }

        @Test func `a service is there for all while its properties are filled`() {
            final class Owner: @unchecked Sendable {
                @Injected var slow: Service
            }
            let stop = Stop()
            container.register { () -> Service in
                stop()
                return Service()
            }
            container.register { Owner() }
            let first = Worker { [container] in container.resolve(type: Owner.self)! }
            stop.reached.wait()
            let second = container.resolve(type: Owner.self)
            stop.goOn.open()
            #expect(first.wait() === second && second?.slow === container.resolve(type: Service.self))
        }
    }

    @Suite struct `What a factory may wait for` {
        let container = DependenciesContainer()

        @Test func `a factory can wait for queues that ask for other services`() {
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
            observed!.register { container -> [String] in
                held { $0 = nil }
                return [container.resolve(type: String.self)!]
            }
            #expect(held { $0 }!.resolve(type: [String].self) == ["parent's"])
            #expect(observed == nil)
        }
    }
}

/// Lets other threads come to where they wait.
private func yield() { for _ in 0..<100 { sched_yield() } }
