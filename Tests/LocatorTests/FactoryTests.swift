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

    @Test(arguments: Scope.all) @MainActor
    func `those of services that are not Sendable get the same`(scope: Scope) throws {
        container.register(scope: scope) { Cart($0) }
        container.register(name: "injected", scope: scope) {
            Cart($0)
        } injecting: {
            $0.items = 1
        }
        let child = DependenciesContainer(parent: container)
        let copy = child.copy()
        copy.register { Cart($0) }
        for name in [nil, "injected"] {
            let cart = try child.require(type: Cart.self, name: name)
            #expect(cart.given === (scope.isShared ? container : child))
            #expect(cart.items == (name == nil ? 0 : 1))
        }
        #expect(try copy.require(type: Cart.self).given === copy)
    }

    @Test(arguments: Scope.all) @MainActor func `those that run on the main actor get the same`(scope: Scope) throws {
        container.register(scope: scope) { @MainActor in ViewModel($0) }
        container.register(name: "injected", scope: scope) { @MainActor container in
            let model = ViewModel(container)
            return model
        } injecting: { @MainActor in
            $0.items = 1
        }
        container.register(name: "an initializer", scope: scope, factory: ViewModel.init)
        let child = DependenciesContainer(parent: container)
        let copy = container.copy()
        for name in [nil, "injected", "an initializer"] {
            let model = try child.require(type: ViewModel.self, name: name)
            #expect(model.given === (scope.isShared ? container : child))
            #expect(model.items == (name == "injected" ? 1 : 0))
            #expect(try copy.require(type: ViewModel.self, name: name).given === copy)
        }
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

@Suite struct `Asking for an optional type` {
    let container = DependenciesContainer()

    @Test func `isRegistered says what resolve will find`() {
        container.register(type: String.self, name: "wrapped", service: "")
        container.register(type: String?.self, name: "optional", service: nil)
        container.register(type: String?.self, name: "lazy") { "" }
        container.register(type: String.self, name: "argument") { (number: Int) in "\(number)" }
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 1)
        for container in [container, child, container.copy(), DependenciesContainer()] {
            for name in [nil, "wrapped", "optional", "lazy", "argument", "other"] {
                func check<T: Sendable>(_ type: T.Type) {
                    let isFound = container.resolve(type: type, name: name) != nil
                    #expect(container.isRegistered(type: type, name: name) == isFound, "\(type) \(name ?? "-")")
                }
                check(String.self)
                check(String?.self)
                check(String??.self)
                check(Int.self)
                check(Int?.self)
            }
        }
        #expect(child.isRegistered(type: Int?.self) && !container.isRegistered(type: Int?.self))
        #expect(container.isRegistered(type: String??.self, name: "optional"))
        #expect(!container.isRegistered(type: String.self, name: "optional"))
    }
}

extension Threads {
    @Suite struct `Asking for an optional type meanwhile` {
        @Test(arguments: [true, false])
        func `another thread that moves the service between T and its optional is never seen halfway`(isLazy: Bool) {
            let container = DependenciesContainer()
            container.register(type: Int.self, service: 1)
            let isMoving = Guarded(true)
            let readers = (0..<2).map { _ in
                Worker {
                    var misses = 0
                    while isMoving({ $0 }) {
                        if container.resolve(type: Int?.self) != 1 { misses += 1 }
                        if !container.isRegistered(type: Int?.self) { misses += 1 }
                    }
                    return misses
                }
            }
            for _ in Samples.rounds(1000) {
                if isLazy {
                    container.register(type: Int?.self, scope: .transient) { 1 }
                    container.unregister(type: Int.self)
                    container.register(type: Int.self, scope: .transient) { 1 }
                } else {
                    container.register(type: Int?.self, service: 1)
                    container.unregister(type: Int.self)
                    container.register(type: Int.self, service: 1)
                }
                container.unregister(type: Int?.self)
            }
            isMoving { $0 = false }
            #expect(readers.map { $0.wait() } == [0, 0])
        }
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
