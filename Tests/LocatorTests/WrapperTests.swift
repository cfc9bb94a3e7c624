// When `@Injected` and `@WeakInjected` properties are filled, and what they hold.

import Locator
import Testing

@Suite struct `Property wrappers` {
    let container = DependenciesContainer()

    @Test func `properties of an object that a container builds are filled when resolve returns`() throws {
        let runs = Counter(0)
        container.register { API(counting: runs) }
        container.register(name: "staging") { API(counting: runs) }
        container.register { Client() }
        let client = try container.require(type: Client.self)
        #expect(runs.count == 2)
        container.removeAll()
        #expect(client.api !== client.staging)
        #expect(client.tracker == nil)
    }

    @Test func `what is missing fails the resolve, with the path and the type`() {
        container.register { Client() }
        container.register { [try DependenciesContainer.shared.require(type: Client.self)] }
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

    @Test func `properties of an object that is dropped for that of a second run are not filled`() throws {
        let runs = Counter(0)
        container.register(scope: .transient) { API(counting: runs) }
        container.register {
            Parts()
        } injecting: { parts in
            parts.owner = try DependenciesContainer.shared.require()
        }
        container.register {
            let owner = Owner()
            owner.parts = try DependenciesContainer.shared.require()
            return owner
        }
        // The first run makes an owner, too, before the parts ask for one in a second run.
        let owner = try container.require(type: Owner.self)
        #expect(owner.parts?.owner === owner)
        #expect(runs.count == 1)
    }

    @Test func `what is missing fails before injecting runs`() {
        let injections = Counter(0)
        container.register {
            Client()
        } injecting: { _ in
            injections.increment()
        }
        #expect(throws: ResolutionError.self) { try container.require(type: Client.self) }
        #expect(injections.count == 0)
    }

    @Test func `an optional property is filled where something is registered`() throws {
        container.register { API() }
        container.register(name: "staging") { API() }
        container.register { Tracker() }
        container.register { Client() }
        #expect(try container.require(type: Client.self).tracker === container.require(type: Tracker.self))
    }

    @Test func `properties of an object built by hand resolve once, from the container that was shared then`() {
        let runs = Counter(0)
        container.register(scope: .transient) { API(counting: runs) }
        let client = container.asShared { Client() }
        #expect(runs.count == 0)
        let api = client.api
        #expect(client.api === api && runs.count == 1)
    }

    @Test func `a weak property does not keep alive what it is assigned`() {
        let observer = container.asShared { Observer() }
        var tracker: Tracker? = Tracker()
        observer.tracker = tracker
        #expect(observer.tracker === tracker && tracker != nil)
        tracker = nil
        #expect(observer.tracker == nil)
    }

    @Test func `properties work in structs and in subclasses`() {
        container.register { API() }
        container.register { Tracker() }
        let (value, object) = container.asShared { (Value(), Sub()) }
        #expect(value.api === object.api)
        #expect(object.another === object.api)
        let copy = value
        #expect(copy.api === value.api)
    }

    @Test @MainActor func `properties work in main-actor classes, for what is not Sendable, too`() {
        container.register { API() }
        container.register { Theme() }
        let model = container.asShared { ViewModel() }
        #expect(model.api === container.resolve(type: API.self))
        #expect(model.theme === container.resolve(type: Theme.self))
        #expect(model.observed === model.theme)
    }

    @Test func `a weak property does not keep its service alive`() throws {
        container.register(scope: .weak) { Tracker() }
        container.register(scope: .transient) { Observer() }
        let tracker = container.resolve(type: Tracker.self)
        let observer = try container.require(type: Observer.self)
        #expect(observer.tracker === tracker)
        container.unregister(type: Tracker.self)
        #expect(try container.require(type: Observer.self).tracker == nil)
    }

    @Test func `a filled wrapper holds the service and nothing else`() throws {
        weak var observed: DependenciesContainer?
        let client: Client
        do {
            let container = DependenciesContainer()
            observed = container
            container.register { API() }
            container.register(name: "staging") { API() }
            client = container.asShared { Client() }
            #expect(client.api !== client.staging)
            #expect(client.tracker == nil)
        }
        #expect(observed == nil)
        withExtendedLifetime(client) {}
    }

    @Test func `a missing service stops an object built by hand, with the place of the property`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DependenciesContainer().asShared { Client() }.api
        }
        #expect(result?.standardError.contains("Call `register(type: API.self) { … }` before it is needed") == true)
        #expect(result?.standardError.contains("property: LocatorTests/WrapperTests.swift:") == true)
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
                _api = Injected(container: other)
                _tracker = WeakInjected(container: other)
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
        let screen = try container.require(type: Screen.self)
        container.register { API(counting: runs) }
        container.register(name: "weak") { API(counting: runs) }
        #expect(runs.count == 0)
        #expect(try screen.api === container.require(type: API.self))
        #expect(try screen.weak === container.require(type: API.self, name: "weak"))
        #expect(runs.count == 2)
    }

    @Test @MainActor func `a property of the main actor may be lazy, or ask another container`() {
        @MainActor final class Screen {
            @Injected(container: .other, lazy: true) var theme: Theme
        }
        DependenciesContainer.other.register { Theme() }
        #expect(Screen().theme === DependenciesContainer.other.resolve(type: Theme.self))
    }

    @Test func `a property that is assigned in a factory or in injecting is not resolved`() throws {
        let runs = Counter(0)
        container.register(name: "staging") { API(counting: runs) }
        container.register {
            let client = Client()
            client.api = API()
            return client
        } injecting: {
            $0.staging = API()
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

    @Test func `properties of an object that a factory drops are not resolved`() {
        container.register(type: Bool.self) {
            _ = Client()
            return true
        }
        #expect(container.resolve(type: Bool.self) == true)
    }

    @Test func `a weak property of a value holds nothing, and asks at each read`() {
        struct Failure: Error { let number: Int }
        struct Screen {
            @WeakInjected var failure: (any Error)?
            @WeakInjected var number: Int?
            @WeakInjected var isOn: Bool?
        }
        let runs = Counter(0)
        container.register(type: (any Error).self, scope: .transient) { Failure(number: runs.increment()) }
        container.register(scope: .transient) { runs.increment() }
        container.register(scope: .transient) { runs.increment() > 0 }
        let screen = container.asShared { Screen() }
        #expect((screen.failure as? Failure)?.number == 1 && (screen.failure as? Failure)?.number == 2)
        #expect(screen.number == 3 && screen.number == 4)
        #expect(screen.isOn == true && screen.isOn == true && runs.count == 6)
    }

    // MARK: Asking again

    @Test func `an optional property that is read before anything is registered asks again`() {
        let client = container.asShared { Client() }
        #expect(client.tracker == nil)
        let tracker = Tracker()
        container.register(type: Tracker.self, service: tracker)
        #expect(client.tracker === tracker)
        container.unregister(type: Tracker.self)
        #expect(client.tracker === tracker, "once it is filled, it stays so")
    }

    @Test func `a weak property whose service is gone, or was never there, asks again`() {
        let observer = container.asShared { Observer() }
        #expect(observer.tracker == nil)
        container.register(scope: .weak) { Tracker() }
        var held = container.resolve(type: Tracker.self)
        #expect(observer.tracker === held)
        held = nil
        held = container.resolve(type: Tracker.self)
        #expect(held != nil && observer.tracker === held)
        container.unregister(type: Tracker.self)
        #expect(observer.tracker === held)
        held = nil
        #expect(observer.tracker == nil)
    }

    @Test func `what is assigned stays, nil as well`() {
        container.register { Tracker() }
        let (client, api) = (container.asShared { Client() }, API())
        client.api = api
        client.tracker = nil
        #expect(client.api === api && client.tracker == nil)
        let observer = container.asShared { Observer() }
        observer.tracker = nil
        #expect(observer.tracker == nil)
    }

    @Test func `an optional or weak property that has found nothing does not keep its container alive`() {
        weak var observed: DependenciesContainer?
        let (client, observer): (Client, Observer)
        do {
            let container = DependenciesContainer()
            observed = container
            container.register { API() }
            container.register(name: "staging") { API() }
            (client, observer) = container.asShared { (Client(), Observer()) }
            #expect(client.api !== client.staging && client.tracker == nil && observer.tracker == nil)
        }
        #expect(observed == nil)
        #expect(client.tracker == nil && observer.tracker == nil)
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
            } injecting: { _ in
                _ = try DependenciesContainer.shared.require(type: API.self)
                #expect(observer.tracker == nil)
            }
            #expect(container.resolve(type: API.self) != nil)
        }
        #expect(observed == nil)
    }

    @Test func `dump shows nothing of how a property works`() {
        var text = ""
        dump(container.asShared { Client() }, to: &text)
        #expect(text.contains("_api") && !text.contains("container"))
    }

    // MARK: Copies and unfinished services

    @Test func `a property that is assigned in a copied struct is the copy's alone`() {
        let (live, fake) = (API(), API())
        container.register(type: API.self, service: live)
        container.register(type: Tracker.self, service: Tracker())
        var value = container.asShared { Value() }
        var copy = value
        copy.api = fake
        copy.observed = nil
        #expect(copy.api === fake && value.api === live)
        #expect(copy.observed == nil && value.observed != nil)
        value.api = fake
        #expect(value.api === fake)
    }

    @Test(arguments: [true, false])
    func `a property of an object made outside uses an unfinished service, and does not keep it`(fails: Bool) throws {
        let logger = container.asShared { Client() }
        let (tries, seen) = (Counter(0), Guarded<API?>(nil))
        container.register {
            API()
        } injecting: { _ in
            seen { $0 = logger.api }
            guard tries.increment() == 1 else { return }
            if fails { throw CancellationError() }
            DependenciesContainer.shared.reset()
        }
        let first = try? container.require(type: API.self)
        let unfinished = seen { $0 }
        #expect(unfinished != nil && (fails || first === unfinished))
        let api = try container.require(type: API.self)
        #expect(api !== unfinished && logger.api === api)
    }

    @Test func `properties of an object that is made in injecting are filled when resolve returns`() throws {
        let runs = Counter(0)
        container.register { API(counting: runs) }
        container.register {
            Holder()
        } injecting: {
            $0.value = Base()
        }
        let holder = try container.require(type: Holder.self)
        #expect(runs.count == 1)
        container.removeAll()
        #expect(holder.value != nil && holder.value?.api != nil)
        container.register {
            Holder()
        } injecting: {
            $0.value = Base()
        }
        #expect(throws: ResolutionError.self) { try container.require(type: Holder.self) }
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

    final class Owner: @unchecked Sendable {
        @Injected var api: API
        var parts: Parts?
    }

    final class Parts: @unchecked Sendable {
        var owner: Owner?
    }

    struct Value {
        @Injected var api: API
        @WeakInjected var observed: Tracker?
    }

    final class Holder: @unchecked Sendable {
        var value: Base?
    }

    class Base {
        @Injected var api: API
    }

    class Sub: Base {
        @Injected var another: API
    }

    class Theme {}

    @MainActor final class ViewModel {
        @Injected var api: API
        @Injected var theme: Theme
        @WeakInjected var observed: Theme?
    }
}

extension DependenciesContainer {
    fileprivate static let other = DependenciesContainer()
}
