// What the main actor builds and keeps to itself, and how the container knows that it runs there.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The main actor` {
    let container = DependenciesContainer()

    @Test func `the main queue is the main actor`() async {
        let container = container
        await MainActor.run { container.register(type: ViewModel.self, factory: { @MainActor in ViewModel() }) }
        let isBuilt = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume(returning: container.resolve(type: ViewModel.self) != nil) }
        }
        #expect(isBuilt)
    }

    @Test func `a main-actor factory first needed elsewhere is reported`() async throws {
        let container = container
        await MainActor.run {
            container.register(type: ViewModel.self, factory: { @MainActor in ViewModel() })
            container.register { @MainActor _, title in ViewModel(title: title) }
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
            container.register(type: ViewModel.self, factory: { @MainActor in ViewModel() })
            return try container.require(type: ViewModel.self)
        }
        #expect(Worker { container.resolve(type: ViewModel.self) }.wait() === model)
    }

    @Test func `what is being built on the main actor is waited for elsewhere`() async {
        let (container, gate) = (container, Gate())
        let worker = Worker {
            gate.wait()
            return container.resolve(type: ViewModel.self)
        }
        let model = await MainActor.run {
            container.register { @MainActor in
                gate.open()
                Thread.sleep(forTimeInterval: 0.1)
                return ViewModel()
            }
            return container.resolve(type: ViewModel.self)
        }
        #expect(worker.wait() === model)
    }

    @Test func `the main actor builds what a thread is building that needs what the main actor has made`() async {
        let container = container
        for _ in Samples.rounds(100) {
            container.removeAll()
            let (stop, isNeeded) = (Stop(), Gate())
            container.register { container in
                stop()
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

}

private protocol Greeting {}

private class Cart: Greeting {
    var items: Int
    init(items: Int = 0) { self.items = items }
}

@MainActor private final class ViewModel {
    var title = "new"
    var reader: Reader?

    init() {}
    init(title: String) { self.title = title }
}

private final class Reader: Sendable {
    let model: ViewModel
    init(model: ViewModel) { self.model = model }
}
