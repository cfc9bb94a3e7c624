// What each caller gets when registrations change while a service is being built.

import Foundation
import Locator
import Testing

extension Threads {
    @Suite struct `Changes during a build` {
        let container = DependenciesContainer()

        @Test(arguments: Moment.allCases)
        func `who asks for a singleton that is being built gets that one, finished`(moment: Moment) {
            let (stop, injections) = (Stop(), Counter(0))
            container.register(stop, at: moment) { injections.increment() }
            let first = Worker { [container] in container.resolve(type: Screen.self) }
            stop.reached.wait()
            let others = (0..<3).map { _ in
                Worker { [container] in container.resolve(type: Screen.self).map { ($0, $0.isFinished) } }
            }
            stop.goOn.open()
            for other in others { #expect(other.wait()?.0 === first.wait() && other.wait()?.1 == true) }
            #expect(injections.count == 1)
        }

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

        @Test(arguments: Moment.allCases, Change.allCases)
        func `who waits for a build that fails gets what the change has left`(moment: Moment, change: Change) {
            let (stop, failing) = (Stop(), Guarded<Thread?>(nil))
            container.register(stop, at: moment) { if failing({ $0 }) === Thread.current { throw CancellationError() } }
            let first = Worker { [container] in
                failing { $0 = Thread.current }
                #expect(throws: CancellationError.self) { try container.require(type: Screen.self) }
            }
            stop.reached.wait()
            let second = Worker { [container] in container.resolve(type: Screen.self) }
            container.make(change)
            stop.goOn.open()
            first.wait()
            let found = second.wait()
            #expect(found.map(\.isFinished) == (change.keeps ? true : nil))
            #expect(container.resolve(type: Screen.self) === found)
        }

        @Test(arguments: ["a", "b"], ["a", "b"])
        func `a circle one party of which is replaced while it closes is returned whole, and nothing of it kept`(
            entrance: String, replaced: String
        ) {
            let stop = Stop()
            let container = container
            let register: @Sendable (String) -> Void = { name in
                if name == "a" {
                    container.register(name: "a") {
                        Service()
                    } injecting: { a in
                        a.other = try DependenciesContainer.shared.require(name: "b")
                        stop()
                    }
                } else {
                    container.register(name: "b") { Service(other: try $0.require(name: "a")) }
                }
            }
            ["a", "b"].forEach(register)
            let worker = Worker { container.resolve(type: Service.self, name: entrance)! }
            stop.reached.wait()
            register(replaced)
            stop.goOn.open()
            let stale = worker.wait()
            #expect(stale.other?.other === stale)
            let fresh = container.resolve(type: Service.self, name: entrance)!
            #expect(fresh !== stale && fresh !== stale.other)
            #expect(fresh.other?.other === fresh)
            #expect(fresh.other === container.resolve(type: Service.self, name: entrance == "a" ? "b" : "a"))
        }

        @Test(arguments: Moment.allCases, Change.allCases)
        func `who asks after a change waits for no build that was under way, and keeps what it got`(
            moment: Moment, change: Change
        ) {
            for scope in Scope.all {
                let (container, stop) = (DependenciesContainer(), Stop())
                container.register(stop, at: moment, scope: scope)
                let first = Worker { container.resolve(type: Screen.self) }
                stop.reached.wait()
                container.make(change)
                let fresh = container.resolve(type: Screen.self)  // the first one is held up
                #expect((fresh != nil) == change.keeps)
                stop.goOn.open()
                #expect(first.wait() !== fresh)
                if scope == .singleton { #expect(container.resolve(type: Screen.self) === fresh) }
            }
        }

        @Test func `a graph service that is reset between two requests of one resolve stays shared in it`() throws {
            container.register(scope: .graph) { Service() }
            container.register { container in
                let first: Service = try container.require()
                Worker { container.reset() }.wait()
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

        @Test func `a wrapper that a factory assigns during the first read holds what was assigned`() {
            let owner = container.asShared { Owner() }
            let assigned = Screen()
            container.register { () -> Screen in
                owner.screen = assigned
                return Screen()
            }
            #expect(owner.screen !== assigned, "what was asked for before")
            #expect(owner.screen === assigned)
        }

        @Test func `two threads that both build for a wrapper's first read see the same service`() {
            let meeting = Meeting(of: 2)
            container.register(scope: .transient) { () -> Screen in
                meeting()
                return Screen()
            }
            let owner = container.asShared { Owner() }
            let screens = simultaneously(2) { _ in owner.screen }
            #expect(screens[0] === screens[1] && owner.screen === screens[0])
        }
    }

    @Suite struct `Copies, parents and lists during a build` {
        let container = DependenciesContainer()

        @Test(arguments: Moment.allCases)
        func `verify delays nobody, and keeps what it builds to itself`(moment: Moment) {
            let stop = Stop()
            container.register(stop, at: moment)
            let worker = Worker { [container] in container.verify().failures.isEmpty }
            stop.reached.wait()
            let screen = container.resolve(type: Screen.self)
            stop.goOn.open()
            #expect(worker.wait())
            #expect(container.resolve(type: Screen.self) === screen)
        }

        @Test(arguments: Change.allCases)
        func `verify tells of what was registered when it began`(change: Change) {
            let stop = Stop()
            container.register(stop, at: .inInjecting) { throw CancellationError() }
            let worker = Worker { [container] in container.verify().failures.map(\.registration) }
            stop.reached.wait()
            container.make(change)
            container.register { () -> Int in throw CancellationError() }
            stop.goOn.open()
            #expect(worker.wait() == ["Screen"])
        }

        @Test(arguments: Moment.allCases, Change.allCases)
        func `a copy made while a service is being built builds its own, whatever happens to the original`(
            moment: Moment, change: Change
        ) {
            let stop = Stop()
            container.register(stop, at: moment)
            let worker = Worker { [container] in container.resolve(type: Screen.self) }
            stop.reached.wait()
            let copy = container.copy()
            container.make(change)
            let copied = copy.resolve(type: Screen.self)
            #expect(copied?.isFinished == true)
            stop.goOn.open()
            #expect(worker.wait() !== copied)
            #expect(copy.resolve(type: Screen.self) === copied)
        }

        @Test(arguments: Change.allCases)
        func `a change in a copy or in a child does not touch what is being built`(change: Change) {
            let (stop, child) = (Stop(), DependenciesContainer(parent: container))
            container.register(stop, at: .inFactory)
            let worker = Worker { child.resolve(type: Screen.self) }
            stop.reached.wait()
            container.copy().make(change)
            child.make(change)
            stop.goOn.open()
            let screen = worker.wait()
            #expect(container.resolve(type: Screen.self) === screen)
            #expect((child.resolve(type: Screen.self) === screen) == (change != .register))
        }

        @Test func `who asks a child whose own service was removed while it was being built gets the parent's`() {
            let (stop, child, parents) = (Stop(), DependenciesContainer(parent: container), Screen())
            container.register(type: Screen.self, service: parents)
            child.register(stop, at: .inFactory)
            let worker = Worker { child.resolve(type: Screen.self) }
            stop.reached.wait()
            child.unregister(type: Screen.self)
            #expect(child.resolve(type: Screen.self) === parents)
            stop.goOn.open()
            #expect(worker.wait() !== parents)
            #expect(child.resolve(type: Screen.self) === parents)
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
            #expect(container.resolveAll(type: String.self) == ["first", "new", "late"])
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
        } injecting: { screen in
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
            $0.isFinished = true
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
}
