// Services that live on the main actor: each call for them, who gets them, and how a container knows where it runs.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The main actor` {
    let container = DependenciesContainer()

    // MARK: Each call

    @Test @MainActor func `each form of a registration has a name and a scope, and completes what it makes`() throws {
        container.register(type: Cart.self, name: "service", service: Cart())
        #expect(container.description.contains("singleton  built      Cart \"service\""))
        container.register(
            name: "factory", scope: .transient, factory: { @MainActor in Cart() },
            injecting: { @MainActor in $1.items += 1 })
        container.register(
            name: "container", scope: .transient, factory: { @MainActor in Cart($0) },
            injecting: { @MainActor in $1.items += 1 })
        container.register(name: "arguments") { @MainActor container, items in Cart(container, items: items) }
        let child = DependenciesContainer(parent: container)
        for name in ["factory", "container"] {
            let cart = try child.require(type: Cart.self, name: name)
            #expect(cart.items == 1 && child.resolve(type: Cart.self, name: name) !== cart)
            #expect(cart.given === (name == "container" ? child : nil))
        }
        #expect(child.resolve(type: Cart.self, name: "arguments", arguments: 7)?.items == 7)
        #expect(try child.require(type: Cart.self, name: "arguments", arguments: 7).given === child)
        #expect(container.resolveAll(type: Cart.self).count == 3)
        #expect(try container.requireAll(type: Cart.self).count == 3)
    }

    @Test @MainActor func `a function is a factory that lives where the function does`() async throws {
        container.register(name: "here", factory: makeModel)
        container.register(name: "anywhere", factory: makeNumber)
        let container = container
        #expect(try container.require(type: ViewModel.self, name: "here").title == "new")
        #expect(elsewhere { try container.require(type: ViewModel.self, name: "here") }?.reason == .mainActorOnly)
        #expect(Worker { container.resolve(type: Int.self, name: "anywhere") }.wait() == 1)
    }

    // MARK: Who gets a service

    // At run time, `any Greeting` and `any Greeting & Sendable` are one type.
    @Test func `what lives on the main actor is handed out there only, built or not, whatever it is asked for as`()
        async
    {
        let (container, names) = (container, ["service", "factory", "container"])
        await MainActor.run {
            container.register(type: (any Greeting).self, name: "service", service: Cart())
            container.register(type: (any Greeting).self, name: "factory") { @MainActor in Cart() }
            container.register(type: (any Greeting).self, name: "container") { @MainActor in Cart($0) }
            container.register(type: (any Greeting).self, name: "new") { @MainActor in Cart($0, items: $1) }
        }
        for _ in 1...2 {
            for name in names {
                let error = elsewhere { try container.require(type: (any Greeting & Sendable).self, name: name) }
                #expect(error?.reason == .mainActorOnly, "\(name)")
            }
            await MainActor.run {
                for name in names { #expect(container.resolve(type: (any Greeting).self, name: name) != nil) }
            }
        }
        let error = elsewhere { try container.require(type: (any Greeting & Sendable).self, name: "new", arguments: 1) }
        #expect(error?.reason == .mainActorOnly)
        let optional = elsewhere { try container.require(type: (any Greeting & Sendable)?.self, name: "service") }
        #expect(optional?.reason == .mainActorOnly && optional?.path == [#"Greeting "service""#])
    }

    @Test @MainActor func `who asks first changes nothing: a factory without MainActor gets nothing that lives there`()
        throws
    {
        struct FeedSocket: Sendable { let model: ViewModel }
        let container = container
        container.register { @MainActor in ViewModel() }
        container.register { FeedSocket(model: try $0.require()) }
        container.register(name: "outer") { @MainActor in [try $0.require(type: FeedSocket.self)] }
        container.register(name: "inside") { @MainActor in [try $0.require(type: ViewModel.self)] }
        for _ in 1...2 {
            let errors = [
                elsewhere { try container.require(type: FeedSocket.self) },
                #expect(throws: ResolutionError.self) { try container.require(type: FeedSocket.self) },
                container.verify().failures.first?.error as? ResolutionError,
            ]
            for error in errors { #expect(error?.description == errors[0]?.description) }
            #expect(errors[0]?.reason == .mainActorOnly && errors[0]?.path == ["FeedSocket", "ViewModel"])
            #expect(container.verify().failures.map(\.registration) == ["FeedSocket", #"Array<FeedSocket> "outer""#])
            #expect(try container.require(type: [ViewModel].self, name: "inside").count == 1, "from now on it is built")
        }
    }

    @Test @MainActor func `asShared does not give a factory without MainActor what lives there`() {
        container.register { @MainActor in ViewModel() }
        container.register { container in [try container.asShared { try container.require(type: ViewModel.self) }] }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: [ViewModel].self) }
        #expect(error?.reason == .mainActorOnly)
    }

    @Test func `resolve and resolveAll stop on the main actor, too, with arguments or without`() async {
        await #expect(processExitsWith: .failure) { @MainActor in _ = failing.resolve(type: Cart.self) }
        await #expect(processExitsWith: .failure) { @MainActor in _ = failing.resolveAll(type: Cart.self) }
        await #expect(processExitsWith: .failure) { @MainActor in _ = failing.resolve(type: Cart.self, arguments: 1) }
    }

    @Test @MainActor func `require and requireAll throw on the main actor, too, and what is missing is nil`() {
        let container = failing
        #expect(throws: CancellationError.self) { try container.require(type: Cart.self) }
        #expect(throws: CancellationError.self) { try container.require(type: Cart.self, arguments: 1) }
        #expect(throws: CancellationError.self) { try container.requireAll(type: Cart.self) }
        #expect(container.resolve(type: Cart.self, name: "none") == nil)
        #expect(container.resolve(type: Cart.self, name: "none", arguments: 1) == nil)
    }

    @Test @MainActor func `properties for what is not Sendable have a name and a container, and can be lazy`() throws {
        @MainActor final class Screen {
            @Injected var now: Cart
            @Injected var later: Cart
            @WeakInjected var weakNow: Cart?
            @WeakInjected var weakLater: Cart?

            init(_ other: DependenciesContainer) {
                _now = Injected(name: "a", container: other)
                _later = Injected(name: "a", container: other, lazy: true)
                _weakNow = WeakInjected(name: "a", container: other)
                _weakLater = WeakInjected(name: "a", container: other, lazy: true)
            }
        }
        final class Carts { var all: [Cart] = [] }
        let carts = Carts()
        let other = DependenciesContainer()
        other.register(name: "a", scope: .transient) { @MainActor in
            carts.all.append(Cart())
            return carts.all.last!
        }
        container.register { @MainActor in Screen(other) }
        let screen = try container.require(type: Screen.self)
        #expect(carts.all.count == 2)
        #expect(screen.now === carts.all[0] && screen.weakNow === carts.all[1] && carts.all.count == 2)
        #expect(screen.later === carts.all[2] && screen.weakLater === carts.all[3] && carts.all.count == 4)
        weak let first = carts.all[1]
        weak let second = carts.all[3]
        carts.all = []
        #expect(first == nil && second == nil)
        withExtendedLifetime((screen.now, screen.later)) {}
        #expect(carts.all.isEmpty, "these two are held")
    }

    // MARK: Threads

    @Test @MainActor func `the main actor is known after it has been suspended, too`() async throws {
        container.register(type: ViewModel.self, scope: .transient, factory: { @MainActor in ViewModel() })
        await Task.yield()
        try await Task.sleep(nanoseconds: 1)
        #expect(try container.require(type: ViewModel.self).title == "new")
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

@MainActor private var failing: DependenciesContainer {
    let container = DependenciesContainer()
    container.register { @MainActor () -> Cart in throw CancellationError() }
    container.register { @MainActor (_, items: Int) -> Cart in throw CancellationError() }
    return container
}

@MainActor private final class ViewModel {
    let title = "new"
}

@MainActor private func makeModel() -> ViewModel { ViewModel() }

private func makeNumber() -> Int { 1 }
