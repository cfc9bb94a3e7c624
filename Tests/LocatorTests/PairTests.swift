import Foundation
import Locator
import Testing

/// Where a build runs code of ours, and so can be stopped.
enum Moment: CaseIterable { case inFactory, inNestedFactory, beforeInjecting, inInjecting }

/// What can happen to a registration meanwhile.
enum Change: CaseIterable {
    case register, unregister, reset, removeAll

    /// Whether something is registered after it.
    var keeps: Bool { self == .register || self == .reset }
}

/// Stops whoever comes first, until it may go on.
struct Stop: Sendable {
    let reached = Gate()
    let goOn = Gate()
    private let arrivals = Counter(0)

    func callAsFunction() {
        guard arrivals.increment() == 1 else { return }
        reached.open()
        goOn.wait()
    }
}

@Suite struct `Two threads and one key: resolving and changing` {
    let container = DependenciesContainer()

    @Test(arguments: Moment.allCases)
    func `who asks for a singleton that is being built gets that one, finished`(moment: Moment) {
        let stop = Stop()
        container.register(stop, at: moment)
        let first = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        let asked = Gate()
        let second = Worker { [container] in
            asked.open()
            return container.resolve(type: Service.self).map { ($0, $0.isFinished) }
        }
        asked.wait()
        stop.goOn.open()
        let found = second.wait()
        #expect(found?.0 === first.wait() && found?.1 == true)
    }

    @Test(arguments: [Scope.transient, .graph])
    func `two threads run the factory of a service they don't share at the same moment`(scope: Scope) {
        let (inside, everyone) = (Counter(0), Gate())
        container.register(scope: scope) { () -> Service in
            if inside.increment() == 2 { everyone.open() }
            everyone.wait()
            return Service()
        }
        let services = simultaneously(2) { [container] _ in container.resolve(type: Service.self) }
        #expect(services[0] !== services[1])
    }

    @Test func `two threads run a factory with equal arguments at the same moment`() {
        let (inside, everyone) = (Counter(0), Gate())
        container.register { (_: Int) -> Service in
            if inside.increment() == 2 { everyone.open() }
            everyone.wait()
            return Service()
        }
        let services = simultaneously(2) { [container] _ in container.resolve(type: Service.self, arguments: 1) }
        #expect(services[0] !== services[1])
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `a singleton that is changed while it is being built is returned to who asked, finished, and not kept`(
        moment: Moment, change: Change
    ) {
        let stop = Stop()
        container.register(stop, at: moment)
        let first = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        container.make(change)
        stop.goOn.open()
        let stale = first.wait()
        #expect(stale?.isFinished == true)
        #expect(container.resolve(type: Service.self) !== stale)
        #expect(container.isRegistered(type: Service.self) == change.keeps)
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `a weak service that is changed while it is being built is returned to who asked, finished, and not shared`(
        moment: Moment, change: Change
    ) {
        let stop = Stop()
        container.register(stop, at: moment, scope: .weak)
        let first = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        container.make(change)
        stop.goOn.open()
        let stale = first.wait()
        #expect(stale?.isFinished == true)
        #expect(container.resolve(type: Service.self) !== stale)
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `who asks after a change does not wait for the build that was under way, and keeps what it got`(
        moment: Moment, change: Change
    ) {
        let stop = Stop()
        container.register(stop, at: moment)
        let first = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        container.make(change)
        let fresh = container.resolve(type: Service.self)  // the first is stopped
        #expect((fresh != nil) == change.keeps)
        stop.goOn.open()
        #expect(first.wait() !== fresh)
        #expect(container.resolve(type: Service.self) === fresh)
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `who waits for a build that fails gets what the change has left`(moment: Moment, change: Change) {
        let (stop, failing) = (Stop(), Guarded<Thread?>(nil))
        container.register(stop, at: moment) { if failing({ $0 }) === Thread.current { throw CancellationError() } }
        let first = Worker { [container] in
            failing { $0 = Thread.current }
            #expect(throws: CancellationError.self) { try container.require(type: Service.self) }
        }
        stop.reached.wait()
        let asked = Gate()
        let second = Worker { [container] in
            asked.open()
            return container.resolve(type: Service.self)
        }
        asked.wait()
        container.make(change)
        stop.goOn.open()
        first.wait()
        let found = second.wait()
        #expect((found != nil) == change.keeps)
        #expect(container.resolve(type: Service.self) === found)
    }

    @Test(arguments: [Scope.singleton, .transient, .graph, .weak], Moment.allCases)
    func `injecting runs once for an instance whose registration is gone`(scope: Scope, moment: Moment) {
        let (stop, injections) = (Stop(), Counter(0))
        container.register(stop, at: moment, scope: scope) { injections.increment() }
        let worker = Worker { [container] in container.resolve(type: Service.self)?.isFinished }
        stop.reached.wait()
        container.removeAll()
        stop.goOn.open()
        #expect(worker.wait() == true)
        #expect(injections.count == 1)
    }

    @Test(arguments: [Scope.transient, .graph], Moment.allCases)
    func `a new registration does not wait for an old one's transient or graph service`(scope: Scope, moment: Moment) {
        let stop = Stop()
        container.register(stop, at: moment, scope: scope)
        let worker = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        let fresh = Service()
        container.register(type: Service.self, service: fresh)
        #expect(container.resolve(type: Service.self) === fresh)
        stop.goOn.open()
        #expect(worker.wait() !== fresh)
    }

    @Test func `a factory with arguments that is replaced while it runs finishes for who asked`() {
        let stop = Stop()
        container.register { (number: Int) -> String in
            stop()
            return "old \(number)"
        }
        let worker = Worker { [container] in container.resolve(type: String.self, arguments: 1) }
        stop.reached.wait()
        container.register { (number: Int) in "new \(number)" }
        #expect(container.resolve(type: String.self, arguments: 1) == "new 1")
        stop.goOn.open()
        #expect(worker.wait() == "old 1")
    }

    @Test(arguments: Moment.allCases)
    func `a service that is being built is registered, but not built`(moment: Moment) {
        let stop = Stop()
        container.register(stop, at: moment)
        let worker = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        #expect(container.isRegistered(type: Service.self))
        #expect(container.description.contains("  singleton  not built  own"))
        stop.goOn.open()
        _ = worker.wait()
        #expect(container.description.contains("  singleton  built      own"))
    }

    @Test func `what a service needs is what is registered when its factory asks`() {
        let stop = Stop()
        container.register(type: Int.self, service: 1)
        container.register { () -> String in
            let before = DependenciesContainer.shared.resolve(type: Int.self)!
            stop()
            return "\(before), \(DependenciesContainer.shared.resolve(type: Int.self)!)"
        }
        let worker = Worker { [container] in container.resolve(type: String.self) }
        stop.reached.wait()
        container.register(type: Int.self, service: 2)
        stop.goOn.open()
        #expect(worker.wait() == "1, 2")
    }

    @Test func `a service from which something was removed while it waited names what is missing`() {
        let stop = Stop()
        container.register(type: Int.self, service: 1)
        container.register { () -> String in
            stop()
            return "\(try DependenciesContainer.shared.require(type: Int.self))"
        }
        let worker = Worker { [container] in
            #expect(throws: ResolutionError.self) { try container.require(type: String.self) }
        }
        stop.reached.wait()
        container.unregister(type: Int.self)
        stop.goOn.open()
        #expect(worker.wait()?.description.contains("path: String → Int") == true)
    }

    @Test(arguments: ["a", "b"], ["a", "b"])
    func `a circle one party of which is replaced while it closes is returned whole, and nothing of it kept`(
        entrance: String, replaced: String
    ) {
        let stop = Stop()
        let injectsB: @Sendable (Service) throws -> Void = { a in
            a.other = try DependenciesContainer.shared.require(name: "b")
            stop()
        }
        let takesA: @Sendable () throws -> Service = {
            let b = Service()
            b.other = try DependenciesContainer.shared.require(name: "a")
            return b
        }
        container.register(name: "a", factory: { Service() }, injecting: injectsB)
        container.register(name: "b", factory: takesA)
        let worker = Worker { [container] in container.resolve(type: Service.self, name: entrance)! }
        stop.reached.wait()
        if replaced == "a" {
            container.register(name: "a", factory: { Service() }, injecting: injectsB)
        } else {
            container.register(name: "b", factory: takesA)
        }
        stop.goOn.open()
        let stale = worker.wait()
        #expect(stale.other?.other === stale)
        let fresh = container.resolve(type: Service.self, name: entrance)!
        #expect(fresh !== stale && fresh !== stale.other)
        #expect(fresh.other?.other === fresh)
        #expect(fresh.other === container.resolve(type: Service.self, name: entrance == "a" ? "b" : "a"))
    }

    @Test(arguments: ["a", "b"])
    func `a circle is printed as not built, and delays no other service, until it is closed`(entrance: String) {
        let stop = Stop()
        for (name, other) in [("a", "b"), ("b", "a")] {
            container.register(name: name) {
                Service()
            } injecting: { service in
                service.other = try DependenciesContainer.shared.require(name: other)
                stop()
            }
        }
        let worker = Worker { [container] in container.resolve(type: Service.self, name: entrance)! }
        stop.reached.wait()
        #expect(!container.description.contains("  built"))
        container.register { Service() }
        #expect(container.resolve(type: Service.self) != nil)
        stop.goOn.open()
        let service = worker.wait()
        #expect(service.other?.other === service)
    }
}

@Suite struct `Two threads and one key: copies, parents, lists` {
    let container = DependenciesContainer()

    @Test(arguments: Moment.allCases)
    func `verify delays nobody, and keeps what it builds to itself`(moment: Moment) {
        let stop = Stop()
        container.register(stop, at: moment)
        let worker = Worker { [container] in container.verify().isEmpty }
        stop.reached.wait()
        let service = container.resolve(type: Service.self)
        stop.goOn.open()
        #expect(worker.wait())
        #expect(container.resolve(type: Service.self) === service)
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `verify tells of what was registered when it began`(moment: Moment, change: Change) {
        let stop = Stop()
        container.register(stop, at: moment) { throw CancellationError() }
        let worker = Worker { [container] in container.verify().failures.map(\.registration) }
        stop.reached.wait()
        container.make(change)
        container.register { () -> Int in throw CancellationError() }
        stop.goOn.open()
        #expect(worker.wait() == ["Service"])
    }

    @Test func `verify does not stand in the way of who builds, nor the other way round`() {
        let stop = Stop()
        container.register(stop, at: .inFactory)
        let worker = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        #expect(container.verify().isEmpty)
        stop.goOn.open()
        #expect(worker.wait() === container.resolve(type: Service.self))
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `a copy made while a service is being built builds its own, whatever happens to the original`(
        moment: Moment, change: Change
    ) {
        let stop = Stop()
        container.register(stop, at: moment)
        let worker = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        let copy = container.copy()
        container.make(change)
        let copied = copy.resolve(type: Service.self)
        #expect(copied?.isFinished == true)
        stop.goOn.open()
        #expect(worker.wait() !== copied)
        #expect(copy.resolve(type: Service.self) === copied)
    }

    @Test(arguments: Moment.allCases)
    func `a change in a copy does not touch what the original is building`(moment: Moment) {
        let stop = Stop()
        container.register(stop, at: moment)
        let worker = Worker { [container] in container.resolve(type: Service.self) }
        stop.reached.wait()
        let copy = container.copy()
        Change.allCases.forEach(copy.make)
        stop.goOn.open()
        #expect(worker.wait() === container.resolve(type: Service.self))
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

    @Test(arguments: [Change.reset, .removeAll])
    func `resolveAll returns what it was building during a reset or a removal`(change: Change) {
        let stop = Stop()
        container.register(stop, at: .inFactory)
        container.register(name: "next") { Service() }
        let worker = Worker { [container] in container.resolveAll(type: Service.self) }
        stop.reached.wait()
        container.make(change)
        stop.goOn.open()
        #expect(worker.wait().count == (change == .reset ? 2 : 1))
    }

    @Test(arguments: Moment.allCases)
    func `two children that ask for their parent's singleton get one`(moment: Moment) {
        let stop = Stop()
        container.register(stop, at: moment)
        let first = Worker { [container] in DependenciesContainer(parent: container).resolve(type: Service.self) }
        stop.reached.wait()
        let asked = Gate()
        let second = Worker { [container] in
            asked.open()
            return DependenciesContainer(parent: container).resolve(type: Service.self)
        }
        asked.wait()
        stop.goOn.open()
        #expect(first.wait() === second.wait())
        #expect(first.wait() === container.resolve(type: Service.self))
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `a parent's singleton that is changed while a child has it built goes to that child, and is not kept`(
        moment: Moment, change: Change
    ) {
        let stop = Stop()
        let child = DependenciesContainer(parent: container)
        container.register(stop, at: moment)
        let worker = Worker { child.resolve(type: Service.self) }
        stop.reached.wait()
        container.make(change)
        let fresh = child.resolve(type: Service.self)
        stop.goOn.open()
        let stale = worker.wait()
        #expect(stale?.isFinished == true && stale !== fresh)
        #expect((fresh != nil) == change.keeps)
        #expect(container.resolve(type: Service.self) === fresh)
    }

    @Test(arguments: Moment.allCases, Change.allCases)
    func `a change in a child does not touch the parent's singleton that it has built`(moment: Moment, change: Change) {
        let stop = Stop()
        let child = DependenciesContainer(parent: container)
        container.register(stop, at: moment)
        let worker = Worker { child.resolve(type: Service.self) }
        stop.reached.wait()
        child.make(change)
        stop.goOn.open()
        let service = worker.wait()
        #expect(container.resolve(type: Service.self) === service)
        #expect((child.resolve(type: Service.self) === service) == (change != .register))
    }

    @Test(arguments: Moment.allCases)
    func `who asks a child whose own service was removed while it was being built gets the parent's`(moment: Moment) {
        let stop = Stop()
        let (child, parents) = (DependenciesContainer(parent: container), Service())
        container.register(type: Service.self, service: parents)
        child.register(stop, at: moment)
        let worker = Worker { child.resolve(type: Service.self) }
        stop.reached.wait()
        child.unregister(type: Service.self)
        #expect(child.resolve(type: Service.self) === parents)
        stop.goOn.open()
        #expect(worker.wait() !== parents)
        #expect(child.resolve(type: Service.self) === parents)
    }

    @Test func `a parent's transient service takes what the child has got meanwhile`() {
        let stop = Stop()
        let child = DependenciesContainer(parent: container)
        container.register(type: Int.self, service: 1)
        container.register(scope: .transient) { () -> String in
            stop()
            return "\(DependenciesContainer.shared.resolve(type: Int.self)!)"
        }
        let worker = Worker { child.resolve(type: String.self) }
        stop.reached.wait()
        child.register(type: Int.self, service: 2)
        stop.goOn.open()
        #expect(worker.wait() == "2")
    }

    @Test func `a graph service that is reset between two requests of one resolve stays shared in it`() throws {
        container.register(scope: .graph) { Service() }
        container.register { () -> [Service] in
            let container = DependenciesContainer.shared
            let first: Service = try container.require()
            Worker { container.reset() }.wait()
            return [first, try container.require()]
        }
        let services = try container.require(type: [Service].self)
        #expect(services[0] === services[1])
    }

    @Test func `a graph service that is replaced between two requests of one resolve is the new one after that`() throws
    {
        let new = Service()
        container.register(scope: .graph) { Service() }
        container.register { () -> [Service] in
            let container = DependenciesContainer.shared
            let first: Service = try container.require()
            Worker { container.register(type: Service.self, scope: .graph) { new } }.wait()
            return [first, try container.require()]
        }
        let services = try container.require(type: [Service].self)
        #expect(services[0] !== new && services[1] === new)
    }

    @Test(arguments: [Change.unregister, .removeAll])
    func `a graph service that is removed between two requests of one resolve is missing after that`(change: Change) {
        container.register(scope: .graph) { Service() }
        container.register { () -> [Service] in
            let container = DependenciesContainer.shared
            let first: Service = try container.require()
            Worker { container.make(change) }.wait()
            return [first, try container.require()]
        }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: [Service].self) }
        #expect(error?.reason == .notRegistered)
    }
}

@Suite struct `Two threads and one key: wrappers and last releases` {
    let container = DependenciesContainer()

    @Test(arguments: Moment.allCases, Change.allCases)
    func `a wrapper that is read first during a change holds what was being built`(moment: Moment, change: Change) {
        let stop = Stop()
        container.register(stop, at: moment)
        let owner = DependenciesContainer.$shared.withValue(container) { Owner() }
        let reader = Worker { owner.service }
        stop.reached.wait()
        container.make(change)
        stop.goOn.open()
        let service = reader.wait()
        #expect(service.isFinished)
        #expect(owner.service === service)
        #expect(container.resolve(type: Service.self) !== service)
    }

    @Test func `two threads that both build for a wrapper's first read see the same service`() {
        let (inside, everyone) = (Counter(0), Gate())
        container.register(scope: .transient) { () -> Service in
            if inside.increment() == 2 { everyone.open() }
            everyone.wait()
            return Service()
        }
        let owner = DependenciesContainer.$shared.withValue(container) { Owner() }
        let services = simultaneously(2) { _ in owner.service }
        #expect(services[0] === services[1] && owner.service === services[0])
    }

    @Test(arguments: Moment.allCases)
    func `a wrapper that is assigned during its first read holds what was assigned`(moment: Moment) {
        let (stop, assigned) = (Stop(), Service())
        container.register(stop, at: moment)
        let owner = DependenciesContainer.$shared.withValue(container) { Owner() }
        let reader = Worker { owner.service }
        stop.reached.wait()
        owner.service = assigned
        #expect(owner.service === assigned)
        stop.goOn.open()
        #expect(reader.wait() === assigned)
        #expect(owner.service === assigned)
    }

    @Test func `an optional wrapper that found nothing stays nil when its service is registered afterwards`() {
        let owner = DependenciesContainer.$shared.withValue(container) { Owner() }
        #expect(owner.perhaps == nil)
        container.register { Part() }
        #expect(owner.perhaps == nil)
    }

    @Test func `a wrapper may be read inside the factory of its own service by another thread`() {
        let (stop, container) = (Stop(), container)
        container.register(stop, at: .inInjecting)
        let owner = DependenciesContainer.$shared.withValue(container) { Owner() }
        let builder = Worker { container.resolve(type: Service.self)! }
        stop.reached.wait()
        let asked = Gate()
        let reader = Worker {
            asked.open()
            return (owner.service, owner.service.isFinished)
        }
        asked.wait()
        stop.goOn.open()
        #expect(reader.wait().0 === builder.wait() && reader.wait().1)
    }

    @Test func `who asks while a weak service is in its deinit gets a new one, that stays`() {
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

    @Test func `a weak service that asks for itself in its deinit gets a new one`() {
        let (found, container) = (Guarded<Farewell?>(nil), container)
        container.register(scope: .weak) {
            Farewell { found { $0 = $0 ?? container.resolve(type: Farewell.self) } }
        }
        weak let first = container.resolve(type: Farewell.self)
        #expect(first == nil)
        #expect(found { $0 } === container.resolve(type: Farewell.self))
        container.removeAll()
    }

    @Test(arguments: [Change.register, .reset])
    func `the last release of a weak service that was changed leaves its successor alone`(change: Change) {
        container.register(scope: .weak) { Farewell() }
        var old = container.resolve(type: Farewell.self)
        change == .reset ? container.reset() : container.register(scope: .weak) { Farewell() }
        let new = container.resolve(type: Farewell.self)
        #expect(new !== old)
        old = nil
        #expect(container.resolve(type: Farewell.self) === new)
    }

    @Test(arguments: Change.allCases)
    func `while what a change has dropped is in its deinit, everybody sees the change and waits for nothing`(
        change: Change
    ) {
        let (stop, container) = (Stop(), container)
        container.register(scope: .singleton) { Farewell { stop() } }
        #expect(container.resolve(type: Farewell.self) != nil)
        let worker = Worker {
            if change == .register { container.register { Farewell() } }
            if change == .unregister { container.unregister(type: Farewell.self) }
            if change == .reset { container.reset() }
            if change == .removeAll { container.removeAll() }
        }
        stop.reached.wait()
        let fresh = container.resolve(type: Farewell.self)
        #expect((fresh != nil) == change.keeps)
        container.register(type: Int.self, service: 1)
        #expect(container.resolve(type: Int.self) == 1)
        stop.goOn.open()
        worker.wait()
        #expect(container.resolve(type: Farewell.self) === fresh)
    }

    @Test func `what a second run has made in vain is released without a lock`() {
        let (log, container) = (Counter(0), container)
        container.register(name: "a") {
            Service()
        } injecting: { a in
            a.farewell = try DependenciesContainer.shared.require()
        }
        container.register { () -> Farewell in
            _ = try DependenciesContainer.shared.require(type: Service.self, name: "a")
            return Farewell { if Worker(container.verifyNothing).wait() { log.increment() } }
        }
        #expect(container.resolve(type: Farewell.self) != nil)
        #expect(log.count == 1)
        container.removeAll()
        #expect(log.count == 2)
    }

    @Test func `what a failed build leaves is released without a lock`() {
        let (log, container) = (Counter(0), container)
        container.register { () -> Farewell in
            Farewell { if Worker(container.verifyNothing).wait() { log.increment() } }
        } injecting: { _ in
            throw CancellationError()
        }
        #expect(throws: CancellationError.self) { try container.require(type: Farewell.self) }
        #expect(log.count == 1)
        container.removeAll()
    }

    @Test func `an error is released without a lock`() {
        struct Failure: Error { let farewell: Farewell }
        let (log, container) = (Counter(0), container)
        for (name, other) in [("a", "b"), ("b", "a")] {
            container.register(name: name) {
                Service()
            } injecting: { service in
                service.other = try? DependenciesContainer.shared.require(name: other)
                throw Failure(farewell: Farewell { if Worker(container.verifyNothing).wait() { log.increment() } })
            }
        }
        #expect(throws: Failure.self) { try container.require(type: Service.self, name: "a") }
        #expect(log.count == 2)
        container.removeAll()
    }

    @Test func `a container that is released while its factory runs is there until that has ended`() {
        let (stop, held) = (Stop(), Guarded<DependenciesContainer?>(container.copy()))
        held { $0 }!.register(stop, at: .inNestedFactory)
        weak let observed = held { $0 }
        let worker = Worker { held { $0 }!.resolve(type: Service.self)?.isFinished }
        stop.reached.wait()
        held { $0 = nil }
        #expect(observed != nil)
        stop.goOn.open()
        #expect(worker.wait() == true)
    }

    @Test func `a child that is released while its parent builds for it leaves the service with the parent`() {
        let stop = Stop()
        let child = Guarded<DependenciesContainer?>(DependenciesContainer(parent: container))
        container.register(stop, at: .inFactory)
        let worker = Worker { child { $0 }!.resolve(type: Service.self) }
        stop.reached.wait()
        child { $0 = nil }
        stop.goOn.open()
        #expect(worker.wait() === container.resolve(type: Service.self))
    }
}

extension DependenciesContainer {
    /// Registers a service whose first build is stopped at that moment.
    fileprivate func register(
        _ stop: Stop, at moment: Moment, scope: Scope = .singleton,
        completing: @escaping @Sendable () throws -> Void = {}
    ) {
        register(scope: scope) { () -> Service in
            if moment == .inFactory { stop() }
            if moment == .inNestedFactory { _ = DependenciesContainer.shared.resolve(type: Part.self) }
            return Service()
        } injecting: { service in
            if moment == .inInjecting { stop() }
            try completing()
            service.isFinished = true
        }
        // Needed by the factory, or by the wrapper in the service, which is filled after the factory.
        register(scope: .transient) { () -> Part in
            if moment == .inNestedFactory || moment == .beforeInjecting { stop() }
            return Part()
        }
    }

    fileprivate func make(_ change: Change) {
        switch change {
        case .register:
            register {
                Service()
            } injecting: {
                $0.isFinished = true
            }
        case .unregister: unregister(type: Service.self)
        case .reset: reset()
        case .removeAll: removeAll()
        }
    }

    /// Takes the lock in every way; on a thread of its own it never returns while somebody else holds it.
    @Sendable fileprivate func verifyNothing() -> Bool {
        register(type: Double.self, service: 1)
        return resolve(type: Double.self) == 1
    }
}

private final class Service: @unchecked Sendable {
    var isFinished = false
    var other: Service?
    var farewell: Farewell?
    @Injected var part: Part?
}

private final class Part: Sendable {}

private final class Owner: @unchecked Sendable {
    @Injected var service: Service
    @Injected var perhaps: Part?
}

private final class Farewell: Sendable {
    let onDeinit: @Sendable () -> Void
    init(_ onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
}
