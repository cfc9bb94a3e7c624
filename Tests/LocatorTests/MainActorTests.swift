// Services that live on the main actor: each call for them, and who gets them.

import Foundation
import Locator
import Observation
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The main actor` {
    let container = DependenciesContainer()

    @Test @MainActor func `each form of a registration has a name and a scope, and completes what it makes`() throws {
        container.register(type: Cart.self, name: "service", service: Cart())
        container.register(
            name: "factory", factory: { @MainActor in Cart() },
            injecting: { @MainActor in $1.items += 1 })
        container.register(
            name: "container", scope: .transient, factory: { @MainActor in Cart($0) },
            injecting: { @MainActor in $1.items += 1 })
        container.register(name: "singleton") { @MainActor in Cart($0) }
        container.register(name: "arguments") { @MainActor container, items in Cart(container, items: items) }
        let child = DependenciesContainer(parent: container)
        #expect(child.resolve(type: Cart.self, name: "service") === container.resolve(type: Cart.self, name: "service"))
        for name in ["factory", "container"] {
            let cart = try child.require(type: Cart.self, name: name)
            #expect(cart.items == 1 && (child.resolve(type: Cart.self, name: name) === cart) == (name == "factory"))
            #expect(cart.given === (name == "container" ? child : nil))
        }
        #expect(container.description.contains(#"Cart "service": singleton"#))
        let singletons = try [container, child].map { try $0.require(type: Cart.self, name: "singleton") }
        #expect(singletons[0] === singletons[1])
        #expect(child.resolve(type: Cart.self, name: "arguments", arguments: 7)?.items == 7)
        #expect(try child.require(type: Cart.self, name: "arguments", arguments: 7).given === child)
    }

    // At run time, `any Greeting` and `any Greeting & Sendable` are one type.
    @Test func `on another thread, a service that lives on the main actor is mainActorOnly, built or not`() async {
        let container = container
        await MainActor.run {
            container.register(type: (any Greeting).self, name: "service", service: Cart())
            container.register(type: (any Greeting).self, name: "factory") { @MainActor in Cart() }
            container.register(type: (any Greeting).self, name: "container") { @MainActor in Cart($0) }
            container.register(type: (any Greeting).self) { @MainActor in Cart($0, items: $1) }
        }
        for name in ["service", "factory", "container"] {
            for _ in 1...2 {
                let error = elsewhere { try container.require(type: (any Greeting & Sendable)?.self, name: name) }
                #expect(error?.reason == .mainActorOnly && error?.path == ["Greeting \"\(name)\""])
                await MainActor.run { #expect(container.resolve(type: (any Greeting).self, name: name) != nil) }
            }
        }
        let error = elsewhere { try container.require(type: (any Greeting & Sendable).self, arguments: 1) }
        #expect(error?.reason == .mainActorOnly)
    }

    @Test @MainActor func `asked for by a factory without MainActor: mainActorOnly, no matter who asks first`() throws {
        struct Socket: Sendable { let screen: Screen }
        let container = container
        container.register { @MainActor in Screen() }
        container.register { Socket(screen: try $0.require()) }
        container.register(name: "outer") { @MainActor in [try $0.require(type: Socket.self)] }
        container.register(name: "inside") { @MainActor in [try $0.require(type: Screen.self)] }
        container.register(name: "asShared") { same in try same.asShared { [try same.require(type: Screen.self)] } }
        for _ in 1...2 {
            let found = container.verify()
            #expect(found.map(\.service) == [#"Array<Screen> "asShared""#, #"Array<Socket> "outer""#, "Socket"])
            for error in [
                elsewhere { try container.require(type: Socket.self) },
                #expect(throws: ResolutionError.self) { try container.require(type: Socket.self) },
                found.last?.error as? ResolutionError,
            ] {
                #expect(error?.reason == .mainActorOnly && error?.path == ["Socket", "Screen"])
            }
            #expect(try container.require(type: [Screen].self, name: "inside").count == 1, "from now on it is built")
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test func `a main-actor class with a nonisolated init is built on any thread, and needed by any factory`() async {
        struct Sync: Sendable { let journal: Journal }
        let container = container
        container.register { Journal(titles: ["a"]) }
        container.register { Sync(journal: try $0.require()) }
        let sync = Worker { try! container.require(type: Sync.self) }.wait()
        let changes = Counter(0)
        await MainActor.run {
            withObservationTracking {
                _ = sync.journal.titles
            } onChange: {
                changes.increment()
            }
            sync.journal.titles.append("b")
        }
        #expect(await sync.journal.titles == ["a", "b"] && changes.count == 1, "what `init` has set is observed")
    }

    @Test @MainActor func `something is missing or throws: the same on the main actor`() async {
        let container = failing
        #expect(throws: CancellationError.self) { try container.require(type: Cart.self) }
        #expect(throws: CancellationError.self) { try container.require(type: Cart.self, arguments: 1) }
        #expect(throws: ResolutionError.self) { try container.require(type: Screen.self) }
        #expect(throws: ResolutionError.self) { try container.require(type: Screen.self, arguments: 1) }
        #expect(
            container.resolve(type: Screen.self) == nil && container.resolve(type: Screen.self, arguments: 1) == nil)
        await #expect(processExitsWith: .failure) { @MainActor in _ = failing.resolve(type: Cart.self) }
        await #expect(processExitsWith: .failure) { @MainActor in _ = failing.resolve(type: Cart.self, arguments: 1) }
    }

    @Test @MainActor func `properties for what is not Sendable have a name and a container, and can be weak`() {
        let other = DependenciesContainer()
        other.register(name: "a") { @MainActor in Cart() }
        other.register(name: "b", scope: .transient) { @MainActor in Cart() }
        let cart = Injected<Cart>(name: "a", container: other)
        let weakCart = Injected<Cart?>(name: "b", container: other, weak: true)
        #expect(weakCart.wrappedValue != nil)
        weak let found = weakCart.wrappedValue
        #expect(cart.wrappedValue === other.resolve(type: Cart.self, name: "a") && found == nil)
    }

    /// Asks on a thread that is not the main one, and returns the error.
    private func elsewhere(_ ask: @escaping @Sendable () throws -> some Any) -> ResolutionError? {
        Worker { #expect(throws: ResolutionError.self) { _ = try ask() } }.wait()
    }
}

private protocol Greeting {}

private class Cart: Greeting {
    let given: DependenciesContainer?
    var items: Int

    init(_ given: DependenciesContainer? = nil, items: Int = 0) { (self.given, self.items) = (given, items) }
}

@MainActor private final class Screen {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable private final class Journal {
    var titles: [String]
    nonisolated init(titles: [String]) { _titles = titles }
}

@MainActor private var failing: DependenciesContainer {
    let container = DependenciesContainer()
    container.register { @MainActor () -> Cart in throw CancellationError() }
    container.register { @MainActor (_, items: Int) -> Cart in throw CancellationError() }
    return container
}
