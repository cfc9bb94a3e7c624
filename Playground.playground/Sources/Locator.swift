//
//  Locator.swift
//  A service locator in one file: register at launch, resolve anywhere.
//
//  1. Paste the file into your target.
//  2. Declare:   protocol API: Sendable {}    // a Sendable service may be used on any thread
//                struct HTTPClient: API {}
//  3. At launch: DependenciesContainer.shared.register(type: API.self) { HTTPClient() }
//  4. Anywhere:  let api = DependenciesContainer.shared.resolve(type: API.self)
//  5. In a test: DependenciesContainer.shared.copy().asShared { register the fakes, then run the test }
//  6. Delete any section whose title starts with "Optional:" if you don't need it; the rest still compiles.
//
//  What people call comes first, the engine last.
//
//  Version 0.9.0. MIT license, copyright (c) 2026 the Locator authors.
//

public import Foundation

/// Maps a type and an optional name to a service, or to a factory that builds it on demand.
///
/// ```swift
/// let container = DependenciesContainer.shared
/// container.register(type: API.self) { HTTPClient() }
/// let api = container.resolve(type: API.self)
/// ```
///
/// Everything may be called from any thread or task, even from
/// inside a factory. In Swift 6 mode, a `Sendable` service may be
/// registered and resolved anywhere, any other only on the main
/// actor; the compiler enforces it.
public nonisolated final class DependenciesContainer: @unchecked Sendable {  // the lock guards `registrations`
    /// What `shared` is outside of factories.
    @TaskLocal private static var taskShared = DependenciesContainer()

    fileprivate let parent: DependenciesContainer?
    /// Guarded by the lock, so no two accesses overlap; checking that at run time would make a lookup 10% slower.
    @exclusivity(unchecked) fileprivate var registrations = Registry()

    /// The process-wide container; inside a factory, the container that is building the service.
    ///
    /// In a task that a factory starts, it is what it was outside,
    /// unless the task runs at once, on the factory's thread.
    /// ``asShared(_:)`` replaces it for a task or a test.
    public static var shared: DependenciesContainer {
        Resolution.building ?? taskShared
    }

    /// Runs a closure in which this container is `shared`.
    ///
    /// Tasks started in the closure inherit it, except detached
    /// ones; so do child tasks. The rest of the app doesn't notice.
    /// ```swift
    /// let container = DependenciesContainer.shared.copy()
    /// container.asShared {
    ///     container.register(type: API.self) { FakeAPI() }
    ///     showFeed()
    /// }
    /// ```
    public func asShared<Result>(_ operation: () throws -> Result) rethrows -> Result {
        try Resolution.current.sharing { try Self.$taskShared.withValue(self, operation: operation) }
    }

    /// Runs an asynchronous closure in which this container is `shared`, on the actor of the caller.
    ///
    /// ```swift
    /// await container.asShared { await feed.refresh() }
    /// ```
    public func asShared<Result>(
        isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$taskShared.withValue(self, operation: operation, isolation: isolation)
    }

    /// Creates a separate container, which falls back to `parent` for anything that is not registered here.
    ///
    /// ```swift
    /// let session = DependenciesContainer(parent: .shared)
    /// ```
    public init(parent: DependenciesContainer? = nil) {
        self.parent = parent
    }

    /// Returns a container with the same registrations, and none of the instances built so far.
    ///
    /// Its parents are copies, too, so nothing is built in the
    /// originals. Services registered with `service:` are the same.
    /// ```swift
    /// let container = DependenciesContainer.shared.copy()
    /// container.register(type: API.self, service: FakeAPI())
    /// ```
    public func copy() -> DependenciesContainer {
        let copy = Self.locked { snapshot }
        sequence(first: copy, next: \.parent).forEach { $0.reset() }
        return copy
    }
}

// MARK: - Registering

nonisolated extension DependenciesContainer {
    /// Registers an instance, replacing any earlier registration of the type and name.
    ///
    /// ```swift
    /// container.register(type: API.self, service: HTTPClient())
    /// ```
    /// - Parameters:
    ///   - type: The type to resolve, written out: `API.self`.
    ///     A value of a metatype such as `Base.Type` that holds a
    ///     subclass stops the program.
    ///   - name: Distinguishes services of the same type.
    ///   - service: The instance.
    public func register<T: Sendable>(type: T.Type, name: String? = nil, service: T) {
        add(type, name, .anywhere, service: service)
    }

    /// Registers a factory, run when the service is asked for, replacing any earlier registration of the type and name.
    ///
    /// Services that have been built with the earlier one keep it.
    /// ```swift
    /// container.register(type: API.self) { HTTPClient() }
    /// container.register(scope: .graph) {
    ///     Server()
    /// } injecting: {
    ///     $0.client = try DependenciesContainer.shared.require()
    /// }
    /// ```
    /// - Parameters:
    ///   - type: The type to resolve, usually a protocol; defaults
    ///     to what the factory returns.
    ///   - name: Distinguishes services of the same type.
    ///   - scope: How long an instance lives.
    ///   - factory: Makes the service. It must not wait for a thread
    ///     that needs this service, or, if this service is part of a
    ///     circular dependency, one that is built as part of it.
    ///     Waiting for any other thread is fine.
    ///   - injecting: Completes the service, once per instance,
    ///     before it is shared. What it resolves may depend on this
    ///     service: this is how two services refer to each other.
    @available(swift 6) public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping @Sendable () throws -> T, injecting: (@Sendable (T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .anywhere, .plain(factory), injecting)
    }

    /// Registers a factory that takes the container, from which it resolves what the service needs.
    ///
    /// ```swift
    /// container.register { Feed(api: try $0.require()) }
    /// ```
    /// A singleton or weak service gets the container that holds its
    /// registration, any other the container that was asked.
    @available(swift 6) public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping @Sendable (DependenciesContainer) throws -> T,
        injecting: (@Sendable (T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .anywhere, .resolving(factory), injecting)
    }
}

// MARK: - Resolving

nonisolated extension DependenciesContainer {
    /// Returns the service, or nil if nothing is registered under this type and name.
    ///
    /// Stops the program with the error's text if the service is
    /// registered but can't be built.
    /// ```swift
    /// let api = container.resolve(type: API.self, name: "staging")
    /// ```
    public func resolve<T: Sendable>(type: T.Type = T.self, name: String? = nil) -> T? {
        Self.orStop { try find(type, name) }
    }

    /// Returns the service, or throws.
    ///
    /// ```swift
    /// let api = try container.require(type: API.self)
    /// ```
    /// - Throws: A ``ResolutionError`` if the service or one that it
    ///   needs is not registered, if factories need each other in a
    ///   circle, or if one of them needs the main actor and this is
    ///   another thread; otherwise, what a factory throws.
    public func require<T: Sendable>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try get(type, name)
    }

    /// Returns all services of the type, whatever their names, in the order of registration.
    ///
    /// Stops the program with the error's text if one of them can't
    /// be built.
    /// ```swift
    /// let plugins = container.resolveAll(type: Plugin.self)
    /// ```
    public func resolveAll<T: Sendable>(type: T.Type = T.self) -> [T] {
        Self.orStop { try findAll(type) }
    }
}

// MARK: - Managing Registrations

nonisolated extension DependenciesContainer {
    /// Returns true if `resolve` would find something, here or in a parent, without building anything.
    ///
    /// Factories that take arguments don't count.
    public func isRegistered<T>(type: T.Type = T.self, name: String? = nil) -> Bool {
        let key = Key(type, name)
        return Self.locked { registration(key) != nil }
    }

    /// Removes a registration and what it has built, but not a parent's.
    ///
    /// Factories with arguments of that type and name go, too.
    public func unregister<T>(type: T.Type = T.self, name: String? = nil) {
        let key = Key(type, name)
        Self.changing { dropped in
            for registration in registrations.all
            where registration.key.type == key.type && registration.key.name == name {
                dropped.append(registration)
                registrations[registration.key] = nil
            }
        }
    }

    /// Forgets every instance built so far, but not a parent's, and keeps the registrations.
    public func reset() {
        Self.changing { dropped in
            dropped.append(registrations)
            registrations = registrations.unbuilt
        }
    }

    /// Removes every registration and what it has built, but not a parent's.
    public func removeAll() {
        Self.changing { dropped in
            dropped.append(registrations)
            registrations = Registry()
        }
    }
}

// MARK: - Scopes

nonisolated extension DependenciesContainer {
    /// A rule for how long an instance lives.
    public enum Scope: Sendable {
        /// Built on the first resolve, then shared by everyone who asks this container.
        case singleton
        /// A new one for every resolve, which nobody else ever gets.
        case transient
        /// Shared by all that one outermost resolve builds in one container, and forgotten when it returns.
        case graph
        /// Shared as long as anything outside the container holds it.
        ///
        /// A value can't be held weakly; each resolve makes a new one.
        case weak
    }
}

// MARK: - Errors

/// An error that says why a service could not be resolved, and how to fix it.
///
/// Its text is made when it is read. Until it is released, it keeps
/// the services of the container that was asked.
/// ```swift
/// do {
///     api = try container.require(type: API.self)
/// } catch {
///     print(error)
/// }
/// ```
public nonisolated struct ResolutionError: LocalizedError, CustomStringConvertible {
    /// A kind of mistake.
    public enum Reason: Sendable {
        /// Nothing is registered under the type and name.
        case notRegistered
        /// Services need each other in a circle that nothing closes.
        case circular
        /// The service is built, or lives, on the main actor, and was asked for elsewhere.
        case mainActorOnly
    }

    /// The kind of mistake.
    public let reason: Reason
    fileprivate let keys: [DependenciesContainer.Key]
    /// What was registered, of which the text is made.
    fileprivate let registered: DependenciesContainer
    /// Another service whose registration should change: one that should be `.graph`, or a parent's that the child
    /// lacks.
    fileprivate var hint: DependenciesContainer.Key?

    fileprivate var key: DependenciesContainer.Key { keys.last! }
    /// The type that could not be resolved.
    public var type: any Any.Type { key.type }
    /// The name that could not be resolved.
    public var name: String? { key.name }
    /// The services on the way there, from the one that was asked for to the one that could not be resolved.
    public var path: [String] { keys.map(\.description) }
    /// The same text as `description`, for code that shows any error.
    public var errorDescription: String? { description }

    /// One sentence that says how to fix it, then the facts.
    public var description: String {
        let others = DependenciesContainer.locked { registered.all }.map(\.key)
        let same = others.filter { $0.type == type }
        let found = same.isEmpty ? "nothing; for others: " + others.joined() : same.joined()
        return """
            \(advice(same, others))
                type: \(String(reflecting: type))
                path: \(keys.path)
                registered for this type: \(found)
            """
    }

    private func advice(_ same: [DependenciesContainer.Key], _ others: [DependenciesContainer.Key]) -> String {
        let type = String(reflecting: type)
        switch reason {
        case .circular:
            if keys.dropLast().last == key { return "Let '\(key)' ask for another type or name than its own." }
            guard let hint else {
                return "Break the circle: resolve one of its services in `injecting:` instead of its factory."
            }
            return "Register '\(hint)' with `scope: .graph`, so that a circle can be closed in its `injecting`."
        case .mainActorOnly: return "Resolve '\(key)' on the main actor, where it is built."
        case .notRegistered:
            if let hint {
                return "Register '\(key)' in the parent, or '\(hint)' in the child, too: "
                    + "a parent's singleton or weak service doesn't see what a child registers."
            }
            // Written as in Swinject: `{ (resolver: DependenciesContainer, id: Int) in … }`.
            if same.contains(where: { $0.argumentsText.contains("DependenciesContainer") }) {
                return "Leave the container out of a factory's arguments, and ask `DependenciesContainer.shared`."
            }
            if same.contains(where: { $0.name == name }) {
                return "Pass `arguments:` of exactly the registered types, or use `autoregister` to have them resolved."
            }
            if same.isEmpty && others.contains(where: { String(reflecting: $0.type) == type }) {
                return "Link only one copy of the module: another type is registered as '\(type)'."
            }
            let call = "register(type: \(key.type).self" + key.nameText(", name: ")
            let factory = key.arguments == nil ? "…" : "(…) in …"
            return "Call `\(call)) { \(factory) }` before it is needed, or ask for what is registered."
        }
    }
}

nonisolated extension [DependenciesContainer.Key] {
    /// Joins them. If there are more than ten, keeps the `first` ones and the last `10 - first`.
    fileprivate func joined(_ separator: String = ", ", first: Int = 10) -> String {
        var texts = map(\.description)
        let rest = count - 10
        if rest > 0 { texts.replaceSubrange(first..<(first + rest), with: ["… \(rest) more …"]) }
        return texts.isEmpty ? "nothing" : texts.joined(separator: separator)
    }

    fileprivate var path: String { joined(" → ", first: 5) }
}

nonisolated extension DependenciesContainer {
    /// Runs `body`, and stops the program with the error's text if it throws.
    @inline(__always) fileprivate static func orStop<Result>(
        _ place: @autoclosure () -> String = "", _ body: () throws -> Result
    ) -> Result {
        do {
            return try body()
        } catch {
            stop(error, place())
        }
    }

    private static func stop(_ error: any Error, _ place: String) -> Never {
        if error is ResolutionError { fatalError("\(error)\(place)") }
        let path = Resolution.current.failedPath.path
        fatalError("Call `require` to handle what a factory throws: \(error)\n    path: \(path)\(place)")
    }
}

// MARK: - Optional: Optional Types

nonisolated extension Optional: DependenciesContainer.AnyOptional {}

// MARK: - Optional: Runtime Arguments

// A pack of arguments may be empty, so each overload is disfavored: without arguments the other ones are meant.
nonisolated extension DependenciesContainer {
    /// Registers a factory that takes arguments, and makes a new service for every resolve.
    ///
    /// The argument types belong to the key: one type may have a
    /// factory for `(String)` and one for `(String, Int)`. So
    /// `register(factory: Feed.init)`, whose initializer takes an
    /// `API`, is a factory with an argument: use `autoregister` to
    /// have it resolved. A closure whose only parameter is `Any` or
    /// `any Sendable` gets the container, not an argument.
    /// ```swift
    /// container.register(type: API.self) { (host: String) in
    ///     HTTPClient(host: host)
    /// }
    /// ```
    @available(swift 6) @_disfavoredOverload public func register<T: Sendable, each Argument>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping @Sendable (repeat each Argument) throws -> T,
        injecting: (@Sendable (T) throws -> Void)? = nil
    ) {
        add(type, name, .anywhere, factory, injecting)
    }

    /// Returns a new service built from the arguments, or nil if no factory takes arguments of these types.
    ///
    /// Stops the program with the error's text if the service can't
    /// be built.
    /// ```swift
    /// let api = container.resolve(type: API.self, arguments: "a")
    /// ```
    @_disfavoredOverload public func resolve<T: Sendable, each Argument: Sendable>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) -> T? {
        let arguments = tuple(repeat each arguments)
        return Self.orStop { try find(type, name, arguments) }
    }

    /// Returns a new service built from the arguments, or throws.
    ///
    /// - Throws: A ``ResolutionError`` if no factory takes arguments
    ///   of these types; otherwise as without arguments.
    @_disfavoredOverload public func require<T: Sendable, each Argument: Sendable>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) throws -> T {
        try get(type, name, tuple(repeat each arguments))
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @_disfavoredOverload @MainActor
    public func register<T, each Argument>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping (repeat each Argument) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, .mainActorOnly, factory, injecting)
    }

    /// The same for a factory that runs on the main actor.
    @_documentation(visibility: internal) @_disfavoredOverload @MainActor
    public func register<T: Sendable, each Argument>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping @MainActor (repeat each Argument) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil, on _: MainActor.Type = MainActor.self
    ) {
        add(type, name, .builtOnMainActor, factory, injecting)
    }

    /// The same in Swift 5 mode.
    @_documentation(visibility: internal) @available(swift, obsoleted: 6) @_disfavoredOverload
    public func register<T: Sendable, each Argument>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping (repeat each Argument) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, .anywhere, factory, injecting)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor @_disfavoredOverload
    public func resolve<T, each Argument>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) -> T? {
        let arguments = tuple(repeat each arguments)
        return Self.orStop { try find(type, name, arguments) }
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor @_disfavoredOverload
    public func require<T, each Argument>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) throws -> T {
        try get(type, name, tuple(repeat each arguments))
    }

    @_semantics("optimize.sil.specialize.generic.never") private func add<T, each Argument>(
        _ type: T.Type, _ name: String?, _ isolation: Isolation,
        _ factory: @escaping (repeat each Argument) throws -> T, _ injecting: ((T) throws -> Void)?
    ) {
        let taking = { (arguments: Arguments) in
            try factory(repeat each unsafeDowncast(arguments, to: Tuple<(repeat each Argument)>.self).values)
        }
        let types = ((repeat each Argument) -> Void).self
        add(type, name, .transient, isolation, .taking(taking), injecting, arguments: types)
    }

    @_semantics("optimize.sil.specialize.generic.never") private func tuple<each Argument>(
        _ argument: repeat each Argument
    ) -> Arguments {
        Tuple(((repeat each Argument) -> Void).self, (repeat each argument))
    }

    private final class Tuple<Values>: Arguments {
        let values: Values

        init(_ types: Any.Type, _ values: Values) {
            self.values = values
            super.init(types)
        }
    }
}

// MARK: - Optional: Auto-Registration

nonisolated extension DependenciesContainer {
    /// Registers an initializer, or another function, and resolves each of its parameters.
    ///
    /// An optional parameter is nil if nothing is registered for it.
    /// ```swift
    /// container.autoregister(initializer: Feed.init)
    /// ```
    @available(swift 6) public func autoregister<T: Sendable, each Parameter: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping @Sendable (repeat each Parameter) throws -> T,
        injecting: (@Sendable (T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .anywhere, initializer, injecting)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public func autoregister<T, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping (repeat each Parameter) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .mainActorOnly, initializer, injecting)
    }

    /// The same for an initializer of a main-actor class.
    @_documentation(visibility: internal) @MainActor
    public func autoregister<T: Sendable, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping @MainActor (repeat each Parameter) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil, on _: MainActor.Type = MainActor.self
    ) {
        add(type, name, scope, .builtOnMainActor, initializer, injecting)
    }

    /// The same in Swift 5 mode, which can't tell whether the initializer is `Sendable`.
    @_documentation(visibility: internal) @available(swift, obsoleted: 6)
    public func autoregister<T: Sendable, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping (repeat each Parameter) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .anywhere, initializer, injecting)
    }

    @_semantics("optimize.sil.specialize.generic.never") private func add<T, each Parameter>(
        _ type: T.Type, _ name: String?, _ scope: Scope, _ isolation: Isolation,
        _ initializer: @escaping (repeat each Parameter) throws -> T, _ injecting: ((T) throws -> Void)?
    ) {
        let resolving = { (container: DependenciesContainer) in
            try initializer(repeat container.argument((each Parameter).self))
        }
        add(type, name, scope, isolation, .resolving(resolving), injecting)
    }

    private func argument<T>(_ type: T.Type) throws -> T {
        if let service = try find(type, nil) { return service }
        let key = Key(type, nil)
        if key.wrapped == nil { throw missing(key) }
        return Any?.none as! T  // nil, since `T` is optional
    }
}

// MARK: - Optional: Main Actor

/// Overloads for services that are not `Sendable`, and for factories that run on the main actor only.
///
/// Two overloads that differ only in isolation would be a
/// redeclaration, so one of each pair has a parameter `on`, which
/// nobody needs to pass.
nonisolated extension DependenciesContainer {
    /// The same for an instance that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public func register<T>(type: T.Type, name: String? = nil, service: T) {
        add(type, name, .mainActorOnly, service: service)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public func register<T>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping () throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .mainActorOnly, .plain(factory), injecting)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public func register<T>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping (DependenciesContainer) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .mainActorOnly, .resolving(factory), injecting)
    }

    /// Registers a factory that runs on the main actor, of a service that may be used anywhere once it is built.
    ///
    /// ```swift
    /// container.register { @MainActor in ViewModel() }
    /// ```
    @MainActor public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping @MainActor () throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil, on _: MainActor.Type = MainActor.self
    ) {
        add(type, name, scope, .builtOnMainActor, .plain(factory), injecting)
    }

    /// The same for a factory that takes the container.
    @_documentation(visibility: internal) @MainActor
    public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping @MainActor (DependenciesContainer) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil, on _: MainActor.Type = MainActor.self
    ) {
        add(type, name, scope, .builtOnMainActor, .resolving(factory), injecting)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public func resolve<T>(type: T.Type = T.self, name: String? = nil) -> T? {
        Self.orStop { try find(type, name) }
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public func require<T>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try get(type, name)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public func resolveAll<T>(type: T.Type = T.self) -> [T] {
        Self.orStop { try findAll(type) }
    }
}

// MARK: - Optional: Swift 5

/// Overloads for Swift 5 mode, which does not check whether closures are `Sendable`.
nonisolated extension DependenciesContainer {
    /// The same in Swift 5 mode.
    @_documentation(visibility: internal) @available(swift, obsoleted: 6)
    public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping () throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .anywhere, .plain(factory), injecting)
    }

    /// The same in Swift 5 mode.
    @_documentation(visibility: internal) @available(swift, obsoleted: 6)
    public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping (DependenciesContainer) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .anywhere, .resolving(factory), injecting)
    }
}

// MARK: - Optional: Property Wrappers

/// A property that is filled with a service.
///
/// In an object that a container builds, it is filled by the time
/// `resolve` returns; a missing service makes that fail. In an
/// object built by hand, it is resolved on first read, from the
/// container that was `shared` when the object was made; a missing
/// service then stops the program.
///
/// An optional property is nil as long as nothing is registered. It
/// asks again at the next read.
/// ```swift
/// @Injected var api: API
/// @Injected(name: "staging") var staging: API
/// @Injected var tracker: Tracker?
/// ```
/// Until its first read, a property of an object made by hand holds
/// its container. If the object is registered with `service:` in
/// that very container, neither is released before that.
@propertyWrapper public struct Injected<T>: DependenciesContainer.Wrapper {
    private var injection: DependenciesContainer.Injection

    /// Creates a property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) where T: Sendable {
        injection = .init(.init(T.self, name), file, line)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public init(
        name: String? = nil, file: StaticString = #fileID, line: UInt = #line, on _: MainActor.Type = MainActor.self
    ) {
        injection = .init(.init(T.self, name), file, line)
    }

    /// The service, or what has been assigned instead.
    public var wrappedValue: T {
        get { injection.instance?.service(of: T.self) ?? (Any?.none as! T) }  // nil only where `T` is optional
        mutating set { injection = injection.replaced(by: DependenciesContainer.Box(newValue)) }
    }
}

nonisolated extension Injected: Sendable where T: Sendable {}

/// A property that is filled with a service and does not keep it alive; nil if there is none.
///
/// As long as there is none, it asks again at the next read. A
/// service that is built for a read lives as long as the reader
/// holds it.
/// ```swift
/// @WeakInjected var delegate: Delegate?
/// ```
@propertyWrapper public struct WeakInjected<T>: DependenciesContainer.Wrapper {
    private var injection: DependenciesContainer.Injection

    /// Creates a property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) where T: Sendable {
        injection = .init(.init(T.self, name), file, line, isWeak: true)
    }

    /// The same for a service that lives on the main actor.
    @_documentation(visibility: internal) @available(swift 6) @MainActor
    public init(
        name: String? = nil, file: StaticString = #fileID, line: UInt = #line, on _: MainActor.Type = MainActor.self
    ) {
        injection = .init(.init(T.self, name), file, line, isWeak: true)
    }

    /// The service while something else holds it, or what has been assigned instead, in place of asking.
    public var wrappedValue: T? {
        get { injection.instance?.service(of: T.self) }
        mutating set { injection = injection.replaced(by: newValue.map { DependenciesContainer.Box($0) }) }
    }
}

nonisolated extension WeakInjected: Sendable where T: Sendable {}

nonisolated extension DependenciesContainer {
    #if compiler(>=6.2)
        /// A property wrapper that is not confined to the main actor where that is the default isolation. To mark
        /// it `nonisolated` would affect the properties, too.
        fileprivate protocol Wrapper: SendableMetatype {}
    #else
        fileprivate protocol Wrapper {}
    #endif

    /// The state of a wrapper: a container until it is filled, then the service and nothing else.
    // Unchecked: the lock guards the variables, and a wrapper is only Sendable if its service is.
    fileprivate final class Injection: CustomReflectable, @unchecked Sendable {
        private let key: Key
        private let file: StaticString
        private let line: UInt
        private let isWeak: Bool
        /// The container to ask, until it has answered. Guarded by the lock.
        private var container: DependenciesContainer?
        /// The container to ask again, as long as there is no service. Guarded by the lock.
        private weak var askedContainer: DependenciesContainer?
        /// Guarded by the lock.
        private var strong: Instance?
        /// Guarded by the lock.
        private weak var object: AnyObject?

        init(
            _ key: Key, _ file: StaticString, _ line: UInt, isWeak: Bool = false,
            container: DependenciesContainer? = .shared
        ) {
            self.key = key
            self.file = file
            self.line = line
            self.isWeak = isWeak
            self.container = container
            if container != nil { Resolution.current.postpone { _ = try self.get(keepsUnfinished: true) } }
        }

        /// A state of its own for what is assigned, so that copies of a struct don't share it.
        func replaced(by box: AnyObject?) -> Injection {
            let injection = Injection(key, file, line, isWeak: isWeak, container: nil)
            _ = injection.keep(box.map { Instance(object: $0, storage: .exactBox) })
            return injection
        }

        var instance: Instance? {
            orStop("\n    property: \(file):\(line)") { try get() }
        }

        /// In an object that belongs to a build, an unfinished instance may be kept: they are published together.
        private func get(keepsUnfinished: Bool = false) throws -> Instance? {
            let (held, asked) = locked { (self.held, container ?? askedContainer) }
            if let held { return held }
            guard let asked else { return nil }
            let found = try asked.instance(for: key)
            if found == nil && !isWeak && key.wrapped == nil { throw asked.missing(key) }
            let mayBeUnfinished = found != nil && Resolution.current.hasOpenCircle
            if mayBeUnfinished && !keepsUnfinished { return found }
            return withExtendedLifetime(asked) { keep(found) }  // not released under the lock
        }

        /// Nothing, so that `dump` reads no variables without the lock.
        var customMirror: Mirror { Mirror(self, children: []) }

        /// The service, if there is one. Called under the lock; the caller must release it after unlocking.
        private var held: Instance? {
            isWeak ? object.map { Instance(object: $0, storage: .service) } : strong
        }

        /// Keeps an answer, unless another thread was first, and returns what is kept. The caller keeps the container
        /// alive until after unlocking.
        private func keep(_ found: Instance?) -> Instance? {
            locked {
                if let held { return held }
                if let container {
                    if isWeak || found == nil { askedContainer = container }
                    self.container = nil
                }
                if isWeak {
                    object = found.map { $0.content as AnyObject }
                } else {
                    strong = found
                }
                return found
            }
        }
    }
}

// MARK: - Optional: Verification

nonisolated extension DependenciesContainer {
    /// The result of `verify`.
    public struct Verification: Sendable, CustomStringConvertible {
        /// The registrations that can't be built, and why.
        public fileprivate(set) var failures: [(registration: String, error: any Error)] = []
        /// The paths from a service that may be asked for anywhere to one that is first built on the main actor only.
        public fileprivate(set) var mainActorOnly: [String] = []
        /// The registrations that take runtime arguments, and so can't be checked.
        public fileprivate(set) var notChecked: [String] = []
        /// A line for each registration that has failed, needs the main actor or was not checked.
        public var description: String {
            let lines =
                failures.map { "\($0): \($1)" } + mainActorOnly.map { "\($0): on the main actor only" }
                + notChecked.map { "\($0): not checked" }
            return lines.isEmpty ? "Every registration can be built." : lines.joined(separator: "\n")
        }
    }

    /// Builds every registered service, each in a throwaway copy, and reports what can't be built, or not everywhere.
    ///
    /// Call it on the main actor if some services live there;
    /// elsewhere they are failures.
    /// ```swift
    /// #expect(container.verify().failures.isEmpty)
    /// ```
    public func verify() -> Verification {
        var result = Verification()
        let resolution = Resolution.current
        if resolution.mainActorPaths != nil { return result }  // called by a factory that it runs
        defer { resolution.mainActorPaths = nil }
        let original = copy()
        for key in Self.locked({ original.all }).map(\.key) {
            if key.arguments != nil {
                result.notChecked.append(key.description)
                continue
            }
            resolution.mainActorPaths = []
            do {
                _ = try original.copy().instance(for: key)
                result.mainActorOnly += resolution.mainActorPaths!.map(\.path)
            } catch {
                result.failures.append((key.description, error))
            }
        }
        return result
    }
}

// MARK: - Optional: Description

nonisolated extension DependenciesContainer: CustomStringConvertible, CustomReflectable {
    /// A table of everything that can be resolved here.
    public var description: String {
        // What is built is used, and so released, after unlocking: it may be the last reference to a weak service.
        let registrations = Self.locked { all.map { ($0, built: $0.built) } }
        if registrations.isEmpty { return "DependenciesContainer: nothing is registered" }
        let rows = registrations.map { registration, built in
            let key = registration.key
            return [
                "\(key.type)" + key.argumentsText, key.name == nil ? "-" : key.nameText(""),
                key.arguments == nil ? "\(registration.scope)" : "with arguments", built == nil ? "not built" : "built",
            ]
        }
        let table = [["type", "name", "scope", "state"]] + rows
        let widths = (0..<4).map { column in table.map { $0[column].count }.max()! }
        return table.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// Nothing, so that `dump` shows the table, and reads no variables without the lock.
    public var customMirror: Mirror {
        Mirror(self, children: [])
    }
}

// MARK: - Keys and Factories

nonisolated extension DependenciesContainer {
    /// What a service is registered under.
    ///
    /// It is made of a static type only, and so proves the type of what is found under it.
    fileprivate struct Key: Hashable, CustomStringConvertible {
        let type: Any.Type
        let name: String?
        let arguments: Any.Type?

        init<T>(_ type: T.Type, _ name: String?, _ arguments: Any.Type? = nil) {
            if type != T.self { fatalError("Write '\(T.self).self' in place of a value that is '\(type).self'.") }
            self.type = type
            self.name = name
            self.arguments = arguments
        }

        /// The key of the type that an optional type wraps.
        var wrapped: Key? {
            func key<T: AnyOptional>(_: T.Type) -> Key { Key(T.Wrapped.self, name, arguments) }
            return (type as? any AnyOptional.Type).map { key($0) }
        }

        var description: String { "\(type)" + nameText(" ") + argumentsText }

        func nameText(_ before: String) -> String { name.map { before + "\"\($0)\"" } ?? "" }

        // They are stored as the type of a function, "(String, Int) -> ()", whose end is left out.
        var argumentsText: String { arguments.map { String(" \($0)".dropLast(6)) } ?? "" }

        static func == (a: Key, b: Key) -> Bool {
            a.type == b.type && a.name == b.name && a.arguments == b.arguments
        }

        // Few registrations differ in their arguments only.
        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(type))
            if let name { hasher.combine(name) }
        }
    }

    fileprivate protocol AnyOptional {
        associatedtype Wrapped
    }

    fileprivate protocol AnyBox {
        var content: Any { get }
    }

    /// A service, or the arguments for one, behind an untyped reference.
    fileprivate final class Box<Content>: AnyBox {
        let value: Content

        init(_ value: Content) {
            self.value = value
        }

        var content: Any { value }
    }

    /// The arguments of a resolve; a subclass has their values.
    fileprivate class Arguments {
        let types: Any.Type

        init(_ types: Any.Type) {
            self.types = types
        }
    }

    /// Where a service may be built and used.
    fileprivate enum Isolation { case anywhere, builtOnMainActor, mainActorOnly }

    /// A way to build a service. Its identity is that of the call that registered it, in all copies of a container.
    fileprivate protocol AnyFactory: AnyObject {
        /// The box of a service that was registered ready-made.
        var ready: AnyObject? { get }
        /// Makes the service, in a box.
        func makeBox(in container: DependenciesContainer, _ arguments: Arguments?) throws -> AnyObject
        /// Runs `injecting`.
        func inject(_ box: AnyObject) throws
    }

    /// A factory that knows its type.
    fileprivate final class Factory<Service>: AnyFactory {
        enum Source {
            case ready(Box<Service>)
            case plain(() throws -> Service)
            case resolving((DependenciesContainer) throws -> Service)
            case taking((Arguments) throws -> Service)
        }

        let source: Source
        let injecting: ((Service) throws -> Void)?

        init(_ source: Source, _ injecting: ((Service) throws -> Void)?) {
            self.source = source
            self.injecting = injecting
        }

        func make(in container: DependenciesContainer, _ arguments: Arguments?) throws -> Service {
            switch source {
            case .ready(let box): box.value
            case .plain(let factory): try factory()
            case .resolving(let factory): try factory(container)
            case .taking(let factory): try factory(arguments!)
            }
        }

        var ready: AnyObject? {
            if case .ready(let box) = source { box } else { nil }
        }

        func makeBox(in container: DependenciesContainer, _ arguments: Arguments?) throws -> AnyObject {
            Box(try make(in: container, arguments))
        }

        func inject(_ box: AnyObject) throws {
            try injecting?(unsafeDowncast(box, to: Box<Service>.self).value)
        }
    }
}

// MARK: - Registrations and the Lock

nonisolated extension DependenciesContainer {
    /// What one call has registered.
    fileprivate struct Recipe {
        let key: Key
        let scope: Scope
        let isolation: Isolation
        /// The place among all registrations.
        let order: Int
        let factory: any AnyFactory
    }

    /// A recipe in its place in a container, and what has been built there.
    ///
    /// A reset replaces it; a build that began with the old one then publishes nothing.
    fileprivate final class Registration {
        let recipe: Recipe
        /// The service in a box. Guarded by the lock.
        var box: AnyObject?
        /// The service itself, if its scope is `.weak`. Guarded by the lock.
        weak var object: AnyObject?
        /// The resolution that others wait for. Guarded by the lock.
        var builder: Resolution?

        init(_ recipe: Recipe) {
            self.recipe = recipe
            box = recipe.factory.ready
        }

        var key: Key { recipe.key }
        var scope: Scope { recipe.scope }
        /// Whether what is built is for all threads.
        var isShared: Bool { scope == .singleton || scope == .weak }

        /// The box, or the weak service. Called under the lock; the caller must release it after unlocking.
        var built: AnyObject? { box ?? object }

        /// Puts an instance where every thread finds it. Called under the lock.
        func store(_ box: AnyObject) {
            if scope == .singleton {
                self.box = box
            } else if let content = Instance(object: box, storage: .box).service(of: Any?.self),
                type(of: content) is AnyClass  // what a value would be bridged to may live forever
            {
                object = content as AnyObject
            }
        }
    }

    /// The registrations of a container.
    ///
    /// Most have neither name nor arguments; keyed by a single pointer, they are found a fifth faster and take 60 bytes
    /// less.
    fileprivate struct Registry {
        var plain: [ObjectIdentifier: Registration] = [:]
        var others: [Key: Registration] = [:]

        subscript(key: Key) -> Registration? {
            get { key.name == nil && key.arguments == nil ? plain[ObjectIdentifier(key.type)] : others[key] }
            set {
                if key.name == nil && key.arguments == nil {
                    plain[ObjectIdentifier(key.type)] = newValue
                } else {
                    others[key] = newValue
                }
            }
        }

        var all: [Registration] { plain.values + Array(others.values) }

        /// The same with nothing built.
        var unbuilt: Registry {
            Registry(
                plain: plain.mapValues { Registration($0.recipe) }, others: others.mapValues { Registration($0.recipe) }
            )
        }
    }

    /// The lock: one for all containers, since a build may span several.
    private static let lock = NSCondition()
    /// The number of the last registration. Guarded by the lock.
    nonisolated(unsafe) private static var lastOrder = 0

    /// Runs `body` under the lock, where no user code may run, not even a `deinit`: `body` must not release a service.
    fileprivate static func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Runs `body` under the lock, for a change that others may wait for, and wakes them to look up again. What `body`
    /// puts into `dropped` is released after unlocking.
    fileprivate static func changing<Result>(_ body: (_ dropped: inout [Any]) -> Result) -> Result {
        var dropped: [Any] = []
        defer { withExtendedLifetime(dropped) {} }  // released after unlocking, not before
        return locked {
            defer { lock.broadcast() }
            return body(&dropped)
        }
    }

    // About `@_semantics`, here and elsewhere: the optimizer copies a generic function for each type that it is called
    // with, 1,500 bytes of machine code for each service of an app that pastes the file. So the public functions are
    // thin, and those that they call for every service are never copied.
    @_semantics("optimize.sil.specialize.generic.never") fileprivate func add<T>(
        _ type: T.Type, _ name: String?, _ isolation: Isolation, service: T
    ) {
        add(type, name, .singleton, isolation, .ready(Box(service)), nil)
    }

    @_semantics("optimize.sil.specialize.generic.never") fileprivate func add<T>(
        _ type: T.Type, _ name: String?, _ scope: Scope, _ isolation: Isolation,
        _ source: Factory<T>.Source, _ injecting: ((T) throws -> Void)?, arguments: Any.Type? = nil
    ) {
        let key = Key(type, name, arguments)
        let factory = Factory(source, injecting)
        Self.changing { dropped in
            Self.lastOrder += 1
            dropped.append(registrations[key] as Any)
            // An override keeps the place of what it overrides, be it a parent's.
            let order = exactRegistration(key)?.recipe.order ?? Self.lastOrder
            registrations[key] = Registration(
                Recipe(key: key, scope: scope, isolation: isolation, order: order, factory: factory))
        }
    }

    /// The registration that a key stands for, here or in a parent. Called under the lock.
    fileprivate func registration(_ key: Key) -> Registration? {
        exactRegistration(key) ?? key.wrapped.flatMap(registration)
    }

    private func exactRegistration(_ key: Key) -> Registration? {
        registrations[key] ?? parent?.exactRegistration(key)
    }

    /// Whether the registration is here, and has not been replaced. Called under the lock.
    fileprivate func holds(_ registration: Registration) -> Bool {
        registrations[registration.key] === registration
    }

    /// The container that holds a registration. Called under the lock.
    fileprivate func owner(of registration: Registration) -> DependenciesContainer {
        if let parent, !holds(registration) { return parent.owner(of: registration) }
        return self
    }

    /// All registrations that can be reached, in order. Called under the lock.
    fileprivate var all: [Registration] {
        let inherited = parent?.all.filter { registrations[$0.key] == nil } ?? []
        return (inherited + registrations.all).sorted { $0.recipe.order < $1.recipe.order }
    }

    /// A container with these very registrations. Called under the lock.
    fileprivate var snapshot: DependenciesContainer {
        let snapshot = DependenciesContainer(parent: parent?.snapshot)
        snapshot.registrations = registrations
        return snapshot
    }
}

// MARK: - Looking Up

nonisolated extension DependenciesContainer {
    /// An instance that a lookup has found.
    fileprivate struct Instance {
        /// What `object` is: a box of the very type that was asked for, another box, or a weak service itself.
        enum Storage { case exactBox, box, service }

        let object: AnyObject
        let storage: Storage

        var content: Any { storage == .service ? object : (object as! any AnyBox).content }

        func service<T>(of _: T.Type) -> T {
            switch storage {
            // Safe: the key's type is `T`, and only `add<T>` puts something under such a key; or a wrapper made the
            // box.
            case .exactBox: unsafeDowncast(object, to: Box<T>.self).value
            case .box, .service: content as! T
            }
        }
    }

    /// The result of a lookup.
    fileprivate enum Found {
        case nothing
        case instance(Instance)
        /// A transient service, for the caller to make.
        case transient(Registration, Instance.Storage)
        /// What this thread must build, in the container that it belongs to.
        case toBuild(Registration, DependenciesContainer, Instance.Storage)
        /// What this thread has waited for, and must look up again; carried along to be released after unlocking.
        case awaited(Registration)
    }

    /// Returns the service, built if necessary, or nil if nothing is registered.
    @_semantics("optimize.sil.specialize.generic.never") fileprivate func find<T>(
        _ type: T.Type, _ name: String?, _ arguments: Arguments? = nil
    ) throws -> T? {
        switch try lookUpOrBuild(Key(type, name, arguments?.types)) {
        case .instance(let instance): return instance.service(of: type)
        case .transient(let registration, let storage):
            if storage != .exactBox { return try instance(registration, storage, arguments).service(of: type) }
            let factory = unsafeDowncast(registration.recipe.factory, to: Factory<T>.self)
            return try Resolution.current.make(registration, in: self, factory.injecting) {
                try factory.make(in: self, arguments)
            }
        default: return nil  // `.nothing`; the others never leave `lookUpOrBuild`
        }
    }

    /// Returns the service, built if necessary, or throws.
    // It repeats `find`: to unwrap an optional of a generic type would make a lookup a sixth slower.
    @_semantics("optimize.sil.specialize.generic.never") fileprivate func get<T>(
        _ type: T.Type, _ name: String?, _ arguments: Arguments? = nil
    ) throws -> T {
        let key = Key(type, name, arguments?.types)
        switch try lookUpOrBuild(key) {
        case .instance(let instance): return instance.service(of: type)
        case .transient(let registration, let storage):
            if storage != .exactBox { return try instance(registration, storage, arguments).service(of: type) }
            let factory = unsafeDowncast(registration.recipe.factory, to: Factory<T>.self)
            return try Resolution.current.make(registration, in: self, factory.injecting) {
                try factory.make(in: self, arguments)
            }
        default: throw missing(key)
        }
    }

    /// Makes a transient service whose type is not known here.
    private func instance(
        _ registration: Registration, _ storage: Instance.Storage, _ arguments: Arguments?
    ) throws -> Instance {
        let factory = registration.recipe.factory
        let box = try Resolution.current.make(registration, in: self, factory.inject) {
            try factory.makeBox(in: self, arguments)
        }
        return Instance(object: box, storage: storage)
    }

    /// Returns an instance whose type is not known here, or nil if nothing is registered.
    fileprivate func instance(for key: Key) throws -> Instance? {
        switch try lookUpOrBuild(key) {
        case .instance(let instance): return instance
        case .transient(let registration, let storage): return try instance(registration, storage, nil)
        default: return nil
        }
    }

    fileprivate func findAll<T>(_ type: T.Type) throws -> [T] {
        let wanted = Key(type, nil)
        let keys = Self.locked { all.map(\.key) }.filter { $0.type == wanted.type && $0.arguments == nil }
        return try keys.compactMap { try find(type, $0.name) }
    }

    /// Looks up, waits and builds until there is an instance, a transient service for the caller to make, or nothing.
    @inline(__always) private func lookUpOrBuild(_ key: Key) throws -> Found {
        while true {
            let found = try Self.locked { try lookUp(key) }
            switch found {
            case .nothing, .instance, .transient: return found
            case .awaited: continue
            case .toBuild(let registration, let container, let storage):
                if let box = try buildAddingHint(registration, in: container) {
                    return .instance(Instance(object: box, storage: storage))
                }  // else another thread was first: look up again
            }
        }
    }

    private func buildAddingHint(
        _ registration: Registration, in container: DependenciesContainer
    ) throws -> AnyObject? {
        do {
            return try Resolution.current.build(registration, in: container)
        } catch var error as ResolutionError
            where error.reason == .notRegistered && container !== self && error.hint == nil
        {
            // A parent's service does not see what only this child knows.
            if Self.locked({ self.registration(error.key) != nil }) { error.hint = registration.key }
            throw error
        }
    }

    /// Decides how to answer: with what is built, with what this thread has in progress, by building, or by having
    /// waited. Called under the lock.
    @inline(__always) private func lookUp(_ key: Key) throws -> Found {
        guard let registration = registration(key) else { return .nothing }
        let storage = registration.key.type == key.type ? Instance.Storage.exactBox : .box
        let isolation = registration.recipe.isolation
        // Before a weak service is read: if the check failed after that, the service might be released under the lock.
        if isolation == .mainActorOnly { try requireMainActor(for: registration) }
        if let built = registration.built {
            return .instance(Instance(object: built, storage: registration.scope == .weak ? .service : storage))
        }
        if isolation == .builtOnMainActor { try requireMainActor(for: registration) }
        let isShared = registration.isShared
        let container = isShared ? owner(of: registration) : self  // others take what they need from whoever is asked
        let resolution = Resolution.current
        if let box = try resolution.instanceInProgress(of: registration, in: container) {
            return .instance(Instance(object: box, storage: storage))
        }
        if registration.scope == .transient { return .transient(registration, storage) }
        if isShared && !resolution.becomeBuilder(of: registration) { return .awaited(registration) }
        return .toBuild(registration, container, storage)
    }

    /// Marks the main queue: `Thread.isMainThread` is false on the main actor once an async `main` has been suspended.
    private static let mainQueue = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    private func requireMainActor(for registration: Registration) throws {
        // Inside another queue's `sync`, called on the main thread, only the thread tells.
        let isOnMainActor = DispatchQueue.getSpecific(key: Self.mainQueue) != nil || Thread.isMainThread
        if !isOnMainActor { throw failure(.mainActorOnly, registration.key) }
        Resolution.current.noteMainActor(for: registration.key)
    }

    /// Returns an error for a key that the current build needs. Called under the lock.
    fileprivate func failure(_ reason: ResolutionError.Reason, _ key: Key, hint: Key? = nil) -> ResolutionError {
        let path = Resolution.current.path + [key]
        return ResolutionError(reason: reason, keys: path, registered: snapshot, hint: hint)
    }

    /// Returns an error for a key that nothing is registered under.
    fileprivate func missing(_ key: Key) -> ResolutionError {
        if let wrapped = key.wrapped { return missing(wrapped) }
        return Self.locked { failure(.notRegistered, key) }
    }
}

// MARK: - Building

// A build belongs to the thread that runs it: factories are synchronous, so a build never leaves its thread.
//
// Terms: a *resolution* is all that a thread is building. A *step* is a run of a factory and its `injecting`, kept as
// long as its result may be asked for. To *publish* an instance is to put it into its registration, where every thread
// finds it. A service is *reused* unless it is transient: a transient service is new for whoever asks, and nobody else
// ever gets it. A *circle opens* when a reused service is asked for again inside its own running step; the outermost
// such step is the *root*. While it is open, nothing inside the root is published; when the root ends, all of it or
// nothing.
//
// Who may touch what: the lock guards what threads share, as each declaration says. The rest of a resolution belongs to
// its thread. No user code runs under the lock.
//
// Why no wait lasts forever: a thread waits only for a builder that is not waiting, directly or through others, for
// this thread (`becomeBuilder`). So every chain of waiting threads ends at one that runs, and each publication, each
// failure and each change of a registration wakes all who wait, to look up again.
//
// A singleton's factory runs again after a failure, a reset or a change, of its own service or of its circle; when a
// circle is entered at a service whose factory, not its `injecting`, asks for the next; and when two threads would wait
// for each other.
//
// For example, A's `injecting` asks for B, and B's factory asks for A. `A` is a step whose factory is running, `A:a`
// one whose factory has made `a`, and `[B:b]` one that is finished and kept.
//
//     entered from A                                  steps                    root
//     A's factory has made a                          A:a                      -
//     A's `injecting` asks for B, which runs          A:a B                    -
//     B's factory asks for A and gets a               A:a B                    A
//     B is finished, inside the root                  A:a [B:b]                A
//     A is finished: a and b are published            -                        -
//
//     entered from B                                  steps                    root
//     B's factory asks for A, which runs              B A                      -
//     A's factory has made a                          B A:a                    -
//     A's `injecting` asks for B, which runs again    B A:a B                  B, the outer one
//     B's factory asks for A and gets a               B A:a B                  B
//     the inner B is finished, inside the root        B A:a [B:b]              B
//     A is finished, inside the root                  B [A:a] [B:b]            B
//     the outer B's factory has made another b,       -                        -
//     which is dropped: a and the first b are published
//
//     entered from both ends                          steps of thread 1        steps of thread 2
//     1 has made a, while 2 runs B's factory          A:a                      B
//     A's `injecting` asks for B: 1 waits for 2       A:a                      B
//     B's factory asks for A, whose builder waits
//     for 2, which therefore runs A's factory, too    A:a                      B A
//     2 goes on as above, runs B's factory once more
//     inside A, and publishes its A and B             A:a                      -
//     1 gets that B and finishes a, but A has an
//     instance by now: a is dropped, and the
//     published A is returned                         -                        -

nonisolated extension DependenciesContainer {
    /// A run of a factory and its `injecting`.
    fileprivate struct Step {
        enum Phase { case factory, injecting, finished }

        let registration: Registration
        /// The container that builds.
        let container: DependenciesContainer
        var phase = Phase.factory
        /// What the factory has made, for others in this resolution. A transient step has none.
        var box: AnyObject?
        /// What fills the property wrappers of the objects that are made in this step.
        var injections: [() throws -> Void] = []

        var isRunning: Bool { phase != .finished }

        /// Whether it builds that service. It compares factories, since a reset replaces registrations.
        func builds(_ registration: Registration, in container: DependenciesContainer) -> Bool {
            self.registration.recipe.factory === registration.recipe.factory && self.container === container
        }
    }

    /// What a thread is building. No other thread touches it, except for `awaited`.
    fileprivate final class Resolution {
        /// The running steps, outermost first. Each is followed by those inside it that are finished and kept:
        /// graph services, and in the root of an open circle all that are reused.
        // Each access is a single call that runs no user code; to check that would make building a third slower.
        @exclusivity(unchecked) private var steps: [Step] = []
        /// The place of the outermost step of the open circle, if there is one.
        private var root: Int?
        /// How many steps there were when the innermost `asShared` was called.
        private var sharedDepth = 0
        /// The registration that this thread waits for. Guarded by the lock.
        private var awaited: Registration?
        /// The path to the failure that came first since a factory last started or succeeded.
        private(set) var failedPath: [Key] = []
        /// The paths on which a service that may be asked for anywhere needs the main actor, while `verify` collects
        /// them.
        var mainActorPaths: [[Key]]?

        /// Where a thread keeps its resolution.
        private static let slot = {
            var slot = pthread_key_t()
            pthread_key_create(&slot) { pointer in
                let pointer: UnsafeMutableRawPointer? = pointer  // it is optional on some platforms
                pointer.map { Unmanaged<Resolution>.fromOpaque($0).release() }
            }
            return slot
        }()

        /// The resolution of the calling thread.
        @inline(__always) static var current: Resolution {
            if let pointer = pthread_getspecific(slot) {
                return Unmanaged<Resolution>.fromOpaque(pointer).takeUnretainedValue()
            }
            let resolution = Resolution()
            pthread_setspecific(slot, Unmanaged.passRetained(resolution).toOpaque())
            return resolution
        }

        var hasOpenCircle: Bool { root != nil }

        /// The path from what was asked for first to what is being built.
        var path: [Key] { steps.filter(\.isRunning).map(\.registration.key) }

        func noteMainActor(for key: Key) {
            if steps.first?.registration.recipe.isolation == .anywhere { mainActorPaths?.append(path + [key]) }
        }

        /// The place of the innermost running step.
        private var innermost: Int? { steps.lastIndex(where: \.isRunning) }

        /// The container that is building, unless `asShared` was called inside that very step.
        // It runs each time that `shared` is read: to retain the resolution would make that a quarter slower.
        static var building: DependenciesContainer? {
            guard let pointer = pthread_getspecific(slot) else { return nil }
            return Unmanaged<Resolution>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
                guard let innermost = $0.innermost, innermost >= $0.sharedDepth else { return nil }
                return $0.steps[innermost].container
            }
        }

        /// Runs the body of `asShared`.
        func sharing<Result>(_ body: () throws -> Result) rethrows -> Result {
            let outerDepth = sharedDepth
            sharedDepth = steps.count
            defer { sharedDepth = outerDepth }
            return try body()
        }

        /// Queues the filling of a property wrapper until the factory or the `injecting` that is running has returned.
        func postpone(_ injection: @escaping () throws -> Void) {
            if let innermost { steps[innermost].injections.append(injection) }
        }

        /// Returns what this thread has made of a reused service: handed out early by a running
        /// step, which opens a circle, or finished and kept.
        ///
        /// Returns nil if the factory must run. If it runs already, one more run closes the circle, provided that a
        /// service in between is in its `injecting` and can be handed out early; otherwise throws `.circular`. Called
        /// under the lock.
        func instanceInProgress(of registration: Registration, in container: DependenciesContainer) throws -> AnyObject?
        {
            // With arguments, or through containers that are made inside each other, a recursion may end. After a
            // hundred runs, with arguments of any factories with arguments, it is taken for a circle.
            let factory = registration.recipe.factory
            let takesArguments = registration.key.arguments != nil
            let depth = steps.count { step in
                step.isRunning
                    && (step.registration.recipe.factory === factory
                        || (takesArguments && step.registration.key.arguments != nil))
            }
            if depth == 100 { throw container.failure(.circular, registration.key) }
            if takesArguments { return nil }
            guard let index = steps.lastIndex(where: { $0.isRunning && $0.builds(registration, in: container) }) else {
                return instance(of: registration, in: container, from: 0)
            }
            let instance = instance(of: registration, in: container, from: index)
            let injecting = steps[index...].filter { $0.phase == .injecting }
            guard instance != nil || injecting.contains(where: { $0.box != nil }) else {
                // A transient service in its `injecting` would be handed out early if its scope were `.graph`.
                let hint = injecting.last { $0.registration.key.arguments == nil }?.registration.key
                throw container.failure(.circular, registration.key, hint: hint)
            }
            if registration.scope != .transient { root = min(root ?? index, index) }
            return instance
        }

        /// Returns what the step at that place, or a later one, has made.
        private func instance(
            of registration: Registration, in container: DependenciesContainer, from index: Int
        ) -> AnyObject? {
            steps[index...].last { $0.box != nil && $0.builds(registration, in: container) }?.box
        }

        /// Becomes the builder and returns true; or waits until something changes, and returns false. Called under the
        /// lock, which waiting gives up.
        func becomeBuilder(of registration: Registration) -> Bool {
            // The builder may wait for another thread, and so on; the last of them runs, or is this one. If it is, to
            // wait would be a deadlock: this thread takes over, and runs the factory, too.
            var last = registration.builder
            while let next = last?.awaited?.builder { last = next }
            if let last, last !== self {
                awaited = registration
                lock.wait()
                awaited = nil
                return false
            }
            registration.builder = self
            return true
        }

        /// Builds a reused service, and returns its box, or nil if another thread was first.
        func build(_ registration: Registration, in container: DependenciesContainer) throws -> AnyObject? {
            let factory = registration.recipe.factory
            return try run(registration, in: container) { index in
                var box = try factory.makeBox(in: container, nil)
                // A run inside this one may have made and completed the instance; then the box is dropped.
                if let instance = instance(of: registration, in: container, from: index) {
                    box = instance
                } else {
                    steps[index].box = box
                    try inject(index) { try factory.inject(box) }
                }
                return finish(index, box)
            }
        }

        /// Makes a transient service.
        func make<Service>(
            _ registration: Registration, in container: DependenciesContainer,
            _ injecting: ((Service) throws -> Void)?, factory: () throws -> Service
        ) throws -> Service {
            var failed: AnyObject?  // released when the step has ended: a `deinit` may resolve
            defer { withExtendedLifetime(failed) {} }
            return try run(registration, in: container) { index in
                let service = try factory()
                if injecting != nil || !steps[index].injections.isEmpty {
                    do {
                        try inject(index) { try injecting?(service) }
                    } catch {
                        failed = Box(service)
                        throw error
                    }
                }
                // Released when it is out of `steps`; the last one is taken without an array.
                if index == steps.count - 1 {
                    withExtendedLifetime(steps.removeLast()) {}
                } else {
                    withExtendedLifetime(remove(index, andInside: index == 0)) {}
                }
                return service
            }
        }

        @inline(__always) private func run<Result>(
            _ registration: Registration, in container: DependenciesContainer, _ body: (_ index: Int) throws -> Result
        ) throws -> Result {
            let index = steps.count
            let outerRoot = root
            steps.append(Step(registration: registration, container: container))
            if !failedPath.isEmpty { failedPath = [] }  // mostly it is, and costs nothing then
            do {
                let result = try body(index)
                if !failedPath.isEmpty { failedPath = [] }
                return result
            } catch {
                fail(index, outerRoot)
                throw error
            }
        }

        /// Fills the wrappers of what a step has made, runs `injecting`, and fills the wrappers of what that has made.
        private func inject(_ index: Int, _ injecting: () throws -> Void) throws {
            steps[index].phase = .injecting
            try fillWrappers(index)
            try injecting()
            try fillWrappers(index)
        }

        private func fillWrappers(_ index: Int) throws {
            while !steps[index].injections.isEmpty { try steps[index].injections.removeFirst()() }
        }
    }
}

// MARK: - Publishing

nonisolated extension DependenciesContainer.Resolution {
    /// What becomes of the instances of steps that end together: seen by every thread; returned to the caller only,
    /// since a registration has changed; or dropped, since another thread has published first.
    private enum Outcome { case published, outdated, late }

    /// Ends a step that has made an instance, and publishes it, unless an open circle's root does so later. Returns the
    /// instance, or nil if another thread was first.
    private func finish(_ index: Int, _ box: AnyObject) -> AnyObject? {
        steps[index].phase = .finished
        steps[index].box = box
        if let root, root < index { return box }
        let closesCircle = root != nil
        root = nil
        let outcome: Outcome
        if closesCircle || (index == 0 && steps.count > 1) {
            let ended = remove(index, andInside: true)
            outcome = publish(ended)
            // Graph services of a circle may hold its members, and are only kept with them.
            if index > 0 && outcome == .published { steps += ended.filter { $0.registration.scope == .graph } }
        } else if index > 0 && steps[index].registration.scope == .graph {
            return box  // kept until the outermost step ends
        } else {
            outcome = publish(CollectionOfOne(steps.remove(at: index)))
        }
        return outcome == .late ? nil : box
    }

    /// Ends a step that has failed, and with it, in an open circle, all that is kept inside: it may hold what was
    /// handed out early.
    private func fail(_ index: Int, _ outerRoot: Int?) {
        if failedPath.isEmpty { failedPath = path }
        let ended = remove(index, andInside: index == 0 || hasOpenCircle)
        root = outerRoot
        DependenciesContainer.changing { _ in stopBuilding(ended) }
        withExtendedLifetime(ended) {}  // released after unlocking
    }

    /// Removes a step, or it and all that is kept inside, before they are released: a `deinit` may resolve.
    private func remove(_ index: Int, andInside: Bool) -> [DependenciesContainer.Step] {
        if !andInside || index + 1 == steps.count { return [steps.remove(at: index)] }
        defer { steps.removeSubrange(index...) }
        return Array(steps[index...])
    }

    /// Publishes the instances of steps that have ended, all or none.
    // It reads the steps in place: with copies the first resolve of a singleton takes a seventh longer.
    private func publish(_ ended: some Collection<DependenciesContainer.Step>) -> Outcome {
        defer { withExtendedLifetime(ended) {} }  // released after unlocking
        return DependenciesContainer.changing { dropped in
            stopBuilding(ended)
            let shared = ended.indices.lazy.filter { ended[$0].registration.isShared }
            for place in shared {
                if let other = ended[place].registration.built {
                    dropped.append(other)  // perhaps the last reference to a weak service
                }
            }
            if !dropped.isEmpty { return .late }
            // What was replaced, removed or reset in the meantime is not published, nor is its circle.
            for place in shared where !ended[place].container.holds(ended[place].registration) { return .outdated }
            for place in shared { ended[place].registration.store(ended[place].box!) }
            return .published
        }
    }

    /// Lets others build these, unless another thread has taken over. Called under the lock.
    private func stopBuilding(_ ended: some Collection<DependenciesContainer.Step>) {
        for place in ended.indices where ended[place].registration.builder === self {
            ended[place].registration.builder = nil
        }
    }
}
