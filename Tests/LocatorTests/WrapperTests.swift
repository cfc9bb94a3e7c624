import Locator
import Testing

@Suite struct `Property wrappers` {
    let container = DependenciesContainer()

    @Test func `in an object that a container builds they are filled when resolve returns`() throws {
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

    @Test func `an optional property is filled where something is registered`() throws {
        container.register { API() }
        container.register(name: "staging") { API() }
        container.register { Tracker() }
        container.register { Client() }
        #expect(try container.require(type: Client.self).tracker === container.require(type: Tracker.self))
    }

    @Test(arguments: [Scope.singleton, .graph, .weak])
    func `they close a circle`(scope: Scope) throws {
        container.register(scope: scope) { Parent() }
        container.register(scope: scope) { Child() }
        let parent = try container.require(type: Parent.self)
        #expect(parent.child.parent === parent)
        guard scope.isShared else { return }  // nobody would hold the child's parent
        let child = try container.require(type: Child.self)
        #expect(child.parent?.child === child)
        withExtendedLifetime((parent, child)) {}
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

    @Test func `in an object built by hand they resolve once, from the container that was shared then`() {
        let runs = Counter(0)
        container.register(scope: .transient) { API(counting: runs) }
        let client = container.asShared { Client() }
        #expect(runs.count == 0)
        let api = client.api
        #expect(client.api === api && runs.count == 1)
    }

    @Test func `in an object that is dropped for that of a second run they are not filled`() throws {
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

    @Test func `they can be assigned`() {
        let client = container.asShared { Client() }
        let api = API()
        client.api = api
        #expect(client.api === api)
        client.tracker = Tracker()
        #expect(client.tracker != nil)
    }

    @Test func `a weak one does not keep alive what it is assigned`() {
        let observer = container.asShared { Observer() }
        var tracker: Tracker? = Tracker()
        observer.tracker = tracker
        #expect(observer.tracker === tracker && tracker != nil)
        tracker = nil
        #expect(observer.tracker == nil)
    }

    @Test func `they work in structs and in subclasses`() {
        container.register { API() }
        container.register { Tracker() }
        let (value, object) = container.asShared { (Value(), Sub()) }
        #expect(value.api === object.api)
        #expect(object.another === object.api)
        let copy = value
        #expect(copy.api === value.api)
    }

    @Test @MainActor func `they work in main-actor classes, for what is not Sendable, too`() {
        container.register { API() }
        container.register { Theme() }
        let model = container.asShared { ViewModel() }
        #expect(model.api === container.resolve(type: API.self))
        #expect(model.theme === container.resolve(type: Theme.self))
        #expect(model.observed === model.theme)
    }

    @Test func `a weak one does not keep its service alive`() throws {
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

@Suite struct `Verification and description` {
    let container = DependenciesContainer()

    @Test func `verify finds every registration that can't be built, with the reason`() {
        container.register(type: Int.self, service: 1)
        container.register { "\(try DependenciesContainer.shared.require(type: Double.self))" }
        container.register(name: "too") { "\(try DependenciesContainer.shared.require(type: String.self))" }
        container.register { () -> [Int] in throw CancellationError() }
        let found = container.verify()
        #expect(!found.failures.isEmpty)
        #expect(found.failures.map(\.registration) == ["String", #"String "too""#, "Array<Int>"])
        #expect((found.failures[0].error as? ResolutionError)?.path == ["String", "Double"])
        #expect(found.failures[2].error is CancellationError)
    }

    @Test func `verify leaves nothing of what it has built`() {
        let runs = Counter(0)
        container.register { runs.increment() }
        let child = DependenciesContainer(parent: container)
        child.register { "\(DependenciesContainer.shared.resolve(type: Int.self)!)" }
        #expect(child.verify().failures.isEmpty)
        let tried = runs.count
        #expect(child.resolve(type: Int.self) == tried + 1)
    }

    @Test func `the description of what verify has found has a line for each`() {
        container.register { () -> [Int] in throw CancellationError() }
        container.register { (number: Int) in "\(number)" }
        let found = container.verify()
        #expect(found.failures.map(\.registration) == ["Array<Int>"])
        #expect(found.notChecked == ["String (Int)"])
        #expect(found.description == "Array<Int>: CancellationError()\nString (Int): not checked")
        container.unregister(type: [Int].self)
        #expect(container.verify().failures.isEmpty, "with arguments is not checked, not broken")
        container.removeAll()
        #expect(container.verify().description == "Every registration can be built.")
    }

    @Test func `the description is a table in the order of registration, the parent's too`() {
        container.register(type: Int.self, name: "answer", service: 42)
        container.register(scope: .transient) { "text" }
        container.register(type: Float.self, service: 1)
        let child = DependenciesContainer(parent: container)
        child.register { 1.5 }
        child.register { (number: Int) in "\(number)" }
        child.register { 2 as Float }
        #expect(
            child.description == """
                type          name      scope           state    
                Int           "answer"  singleton       built    
                String        -         transient       not built
                Float         -         singleton       not built
                Double        -         singleton       not built
                String (Int)  -         with arguments  not built
                """)
    }

    @Test(arguments: ["👨‍👩‍👧‍👦", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "🇩🇪🇫🇷🇮🇹"])
    func `a name is printed whole, whatever its letters are made of`(name: String) {
        container.register(type: Int.self, name: name, service: 1)
        #expect(container.description.contains("\"\(name)\""))
    }

    @Test func `the description says that a weak service is built while someone holds it`() {
        final class Held: Sendable {}
        container.register(scope: .weak) { Held() }
        #expect(!container.hasBuilt("Held"))
        let held = container.resolve(type: Held.self)
        #expect(container.hasBuilt("Held"))
        withExtendedLifetime(held) {}
    }

    @Test func `an empty container says so`() {
        #expect(container.description == "DependenciesContainer: nothing is registered")
    }

    @Test func `what was registered ready-made is built after a reset, and in a copy`() {
        container.register(type: String.self, service: "ready")
        container.reset()
        #expect(container.hasBuilt("String") && container.copy().hasBuilt("String"))
    }
}
