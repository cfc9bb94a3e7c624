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
        } injecting: { _ in
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

    @Test @MainActor func `what may be asked for anywhere, and needs the main actor, is found on it as well`() {
        // The model is registered first and last: the order hides nothing.
        for name in ["first", "last"] {
            container.register(name: name) { @MainActor in Model() }
            if name == "last" { break }
            container.register { Feed(model: $0.resolve(name: "last")!) }
            container.register { [try $0.require(type: Feed.self)] }
            container.register { @MainActor in Screen(feed: try $0.require()) }
            container.register { 1 }
        }
        let found = container.verify()
        #expect(found.failures.isEmpty)
        #expect(found.mainActorOnly == [#"Feed → Model "last""#, #"Array<Feed> → Feed → Model "last""#])
        #expect(found.description.hasPrefix(#"Feed → Model "last": on the main actor only"#))
    }

    @Test @MainActor func `a factory that verifies its container is not verified without end`() {
        container.register { @MainActor in Model() }
        container.register { container in
            _ = container.verify()
            return Feed(model: try container.require())
        }
        #expect(container.verify().mainActorOnly == ["Feed → Model"])
    }

    @Test func `off the main actor, what needs it has failed`() async {
        let container = container
        await MainActor.run { container.register(name: "last") { @MainActor in Model() } }
        container.register { Feed(model: try $0.require(name: "last")) }
        let found = await Task.detached { container.verify() }.value
        #expect(found.failures.map(\.registration) == [#"Model "last""#, "Feed"])
        #expect(found.mainActorOnly.isEmpty)
    }

    @Test func `verify in two threads at once, and inside a factory, finds the same`() {
        for number in 1...20 {
            container.register(name: "\(number)") { try $0.require(type: Int.self, name: "\(number + 1)") }
        }
        let container = container
        let expected = container.verify().failures.map { "\($0)" }
        #expect(simultaneously(2) { _ in container.verify().failures.map { "\($0)" } } == [expected, expected])
        let outer = DependenciesContainer()
        outer.register { container.verify().diagram }
        #expect(outer.resolve(type: String.self) == container.verify().diagram)
    }

    @Test func `verify bears factories that register, unregister, reset and verify`() {
        container.register(name: "register") { (container: DependenciesContainer) -> Int in
            container.register(type: String.self, service: "")
            return 1
        }
        container.register(name: "reset") { (container: DependenciesContainer) -> Int in
            container.reset()
            return 2
        }
        container.register(name: "verify") { container in container.verify().failures.count }
        container.register(name: "unregister") { (container: DependenciesContainer) -> Int in
            container.unregister(type: Double.self)
            return 3
        }
        container.register { 1.5 }
        let found = container.verify()
        #expect(found.failures.isEmpty)
        #expect(found.diagram.hasSuffix("4[\"Double\"]"))
        #expect(container.isRegistered(type: Double.self) && !container.isRegistered(type: String.self))
    }

    @Test @MainActor func `a child's override is not what the parent's services need`() {
        container.register(name: "last") { @MainActor in Model() }
        container.register { Feed(model: try $0.require(name: "last")) }
        let child = DependenciesContainer(parent: container)
        let model = Model()
        child.register(type: Model.self, name: "last") { model }
        #expect(child.verify().mainActorOnly == [#"Feed → Model "last""#])
        #expect(
            child.verify().diagram.hasPrefix("graph LR\n    0[\"Model #34;last#34;\"]\n    1[\"Feed\"]\n    1 --> 2\n"))
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

    // MARK: The diagram

    @Test @MainActor func `the diagram says what needs what, in the order of registration`() {
        container.register(type: Int.self, service: 1)
        container.register { Feed(model: try $0.require(name: "last")) }
        container.register(name: "last") { @MainActor in Model() }
        container.register { (number: Int) in "\(number)" }
        container.register(scope: .transient) {
            [$0.resolve(type: String.self, arguments: try $0.require(type: Int.self))!]
        }
        container.register { Set(try $0.require(type: [String].self) + $0.require(type: [String].self)) }
        container.register { Float(try $0.require(type: Double.self)) }
        #expect(
            container.verify().diagram == """
                graph LR
                    0["Int"]
                    1["Feed"]
                    1 --> 2
                    2(["Model #34;last#34;"])
                    3["String (Int)"]:::arguments
                    4["Array#60;String>"]
                    4 --> 0
                    4 --> 3
                    5["Set#60;String>"]
                    5 --> 4
                    6["Float"]:::failed
                    classDef failed stroke:#e5484d,stroke-width:3px
                    classDef arguments stroke-dasharray:6
                """)
    }

    @Test func `the diagram has arrows of circles, wrappers, optional parameters, resolveAll, parents and children`() {
        final class Bus: @unchecked Sendable {
            @WeakInjected var plugin: Plugin?
            @Injected(lazy: true) var later: Float
        }
        final class Plugin: Sendable {
            init(bus: Bus, number: Int?) {}
        }
        container.register { Bus() }
        container.autoregister(initializer: Plugin.init)
        container.register { 1 }
        container.register(type: Bool.self) { $0.resolveAll(type: Int.self).isEmpty }
        container.register(type: Float.self, service: 1)
        let child = DependenciesContainer(parent: container)
        child.register { (container: DependenciesContainer) -> String in
            let session = DependenciesContainer(parent: container)
            session.register(scope: .transient) { Double(try $0.require(type: Float.self)) }
            return "\(try session.require(type: Double.self))"
        }
        #expect(
            child.verify().diagram == """
                graph LR
                    0["Bus"]
                    0 --> 1
                    1["Plugin"]
                    1 --> 0
                    1 --> 2
                    2["Int"]
                    3["Bool"]
                    3 --> 2
                    4["Float"]
                    5["String"]
                    5 --> 6
                    6["Double"]
                    6 --> 4
                """)
    }

    @Test func `an empty container is described as such, and names can't break a diagram`() {
        #expect(container.verify().diagram == "graph LR")
        #expect(container.description == "DependenciesContainer: nothing is registered")
        container.register(type: Int.self, name: #"<b> "&#96;`"#, service: 1)
        #expect(container.verify().diagram == "graph LR\n    0[\"Int #34;#60;b> #34;&#35;96;#96;#34;\"]")
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
        child.register { (number: Int) in "\(number)" }
        child.register { 2 as Float }
        let held = child.resolve(type: Service.self, name: "👨‍👩‍👧‍👦")
        _ = child.resolve(type: Service.self, name: "e\u{301}")
        #expect(
            child.description == """
                type          name      scope           state    
                Int           "answer"  singleton       built    
                String        -         transient       not built
                Float         -         singleton       not built
                Service       "👨‍👩‍👧‍👦"       weak            built    
                Service       "e\u{301}"       weak            not built
                Double        -         singleton       not built
                String (Int)  -         with arguments  not built
                """)
        withExtendedLifetime(held) {}
        var text = ""
        dump(child, to: &text)
        #expect(text == "- \(child) #0\n")
    }

    @MainActor private final class Model {}

    private struct Feed: Sendable {
        let model: Model
    }

    @MainActor private final class Screen {
        init(feed: Feed) {}
    }
}
