// What each thread gets when several ask for the same service or for parts of one circle, or change registrations while
// a service is being built; and what a thread waits for.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `Threads that resolve` {
        let container = DependenciesContainer()

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

        @Test func `an object is there for every thread, also while a circle is open in which it was asked for first`()
            throws
        {
            let (container, object) = (container, Service())
            container.register(type: Service.self, name: "object", service: object)
            container.add("circle", injects: "circle") { _ in
                let found = try container.service("object")
                #expect(found === object)
                #expect(Worker { container.resolve(type: Service.self, name: "object") }.wait() === object)
                container.register(type: Service.self, name: "object", service: Service())
            }
            let circle = try container.service("circle")
            #expect(try container.service("circle") === circle)
        }

        @Test(arguments: [false, true])
        func `after an inner run has failed, others wait for the outer run, unless it was reset`(resets: Bool) {
            for _ in Samples.rounds(50) {
                let (container, stop, runs) = (DependenciesContainer(), Stop(), Counter(0))
                container.register(name: "a") { container in
                    if runs.increment() == 2 { throw CancellationError() }
                    if resets && runs.count == 1 { container.resetInstances() }
                    _ = try? container.service("b")
                    stop()
                    return Service()
                }
                container.add("b", injects: "a")
                let ask: @Sendable () -> Service? = { container.resolve(name: "a") }
                let first = Worker(ask)
                stop.reached.wait()
                let second = Worker(ask)
                for _ in 0..<100 { sched_yield() }
                stop.goOn.open()
                #expect((first.wait() === second.wait()) != resets && (resets || runs.count == 2))
            }
        }

        @Test func `who has waited for what is replaced builds once, though its release asks for the same service`() {
            for _ in Samples.rounds(200) {
                let (container, stop, runs) = (DependenciesContainer(), Stop(), Counter(0))
                let ask: @Sendable () -> Service? = { container.resolve(type: Service.self, name: "a") }
                container.register(name: "a") { [captured = DeinitObserver { _ = ask() }] in
                    stop()
                    return Service(observer: captured)
                }
                let old = Worker { _ = ask()?.observer = nil }
                stop.reached.wait()
                let waiting = Worker(ask)
                container.add("a", making: { runs.increment() })
                stop.goOn.open()
                old.wait()
                #expect(waiting.wait() === ask() && runs.count == 1)
            }
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
                { _ in _ = container.resolveAll(type: Int.self) },
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

        @Test(arguments: [true, false])
        func `a circle entered from both ends gives both threads the same two`(bothInject: Bool) {
            for _ in Samples.rounds(100) {
                let container = DependenciesContainer()
                let (factories, injections, meeting) = (Counter(0), Counter(0), Meeting(of: 2))
                container.add("a", injects: "b") { _ in
                    injections.increment()
                } making: {
                    factories.increment()
                    meeting()
                }
                container.register(name: "b") { container in
                    factories.increment()
                    meeting()
                    return Service(other: bothInject ? nil : try container.service("a"))
                } injecting: { container, b in
                    injections.increment()
                    if bothInject { b.other = try container.service("a") }
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

        @Test func `a circle a part of which another thread has published meanwhile takes that part`() throws {
            for round in Samples.rounds(20) {
                let (container, stop, asks) = (DependenciesContainer(), Stop(), Gate())
                for name in ["first", "part"] { container.add(name) }
                container.add("slow", injects: "part", making: { stop() })
                container.add("circle", injects: "circle") { circle in
                    circle.others = try ["first", "part"].map(container.service)
                    asks.open()
                    _ = try container.service("slow")
                }
                let slow = Worker { container.resolve(type: Service.self, name: "slow")! }
                stop.reached.wait()
                let circle = Worker { container.resolve(type: Service.self, name: "circle")! }
                asks.wait()
                for _ in 0..<(50 * round) { sched_yield() }  // so that it waits for the slow one
                stop.goOn.open()
                let part = try container.service("part")
                #expect(slow.wait().other === part && circle.wait().others[1] === part)
            }
        }

        @Test func `a graph service made in a circle that another thread was first to close is not kept`() {
            let (container, meeting) = (container, Meeting(of: 2))
            for (name, other) in [("a", "b"), ("b", "a")] {
                container.add(name) { service in
                    _ = try container.service("graph \(name)")
                    service.other = try container.service(other)
                } making: {
                    meeting()
                }
                container.add("graph \(name)", scope: .graph, needs: name)
                container.register(name: name) { [try $0.service(name), try $0.service("graph \(name)")] }
            }
            let found = simultaneously(2) { container.resolve(type: [Service].self, name: $0 == 0 ? "a" : "b")! }
            for services in found { #expect(services[1].other === services[0]) }
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
            observed!.register { container -> [String] in
                held { $0 = nil }
                return [container.resolve(type: String.self)!]
            }
            #expect(held { $0 }!.resolve(type: [String].self) == ["parent's"])
            #expect(observed == nil)
        }
    }
}

extension Threads {
    @Suite struct `Changes during a build` {
        let container = DependenciesContainer()

        @Test(arguments: Moment.allCases, Change.allCases)
        func `what is changed while it is being built goes to who asked, finished, and is not kept`(
            moment: Moment, change: Change
        ) {
            for (scope, throughChild) in Scope.all.flatMap({ [($0, false), ($0, true)] }) {
                let (container, stop, injections) = (DependenciesContainer(), Stop(), Counter(0))
                let asked = throughChild ? DependenciesContainer(parent: container) : container
                container.register(stop, at: moment, scope: scope) { injections.increment() }
                let first = Worker { asked.resolve(type: Screen.self) }
                stop.reached.wait()
                container.make(change)
                stop.goOn.open()
                let stale = first.wait()
                #expect(stale?.isFinished == true && injections.count == 1)
                #expect(asked.resolve(type: Screen.self) !== stale)
                #expect(asked.isRegistered(type: Screen.self) == change.keeps)
            }
        }

        @Test func `a graph service that is reset between two requests of one resolve stays shared in it`() throws {
            container.register(scope: .graph) { Service() }
            container.register { container in
                let first: Service = try container.require()
                Worker { container.resetInstances() }.wait()
                return [first, try container.require()]
            }
            let services = try container.require(type: [Service].self)
            #expect(services[0] === services[1])
        }

        @Test(arguments: Moment.allCases, Change.allCases)
        func `a wrapper that is read first during a change holds what was being built`(moment: Moment, change: Change) {
            let stop = Stop()
            container.register(stop, at: moment)
            let owner = container.asShared { Owner() }
            let reader = Worker { owner.screen }
            stop.reached.wait()
            container.make(change)
            stop.goOn.open()
            let screen = reader.wait()
            #expect(screen.isFinished)
            #expect(owner.screen === screen)
            #expect(container.resolve(type: Screen.self) !== screen)
        }

        @Test(arguments: [false, true])
        func `two threads that both build for a wrapper's first read see the same service`(isWeak: Bool) {
            let meeting = Meeting(of: 2)
            container.register(scope: .transient) { () -> Screen in
                meeting()
                return Screen()
            }
            let owner = container.asShared { Owner() }
            let read: @Sendable (Int) -> Screen? = { _ in isWeak ? owner.weakScreen : owner.screen }
            let screens = simultaneously(2, read)
            #expect(screens[0] === screens[1] && read(0) === screens[0] && screens[0] != nil)
        }

        @Test func `resolveAll gives the names there were, each as it is registered when its turn comes`() {
            let stop = Stop()
            container.register(name: "first") { () -> String in
                stop()
                return "first"
            }
            for name in ["replaced", "removed"] { container.register(type: String.self, name: name, service: name) }
            let worker = Worker { [container] in container.resolveAll(type: String.self) }
            stop.reached.wait()
            container.register(type: String.self, name: "late", service: "late")
            container.register(type: String.self, name: "replaced", service: "new")
            container.unregister(type: String.self, name: "removed")
            stop.goOn.open()
            #expect(worker.wait() == ["first", "new"])
            #expect(container.resolveAll(type: String.self) == ["first", "late", "new"])
        }
    }
}

/// Where a build runs code of ours, and so can be held up.
enum Moment: CaseIterable { case inFactory, inNestedFactory, beforeInjecting, inInjecting }

extension DependenciesContainer {
    /// Registers a screen whose first build is held up at that moment.
    fileprivate func register(
        _ stop: Stop, at moment: Moment, scope: Scope = .singleton,
        completing: @escaping @Sendable () throws -> Void = {}
    ) {
        register(scope: scope) { container in
            if moment == .inFactory { stop() }
            if moment == .inNestedFactory { _ = container.resolve(type: Theme.self) }
            return Screen()
        } injecting: { _, screen in
            if moment == .inInjecting { stop() }
            try completing()
            screen.isFinished = true
        }
        // Needed by the factory, or by the wrapper in the screen, which is filled after the factory.
        register(scope: .transient) { () -> Theme in
            if moment == .inNestedFactory || moment == .beforeInjecting { stop() }
            return Theme()
        }
    }

    fileprivate func make(_ change: Change) {
        make(change) {
            Screen()
        } injecting: {
            $1.isFinished = true
        }
    }
}

private final class Screen: @unchecked Sendable {
    var isFinished = false
    @Injected var theme: Theme?
}

private final class Theme: Sendable {}

private final class Owner: @unchecked Sendable {
    @Injected var screen: Screen
    @WeakInjected var weakScreen: Screen?
}
