// What parents, children and copies share, and what each has for itself. Which container a factory gets, and which is
// `shared` in factories, tasks and tests.

import Locator
import Testing

@Suite struct `Containers within containers` {
    let container = DependenciesContainer()

    @Test func `a child falls back to its parent`() {
        let child = DependenciesContainer(parent: DependenciesContainer(parent: container))
        container.register(type: String.self, service: "parent")
        #expect(child.resolve(type: String.self) == "parent" && child.isRegistered(type: String.self))
        child.register(type: String.self, service: "child")
        #expect(child.resolve(type: String.self) == "child" && container.resolve(type: String.self) == "parent")
        child.removeAll()
        #expect(child.resolve(type: String.self) == "parent")
    }

    @Test func `resolveAll gives the parent's, too, in the order of the last registrations`() {
        for name in ["a", "b"] { container.register(type: String.self, name: name, service: "parent \(name)") }
        let child = DependenciesContainer(parent: container)
        for name in ["c", "a"] { child.register(type: String.self, name: name, service: "child \(name)") }
        container.register(type: String.self, name: "d", service: "parent d")
        #expect(child.resolveAll(type: String.self) == ["parent b", "child c", "child a", "parent d"])
        #expect(container.resolveAll(type: String.self) == ["parent a", "parent b", "parent d"])
    }

    @Test func `a copy has the registrations and none of the instances, and changes for itself`() {
        let ready = Holder(text: "ready")
        container.register(type: Holder.self, name: "ready", service: ready)
        container.register { Holder(text: "lazy") }
        let lazy = container.resolve(type: Holder.self)
        let copy = container.copy()
        #expect(copy.resolve(type: Holder.self, name: "ready") === ready)
        #expect(copy.resolve(type: Holder.self) !== lazy)
        #expect(copy.resolve(type: Holder.self) === copy.resolve(type: Holder.self))
        copy.removeAll()
        #expect(container.resolve(type: Holder.self) === lazy)
    }

    final class Holder: Sendable {
        let text: String
        init(text: String) { self.text = text }
    }
}

@Suite struct `Factories that take the container` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all)
    func `a factory and its injecting get the container that builds`(scope: Scope) throws {
        container.register(scope: scope, factory: { Probe($0) }, injecting: { $1.injected = $0 })
        container.register(name: "named parameter", scope: scope) { container in
            let probe = Probe(container)
            return probe
        }
        container.register(name: "a function", scope: scope, factory: Probe.init)
        let grandchild = DependenciesContainer(parent: DependenciesContainer(parent: container))
        let copy = container.copy()
        for name in [nil, "named parameter", "a function"] {
            let probe = try container.require(type: Probe.self, name: name)
            #expect(probe.given === container)
            let inherited = try grandchild.require(type: Probe.self, name: name)
            #expect(inherited.given === (scope.isShared ? container : grandchild))
            #expect(name != nil || inherited.injected === inherited.given)
            let copied = try copy.require(type: Probe.self, name: name)
            #expect(copied.given === copy)
        }
    }

    @Test func `a factory that says the container's type takes no runtime argument`() {
        container.register { (container: DependenciesContainer) in Probe(container) }
        #expect(container.resolve(type: Probe.self) != nil)
        #expect(throws: ResolutionError.self) { try container.require(type: Probe.self, arguments: container) }
    }
}

/// What was given to a factory and to its `injecting`, and what was shared in it.
private final class Probe: @unchecked Sendable {
    let given: DependenciesContainer
    let shared = DependenciesContainer.shared
    var injected: DependenciesContainer?
    init(_ given: DependenciesContainer) { self.given = given }
}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The container that is shared` {
    let container = DependenciesContainer()

    @Test func `the innermost asShared counts`() {
        let other = DependenciesContainer()
        container.asShared {
            other.asShared {
                container.asShared { #expect(DependenciesContainer.shared === container) }
                #expect(DependenciesContainer.shared === other)
            }
            #expect(DependenciesContainer.shared === container)
            other.register { () -> Int in throw CancellationError() }
            #expect(throws: CancellationError.self) { try other.require(type: Int.self) }
            #expect(DependenciesContainer.shared === container, "also after a factory that has thrown")
        }
        #expect(DependenciesContainer.shared !== container)
    }

    @Test(arguments: Scope.all)
    func `in a factory, shared is what it is outside, or what asShared says there`(scope: Scope) throws {
        let (outside, inside) = (DependenciesContainer(), DependenciesContainer())
        container.register(scope: scope) { Probe($0) }
        container.register(name: "asShared", scope: scope) { container in inside.asShared { Probe(container) } }
        let probe = try outside.asShared { try container.require(type: Probe.self) }
        #expect(probe.shared === outside)
        #expect(try container.require(type: Probe.self, name: "asShared").shared === inside)
    }

    @Test @MainActor func `the innermost asynchronous asShared counts, and stays on the main actor`() async {
        let other = DependenciesContainer()
        await other.asShared {
            await container.asShared {
                await Task.yield()
                MainActor.assertIsolated()
                #expect(DependenciesContainer.shared === container)
            }
            #expect(DependenciesContainer.shared === other)
        }
    }

    @Test func `tasks that asShared's closure starts inherit the container, detached ones don't`() async {
        let container = container
        let found = await container.asShared {
            async let child = DependenciesContainer.shared === container
            let task = Task { DependenciesContainer.shared === container }
            let detached = Task.detached { DependenciesContainer.shared === container }
            let group = await withTaskGroup(of: Bool.self) { group in
                group.addTask { DependenciesContainer.shared === container }
                return await group.next() == true
            }
            return await [child, task.value, group, detached.value]
        }
        #expect(found == [true, true, true, false])
    }
}

/// The only test that registers in the container of the process.
@Suite(.serialized, .timeLimit(.minutes(Samples.minutes))) struct `The shared container` {
    @Test func `what is registered in it is there for every thread`() {
        DependenciesContainer.shared.register(type: String.self, service: "shared")
        defer { DependenciesContainer.shared.removeAll() }
        #expect(DependenciesContainer.shared.resolve(type: String.self) == "shared")
        #expect(Worker { DependenciesContainer.shared.resolve(type: String.self) }.wait() == "shared")
    }
}

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `The process-wide container` {
    @Test func `shared can be set, for every thread, and what was shared is released after unlocking`() async {
        await #expect(processExitsWith: .success) {
            DependenciesContainer.shared.register { DeinitObserver { _ = DependenciesContainer.shared } }
            _ = DependenciesContainer.shared.resolve(type: DeinitObserver.self)
            let demo = DependenciesContainer()
            demo.register(type: Int.self, service: 1)
            DependenciesContainer.shared = demo
            precondition(Worker { DependenciesContainer.shared === demo }.wait())
            let other = DependenciesContainer()
            await other.asShared {  // the first one in this process
                await Task.yield()
                precondition(DependenciesContainer.shared === other, "asShared goes before it")
            }
        }
    }

    @Test func `shared can't be set inside asShared`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            DependenciesContainer().asShared { DependenciesContainer.shared = DependenciesContainer() }
        }
        #expect(result?.standardError.contains("Assign `shared` outside `asShared`") == true)
    }

    @Test func `shared can be set while other threads read it and resolve`() async {
        await #expect(processExitsWith: .success) {
            _ = simultaneously(3) { thread in
                for number in 0..<1000 {
                    if thread == 0 {
                        let container = DependenciesContainer()
                        container.register(type: Int.self, service: number)
                        container.register { "\(number)" }
                        DependenciesContainer.shared = container
                    } else {
                        let container = DependenciesContainer.shared
                        precondition(container.resolve() == container.resolve(type: Int.self).map { "\($0)" })
                        DependenciesContainer().asShared {
                            precondition(DependenciesContainer.shared.resolve(type: Int.self) == nil)
                        }
                    }
                }
            }
        }
    }
}

@Suite(.container) struct `The container trait` {
    @Test(arguments: 1...20) func `each test, and each of its arguments, has a copy of its own`(number: Int) async {
        #expect(!DependenciesContainer.shared.isRegistered(type: Answer.self))
        DependenciesContainer.shared.register(type: Answer.self, service: Answer(number: number))
        await Task.yield()
        #expect(DependenciesContainer.shared.resolve(type: Answer.self)?.number == number)
        let isOutside = await Task.detached { DependenciesContainer.shared.isRegistered(type: Answer.self) }.value
        #expect(!isOutside)
    }

    private struct Answer: Sendable {
        let number: Int
    }
}

// The trait of the article Testing.

nonisolated struct ContainerTrait: TestTrait, SuiteTrait {
    typealias Registering =
        @MainActor @Sendable (DependenciesContainer) -> Void
    var register: Registering = { _ in }
    // A suite gives the trait to each of its tests.
    var isRecursive: Bool { true }
}

nonisolated extension ContainerTrait: TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function:
            @concurrent @Sendable () async throws -> Void
    ) async throws {
        let container = DependenciesContainer.shared.copy()
        try await container.asShared {
            await register(container)
            try await function()
        }
    }
}

nonisolated extension Trait where Self == ContainerTrait {
    static var container: Self { Self() }
    static func container(
        _ register: @escaping ContainerTrait.Registering
    ) -> Self { Self(register: register) }
}
