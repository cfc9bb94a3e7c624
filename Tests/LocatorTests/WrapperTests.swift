// When `@Injected` properties get their service, what they hold, and which circles they close.

import Foundation
import Locator
import Testing

private final class Owner: @unchecked Sendable {
    @Injected var service: Service
}

private final class Observer: @unchecked Sendable {
    @Injected var service: Service?
    @Injected(weak: true) var weakService: Service?
}

private final class Link: @unchecked Sendable {
    @Injected var next: Link?
    init(next: String, weak isWeak: Bool = false, counting runs: Counter) {
        _next = Injected(name: next, weak: isWeak)
        runs.increment()
    }
}

@Suite struct `Properties of objects that a container builds` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all, Scope.all)
    func `when the outermost request has ended, a property is filled`(scope: Scope, ownerScope: Scope) throws {
        let runs = Counter(0)
        container.register(scope: scope) { Service(counting: runs) }
        container.register(scope: ownerScope) { Owner() }
        container.register(scope: .transient) { container in
            let owners = [try container.require(type: Owner.self)]
            #expect(runs.count == 0, "not earlier")
            return owners
        }
        let owner = try container.require(type: [Owner].self)[0]
        let isInGraph = scope == .graph && !Scope.stored.contains(ownerScope)  // of the request
        #expect(runs.count == (scope == .singleton || isInGraph ? 1 : 0))
        #expect(owner.service === owner.service && runs.count == 1, "everything else comes with the first read")
    }

    @Test func `what can't be built when the request ends comes with the first read`() throws {
        let tries = Counter(0)
        container.register { () -> Service in
            if tries.increment() == 1 { throw CancellationError() }
            return Service()
        }
        container.register { Owner() }
        let owner = try container.require(type: Owner.self)
        #expect(tries.count == 1)
        #expect(try owner.service === container.require(type: Service.self) && tries.count == 2)
    }

    @Test @MainActor func `a property is filled with what lives on the main actor, if its object lives there, too`() {
        let runs = Counter(0)
        container.register { @MainActor in Service(counting: runs) }
        container.register { Owner() }
        let owner = container.resolve(type: Owner.self)
        #expect(runs.count == 0 && owner?.service != nil && runs.count == 1, "otherwise, it comes with the first read")
        container.resetInstances()
        container.register { @MainActor in Owner() }
        #expect(container.resolve(type: Owner.self) != nil && runs.count == 2)
    }

    @Test func `a property is assigned before it is filled, or its object is dropped: not filled`() throws {
        final class Screen: @unchecked Sendable {
            @Injected var inInit: Service
            @Injected var later: Service
            init() { inInit = Service() }
        }
        let runs = Counter(0)
        container.register { Service(counting: runs) }
        container.register {
            Screen()
        } injecting: {
            $1.later = Service()
            _ = ($0, Owner())
        }
        let screen = try container.require(type: Screen.self)
        #expect(screen.inInit !== screen.later && runs.count == 0)
    }

    @Test func `nil after a read that has found nothing is no assignment, also in a graph that is unfinished`() throws {
        let property = Guarded(Injected<Service?>(container: container))
        container.register(name: "graph", scope: .graph, factory: { Service() }) { _, _ in
            property { $0.wrappedValue = $0.wrappedValue }
        }
        _ = try container.service("graph")
        container.register { Service() }
        #expect(property { $0.wrappedValue } != nil)
    }

    @Test func `a property is read while a graph service is unfinished: it gets what there is, and doesn't keep it`() {
        let property = Injected<Service>(container: container)
        let seen = Guarded<Service?>(nil)
        container.register(scope: .graph, factory: { Service() }) { _, service in
            let found = seen { $0 } ?? property.wrappedValue
            seen { $0 = found }
        }
        let built = container.resolve(type: Service.self)
        #expect(seen { $0 } === built && built != nil)
        #expect(property.wrappedValue !== built && property.wrappedValue === property.wrappedValue)
    }

    @Test func `a property asks the container that builds its object, or that of an asShared in the factory`() throws {
        let (session, child) = (DependenciesContainer(), DependenciesContainer(parent: container))
        for container in [container, session, child] { container.register { Service() } }
        container.register(scope: .transient) { Owner() }
        container.register { container -> [Owner] in
            session.asShared { [Owner(), container.resolve(type: Owner.self)!] } + [Owner()]
        }
        let services = try child.require(type: [Owner].self).map(\.service)
        #expect(services[0] === session.resolve(type: Service.self))
        #expect(services[1] === container.resolve(type: Service.self) && services[2] === services[1])
        #expect(try child.require(type: Owner.self).service === child.require(type: Service.self))
    }

    @Test(arguments: [false, true])
    func `an object that a factory creates in asShared asks its container`(appIsShared: Bool) throws {
        struct Failure: Error {}
        let (app, child) = (container, DependenciesContainer(parent: container))
        for container in [app, child] { container.register { Service() } }
        func expect(_ name: String, _ owner: DependenciesContainer, _ make: @escaping @Sendable () -> Owner) throws {
            child.register(name: name, factory: make)
            let made = try (appIsShared ? app : child).asShared { try child.require(type: Owner.self, name: name) }
            #expect(made.service === owner.resolve(type: Service.self), "\(name)")
        }
        try expect("the app's", app) { app.asShared { Owner() } }
        try expect("its own", child) { child.asShared { Owner() } }
        try expect("inside another one", child) { app.asShared { child.asShared { Owner() } } }
        try expect("after one that has returned", child) {
            app.asShared {}
            return Owner()
        }
        try expect("after one that has thrown", child) {
            try? app.asShared { throw Failure() }
            return Owner()
        }
        app.register(name: "request") { Owner() }
        child.register { Owner() }
        try expect("a request to the app inside", app) {
            child.asShared { try! app.require(type: Owner.self, name: "request") }
        }
        try expect("a request to the child inside", child) { app.asShared { try! child.require(type: Owner.self) } }
        let injected = Guarded<Owner?>(nil)
        child.register(factory: { 1 }, injecting: { _, _ in injected { $0 = app.asShared { Owner() } } })
        _ = try child.require(type: Int.self)
        #expect(injected { $0!.service } === app.resolve(type: Service.self))
    }

    @Test func `a property that is read inside a factory keeps nothing: each read asks again`() throws {
        let runs = Counter(0)
        container.register(scope: .transient) { Service(counting: runs) }
        container.register {
            let owner = Owner()
            _ = (owner.service, owner.service)
            return owner
        }
        let owner = try container.require(type: Owner.self)
        #expect(runs.count == 2 && owner.service === owner.service && runs.count == 3)
    }

    @Test(arguments: Scope.all) func `two services have properties of each other: both are built`(scope: Scope) throws {
        let runs = Counter(0)
        for (name, next) in [("a", "b"), ("b", "a")] {
            container.register(name: name, scope: scope) { Link(next: next, counting: runs) }
        }
        for entrance in ["a", "b"] {
            let node = try container.require(type: Link.self, name: entrance)
            let next = try #require(node.next)
            #expect((next.next === node) == (scope != .transient), "a transient one is built when it is read")
            #expect(scope != .singleton || runs.count == 2)
            next.next = next  // ends the circle
        }
    }

    @Test func `each service has a property for the next one: filling all takes no more stack than filling one`() {
        let (container, runs) = (container, Counter(0))
        for number in 1...2000 {
            container.register(name: "\(number)") { Link(next: "\(number + 1)", weak: true, counting: runs) }
        }
        Worker { _ = container.resolve(type: Link.self, name: "1") }.wait()
        #expect(runs.count == 2000)
    }

    @Test(arguments: [true, false]) func `a bus and its plugins need each other: any number`(fromBus: Bool) throws {
        struct Bus: Sendable { let plugins: [Plugin] }
        final class Plugin: @unchecked Sendable { @Injected var bus: Bus }
        let names = (0..<500).map { "\($0)" }
        for name in names { container.register(name: name) { Plugin() } }
        container.register { container in Bus(plugins: try names.map { try container.require(name: $0) }) }
        let plugin = fromBus ? nil : container.resolve(type: Plugin.self, name: "7")
        let bus = try container.require(type: Bus.self)
        #expect(bus.plugins.allSatisfy { $0.bus.plugins[0] === bus.plugins[0] } && bus.plugins.count == 500)
        #expect(fromBus || bus.plugins[7] === plugin)
    }
}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Properties of objects that you create yourself` {
    let container = DependenciesContainer()

    @Test func `a property is resolved on first read, once, from the container that was shared when it was made`() {
        let runs = Counter(0)
        container.register(scope: .transient) { Service(counting: runs) }
        let owner = container.asShared { Owner() }
        #expect(runs.count == 0)
        let service = DependenciesContainer().asShared { owner.service }
        #expect(owner.service === service && runs.count == 1)
    }

    @Test func `the service of a property is missing: a read stops with the type, name, file and line`() async {
        struct Screen {
            static let place = "property: LocatorTests/WrapperTests.swift:\(#line + 1); it asks"
            @Injected(name: "none") var service: Service
        }
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Screen().service
            }, "Register 'Service \"none\"' first", "asked for: Service\n    \(Screen.place)")
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register { () -> Service in throw CancellationError() }
                _ = Injected<Service?>(container: container).wrappedValue
            }, "CancellationError()\n", "asked for: Optional<Service>\n    property: LocatorTests/WrapperTests.swift:")
    }

    @Test func `the service of an optional property is missing: it is nil, and asks again at the next read`() {
        let observer = container.asShared { Observer() }
        #expect(observer.service == nil && observer.weakService == nil)
        container.register { Service() }
        let service = observer.service
        #expect(service != nil && observer.weakService === service)
        container.removeAll()
        #expect(observer.service === service, "it keeps what it has")
    }

    @Test func `a property is assigned: it never asks again, also after nil, before the first read or after it`() {
        container.register { Service() }
        let (observer, late) = container.asShared { (Observer(), Observer()) }
        #expect(late.service != nil && late.weakService === late.service)
        for observer in [observer, late] {
            (observer.service, observer.weakService) = (nil, nil)
            #expect(observer.service == nil && observer.weakService == nil)
        }
        let service = Service()
        (observer.service, observer.weakService) = (service, service)
        #expect(observer.service === service && observer.weakService === service)
    }

    @Test func `nil after a read that has found nothing is no assignment: the property asks again`() {
        struct Screen {
            @Injected var player: (any Player)?
            @Injected(weak: true) var weakPlayer: (any Player)?
        }
        // Swift reads the property, and writes it back: the protocol isn't `AnyObject`, so both lines can change it.
        func play(_ screen: inout Screen) {
            screen.player?.volume = 3
            screen.weakPlayer?.turnUp()
        }
        var screen = container.asShared { Screen() }
        play(&screen)
        #expect(screen.player == nil && screen.weakPlayer == nil)
        container.register(type: (any Player).self) { Speaker() }
        play(&screen)
        #expect(screen.player?.volume == 4 && screen.weakPlayer?.volume == 4)
    }

    @Test func `a struct with a wrapper is copied, and the copy's property assigned: only the copy changes`() {
        struct Screen { @Injected var service: Service? }
        container.register { Service() }
        let screen = container.asShared { Screen() }
        var copy = screen
        copy.service = nil
        #expect(copy.service == nil && screen.service != nil)
    }

    @Test func `a weak property doesn't keep its service, and asks again when it is gone, but not before`() {
        let made = Guarded<[Service]>([])
        container.register(scope: .transient) {
            let service = Service()
            made { $0.append(service) }
            return service
        }
        let observer = container.asShared { Observer() }
        weak let first = observer.weakService
        #expect(first != nil && observer.weakService === first && made { $0.count } == 1)
        made { $0 = [] }
        #expect(first == nil)
        #expect(observer.weakService === made { $0.first } && made { $0.count } == 1)
        for _ in 1...2 {
            observer.weakService = Service()
            #expect(observer.weakService == nil, "what is assigned isn't kept, either")
        }
    }

    @Test func `a weak property that isn't optional, or a value where weak is asked for: the program stops`() async {
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Injected<Service>(weak: true)
            }, "Write 'Service?': a weak property must be optional.")
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register { 1 }
                _ = Injected<Int?>(container: container, weak: true).wrappedValue
            }, "Hold 'Optional<Int>' strongly")
        await #expect(processExitsWith: .failure) {
            var property = Injected<Int?>(weak: true)
            property.wrappedValue = 1
        }
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register(type: (any Hashable & Sendable).self, scope: .weak) { true }
                _ = container.resolve(type: (any Hashable & Sendable).self)
            }, "Hold 'Hashable' strongly, or choose another scope than `.weak`: it is no class.")
    }

    @Test func `a filled property holds the service and nothing else, and without a service its container weakly`() {
        weak var observed: DependenciesContainer?
        let (owner, observer): (Owner, Observer)
        do {
            let container = DependenciesContainer()
            observed = container
            container.register { Service() }
            owner = container.asShared { Owner() }
            #expect(owner.service === container.resolve(type: Service.self))
            container.removeAll()
            observer = container.asShared { Observer() }
            #expect(observer.service == nil && observer.weakService == nil)
        }
        #expect(observed == nil && observer.service == nil && observer.weakService == nil)
    }

    @Test func `dump shows nothing of a property's service`() {
        container.register { Service() }
        let observer = container.asShared { Observer() }
        #expect(observer.service === observer.weakService)
        var text = ""
        dump(observer, to: &text)
        #expect(text.contains("_service") && text.contains("_weakService"))
        #expect(!text.contains("isFinished") && !text.contains("container") && !text.contains("object"))
    }
}

private protocol Player: Sendable { var volume: Int { get set } }

extension Player { fileprivate mutating func turnUp() { volume += 1 } }

private final class Speaker: Player, @unchecked Sendable { var volume = 0 }
