// What parents, children and copies share. Which container a factory gets, and which one is `shared` in it.

import Locator
import Testing

@Suite struct `Several containers` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all)
    func `a parent's service through a child: of the parent's services, if it is stored`(scope: Scope) throws {
        let child = DependenciesContainer(parent: container)
        for container in [container, child] { container.add("logger") }
        container.add("service", scope: scope, needs: "logger")
        child.add("user", needs: "service")
        let isStored = Scope.stored.contains(scope)
        let service = try child.service("user").other
        #expect(try service?.other === (isStored ? container : child).service("logger"))
        #expect(try (service === container.service("service")) == isStored, "built once, and kept by the parent")
    }

    @Test func `a copy has the same objects, builds the rest with its overrides, and copies parents, too`() throws {
        let (ready, fake) = (Service(), Service())
        container.add("parent's")
        let child = DependenciesContainer(parent: container)
        child.register(type: Service.self, name: "ready", service: ready)
        child.add("a", needs: "b")
        child.add("b")
        let old = try ["a", "parent's"].map(child.service)
        let copy = child.copy()
        copy.register(type: Service.self, name: "b", service: fake)
        #expect(try copy.service("ready") === ready && copy.service("a").other === fake)
        #expect(try copy.service("a") === copy.service("a") && copy.service("parent's") !== old[1])
        copy.removeAll()
        #expect(try child.service("a") === old[0] && child.service("parent's") === old[1])
    }

    @Test @MainActor func `the innermost asShared counts, and if it is asynchronous, it stays on the actor`() async {
        let other = DependenciesContainer()
        await other.asShared {
            await container.asShared {
                await Task.yield()
                MainActor.assertIsolated()
                #expect(throws: CancellationError.self) { try other.asShared { throw CancellationError() } }
                #expect(DependenciesContainer.shared === container)
                other.asShared { #expect(DependenciesContainer.shared === other) }
            }
            #expect(DependenciesContainer.shared === other)
        }
        #expect(DependenciesContainer.shared !== other)
    }

    @Test func `tasks that asShared's closure starts inherit the container, detached ones don't`() async {
        let container = container
        let found = await container.asShared {
            async let child = DependenciesContainer.shared === container
            let task = Task { DependenciesContainer.shared === container }
            let detached = Task.detached { DependenciesContainer.shared === container }
            return await [child, task.value, detached.value]
        }
        #expect(found == [true, true, false])
    }
}

/// The only test that registers in the container of the app.
@Suite(.serialized) struct `The shared container` {
    @Test func `what is registered in it is there for every thread`() {
        DependenciesContainer.shared.register(type: String.self, service: "shared")
        defer { DependenciesContainer.shared.removeAll() }
        #expect(Worker { DependenciesContainer.shared.resolve(type: String.self) }.wait() == "shared")
    }
}

@Suite(.container) struct `The container trait` {
    @Test(arguments: 1...20) func `each test, and each of its arguments, has a copy of its own`(number: Int) async {
        #expect(!DependenciesContainer.shared.isRegistered(type: Int.self))
        DependenciesContainer.shared.register(type: Int.self, service: number)
        await Task.yield()
        #expect(DependenciesContainer.shared.resolve(type: Int.self) == number)
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
