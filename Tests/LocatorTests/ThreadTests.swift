// What each thread gets, and what it waits for, when several threads resolve, need each other, or change registrations.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `Threads that resolve` {
        let container = DependenciesContainer()

        @Test(arguments: Scope.stored)
        func `a stored service's factory runs once, no matter how many threads ask first`(scope: Scope) {
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
            let (container, stop) = (container, Stop())
            container.add("slow", making: { stop() })
            container.add("built")
            let built = container.resolve(type: Service.self, name: "built")
            let slow = Worker { container.resolve(type: Service.self, name: "slow") }
            stop.reached.wait()
            container.add("late")
            #expect(container.resolve(type: Service.self, name: "built") === built)
            #expect(container.resolve(type: Service.self, name: "late") != nil)
            stop.goOn.open()
            #expect(slow.wait() === container.resolve(type: Service.self, name: "slow"))
        }

        @Test func `registered again: whoever has waited for the old service looks up again`() {
            for _ in Samples.rounds(50) {
                let (container, stop, runs) = (DependenciesContainer(), Stop(), Counter(0))
                let ask: @Sendable () -> Service? = { container.resolve() }
                // The last reference to the old factory is the waiting thread's: its release asks for the same service.
                container.register { [captured = Service(onDeinit: { _ = ask() })] in
                    stop()
                    return Service(other: captured)
                }
                let old = Worker { _ = ask()?.other = nil }
                stop.reached.wait()
                let waiting = Worker(ask)
                yield()
                container.register { Service(counting: runs) }
                stop.goOn.open()
                old.wait()
                #expect(waiting.wait() === ask() && runs.count == 1)
            }
        }

        @Test(arguments: Scope.stored, [Change.register, .reset])
        func `registered again or reset during its build: only its caller gets it`(scope: Scope, change: Change) {
            let (container, stop) = (container, Stop())
            container.register(scope: scope, factory: { Service() }) { _, service in
                stop()
                service.isFinished = true
            }
            let caller = Worker { container.resolve(type: Service.self) }
            stop.reached.wait()
            change.make(container)
            stop.goOn.open()
            let old = caller.wait()
            #expect(old?.isFinished == true && container.resolve(type: Service.self) !== old)
        }

        // Only the thread sanitizer notices who reads without the lock. A thread makes calls of one kind only: others
        // would lead to an order that hides a race.
        @Test func `what another thread changes is read under the lock`() {
            let container = container
            let reads: [@Sendable (Injected<Service>) -> Void] = [
                { _ in _ = container.isRegistered(type: Int.self, name: "a") },
                { _ in _ = container.copy() },
                { _ in _ = container.description },
                { _ in _ = try? container.require(type: Int.self) },
                { _ = $0.wrappedValue },
            ]
            container.register { Service() }
            container.register(type: Int.self, name: "a", service: 1)
            for round in Samples.rounds(500) {
                let property = Injected<Service>(container: container)
                _ = simultaneously(2) { thread in
                    if thread == 1 { return reads[round % reads.count](property) }
                    container.register(type: Int.self, name: "b", service: 1)
                    container.resetInstances()
                    _ = property.wrappedValue
                }
            }
        }

        @Test func `a factory can wait for other threads that ask for something else`() {
            let (container, asked) = (container, Counter(0))
            container.register(scope: .transient) { Service(counting: asked) }
            container.register { container -> Bool in
                DispatchQueue.concurrentPerform(iterations: 100) { _ in _ = container.resolve(type: Service.self) }
                return true
            }
            #expect(container.resolve(type: Bool.self) == true && asked.count == 100)
        }

        @Test(arguments: [2, 3])
        func `a stored service needs itself, on several threads: circular, and the path is the circle`(count: Int) {
            for _ in Samples.rounds(30) {
                let (container, meeting, runs) = (DependenciesContainer(), Meeting(of: count), Counter(0))
                for number in 0..<count {
                    let making = { @Sendable in if runs.increment() <= count { meeting() } }
                    container.add("\(number)", needs: "after \(number)", making: making)
                    container.add("after \(number)", scope: .transient, needs: "\((number + 1) % count)")
                }
                let errors = simultaneously(count) { number in
                    #expect(throws: ResolutionError.self) { try container.service("\(number)") }
                }
                for (first, error) in errors.enumerated() {
                    let others = (first..<first + count).map { $0 % count }.flatMap { ["\($0)", "after \($0)"] }
                    #expect(error?.reason == .circular)
                    #expect(error?.path == (others + ["\(first)"]).map { "Service \"\($0)\"" })
                }
            }
        }

        // The thread that waits for the child's "b" then waits for the parent's. Its builder waits for "a". Before both
        // have looked up again, they wait for each other in a ring that doesn't lead to the thread that asks meanwhile.
        @Test func `unregistered in a child while threads wait: no search for a circle goes on forever`() {
            for _ in Samples.rounds(20) {
                let (parent, stop) = (DependenciesContainer(), Stop())
                let child = DependenciesContainer(parent: parent)
                parent.register(name: "a") { [unowned child] _ in Service(other: try? child.service("b")) }
                parent.register(name: "b") { Service(other: try? $0.service("a")) }
                child.add("b", making: { stop() })
                let old = Worker { try? child.service("b") }
                stop.reached.wait()
                let waiting = ["a", "b"].map { name in
                    defer { yield() }
                    return Worker { try? parent.service(name) }
                }
                let asking = (0..<2).map { _ in Worker { for _ in 0..<20 { _ = try? parent.service("a") } } }
                child.unregister(type: Service.self, name: "b")
                stop.goOn.open()
                for worker in [old] + waiting { #expect(worker.wait() != nil) }
                for worker in asking { worker.wait() }
            }
        }
    }
}

/// Lets other threads come to where they wait.
private func yield() { for _ in 0..<20 { sched_yield() } }
