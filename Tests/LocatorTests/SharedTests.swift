import Foundation
import Locator
import Testing

/// What `shared` is, and how `asShared` replaces it.
@Suite struct `The container that is shared` {
    let container = DependenciesContainer()

    @Test func `asShared gives back what its closure returns, and throws what it throws`() {
        #expect(container.asShared { DependenciesContainer.shared === container })
        #expect(throws: CancellationError.self) { try container.asShared { throw CancellationError() } }
        #expect(DependenciesContainer.shared !== container)
    }

    @Test func `the innermost asShared counts`() {
        let other = DependenciesContainer()
        container.asShared {
            other.asShared {
                container.asShared { #expect(DependenciesContainer.shared === container) }
                #expect(DependenciesContainer.shared === other)
            }
            #expect(DependenciesContainer.shared === container)
        }
    }

    @Test(arguments: Scope.all)
    func `inside a factory, the container that is building is shared, whatever is outside`(scope: Scope) throws {
        let other = DependenciesContainer()
        container.register(scope: scope) { ObjectIdentifier(DependenciesContainer.shared) }
        for outside in [container, other] {
            let found = try outside.asShared { try container.require(type: ObjectIdentifier.self) }
            #expect(found == ObjectIdentifier(container))
        }
    }

    @Test(arguments: Scope.all)
    func `asShared works inside a factory, up to the next factory, also for what is shared already`(scope: Scope) throws
    {
        let child = DependenciesContainer(parent: container)
        container.register(scope: scope) { ObjectIdentifier(DependenciesContainer.shared) }
        container.register(name: "outer") { [weak child] building -> [Bool] in
            guard let child else { return [] }
            let before = DependenciesContainer.shared === building
            let inside = try child.asShared {
                let isChild = DependenciesContainer.shared === child
                let nested = try building.asShared {
                    let isBuilding = DependenciesContainer.shared === building
                    return try isBuilding
                        && building.require(type: ObjectIdentifier.self) == ObjectIdentifier(building)
                }
                return [isChild, nested, DependenciesContainer.shared === child]
            }
            return [before] + inside + [DependenciesContainer.shared === building]
        }
        let outside = try child.asShared { try container.require(type: [Bool].self, name: "outer") }
        #expect(outside == [true, true, true, true, true])
        container.reset()
        #expect(try container.asShared { try container.require(type: [Bool].self, name: "outer") } == outside)
    }

    @Test func `after a factory that has thrown, asShared counts again`() {
        container.register { () -> Int in throw CancellationError() }
        let other = DependenciesContainer()
        other.asShared {
            #expect(throws: CancellationError.self) { try container.require(type: Int.self) }
            #expect(DependenciesContainer.shared === other)
        }
    }

    @Test func `tasks that a closure starts inherit it, detached ones don't`() async {
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

    @Test func `its asynchronous form runs on the actor that calls it`() async {
        let counter = Counting()
        #expect(await counter.count(in: container) == 2)
    }

    @Test @MainActor func `on the main actor, too`() async {
        var isShared = false
        await container.asShared {
            await Task.yield()
            MainActor.assertIsolated()
            isShared = DependenciesContainer.shared === container
        }
        #expect(isShared)
    }

    @Test func `a task that a service starts does not inherit the container that builds it`() async throws {
        container.register { Task { ObjectIdentifier(DependenciesContainer.shared) } }
        let outside = ObjectIdentifier(DependenciesContainer.shared)
        #expect(try await container.require(type: Task<ObjectIdentifier, Never>.self).value == outside)
    }

    @Test func `a container goes with a service whose task runs until then`() async throws {
        weak var session: DependenciesContainer?
        let isCancelled = Gate()
        do {
            let container = DependenciesContainer(parent: container)
            session = container
            container.register { Sync(isCancelled) }
            _ = try container.require(type: Sync.self)
        }
        #expect(session == nil)
        await Task.detached { isCancelled.wait() }.value
    }

    private actor Counting {
        var number = 0

        func count(in container: DependenciesContainer) async -> Int {
            await container.asShared {
                number += 1
                await Task.yield()
                if DependenciesContainer.shared === container { number += 1 }
            }
            return number
        }
    }

    private final class Sync: Sendable {
        private let task: Task<Void, Never>

        init(_ isCancelled: Gate) {
            task = Task {
                while !Task.isCancelled { try? await Task.sleep(nanoseconds: 1_000_000) }
                isCancelled.open()
            }
        }

        deinit { task.cancel() }
    }
}
