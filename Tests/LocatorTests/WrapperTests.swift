// When `@Injected` properties get their service, what they hold, and which circles they close.

import Foundation
import Locator
import Testing

@Suite struct `Properties of objects that a container builds` {
    let container = DependenciesContainer()

    @Test func `when the outermost request has ended, a property is filled, if its service is a singleton`() throws {
        final class Screen: @unchecked Sendable {
            @Injected var api: API
            @Injected(name: "new") var new: API
            @Injected(name: "weak") var weak: API
        }
        let runs = Counter(0)
        container.register { API(counting: runs) }
        container.register(name: "new", scope: .transient) { API(counting: runs) }
        container.register(name: "weak", scope: .weak) { API(counting: runs) }
        container.register { Screen() }
        container.register { container in
            let screens = [try container.require(type: Screen.self)]
            #expect(runs.count == 0, "not earlier")
            return screens
        }
        let screen = try container.require(type: [Screen].self)[0]
        #expect(runs.count == 1, "what is not kept comes with the first read")
        #expect(screen.new !== screen.weak && screen.new === screen.new && runs.count == 3)
        container.removeAll()
        #expect(screen.api !== screen.new && runs.count == 3)
    }

    @Test func `a graph service fills a property, if the object belongs to the graph of the request`() throws {
        final class Part: @unchecked Sendable { @Injected(name: "graph") var service: Service }
        container.add("graph", scope: .graph)
        for (name, scope) in [("left", Scope.transient), ("right", .transient), ("stored", .singleton)] {
            container.register(name: name, scope: scope) { Part() }
        }
        container.register(scope: .transient) { container in
            try ["left", "right", "stored"].map { try container.require(type: Part.self, name: $0) }
        }
        let parts = try container.require(type: [Part].self)
        container.add("graph", scope: .graph)  // too late for what is filled
        #expect(parts[0].service === parts[1].service && parts[2].service !== parts[0].service)
        #expect(parts[2].service === parts[2].service)
    }

    @Test func `what can't be built when the request ends comes with the first read`() throws {
        let tries = Counter(0)
        container.register { () -> API in
            if tries.increment() == 1 { throw CancellationError() }
            return API()
        }
        container.register { Owner() }
        let owner = try container.require(type: Owner.self)
        #expect(tries.count == 1)
        #expect(try owner.api === container.require(type: API.self) && tries.count == 2)
    }

    @Test func `a property that is assigned before it is filled, or whose object is dropped, resolves nothing`() throws
    {
        final class Assigning: @unchecked Sendable {
            @Injected var api: API
            init() { api = API() }
        }
        let runs = Counter(0)
        container.register { API(counting: runs) }
        container.register { Assigning() }
        container.register {
            Owner()
        } injecting: {
            $1.api = API()
            _ = Owner()
        }
        #expect(try container.require(type: Owner.self).api !== container.require(type: Assigning.self).api)
        #expect(runs.count == 0)
    }

    @Test func `a property that is read in a factory gets its service then`() throws {
        container.register { API() }
        container.register { Owner() }
        container.register { [try $0.require(type: Owner.self).api] }
        #expect(try container.require(type: [API].self)[0] === container.require(type: API.self))
    }

    @Test func `a property read while a graph service is unfinished gets what there is, and doesn't keep it`() throws {
        final class Logger: @unchecked Sendable { @Injected(name: "graph") var service: Service }
        container.register { Logger() }
        let seen = Guarded<Service?>(nil)
        container.add("graph", scope: .graph) { [container] service in
            let logger = try container.require(type: Logger.self)
            if service.other == nil { service.other = Service() }
            seen { $0 = $0 ?? logger.service }
        }
        let built = try container.service("graph")
        let logger = try container.require(type: Logger.self)
        #expect(seen { $0 } === built)
        #expect(logger.service !== built && logger.service.isFinished)
    }

    @Test func `a property asks the container that builds its object, but in an asShared of the factory that one`()
        throws
    {
        let session = DependenciesContainer()
        for container in [container, session] { container.register { API() } }
        container.register(scope: .transient) { Owner() }
        container.register { container -> [Owner] in
            session.asShared { [Owner(), container.resolve(type: Owner.self)!] } + [Owner()]
        }
        let child = DependenciesContainer(parent: container)
        child.register { API() }
        let owners = try DependenciesContainer().asShared { try child.require(type: [Owner].self) }
        let (api, other) = (container.resolve(type: API.self), session.resolve(type: API.self))
        #expect(owners[0].api === other && owners[1].api === api && owners[2].api === api)
        #expect(try child.require(type: Owner.self).api === child.require(type: API.self), "transient: the child's")
    }

    // MARK: Circles

    @Test(arguments: Scope.stored)
    func `two stored services have properties of each other: both are built, once`(scope: Scope) throws {
        final class Parent: @unchecked Sendable { @Injected var child: Child }
        final class Child: @unchecked Sendable { @Injected(weak: true) var parent: Parent? }
        let runs = Counter(0)
        container.register(scope: scope) { () -> Parent in
            runs.increment()
            return Parent()
        }
        container.register(scope: scope) { Child() }
        let parent = try container.require(type: Parent.self)
        #expect(parent.child.parent === parent && runs.count == 1)
        let child = try container.require(type: Child.self)
        #expect(child.parent === parent && parent.child === child)
    }

    @Test func `a graph circle closed by properties works from both entrances, all in the graph hold the same`() throws
    {
        for (name, next) in [("a", "b"), ("b", "a")] {
            container.register(name: name, scope: .graph) { Node(next: next) }
        }
        for entrance in ["a", "b"] {
            let node = try container.require(type: Node.self, name: entrance)
            #expect(node.next.next === node && node.next !== node)
        }
    }

    @Test(arguments: [Scope.transient, .weak])
    func `services that are built again and again have properties of each other: each is built when it is read`(
        scope: Scope
    ) throws {
        let runs = Counter(0)
        for (name, next) in [("a", "b"), ("b", "a")] {
            container.register(name: name, scope: scope) { Node(next: next, counting: runs) }
        }
        let node = try container.require(type: Node.self, name: "a")
        #expect(runs.count == 1)
        let next = node.next
        #expect((next.next === node) == (scope == .weak) && runs.count == (scope == .weak ? 2 : 3))
    }

    @Test(arguments: [true, false]) func `a bus and its plugins need each other, and there are any number`(
        fromBus: Bool
    ) {
        final class Bus: @unchecked Sendable {
            let plugins: [Plugin]
            init(_ plugins: [Plugin]) { self.plugins = plugins }
        }
        final class Plugin: @unchecked Sendable { @Injected var bus: Bus }
        let names = (0..<500).map { "\($0)" }
        for name in names { container.register(name: name) { Plugin() } }
        container.register { container in Bus(try names.map { try container.require(name: $0) }) }
        let plugin = fromBus ? nil : container.resolve(type: Plugin.self, name: "7")
        let bus = container.resolve(type: Bus.self)
        #expect(bus?.plugins.allSatisfy { $0.bus === bus } == true)
        #expect(fromBus || bus?.plugins[7] === plugin)
    }
}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Properties of objects that you create yourself` {
    let container = DependenciesContainer()

    @Test func `a property is resolved on first read, once, from the container that was shared when it was made`() {
        let runs = Counter(0)
        container.register(scope: .transient) { API(counting: runs) }
        let owner = container.asShared { Owner() }
        #expect(runs.count == 0)
        let api = DependenciesContainer().asShared { owner.api }
        #expect(owner.api === api && runs.count == 1)
    }

    @Test func `a property can ask a container other than the one that is shared`() throws {
        struct Screen {
            @Injected var api: API
            @Injected(name: "weak", weak: true) var player: Player?
            init(_ other: DependenciesContainer) {
                _api = Injected(container: other)
                _player = Injected(name: "weak", container: other, weak: true)
            }
        }
        let other = DependenciesContainer()
        other.register { API() }
        other.register(name: "weak") { Player() }
        let screen = container.asShared { Screen(other) }
        #expect(screen.api === other.resolve(type: API.self))
        #expect(screen.player === other.resolve(type: Player.self, name: "weak") && screen.player != nil)
    }

    @Test func `the service of a property is missing: a read stops the program with type, name, file and line`() async {
        let missing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = Stopping().api
        }
        #expect(missing?.standardError.contains("Register 'API \"none\"' first") == true)
        let failing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = Stopping().cart
        }
        #expect(failing?.standardError.contains("CancellationError()\n") == true)
        for (result, type, line) in [
            (missing, "API", Stopping.line + 1), (failing, "Optional<Cart>", Stopping.line + 2),
        ] {
            let text = "asked for: \(type)\n    property: LocatorTests/WrapperTests.swift:\(line); it asks"
            #expect(result?.standardError.contains(text) == true)
        }
    }

    @MainActor private final class Stopping {
        nonisolated static let line = #line
        @Injected(name: "none") var api: API
        @Injected(container: failing) var cart: Cart?

        class Cart {}
        static var failing: DependenciesContainer {
            let container = DependenciesContainer()
            container.register { @MainActor () -> Cart in throw CancellationError() }
            return container
        }
    }

    @Test func `the service of an optional property is missing: it is nil, and asks again at the next read`() {
        let observer = container.asShared { Observer() }
        #expect(observer.player == nil && observer.weakPlayer == nil)
        container.register { Player() }
        let player = observer.player
        #expect(player != nil && observer.weakPlayer === player)
        container.removeAll()
        #expect(observer.player === player)
    }

    // MARK: Assigning

    @Test func `a property is assigned: it never asks again, also after nil, before or after the first read`() {
        container.register { Player() }
        let (observer, late) = container.asShared { (Observer(), Observer()) }
        (observer.player, observer.weakPlayer) = (nil, nil)
        #expect(observer.player == nil && observer.weakPlayer == nil)
        let player = late.player
        #expect(player != nil && late.weakPlayer === player)
        (late.player, late.weakPlayer) = (nil, nil)
        #expect(late.player == nil && late.weakPlayer == nil)
        late.player = player
        #expect(late.player === player)
    }

    @Test func `nil after a read that has found nothing is no assignment: the property asks again`() {
        struct Screen {
            @Injected var speaker: (any Speaker)?
            @Injected(weak: true) var weakSpeaker: (any Speaker)?
        }
        var screen = container.asShared { Screen() }
        // Swift reads the property, and writes it back: with a protocol that isn't `AnyObject`, a call can change it.
        screen.speaker?.volume = 3
        screen.speaker?.mute()
        screen.weakSpeaker?.volume = 3
        #expect(screen.speaker == nil && screen.weakSpeaker == nil)
        container.register(type: (any Speaker).self) { Player() }
        screen.speaker?.volume = 4
        screen.weakSpeaker?.volume += 1
        #expect(screen.speaker?.volume == 5 && screen.weakSpeaker?.volume == 5)
    }

    @Test func `a struct with a wrapper is copied, and the copy's property assigned: only the copy changes`() {
        container.register { Player() }
        let original = container.asShared { Value() }
        var copy = original
        copy.player = nil
        copy.weakPlayer = nil
        #expect(copy.player == nil && copy.weakPlayer == nil)
        #expect(original.player != nil && original.weakPlayer != nil)
    }

    private struct Value {
        @Injected var player: Player?
        @Injected(weak: true) var weakPlayer: Player?
    }

    // MARK: Weak properties

    @Test func `a weak property doesn't keep its service, asks nobody while it has one, and again when it is gone`() {
        let made = Guarded<[Player]>([])
        container.register(scope: .transient) {
            let player = Player()
            made { $0.append(player) }
            return player
        }
        let observer = container.asShared { Observer() }
        #expect(observer.weakPlayer === observer.weakPlayer && made { $0.count } == 1)
        weak let first = observer.weakPlayer
        made { $0 = [] }
        #expect(first == nil)
        #expect(observer.weakPlayer === made { $0.first } && made { $0.count } == 1)
        var assigned: Player? = Player()
        observer.weakPlayer = assigned
        #expect(observer.weakPlayer === assigned && assigned != nil)
        assigned = nil
        #expect(observer.weakPlayer == nil)
    }

    @Test func `a property weak that isn't optional, or finds or is assigned a value, stops the program`() async {
        final class Screen { @Injected(weak: true) var failure: (any Error)? }
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Injected<API>(weak: true)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register(type: (any Error).self) { CancellationError() }
                _ = container.asShared { Screen() }.failure
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Screen().failure = CancellationError()
            },
        ]
        #expect(results[0]?.standardError.contains("Write 'API?': a weak property must be optional.") == true)
        for result in results[1...] {
            #expect(result?.standardError.contains("Hold 'Optional<Error>' strongly, or choose another") == true)
        }
    }

    // MARK: What a property holds

    @Test func `a filled property holds the service and nothing else, and without a service its container weakly`() {
        weak var observed: DependenciesContainer?
        let (owner, observer): (Owner, Observer)
        do {
            let container = DependenciesContainer()
            observed = container
            container.register { API() }
            (owner, observer) = container.asShared { (Owner(), Observer()) }
            let api = owner.api
            #expect(owner.api === api && observer.player == nil && observer.weakPlayer == nil)
        }
        #expect(observed == nil)
        #expect(observer.player == nil && observer.weakPlayer == nil)
    }

    @Test func `dump and a failing expect show nothing of a property's service`() throws {
        container.register { Player() }
        let observer = container.asShared { Observer() }
        try #require(observer.player != nil && observer.weakPlayer != nil)
        var text = ""
        dump(observer, to: &text)
        #expect(text.contains("_player") && text.contains("_weakPlayer"))
        #expect(!text.contains("volume") && !text.contains("container") && !text.contains("box"))
    }
}

private final class API: Sendable {
    init(counting runs: Counter? = nil) { runs?.increment() }
}

private protocol Speaker: Sendable {
    var volume: Int { get set }
}

extension Speaker {
    fileprivate mutating func mute() { volume = 0 }
}

private final class Player: Speaker, @unchecked Sendable {
    var volume = 0
}

private final class Owner: @unchecked Sendable {
    @Injected var api: API
}

private final class Observer: @unchecked Sendable {
    @Injected var player: Player?
    @Injected(weak: true) var weakPlayer: Player?
}

private final class Node: @unchecked Sendable {
    @Injected var next: Node

    init(next: String, counting runs: Counter? = nil) {
        _next = Injected(name: next)
        runs?.increment()
    }
}
