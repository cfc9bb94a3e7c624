// What the main actor builds and keeps to itself, and how the container knows that it runs there.

import Dispatch
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The main actor` {
    let container = DependenciesContainer()

    @Test @MainActor func `a service that is not Sendable is registered and resolved there`() throws {
        container.register(type: Cart.self, name: "ready", service: Cart())
        container.register {
            Cart()
        } injecting: {
            $0.items = 1
        }
        container.register { (items: Int) in
            Cart(items: items)
        } injecting: {
            $0.items += 1
        }
        let cart = try container.require(type: Cart.self)
        #expect(cart.items == 1)
        #expect(container.resolve(type: Cart.self) === cart)
        #expect(container.resolve(type: Cart.self, arguments: 3)?.items == 4)
        #expect(try container.require(type: Cart.self, arguments: 3).items == 4)
        #expect(container.resolveAll(type: Cart.self).count == 2)
    }

    @Test func `the main queue is the main actor`() async {
        let container = container
        await MainActor.run { container.register(type: ViewModel.self, factory: ViewModel.init) }
        let isBuilt = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: container.resolve(type: ViewModel.self) != nil) }
        }
        #expect(isBuilt)
    }

    @Test @MainActor func `a main-actor class is made by its initializer, a main-actor closure or autoregister`() throws
    {
        container.register(type: ViewModel.self, factory: ViewModel.init)
        container.register(name: "closure") { @MainActor in
            ViewModel(title: $0)
        } injecting: { @MainActor in
            $0.title += ", injected"
        }
        container.autoregister(name: "auto", initializer: Screen.init) { @MainActor in $0.isFinished = true }
        container.register(type: Int.self, service: 3)
        container.autoregister(name: "auto", initializer: Cart.init(items:)) { $0.items += 1 }
        #expect(try container.require(type: ViewModel.self).title == "new")
        #expect(try container.require(type: ViewModel.self, name: "closure", arguments: "a").title == "a, injected")
        let screen = try container.require(type: Screen.self, name: "auto")
        #expect(screen.model === container.resolve(type: ViewModel.self) && screen.isFinished)
        #expect(try container.require(type: Cart.self, name: "auto").items == 4)
    }

    @Test func `a main-actor factory first needed elsewhere is reported`() async throws {
        let container = container
        await MainActor.run {
            container.register(type: ViewModel.self, factory: ViewModel.init)
            container.register { @MainActor in ViewModel(title: $0) }
            container.autoregister(name: "auto", initializer: ViewModel.init(title:))
        }
        container.register { ObjectIdentifier(try DependenciesContainer.shared.require(type: ViewModel.self)) }
        Worker {
            let error = #expect(throws: ResolutionError.self) { try container.require(type: ObjectIdentifier.self) }
            #expect(error?.reason == .mainActorOnly)
            #expect(error?.path == ["ObjectIdentifier", "ViewModel"])
            let others = [
                #expect(throws: ResolutionError.self) { try container.require(type: ViewModel.self, arguments: "a") },
                #expect(throws: ResolutionError.self) { try container.require(type: ViewModel.self, name: "auto") },
            ]
            #expect(others.map(\.?.reason) == [.mainActorOnly, .mainActorOnly])
        }.wait()
    }

    // At run time, `any Greeting` and `any Greeting & Sendable` are one type.
    @Test(arguments: ["built", "ready-made", "new"])
    func `what is not Sendable is handed out on the main actor only, whatever it is asked for as`(how: String) async {
        let container = container
        await MainActor.run {
            switch how {
            case "ready-made": container.register(type: (any Greeting).self, service: Cart())
            case "new": container.register(type: (any Greeting).self, scope: .transient) { Cart() }
            default: container.register(type: (any Greeting).self) { Cart() }
            }
            #expect(container.resolve(type: (any Greeting).self) != nil)
        }
        let error = Worker {
            #expect(throws: ResolutionError.self) { try container.require(type: (any Greeting & Sendable).self) }
        }.wait()
        #expect(error?.reason == .mainActorOnly)
    }

    @Test func `once it is built, a main-actor service is there for everyone`() async throws {
        let container = container
        let model = try await MainActor.run {
            container.register(type: ViewModel.self, factory: ViewModel.init)
            return try container.require(type: ViewModel.self)
        }
        #expect(Worker { container.resolve(type: ViewModel.self) }.wait() === model)
    }

    @Test @MainActor func `the main actor is known after it has been suspended, too`() async throws {
        container.register(type: ViewModel.self, scope: .transient, factory: ViewModel.init)
        await Task.yield()
        try await Task.sleep(nanoseconds: 1)
        #expect(try container.require(type: ViewModel.self).title == "new")
    }

}

private protocol Greeting {}

private class Cart: Greeting {
    var items: Int
    init(items: Int = 0) { self.items = items }
}

@MainActor private final class ViewModel {
    var title = "new"

    init() {}
    init(title: String) { self.title = title }
}

@MainActor private final class Screen {
    let model: ViewModel
    var isFinished = false
    init(model: ViewModel) { self.model = model }
}
