// What Locator does in situations of `findings/` that no other test shows. `findings/README.md` names these tests.

import Foundation
import Locator
import Observation
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Where other software surprises` {
    let container = DependenciesContainer()

    @Test func `a service is replaced: what is built keeps the old one, until a reset or in a copy`() throws {
        let fake = Service()
        container.add("clock")
        container.add("feed", needs: "clock")
        let (clock, feed) = (try container.service("clock"), try container.service("feed"))
        container.register(type: Service.self, name: "clock", service: fake)
        #expect(try container.service("feed") === feed && feed.other === clock)
        #expect(try container.copy().service("feed").other === fake)
        container.resetInstances()
        #expect(try container.service("feed").other === fake)
    }

    @Test func `one service under two types: a fake under one of them isn't there for the other`() throws {
        container.register { Store() }
        container.register(type: (any Saving).self) { try $0.require(type: Store.self) }
        let (copy, other) = (container.copy(), container.copy())
        copy.register { FakeStore() as Store }
        #expect(copy.resolve(type: Store.self) is FakeStore && copy.resolve(type: (any Saving).self) is FakeStore)
        other.register(type: (any Saving).self) { FakeStore() }
        #expect(other.resolve(type: (any Saving).self) is FakeStore && !(other.resolve(type: Store.self) is FakeStore))
    }

    @Test func `a class with a protocol that it has is another key than the class`() {
        container.register { Store() }
        #expect(container.resolve(type: Store.self) != nil && container.resolve(type: (Store & Saving).self) == nil)
        #expect(!container.isRegistered(type: (Store & Saving).self))
    }

    @Test func `a child's service comes first, for calls and for properties`() throws {
        let fake = Service()
        container.register { Service() }
        let child = DependenciesContainer(parent: container)
        child.register(type: Service.self, service: fake)
        child.register { Screen() }
        let screen = try child.require(type: Screen.self)
        #expect(try child.require(type: Service.self) === fake && screen.clock === fake && screen.service === fake)
    }

    @Test func `a child's factory throws: the parent's service doesn't take its place`() {
        container.register { Service() }
        let child = DependenciesContainer(parent: container)
        child.register { () -> Service in throw CancellationError() }
        child.register { [try $0.require(type: Service.self)] }
        #expect(throws: CancellationError.self) { try child.require(type: [Service].self) }
        #expect(throws: CancellationError.self) { try child.require(type: Service?.self) }
    }

    @Test func `a canceled task builds a service: others get it`() async throws {
        let (container, stop) = (container, Stop())
        container.register {
            stop()
            return Service()
        }
        let first = Task.detached { (container.resolve(type: Service.self), Task.isCancelled) }
        await Task.detached { stop.reached.wait() }.value
        let second = Worker { container.resolve(type: Service.self) }
        first.cancel()
        stop.goOn.open()
        let (service, isCanceled) = await first.value
        #expect(isCanceled && service != nil && second.wait() === service)
        #expect(try container.require(type: Service.self) === service)
    }

    @Test func `a container is released: each service can still use those that it holds`() throws {
        let (closed, openAtEnd) = (Counter(0), Counter(0))
        do {
            let container = DependenciesContainer()
            container.register(name: "database") { Service(onDeinit: { closed.increment() }) }
            container.register(name: "cache") { container in
                Service(other: try container.service("database")) { if closed.count == 0 { openAtEnd.increment() } }
            }
            _ = try container.service("cache")
        }
        #expect(openAtEnd.count == 1 && closed.count == 1)
    }

    @Test func `an array keeps a weak service, as long as withExtendedLifetime says`() {
        let runs = Counter(0)
        container.register(scope: .weak) { Service(counting: runs) }
        let services = [container.resolve(type: Service.self)]
        withExtendedLifetime(services) { _ = container.resolve(type: Service.self) }
        #expect(runs.count == 1)
    }

    @Test func `default arguments ask after the written ones: a singleton is the same for both`() throws {
        let order = Guarded<[String]>([])
        for name in ["api", "log"] { container.add(name, completing: { _ in order { $0.append(name) } }) }
        func service(_ name: String) -> Service { container.resolve(name: name)! }
        func isSame(_ a: Service = service("api"), log: Service, _ b: Service = service("api")) -> Bool { a === b }
        #expect(isSame(log: service("log")) && order { $0 } == ["log", "api"])
    }

    @Test func `a property is filled without its didSet, init calls it, and observation hears of nothing`() throws {
        let changes = Counter(0)
        container.register { Service() }
        container.register { Watched() }
        let watched = try container.require(type: Watched.self)
        withObservationTracking {
            _ = watched.service
        } onChange: {
            changes.increment()
        }
        #expect(watched.sets == 0)
        watched.service = Service()
        #expect(watched.sets == 1 && changes.count == 0)
        #expect(Watched(Service()).sets == 1)
    }

    @Test @MainActor func `init without its type, for an optional parameter, is a factory of the main actor`() async {
        let container = container
        container.register { Client(config: .init()) }
        container.register(name: "right") { Client(config: Config()) }
        let found = await Task.detached {
            [nil, "right"].map { name in Result { try container.require(type: Client.self, name: name) } }
        }.value
        let error = #expect(throws: ResolutionError.self) { try found[0].get() }
        #expect(error?.reason == .mainActorOnly)
        #expect(throws: Never.self) { try found[1].get() }
    }

    @Test func `the page of findings names tests that exist`() throws {
        let parts = try text("findings/README.md").replacing("**", with: "").components(separatedBy: "*")
        let names = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
        let files = try FileManager.default.contentsOfDirectory(atPath: path("Tests/LocatorTests"))
        let tests = try files.map { try text("Tests/LocatorTests/\($0)") }.joined()
        #expect(!names.isEmpty)
        for name in names { #expect(tests.contains("func `\(name)`(") || tests.contains("func \(name)("), "\(name)") }
    }
}

private protocol Saving: AnyObject, Sendable {}

private class Store: Saving, @unchecked Sendable {}

private final class FakeStore: Store, @unchecked Sendable {}

private final class Screen: @unchecked Sendable {
    @Injected var service: Service
    @Injected var clock: Service
}

@Observable private final class Watched: @unchecked Sendable {
    @ObservationIgnored var sets = 0
    @ObservationIgnored @Injected var service: Service { didSet { sets += 1 } }
    init() {}
    init(_ service: Service) { self.service = service }
}

private struct Config: Sendable {}

private struct Client: Sendable { init(config: Config?) {} }
