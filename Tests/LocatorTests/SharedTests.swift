import Locator
import Testing

/// The only tests that touch the container of the process.
@Suite(.serialized) struct `The shared container` {
    @Test func `what is registered in it is there for every thread`() {
        DependenciesContainer.shared.register(type: String.self, service: "shared")
        defer { DependenciesContainer.shared.removeAll() }
        #expect(DependenciesContainer.shared.resolve(type: String.self) == "shared")
        #expect(Worker { DependenciesContainer.shared.resolve(type: String.self) }.wait() == "shared")
    }

    @Test func `inside a factory it is the container that is building`() {
        let container = DependenciesContainer()
        container.register(scope: .transient) { ObjectIdentifier(DependenciesContainer.shared) }
        #expect(container.resolve(type: ObjectIdentifier.self) == ObjectIdentifier(container))
        #expect(container.resolve(type: ObjectIdentifier.self) != ObjectIdentifier(DependenciesContainer.shared))
    }

    @Test func `it can be replaced for one task and its children`() async {
        let container = DependenciesContainer()
        container.register(type: Int.self, service: 1)
        #expect(DependenciesContainer.$shared.withValue(container) { DependenciesContainer.shared === container })
        let results = await DependenciesContainer.$shared.withValue(container) {
            async let child = DependenciesContainer.shared.resolve(type: Int.self)
            let task = Task { DependenciesContainer.shared.resolve(type: Int.self) }
            let detached = Task.detached { DependenciesContainer.shared.resolve(type: Int.self) }
            return await [child, task.value, detached.value]
        }
        #expect(results == [1, 1, nil])
        #expect(DependenciesContainer.shared.resolve(type: Int.self) == nil)
    }
}
