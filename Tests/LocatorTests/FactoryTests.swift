// Which container a factory gets, and how `injecting` completes what `autoregister` makes.

import Locator
import Testing

@Suite struct `Factories that take the container` {
    let container = DependenciesContainer()

    // MARK: Which container

    @Test(arguments: Scope.all) func `they get the container that builds, which is also the shared one`(scope: Scope)
        throws
    {
        container.register(scope: scope) { Probe($0) }
        container.register(name: "named parameter", scope: scope) { container in
            let probe = Probe(container)
            return probe
        }
        container.register(name: "a function", scope: scope, factory: Probe.init)
        for name in [nil, "named parameter", "a function"] {
            let probe = try container.require(type: Probe.self, name: name)
            #expect(probe.given === container && probe.shared === container)
        }
    }

    @Test(arguments: Scope.all) func `through a child, shared services get the owner and others the child`(scope: Scope)
        throws
    {
        container.register(scope: scope) { Probe($0) }
        let child = DependenciesContainer(parent: container)
        let grandchild = DependenciesContainer(parent: child)
        let probe = try grandchild.require(type: Probe.self)
        #expect(probe.given === (scope.isShared ? container : grandchild))
        #expect(probe.shared === probe.given)
    }

    @Test(arguments: Scope.all) func `a copy's factories get the copy, and the original's the original`(scope: Scope)
        throws
    {
        let child = DependenciesContainer(parent: container)
        child.register(scope: scope) { Probe($0) }
        let copy = child.copy()
        let (copied, original) = (try copy.require(type: Probe.self), try child.require(type: Probe.self))
        #expect(copied.given === copy && copied.shared === copy)
        #expect(original.given === child && original.shared === child)
    }

    @Test func `a factory that says the container's type takes no runtime argument`() {
        container.register { (container: DependenciesContainer) in Probe(container) }
        #expect(container.resolve(type: Probe.self) != nil)
        #expect(container.resolve(type: Probe.self, arguments: container) == nil)
    }

    // MARK: On the main actor

    @Test @MainActor func `those of services of the main actor get the same`() throws {
        container.register(scope: .transient) { Cart($0) }
        container.register(name: "injected", scope: .transient) {
            Cart($0)
        } injecting: {
            $0.items = 1
        }
        container.register(scope: .transient) { @MainActor in ViewModel($0) }
        container.register(name: "injected", scope: .transient) { @MainActor container in
            let model = ViewModel(container)
            return model
        } injecting: { @MainActor in
            $0.items = 1
        }
        container.register(name: "an initializer", factory: ViewModel.init)
        let child = DependenciesContainer(parent: container)
        for (name, items) in [(nil, 0), ("injected", 1)] {
            let cart = try child.require(type: Cart.self, name: name)
            let model = try child.require(type: ViewModel.self, name: name)
            #expect(cart.given === child && cart.items == items)
            #expect(model.given === child && model.items == items)
        }
        #expect(try child.require(type: ViewModel.self, name: "an initializer").given === container)
    }

    // MARK: Completing what an initializer makes

    @Test(arguments: Scope.all) func `autoregister completes what the initializer makes, once`(scope: Scope) throws {
        let completions = Counter(0)
        container.register(type: Part.self, service: Part())
        container.autoregister(scope: scope, initializer: Whole.init) { whole in
            completions.increment()
            let name = try DependenciesContainer.shared.require(type: String.self)
            whole.name { $0 = name }
        }
        #expect(throws: ResolutionError.self) { try container.require(type: Whole.self) }
        container.register(type: String.self, service: "completed")
        let whole = try container.require(type: Whole.self)
        #expect(whole.name { $0 } == "completed")
        #expect(completions.count == 2)
        #expect(try (container.require(type: Whole.self) === whole) == scope.isShared)
    }

    @Test @MainActor func `autoregister completes what lives on the main actor, too`() throws {
        container.register(type: Part.self, service: Part())
        container.autoregister(initializer: Cart.init(part:)) { $0.items = 2 }
        container.autoregister(initializer: ViewModel.init(part:)) { @MainActor in $0.items = 3 }
        #expect(try container.require(type: Cart.self).items == 2)
        #expect(try container.require(type: ViewModel.self).items == 3)
    }
}

/// What was given to a factory, and what was shared in it.
private final class Probe: Sendable {
    let given: DependenciesContainer
    let shared = DependenciesContainer.shared
    init(_ given: DependenciesContainer) { self.given = given }
}

private final class Part: Sendable {}

private final class Whole: Sendable {
    let part: Part
    let name = Guarded("")
    init(part: Part) { self.part = part }
}

private class Cart {
    let given: DependenciesContainer?
    var items = 0
    init(_ given: DependenciesContainer) { self.given = given }
    init(part: Part) { given = nil }
}

@MainActor private final class ViewModel {
    let given: DependenciesContainer?
    var items = 0
    init(_ given: DependenciesContainer) { self.given = given }
    init(part: Part) { given = nil }
}
