// What `verify` finds and leaves as it was, and what a container prints about itself.

import Locator
import Testing

@Suite struct `Verification and description` {
    let container = DependenciesContainer()

    @Test func `verify finds every registration that can't be built, with the reason`() {
        container.register(type: Int.self, service: 1)
        container.register { "\(try DependenciesContainer.shared.require(type: Double.self))" }
        container.register(name: "too") { "\(try DependenciesContainer.shared.require(type: String.self))" }
        container.register { () -> [Int] in throw CancellationError() }
        let found = container.verify()
        #expect(found.failures.map(\.registration) == ["String", #"String "too""#, "Array<Int>"])
        #expect((found.failures[0].error as? ResolutionError)?.path == ["String", "Double"])
        #expect(found.failures[2].error is CancellationError)
    }

    @Test func `verify leaves and keeps nothing of what it has built, in parents, too`() {
        let (runs, releases) = (Counter(0), Counter(0))
        container.register {
            DeinitObserver { releases.increment() }
        } injecting: { _, _ in
            runs.increment()
        }
        let child = DependenciesContainer(parent: container)
        for number in 1...50 { child.register(name: "\(number)") { try $0.require(type: DeinitObserver.self) } }
        #expect(child.verify().failures.isEmpty)
        #expect(runs.count == 1 && releases.count == 1)
        #expect(child.resolve(type: DeinitObserver.self) != nil && runs.count == 2)
    }

    @Test func `the description of what verify has found has a line for each`() {
        container.register { () -> [Int] in throw CancellationError() }
        container.register { (_, number: Int) in "\(number)" }
        let found = container.verify()
        #expect(found.failures.map(\.registration) == ["Array<Int>"])
        #expect(found.notChecked == ["String (Int)"])
        #expect(found.description == "Array<Int>: CancellationError()\nString (Int): not checked")
        container.unregister(type: [Int].self)
        #expect(container.verify().failures.isEmpty, "with arguments is not checked, not broken")
        container.removeAll()
        #expect(container.verify().description == "Every registration can be built.")
    }

    @Test func `off the main actor, what needs it has failed`() async {
        let container = container
        await MainActor.run { container.register(name: "last") { @MainActor in Model() } }
        container.register { Feed(model: try $0.require(name: "last")) }
        let found = await Task.detached { container.verify() }.value
        #expect(found.failures.map(\.registration) == [#"Model "last""#, "Feed"])
    }

    @Test func `verify in two threads at once, and inside a factory, finds the same`() {
        for number in 1...20 {
            container.register(name: "\(number)") { try $0.require(type: Int.self, name: "\(number + 1)") }
        }
        let container = container
        let expected = container.verify().failures.map { "\($0)" }
        #expect(simultaneously(2) { _ in container.verify().failures.map { "\($0)" } } == [expected, expected])
        let outer = DependenciesContainer()
        outer.register { container.verify().failures.map(\.registration) }
        #expect(outer.resolve(type: [String].self) == container.verify().failures.map(\.registration))
    }

    @Test func `verify bears factories that register, unregister and reset`() {
        container.register(name: "register") { (container: DependenciesContainer) -> Int in
            container.register(type: String.self, service: "")
            return 1
        }
        container.register(name: "reset") { (container: DependenciesContainer) -> Int in
            container.reset()
            return 2
        }
        container.register(name: "unregister") { (container: DependenciesContainer) -> Int in
            container.unregister(type: Double.self)
            return 3
        }
        container.register { 1.5 }
        let found = container.verify()
        #expect(found.failures.isEmpty)
        #expect(container.isRegistered(type: Double.self) && !container.isRegistered(type: String.self))
    }

    @Test func `a child that a verified service keeps can be verified later`() throws {
        let kept = Guarded<DependenciesContainer?>(nil)
        container.register(type: Int.self) { container in
            let child = DependenciesContainer(parent: container)
            child.register { () -> String in throw CancellationError() }
            kept { $0 = child }
            return 1
        }
        #expect(container.verify().failures.isEmpty)
        #expect(try #require(kept { $0 }).verify().failures.map(\.registration) == ["String"])
    }

    @Test func `the description is a table in the order of registration, the parent's too`() {
        container.register(type: Int.self, name: "answer", service: 42)
        container.register(scope: .transient) { "text" }
        container.register(type: Float.self, service: 1)
        container.register(name: "👨‍👩‍👧‍👦", scope: .weak) { Service() }
        container.register(name: "e\u{301}", scope: .weak) { Service() }
        container.reset()
        let child = DependenciesContainer(parent: container)
        child.register { 1.5 }
        child.register { (_, number: Int) in "\(number)" }
        child.register { 2 as Float }
        let held = child.resolve(type: Service.self, name: "👨‍👩‍👧‍👦")
        _ = child.resolve(type: Service.self, name: "e\u{301}")
        #expect(
            child.description == """
                scope      state      service
                singleton  not built  Int "answer"
                transient  not built  String
                singleton  not built  Float
                weak       built      Service "👨‍👩‍👧‍👦"
                weak       not built  Service "e\u{301}"
                singleton  not built  Double
                arguments  not built  String (Int)
                """)
        withExtendedLifetime(held) {}
        var text = ""
        dump(child, to: &text)
        #expect(text == "- \(child) #0\n")
    }

    @Test @MainActor func `of a weak service that lives on the main actor, the description says nothing`() {
        final class Cart {}
        container.register(scope: .weak) { Cart() }
        let cart = container.resolve(type: Cart.self)
        #expect(container.description.contains("weak       -          Cart"))
        withExtendedLifetime(cart) {}
    }

    @Test(.timeLimit(.minutes(Samples.minutes))) func `verify is not confused by what is registered meanwhile`() {
        let (container, isOver) = (container, Guarded(false))
        let other = Worker {
            while !isOver({ $0 }) {
                container.register { 1 }
                container.unregister(type: Int.self)
            }
        }
        for _ in Samples.rounds(1000) { #expect(container.verify().failures.isEmpty) }
        isOver { $0 = true }
        other.wait()
    }

    @MainActor private final class Model {}

    private struct Feed: Sendable {
        let model: Model
    }

}
