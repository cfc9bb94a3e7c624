// Services that the main actor builds or keeps to itself: each call for them, and how a container knows that it runs
// there.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The main actor` {
    let container = DependenciesContainer()

    // MARK: Each form of a registration

    @Test @MainActor func `each form for what is not Sendable has a name and a scope, and completes what it makes`()
        throws
    {
        container.register(type: Cart.self, name: "service", service: Cart())
        #expect(container.description.contains("singleton  built      Cart \"service\""))
        container.register(name: "factory", scope: .transient, factory: { Cart() }, injecting: { $1.items += 1 })
        container.register(name: "container", scope: .transient, factory: { Cart($0) }, injecting: { $1.items += 1 })
        container.register(name: "arguments") { (container, items: Int) in Cart(container, items: items) }
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

    @Test @MainActor func `each form of a main-actor factory has a name and a scope, and completes what it makes`()
        throws
    {
        container.register(
            name: "factory", scope: .transient, factory: { @MainActor in ViewModel() },
            injecting: { @MainActor in $1.title += "!" })
        container.register(
            name: "container", scope: .transient, factory: { @MainActor in ViewModel($0) },
            injecting: { @MainActor in $1.title += "!" })
        container.register(name: "an initializer", factory: ViewModel.init)
        container.register(name: "arguments") { @MainActor in ViewModel($0, title: $1) }
        let child = DependenciesContainer(parent: container)
        for name in ["factory", "container"] {
            let model = try child.require(type: ViewModel.self, name: name)
            #expect(model.title == "new!" && child.resolve(type: ViewModel.self, name: name) !== model)
            #expect(model.given === (name == "container" ? child : nil))
        }
        #expect(try child.require(type: ViewModel.self, name: "an initializer").given === container)
        let model = try child.require(type: ViewModel.self, name: "arguments", arguments: "a")
        #expect(model.title == "a" && model.given === child)
    }

    // At run time, `any Greeting` and `any Greeting & Sendable` are one type.
    @Test func `what is not Sendable is handed out on the main actor only, whatever it is asked for as`() async {
        let container = container
        await MainActor.run {
            container.register(type: (any Greeting).self, name: "service", service: Cart())
            container.register(type: (any Greeting).self, name: "factory") { Cart() }
            container.register(type: (any Greeting).self, name: "container") { Cart($0) }
            container.register(type: (any Greeting).self, name: "not built") { Cart() }
            container.register(type: (any Greeting).self, name: "new") { Cart($0, items: $1) }
            for name in ["service", "factory", "container"] {
                #expect(container.resolve(type: (any Greeting).self, name: name) != nil)
            }
        }
        for name in ["service", "factory", "container", "not built"] {
            let error = elsewhere { try container.require(type: (any Greeting & Sendable).self, name: name) }
            #expect(error?.reason == .mainActorOnly, "\(name)")
        }
        let error = elsewhere { try container.require(type: (any Greeting & Sendable).self, name: "new", arguments: 1) }
        #expect(error?.reason == .mainActorOnly)
        let optional = elsewhere { try container.require(type: (any Greeting & Sendable)?.self, name: "service") }
        #expect(optional?.reason == .mainActorOnly && optional?.path == [#"Greeting "service""#])
    }

    @Test func `what a main-actor factory makes is there for everyone once it is built, and before that reported`()
        async
    {
        let (container, names) = (container, ["factory", "container"])
        await MainActor.run {
            container.register(name: "factory") { @MainActor in ViewModel() }
            container.register(name: "container") { @MainActor in ViewModel($0) }
            container.register(name: "arguments") { @MainActor in ViewModel($0, title: $1) }
        }
        container.register(scope: .transient) { container in
            try names.map { try container.require(type: ViewModel.self, name: $0) }
        }
        let errors = [
            elsewhere { try container.require(type: [ViewModel].self) },
            elsewhere { try container.require(type: ViewModel.self, name: "container") },
            elsewhere { try container.require(type: ViewModel.self, name: "arguments", arguments: "a") },
        ]
        #expect(errors.map(\.?.reason) == [.mainActorOnly, .mainActorOnly, .mainActorOnly])
        #expect(errors[0]?.path == ["Array<ViewModel>", #"ViewModel "factory""#])
        let models = await MainActor.run { names.map { container.resolve(type: ViewModel.self, name: $0) } }
        let found = Worker { container.resolve(type: [ViewModel].self) }.wait()
        #expect(found?.map(ObjectIdentifier.init) == models.compactMap(\.self).map(ObjectIdentifier.init))
    }

    @Test func `resolve and resolveAll stop on the main actor, too, with arguments or without`() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let container = DependenciesContainer()
                container.register { () -> Cart in throw CancellationError() }
                _ = container.resolve(type: Cart.self)
            }
        }
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let container = DependenciesContainer()
                container.register { () -> Cart in throw CancellationError() }
                _ = container.resolveAll(type: Cart.self)
            }
        }
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let container = DependenciesContainer()
                container.register { (_, items: Int) -> Cart in throw CancellationError() }
                _ = container.resolve(type: Cart.self, arguments: 1)
            }
        }
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
        var carts: [Cart] = []
        let other = DependenciesContainer()
        other.register(name: "a", scope: .transient) {
            carts.append(Cart())
            return carts.last!
        }
        container.register { @MainActor in Screen(other) }
        let screen = try container.require(type: Screen.self)
        #expect(carts.count == 2)
        #expect(screen.now === carts[0] && screen.weakNow === carts[1] && carts.count == 2)
        #expect(screen.later === carts[2] && screen.weakLater === carts[3] && carts.count == 4)
        weak let first = carts[1]
        weak let second = carts[3]
        carts = []
        #expect(first == nil && second == nil)
        withExtendedLifetime((screen.now, screen.later)) {}
        #expect(carts.isEmpty, "these two are held")
    }

    // MARK: Threads

    @Test func `what is being built on the main actor is waited for elsewhere`() async {
        let container = container
        for round in Samples.rounds(50) {
            let gate = Gate()
            let worker = Worker {
                gate.wait()
                return try? container.require(type: ViewModel.self)
            }
            let model = await MainActor.run {
                container.register { @MainActor in
                    gate.open()
                    yield(round)  // so that the other thread waits
                    return ViewModel()
                }
                return container.resolve(type: ViewModel.self)
            }
            #expect(worker.wait() === model)
        }
    }

    @Test func `the main actor builds what a thread is building that needs what the main actor has made`() async {
        let container = container
        for round in Samples.rounds(100) {
            container.removeAll()
            let (stop, isNeeded) = (Stop(), Gate())
            container.register { container in
                stop()
                yield(round)  // so that sometimes the main actor is the first to wait
                return Reader(model: try container.require())
            }
            // One of them builds it, the others wait for that one.
            let workers = (0..<3).map { _ in
                Worker {
                    isNeeded.wait()
                    return container.resolve(type: Reader.self)
                }
            }
            let model = await MainActor.run {
                container.register { @MainActor in
                    ViewModel()
                } injecting: { @MainActor container, model in
                    isNeeded.open()
                    stop.reached.wait()  // the other thread is in its factory
                    stop.goOn.open()
                    model.reader = try container.require()
                }
                return container.resolve(type: ViewModel.self)
            }
            let reader = container.resolve(type: Reader.self)
            #expect(model != nil && reader?.model === model)
            for worker in workers { #expect(worker.wait() === reader) }
        }
    }

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

/// Lets other threads run; in later rounds for longer.
private func yield(_ round: Int) {
    for _ in 0..<(4 * round) { sched_yield() }
}

private protocol Greeting {}

private class Cart: Greeting {
    let given: DependenciesContainer?
    var items: Int

    init(_ given: DependenciesContainer? = nil, items: Int = 0) { (self.given, self.items) = (given, items) }
}

@MainActor private final class ViewModel {
    let given: DependenciesContainer?
    var title: String
    var reader: Reader?

    init(_ given: DependenciesContainer? = nil, title: String = "new") { (self.given, self.title) = (given, title) }
    init(_ given: DependenciesContainer) { (self.given, title) = (given, "new") }
}

private final class Reader: Sendable {
    let model: ViewModel
    init(model: ViewModel) { self.model = model }
}
