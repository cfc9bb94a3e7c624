// When `@Injected` and `@WeakInjected` properties are filled, and what they hold.

import Foundation
import Locator
import Testing

@Suite struct `Property wrappers` {
    let container = DependenciesContainer()

    @Test func `properties of an object that a container builds are filled when resolve returns`() throws {
        let runs = Counter(0)
        container.register { API(counting: runs) }
        container.register(name: "staging") { API(counting: runs) }
        container.register(scope: .transient) {
            Client()
        } injecting: { container, _ in
            container.register { Tracker() }  // too late for the first one
        }
        let client = try container.require(type: Client.self)
        let tracking = try container.require(type: Client.self)
        #expect(runs.count == 2)
        container.removeAll()
        #expect(client.api !== client.staging && client.tracker == nil)
        #expect(tracking.api === client.api && tracking.tracker != nil)
    }

    @Test func `what is missing fails the resolve before injecting runs, with the path`() {
        container.register {
            Client()
        } injecting: { _, _ in
            Issue.record("injecting has run")
        }
        container.register { [try $0.require(type: Client.self)] }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: [Client].self) }
        #expect(error?.reason == .notRegistered)
        #expect(error?.path == ["Array<Client>", "Client", "API"])
    }

    @Test(arguments: [Scope.singleton, .graph, .weak])
    func `properties close a circle`(scope: Scope) throws {
        container.register(scope: scope) { Parent() }
        container.register(scope: scope) { Child() }
        let parent = try container.require(type: Parent.self)
        #expect(parent.child.parent === parent)
        guard scope.isShared else { return }  // nobody would hold the child's parent
        let child = try container.require(type: Child.self)
        #expect(child.parent?.child === child)
        withExtendedLifetime((parent, child)) {}
    }

    @Test func `properties of an object built by hand resolve once, from the container that was shared then`() {
        let runs = Counter(0)
        container.register(scope: .transient) { API(counting: runs) }
        let client = container.asShared { Client() }
        #expect(runs.count == 0)
        let api = client.api
        #expect(client.api === api && runs.count == 1)
    }

    @Test func `a property holds its service and nothing else, and one that has found nothing holds no container`() {
        weak var observed: DependenciesContainer?
        let (client, observer): (Client, Observer)
        do {
            let container = DependenciesContainer()
            observed = container
            for name in [nil, "staging"] { container.register(name: name) { API() } }
            (client, observer) = container.asShared { (Client(), Observer()) }
            #expect(client.api !== client.staging && client.tracker == nil && observer.tracker == nil)
        }
        #expect(observed == nil)
        #expect(client.tracker == nil && observer.tracker == nil)
    }

    @Test func `what can't be built stops an object built by hand, with the place of the property`() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                _ = Stopping().api
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                _ = Stopping().weakAPI
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                _ = Stopping().cart
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                _ = Stopping().weakCart
            },
        ]
        for (index, result) in results.enumerated() {
            let (type, line) = (index < 2 ? "API" : "Cart", Stopping.line + index + 1)
            let text = "asked for: \(type)\n    property: LocatorTests/WrapperTests.swift:\(line); it asks"
            #expect(result?.standardError.contains(text) == true)
        }
        #expect(results[0]?.standardError.contains("Register 'API \"none\"' first") == true)
    }

    // MARK: Another container, and later

    @Test func `a property may ask a container other than the one that is shared`() throws {
        let other = DependenciesContainer()
        other.register { API() }
        other.register { Tracker() }
        final class Screen: @unchecked Sendable {
            @Injected var api: API
            @WeakInjected var tracker: Tracker?
            init(_ other: DependenciesContainer) {
                (_api, _tracker) = (Injected(container: other), WeakInjected(container: other))
            }
        }
        container.register { Screen(other) }
        let (built, made) = (try container.require(type: Screen.self), Screen(other))
        for screen in [built, made] {
            #expect(try screen.api === other.require(type: API.self))
            #expect(try screen.tracker === other.require(type: Tracker.self))
        }
    }

    @Test func `a lazy property of an object that a container builds is resolved when it is read`() throws {
        final class Screen: @unchecked Sendable {
            @Injected(lazy: true) var api: API
            @WeakInjected(name: "weak", lazy: true) var weak: API?
        }
        let runs = Counter(0)
        container.register(scope: .transient) { Screen() }
        container.register(name: "weak") { API(counting: runs) }
        let screen = try container.require(type: Screen.self)
        container.register { API(counting: runs) }
        #expect(runs.count == 0)
        #expect(try screen.api === container.require(type: API.self))
        #expect(try screen.weak === container.require(type: API.self, name: "weak"))
        #expect(runs.count == 2)
    }

    @Test func `a property that is assigned in a factory or in injecting is not resolved`() throws {
        let runs = Counter(0)
        container.register(name: "staging") { API(counting: runs) }
        container.register {
            let client = Client()
            client.api = API()
            return client
        } injecting: {
            $1.staging = API()
        }
        _ = try container.require(type: Client.self)
        #expect(runs.count == 1, "before injecting, the other one is filled")
        container.register(type: Bool.self) {
            let client = Client()
            client.api = API()
            client.staging = API()
            return true
        }
        #expect(container.resolve(type: Bool.self) == true)
        #expect(runs.count == 1)
    }

    @Test func `a value is refused where a weak property finds it, or is assigned it`() async {
        let advice = "Use `@Injected` in place of `@WeakInjected`, or another scope than `.weak`: 'Error' is no class."
        for result in [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register(type: (any Error).self, scope: .transient) { CancellationError() }
                _ = container.asShared { Screen() }.failure
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Screen().failure = CancellationError()
            },
        ] {
            #expect(result?.standardError.contains(advice) == true)
        }
        final class Screen {
            @WeakInjected var failure: (any Error)?
        }
    }

    // MARK: Asking again

    @Test func `a property that has found nothing asks again, and one that is weak when its service is gone`() {
        let (observer, late, client) = container.asShared { (Observer(), Observer(), Client()) }
        #expect(observer.tracker == nil && client.tracker == nil)
        container.register(scope: .weak) { Tracker() }
        var held = container.resolve(type: Tracker.self)
        #expect(observer.tracker === held && late.tracker === held)
        held = nil
        held = container.resolve(type: Tracker.self)
        #expect(held != nil && observer.tracker === held && late.tracker === held)
        container.unregister(type: Tracker.self)
        #expect(observer.tracker === held)
        held = nil
        #expect(observer.tracker == nil)
        container.register { Tracker() }
        let found = client.tracker
        container.unregister(type: Tracker.self)
        #expect(found != nil && client.tracker === found)
    }

    @Test func `what is assigned stays, nil as well, in this copy of a struct, but a weak property does not keep it`() {
        container.register { Tracker() }
        let value = container.asShared { Value() }
        var copy = value
        weak var observed: API?
        do {
            let api = API()
            observed = api
            copy.api = api
        }
        copy.tracker = nil
        #expect(observed != nil && copy.api === observed && copy.tracker == nil)
        container.register { API() }
        #expect(value.api !== copy.api && value.tracker != nil)
        var tracker: Tracker? = Tracker()
        copy.observed = tracker
        #expect(copy.observed === tracker && tracker != nil)
        tracker = nil
        #expect(copy.observed == nil && value.observed != nil)
        copy = value
        copy.observed = nil
        #expect(copy.observed == nil, "though it has asked before")
    }

    @Test func `a weak property asks no more while it has its service`() {
        let services = Guarded<[Tracker]>([])
        container.register(scope: .transient) {
            let tracker = Tracker()
            services { $0.append(tracker) }
            return tracker
        }
        let observer = container.asShared { Observer() }
        #expect(observer.tracker === observer.tracker && observer.tracker != nil)
        #expect(services { $0.count } == 1)
    }

    @Test func `an optional property that has found nothing inside an open circle does not keep its container alive`() {
        weak var observed: DependenciesContainer?
        do {
            let container = DependenciesContainer()
            observed = container
            let observer = container.asShared { Observer() }
            container.register(type: Observer.self, service: observer)
            container.register {
                API()
            } injecting: { container, _ in
                _ = try container.require(type: API.self)
                #expect(observer.tracker == nil)
            }
            #expect(container.resolve(type: API.self) != nil)
        }
        #expect(observed == nil)
    }

    @Test func `a property that a container has filled with nil does not keep a service whose injecting throws`() throws
    {
        let (first, fails) = (Guarded<Client?>(nil), Guarded(true))
        container.register(scope: .transient) {
            _ = first { $0 }?.tracker
            return Client()
        }
        for name in [nil, "staging"] { container.register(name: name) { API() } }
        container.register { Observer() }
        let (client, observer): (Client, Observer) = (try container.require(), try container.require())
        first { $0 = client }
        container.register {
            Tracker()
        } injecting: { container, tracker in
            _ = try container.require(type: Client.self)
            #expect(client.tracker === tracker && observer.tracker === tracker)
            if fails({ $0 }) { throw CancellationError() }
        }
        #expect(throws: CancellationError.self) { try container.require(type: Tracker.self) }
        fails { $0 = false }
        let tracker = try container.require(type: Tracker.self)
        #expect(client.tracker === tracker && observer.tracker === tracker)
    }

    @Test func `a property that another service reads before it is filled does not keep a service that fails`() throws {
        let fails = Guarded(true)
        container.register {
            API()
        } injecting: { container, api in
            #expect(try container.require(type: Holder.self).value?.api === api)
            if fails({ $0 }) { throw CancellationError() }
        }
        container.register {
            Holder()
        } injecting: { container, holder in
            holder.value = Base()
            _ = try? container.require(type: API.self)
            fails { $0 = false }
        }
        let holder = try container.require(type: Holder.self)
        #expect(try container.require(type: API.self) === holder.value?.api)
    }

    @Test func `dump shows nothing of how a property works`() {
        var text = ""
        dump(container.asShared { Client() }, to: &text)
        #expect(text.contains("_api") && !text.contains("container"))
    }

    // MARK: Copies and unfinished services

    @Test(arguments: [true, false])
    func `a property of an object made outside uses an unfinished service, and does not keep it`(fails: Bool) throws {
        let logger = container.asShared { Client() }
        let (tries, seen) = (Counter(0), Guarded<API?>(nil))
        container.register {
            API()
        } injecting: { container, _ in
            seen { $0 = logger.api }
            guard tries.increment() == 1 else { return }
            if fails { throw CancellationError() }
            container.resetInstances()
        }
        let first = try? container.require(type: API.self)
        let unfinished = seen { $0 }
        #expect(unfinished != nil && (fails || first === unfinished))
        let api = try container.require(type: API.self)
        #expect(api !== unfinished && logger.api === api)
    }

    @Test func `a property that is read first in a factory, outside any circle, keeps what it got`() throws {
        container.register(scope: .transient) { API() }
        let base = container.asShared { Client() }
        container.register { [base.api] }
        #expect(try container.require(type: [API].self)[0] === base.api)
    }

    @Test func `properties of what a factory makes are filled, too, if a run inside it has made the service`() throws {
        let (holder, runs) = (Holder(), Counter(0))
        container.register(scope: .transient) { API(counting: runs) }
        container.add("a", injects: "b")
        container.register(name: "b") { container in
            if holder.value == nil { holder.value = Base() }
            return Service(other: try container.service("a"))
        }
        #expect(try container.service("b").other != nil && holder.value != nil && runs.count == 1)
    }

    @Test func `properties of what a second run has made in vain are not filled`() throws {
        let runs = Counter(0)
        container.register(scope: .transient) { API(counting: runs) }
        container.add("a") { [container] _ in _ = try container.require(type: Base.self) }
        container.register { container -> Base in
            _ = try container.service("a")
            return Base()
        }
        _ = try container.require(type: Base.self)
        #expect(runs.count == 1)
    }

    @Test func `in a factory, the properties of an object that is made in asShared ask the container of asShared`()
        throws
    {
        let session = DependenciesContainer()
        for container in [container, session] { container.register { API() } }
        container.register(scope: .transient) { Base() }
        container.register { container -> [Base] in
            let inside = session.asShared {
                _ = try? DependenciesContainer().asShared { throw CancellationError() }
                return [Base(), session.asShared { container.resolve(type: Base.self)! }]
            }
            let late = DependenciesContainer().asShared { Base() }  // not filled before it is read
            return inside + [Base(), late]
        }
        let bases = try container.require(type: [Base].self)
        let (api, other) = (container.resolve(type: API.self), session.resolve(type: API.self))
        #expect(bases[0].api === other && bases[1].api === api && bases[2].api === api && api !== other)
    }

    @Test func `properties of what a parent builds for a child ask the parent`() throws {
        let child = DependenciesContainer(parent: container)
        for container in [container, child] { container.register { API() } }
        container.register { Base() }
        child.register { [try $0.require(type: Base.self)] }
        #expect(try child.require(type: [Base].self)[0].api === container.require(type: API.self))
    }

    @Test func `an object with a property takes as long to make in a factory, however many it makes`() throws {
        func time(_ count: Int) throws -> Int {
            container.register(scope: .transient) { (0..<count).map { _ in Base() } }
            let start = clock()
            _ = try container.require(type: [Base].self)
            return Int(clock() - start)
        }
        container.register { API() }
        _ = try time(1000)
        let ratio = Double(try time(40_000)) / Double(try time(1000))
        #expect(ratio < 400, "40, if each takes as long; 1600, if each takes as long as there are others")
    }

    @Test func `properties of an object that is made in injecting are filled when resolve returns`() throws {
        let runs = Counter(0)
        container.register { API(counting: runs) }
        container.register {
            Holder()
        } injecting: {
            $1.value = Base()
        }
        let holder = try container.require(type: Holder.self)
        #expect(runs.count == 1)
        container.removeAll()
        #expect(holder.value != nil && holder.value?.api != nil)
    }

    @MainActor final class Stopping {
        nonisolated static let line = #line
        @Injected(name: "none", container: failing()) var api: API
        @WeakInjected(container: failing()) var weakAPI: API?
        @Injected(container: failing()) var cart: Cart
        @WeakInjected(container: failing()) var weakCart: Cart?

        class Cart {}
        static func failing() -> DependenciesContainer {
            let container = DependenciesContainer()
            container.register { () -> API in throw CancellationError() }
            container.register { @MainActor () -> Cart in throw CancellationError() }
            return container
        }
    }

    final class API: Sendable {
        init(counting runs: Counter? = nil) { runs?.increment() }
    }

    final class Tracker: Sendable {}

    final class Client: @unchecked Sendable {
        @Injected var api: API
        @Injected(name: "staging") var staging: API
        @Injected var tracker: Tracker?
    }

    final class Parent: @unchecked Sendable {
        @Injected var child: Child
    }

    final class Child: @unchecked Sendable {
        @WeakInjected var parent: Parent?
    }

    final class Observer: @unchecked Sendable {
        @WeakInjected var tracker: Tracker?
    }

    struct Value {
        @Injected var api: API
        @Injected var tracker: Tracker?
        @WeakInjected var observed: Tracker?
    }

    final class Holder: @unchecked Sendable {
        var value: Base?
        init(_ value: Base? = nil) { self.value = value }
    }

    class Base: @unchecked Sendable {
        @Injected var api: API
    }
}
