// What parents, children and copies share and what each has for itself, and the container of the process.

import Locator
import Testing

@Suite struct `Containers within containers` {
    let container = DependenciesContainer()

    @Test func `a child falls back to its parent`() throws {
        let child = DependenciesContainer(parent: DependenciesContainer(parent: container))
        container.register(type: String.self, service: "parent")
        #expect(child.resolve(type: String.self) == "parent")
        #expect(child.isRegistered(type: String.self))
        child.register(type: String.self, service: "child")
        #expect(child.resolve(type: String.self) == "child")
        #expect(container.resolve(type: String.self) == "parent")
    }

    @Test func `a parent's singleton is built once, kept by the parent, out of the parent's services`() {
        container.register(type: String.self, service: "parent")
        container.register { Holder(text: DependenciesContainer.shared.resolve()!) }
        let child = DependenciesContainer(parent: container)
        child.register(type: String.self, service: "child")
        let holder = child.resolve(type: Holder.self)
        #expect(holder?.text == "parent")
        #expect(holder === container.resolve(type: Holder.self))
        #expect(holder === DependenciesContainer(parent: container).resolve(type: Holder.self))
    }

    @Test func `a graph service asked for through two containers in one resolve is made for each`() throws {
        container.register(type: String.self, service: "parent")
        container.register(scope: .graph) { Holder(text: try DependenciesContainer.shared.require()) }
        let child = DependenciesContainer(parent: container)
        child.register(type: String.self, service: "child")
        child.register { [container] in
            [try DependenciesContainer.shared.require(type: Holder.self), try container.require(type: Holder.self)]
        }
        #expect(try child.require(type: [Holder].self).map(\.text) == ["child", "parent"])
    }

    @Test func `a child leaves its parent as it was`() {
        container.register(type: String.self, service: "parent")
        container.register { Holder(text: "parent") }
        let (holder, child) = (container.resolve(type: Holder.self), DependenciesContainer(parent: container))
        child.unregister(type: String.self)
        child.reset()
        child.removeAll()
        #expect(child.resolve(type: String.self) == "parent")
        #expect(container.resolve(type: Holder.self) === holder)
    }

    @Test func `resolveAll gives the parent's, too, in order, and what is overridden in its place`() {
        for name in ["a", "b"] { container.register(type: String.self, name: name, service: "parent \(name)") }
        let child = DependenciesContainer(parent: container)
        for name in ["c", "a"] { child.register(type: String.self, name: name, service: "child \(name)") }
        container.register(type: String.self, name: "d", service: "parent d")
        #expect(child.resolveAll(type: String.self) == ["child a", "parent b", "child c", "parent d"])
        #expect(container.resolveAll(type: String.self) == ["parent a", "parent b", "parent d"])
    }

    @Test func `a copy has the registrations and none of the instances`() {
        let ready = Holder(text: "ready")
        container.register(type: Holder.self, name: "ready", service: ready)
        container.register { Holder(text: "lazy") }
        let lazy = container.resolve(type: Holder.self)
        let copy = container.copy()
        #expect(copy.resolve(type: Holder.self, name: "ready") === ready)
        #expect(copy.resolve(type: Holder.self) !== lazy)
        #expect(copy.resolve(type: Holder.self) === copy.resolve(type: Holder.self))
        #expect(container.resolve(type: Holder.self) === lazy)
    }

    @Test func `a copy leaves the original as it was`() {
        container.register(type: String.self, service: "original")
        let copy = container.copy()
        copy.register(type: String.self, service: "copy")
        copy.register(type: Int.self, service: 1)
        #expect(container.resolve(type: String.self) == "original")
        #expect(!container.isRegistered(type: Int.self))
        copy.removeAll()
        #expect(container.isRegistered(type: String.self))
    }

    @Test func `a copy of a child has a copy of the parent`() {
        let runs = Counter(0)
        container.register { Holder(text: "parent's \(runs.increment())") }
        let copy = DependenciesContainer(parent: container).copy()
        #expect(copy.resolve(type: Holder.self)?.text == "parent's 1")
        #expect(container.resolve(type: Holder.self)?.text == "parent's 2", "nothing was built in the original")
        container.register(type: Int.self, service: 1)
        #expect(copy.resolve(type: Int.self) == nil)
    }

    @Test func `an override in the copy of a child reaches what its parent builds, by way of the parent's copy`() throws
    {
        container.register(type: String.self, service: "live")
        container.register { Holder(text: try $0.require()) }
        let session = DependenciesContainer(parent: container)
        session.register { [try $0.require(type: Holder.self)] }
        _ = try session.require(type: [Holder].self)
        let copy = session.copy()
        copy.register { Holder(text: "fake") }
        #expect(try copy.require(type: [Holder].self).map(\.text) == ["fake"])
        #expect(try session.require(type: [Holder].self).map(\.text) == ["live"])
    }

    final class Holder: Sendable {
        let text: String
        init(text: String) { self.text = text }
    }
}

/// The only tests that register in the container of the process.
@Suite(.serialized, .timeLimit(.minutes(Samples.minutes))) struct `The shared container` {
    @Test func `what is registered in it is there for every thread`() {
        DependenciesContainer.shared.register(type: String.self, service: "shared")
        defer { DependenciesContainer.shared.removeAll() }
        #expect(DependenciesContainer.shared.resolve(type: String.self) == "shared")
        #expect(Worker { DependenciesContainer.shared.resolve(type: String.self) }.wait() == "shared")
    }
}
