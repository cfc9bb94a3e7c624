// Which container a factory gets: the one that builds, be it asked through a child, a copy or on the main actor.

import Locator
import Testing

@Suite struct `Factories that take the container` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all)
    func `a factory gets the container that builds, which is also the shared one`(scope: Scope) throws {
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
        #expect(throws: ResolutionError.self) { try container.require(type: Probe.self, arguments: container) }
    }

    @Test @MainActor func `factories of the main actor get the container that was asked`() throws {
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
}

/// What was given to a factory, and what was shared in it.
private final class Probe: Sendable {
    let given: DependenciesContainer
    let shared = DependenciesContainer.shared
    init(_ given: DependenciesContainer) { self.given = given }
}

private class Cart {
    let given: DependenciesContainer
    var items = 0
    init(_ given: DependenciesContainer) { self.given = given }
}

@MainActor private final class ViewModel {
    let given: DependenciesContainer
    var items = 0
    init(_ given: DependenciesContainer) { self.given = given }
}
