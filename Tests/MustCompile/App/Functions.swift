// Services that are functions: a closure behind `register(type:)` is the factory, and returns the function.

#if canImport(Locator)
    import Locator
#endif

nonisolated(unsafe) private var madeFunctions = 0

/// Returns the function, and counts it. Its result can be ignored: so each closure below could also be a function that
/// returns nothing.
@discardableResult private nonisolated func make<Function>(_ function: Function) -> Function {
    madeFunctions += 1
    return function
}

nonisolated func registerFunctions(_ container: DependenciesContainer) {
    /// Asks for the function: this runs the factory, which makes it.
    func expectFactory<Function: Sendable>(_ type: Function.Type) {
        precondition(container.resolve(type: type) != nil && madeFunctions == 1, "\(type)")
        madeFunctions = 0
    }

    typealias Plain = @Sendable () -> Void
    let plain: Plain = {}
    container.register(type: Plain.self) { make(plain) }
    expectFactory(Plain.self)
    container.register(type: Plain.self) { return make(plain) }
    expectFactory(Plain.self)
    container.register(type: Plain.self) { _ in make(plain) }
    expectFactory(Plain.self)
    container.register(type: Plain.self, name: nil, scope: .transient) { make(plain) }
    expectFactory(Plain.self)
    container.register(type: Plain?.self) { make(plain) }
    expectFactory(Plain?.self)

    typealias Throwing = @Sendable () throws -> Void
    let throwing: Throwing = {}
    container.register(type: Throwing.self) { make(throwing) }
    expectFactory(Throwing.self)

    typealias Async = @Sendable () async -> Void
    let async: Async = {}
    container.register(type: Async.self) { make(async) }
    expectFactory(Async.self)

    typealias AsyncThrowing = @Sendable () async throws -> Void
    let asyncThrowing: AsyncThrowing = {}
    container.register(type: AsyncThrowing.self) { make(asyncThrowing) }
    expectFactory(AsyncThrowing.self)
    container.register(type: AsyncThrowing.self, name: "closure") { { @MainActor in } }

    typealias OnMainActor = @MainActor @Sendable () -> Void
    let onMainActor: OnMainActor = {}
    container.register(type: OnMainActor.self) { make(onMainActor) }
    expectFactory(OnMainActor.self)

    typealias OnAnyActor = @isolated(any) @Sendable () async -> Void
    let onAnyActor: OnAnyActor = {}
    container.register(type: OnAnyActor.self) { make(onAnyActor) }
    expectFactory(OnAnyActor.self)

    typealias Giving = @Sendable () -> Any
    let giving: Giving = { 5 }
    container.register(type: Giving.self) { make(giving) }
    expectFactory(Giving.self)
    container.register(type: Giving.self, name: "closure") { { 5 } }
    precondition(container.resolve(type: Giving.self, name: "closure")!() as? Int == 5)

    container.register(type: Plain.self, service: plain)
    precondition(container.resolve(type: Plain.self) != nil && madeFunctions == 0)
}

@MainActor func registerFunctionsOnTheMainActor(_ container: DependenciesContainer) {
    typealias Plain = () -> Void
    container.register(type: Plain.self) { @MainActor in
        let plain: Plain = {}
        return make(plain)
    }
    precondition(container.resolve(type: Plain.self) != nil && madeFunctions == 1)
}
