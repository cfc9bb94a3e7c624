//
//  Locator.swift
//  A service locator in one file: register in app launch, resolve anywhere.
//
//  Version 1.0.0; the newest one is at <repository URL>.
//  MIT licence, copyright (c) 2026 the Locator authors.
//

import Foundation

#if os(Windows)
    import WinSDK
#endif

/// Maps a type and an optional name to a service, or to a factory that makes it when it is first asked for.
///
/// ```swift
/// DependenciesContainer.shared.register(type: API.self) { HTTPClient() }    // at launch
/// let api = DependenciesContainer.shared.resolve(type: API.self)            // anywhere
/// ```
///
/// Everything may be called from any thread or task, also inside a factory. In Swift 6 mode a `Sendable` service
/// may be registered and resolved anywhere, any other on the main actor only, and the compiler checks it.
// Unchecked, because the two variables are only touched with the lock held.
public nonisolated final class DependenciesContainer: @unchecked Sendable {
    /// The container of the process; inside a factory, the container that is building.
    ///
    /// ```swift
    /// DependenciesContainer.$shared.withValue(container) { … }    // another one, for this task and its children
    /// ```
    @TaskLocal public static var shared = DependenciesContainer()

    fileprivate let parent: DependenciesContainer?
    fileprivate var registrations: [Key: Registration] = [:]
    fileprivate var registered = 0

    /// A container of your own, that falls back to `parent` for what it lacks.
    ///
    /// ```swift
    /// let session = DependenciesContainer(parent: .shared)
    /// ```
    public init(parent: DependenciesContainer? = nil) {
        self.parent = parent
    }

    /// A container with the same parent and registrations, and none of the instances built so far.
    ///
    /// What was registered ready-made is the same object in both.
    /// ```swift
    /// let container = DependenciesContainer.shared.copy()
    /// container.register(type: API.self, service: FakeAPI())    // the original does not notice
    /// ```
    public func copy() -> DependenciesContainer {
        let copy = DependenciesContainer(parent: parent)
        let originals = Self.locked { registrations }
        copy.registrations = originals.mapValues { Registration($0.key, $0.scope, $0.recipe, order: $0.order) }
        copy.registered = originals.values.reduce(0) { max($0, $1.order) }
        return copy
    }
}

// MARK: - Registering

/// How long an instance lives.
public nonisolated enum Scope: Sendable {
    /// Built on the first resolve, then shared by everyone who asks this container.
    case singleton
    /// A new one for every resolve.
    case transient
    /// Shared inside one outermost resolve, forgotten after it.
    case graph
    /// Shared while someone outside holds it. A value can't be held so; it is made anew each time.
    case weak
}

nonisolated extension DependenciesContainer {
    #if swift(>=6)
        /// What makes or completes a service: a closure that may be called from any thread.
        public typealias Factory<T, each Argument> = @Sendable (repeat each Argument) throws -> T
    #else
        /// What makes or completes a service: a closure that may be called from any thread.
        public typealias Factory<T, each Argument> = (repeat each Argument) throws -> T
    #endif

    /// Registers an instance; it takes the place of what the type and name stood for.
    ///
    /// ```swift
    /// container.register(type: API.self, name: "staging", service: HTTPClient(host: staging))
    /// ```
    public func register<T: Sendable>(type: T.Type, name: String? = nil, service: T) {
        add(Key(type: type, name: name), recipe: Recipe { _ in service }, ready: service)
    }

    /// Registers a factory, run when the service is asked for; it takes the place of what the type and name stood for.
    ///
    /// ```swift
    /// container.register(type: API.self) { HTTPClient() }
    /// container.register(type: Server.self, scope: .graph) { ServerImp() } injecting: { server in
    ///     server.client = try DependenciesContainer.shared.require(type: Client.self)
    /// }
    /// ```
    /// - Parameters:
    ///   - scope: How long an instance lives.
    ///   - factory: Makes the service. What it needs, it resolves from `DependenciesContainer.shared`.
    ///   - injecting: Completes the service, once per instance, before anyone else sees it. What it resolves may
    ///     need that very service: this is how a circle is closed.
    public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping Factory<T>, injecting: Factory<Void, T>? = nil
    ) {
        add(Key(type: type, name: name), scope, recipe: Recipe(injecting) { _ in try factory() })
    }

    fileprivate func add<T>(_ key: Key, _ scope: Scope = .singleton, recipe: Recipe<T>, ready: T? = nil) {
        _ = Self.locked {
            registered += 1
            // An override keeps the place of what it overrides.
            let registration = Registration(key, scope, recipe, order: registrations[key]?.order ?? registered)
            registration.built = ready.map(Box.init)
            return registrations.updateValue(registration, forKey: key)
        }
    }
}

// MARK: - Resolving

nonisolated extension DependenciesContainer {
    /// Returns the service, or nil if nothing is registered under this type and name.
    ///
    /// Stops the program with the error's text if the service is registered and can't be built.
    /// ```swift
    /// let api = container.resolve(type: API.self, name: "staging")
    /// ```
    public func resolve<T: Sendable>(type: T.Type = T.self, name: String? = nil) -> T? {
        orStop { try find(Key(type: type, name: name)) }
    }

    /// Returns the service, or throws a ``ResolutionError`` or what the factory has thrown.
    ///
    /// ```swift
    /// let api = try container.require(type: API.self)
    /// ```
    public func require<T: Sendable>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try demand(Key(type: type, name: name))
    }

    /// Returns the services of every name, in the order of their registration, the parent's first.
    ///
    /// Stops the program with the error's text if one of them can't be built.
    /// ```swift
    /// for plugin in container.resolveAll(type: Plugin.self) { plugin.start() }
    /// ```
    public func resolveAll<T: Sendable>(type: T.Type = T.self) -> [T] {
        all(type)
    }

    fileprivate func orStop<R>(_ body: () throws -> R) -> R {
        do { return try body() } catch { fatalError("\(error)") }
    }

    fileprivate func all<T>(_ type: T.Type) -> [T] {
        let keys = Self.locked { self.keys(of: type) }
        return orStop { try keys.compactMap { try find($0) as T? } }
    }

    fileprivate func demand<T>(_ key: Key, _ arguments: Any = ()) throws -> T {
        try find(key, arguments, orThrow: true)!
    }

    /// What every way of resolving comes down to.
    fileprivate func find<T>(_ key: Key, _ arguments: Any = (), orThrow: Bool = false) throws -> T? {
        switch Self.locked({ next(key, arguments) }) {
        case .built(let box): return unsafeDowncast(box, to: Box<T>.self).value  // the key proves the type
        case .kept(let object): return (object as! T)
        case .build(let build): return try run(build) as T
        case .circle(let path): throw failure(.circular, key, path)
        case nil: break
        }
        if let optional = T.self as? any AnyOptional.Type {
            return try optional.find(key, arguments, orThrow, in: self) as! T?
        }
        if orThrow { throw failure(.notRegistered, key, (Self.top?.keys ?? []) + [key]) }
        return nil
    }
}

// MARK: - Looking After the Registry

nonisolated extension DependenciesContainer {
    /// Returns whether something is registered under this type and name; it is not built for that.
    ///
    /// ```swift
    /// if !container.isRegistered(type: API.self) { … }
    /// ```
    public func isRegistered<T>(type: T.Type = T.self, name: String? = nil) -> Bool {
        Self.locked { registration(for: Key(type: type, name: name)) != nil }
    }

    /// Removes a registration and what it has built; a parent's is left alone.
    ///
    /// ```swift
    /// container.unregister(type: API.self, name: "staging")
    /// ```
    public func unregister<T>(type: T.Type = T.self, name: String? = nil) {
        _ = Self.locked { registrations.removeValue(forKey: Key(type: type, name: name)) }
    }

    /// Forgets every instance built so far, and keeps the registrations.
    ///
    /// ```swift
    /// container.reset()    // the next resolve builds anew
    /// ```
    public func reset() {
        _ = Self.locked { registrations.values.map { $0.reset() } }
    }

    /// Removes every registration and what it has built; a parent's are left alone.
    ///
    /// ```swift
    /// container.removeAll()
    /// ```
    public func removeAll() {
        var all: [Key: Registration] = [:]
        Self.locked { swap(&all, &registrations) }
    }
}

// MARK: - Building

nonisolated extension DependenciesContainer {
    /// What a service is registered under.
    fileprivate struct Key: Hashable {
        var type: Any.Type
        let name: String?
        var arguments: Any.Type?

        static func == (one: Key, other: Key) -> Bool {
            one.type == other.type && one.name == other.name && one.arguments == other.arguments
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(type))
            if let name { hasher.combine(name) }  // most have none, and hashing nil costs
        }
    }

    /// How a service is made.
    fileprivate final class Recipe<T> {
        let injecting: ((T) throws -> Void)?
        let factory: (Any) throws -> T

        init(_ injecting: ((T) throws -> Void)? = nil, factory: @escaping (Any) throws -> T) {
            (self.injecting, self.factory) = (injecting, factory)
        }
    }

    fileprivate final class Box<T> {
        let value: T
        init(_ value: T) { self.value = value }
    }

    /// A recipe in its place in a container, and what was made after it there.
    fileprivate final class Registration {
        let key: Key
        let scope: Scope
        let recipe: AnyObject
        let order: Int
        var built: AnyObject?
        weak var kept: AnyObject?
        var build: Build?

        init(_ key: Key, _ scope: Scope, _ recipe: AnyObject, order: Int) {
            (self.key, self.scope, self.recipe, self.order) = (key, scope, recipe, order)
        }

        /// Disowns a build under way, too. Returns what must outlive the lock.
        func reset() -> [AnyObject?] {
            defer { (built, kept, build) = (nil, nil, nil) }
            return [built, build]
        }
    }

    /// One service being built. Those of a thread form its chain.
    fileprivate final class Build {
        let registration: Registration
        let context: DependenciesContainer
        let arguments: Any
        let outer: Build?
        /// The box, and for `.weak` the object in it; set when the factory has returned.
        var instance: (box: AnyObject, object: AnyObject?)?
        /// Until factory and `injecting` have run.
        var isRunning = true
        var error: (any Error)?
        /// The running builds whose instances this one has been given; it is not finished before they are.
        var needs: [Build] = []
        /// A run of the same factory that is waiting for this one, and takes over its instance.
        var original: Build?
        /// In the outermost of a chain: what its thread waits for, and the instances of scope `.graph`.
        var waiting: (top: Build, target: Build)?
        var graph: [Build] = []

        init(_ registration: Registration, _ context: DependenciesContainer, _ arguments: Any, outer: Build?) {
            (self.registration, self.context, self.arguments, self.outer) = (registration, context, arguments, outer)
        }

        var root: Build { outer?.root ?? self }
        var chain: some Sequence<Build> { sequence(first: self) { $0.outer } }
        var keys: [Key] { chain.map(\.registration.key).reversed() }
        var isFinished: Bool { !isRunning && needs.isEmpty }
        /// Nothing that came of it can be asked for by anyone else.
        var isAlone: Bool { instance == nil && original == nil && needs.isEmpty && graph.isEmpty }

        func isSame(as other: Build) -> Bool {
            registration === other.registration && context === other.context
        }

        /// Gives `other` to this one. What that needs, this one needs too.
        func take(_ other: Build) {
            for need in other.isRunning ? [other] : other.needs where !needs.contains(where: { $0 === need }) {
                needs.append(need)
            }
            if !needs.isEmpty { entangled.append(self) }
        }
    }

    /// Guards all that varies in registrations and builds; one for all containers, as a build may cross them.
    private static let condition = NSCondition()
    /// The builds that need others. Guarded by `condition`, like `dropped`.
    nonisolated(unsafe) private static var entangled: [Build] = []
    /// What is released after the lock.
    nonisolated(unsafe) private static var dropped: [Build] = []

    /// The one way to the lock. No code of the user runs in `body`, not even a `deinit`: what `body` drops, it
    /// returns or puts into `dropped`.
    fileprivate static func locked<R>(_ body: () throws -> R) rethrows -> R {
        var dropped: [Build] = []
        condition.lock()
        defer {
            swap(&dropped, &Self.dropped)
            withExtendedLifetime(dropped) { condition.unlock() }
        }
        return try body()
    }

    /// What the calling thread is building, innermost.
    fileprivate static var top: Build? {
        get { pthread_getspecific(slot).map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }
        set { pthread_setspecific(slot, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
    }

    #if os(Windows)
        private static let slot = FlsAlloc(nil)
        private static func pthread_getspecific(_ slot: DWORD) -> UnsafeMutableRawPointer? { FlsGetValue(slot) }
        private static func pthread_setspecific(_ slot: DWORD, _ top: UnsafeMutableRawPointer?) { FlsSetValue(slot, top) }
    #else
        private static let slot = {
            var slot = pthread_key_t()
            pthread_key_create(&slot, nil)
            return slot
        }()
    #endif

    /// The registration that a key stands for, and the container it is in. Under the lock.
    fileprivate func registration(for key: Key) -> (Registration, DependenciesContainer)? {
        registrations[key].map { ($0, self) } ?? parent?.registration(for: key)
    }

    /// The keys of all names of a type, in order, the parent's first. Under the lock.
    fileprivate func keys(of type: Any.Type) -> [Key] {
        let inherited = parent?.keys(of: type) ?? []
        let own = registrations.values.filter { $0.key.type == type && $0.key.arguments == nil }
        return inherited + own.sorted { $0.order < $1.order }.map(\.key).filter { !inherited.contains($0) }
    }

    fileprivate enum Step {
        case built(AnyObject)
        case kept(AnyObject)
        case build(Build)
        case circle([Key])
    }

    /// Finds an instance, waits for it or starts to build it; nil if the key is not registered. Under the lock.
    fileprivate func next(_ key: Key, _ arguments: Any) -> Step? {
        while let (registration, owner) = registration(for: key) {
            if let built = registration.built { return .built(built) }
            if let object = registration.kept { return .kept(object) }
            let top = Self.top
            let isShared = registration.scope == .singleton || registration.scope == .weak
            let build = Build(registration, isShared ? owner : self, arguments, outer: top)
            let ours = top?.chain.first(where: build.isSame) ?? top?.root.graph.first(where: build.isSame)
            if let earlier = ours ?? registration.build {
                if let circle = Self.wait(for: earlier, top) { return .circle(circle) }
                if earlier.error != nil { continue }
                if let instance = earlier.instance {
                    top?.take(earlier)
                    return .built(instance.box)
                }
                build.original = earlier
            } else if isShared {
                registration.build = build
            }
            Self.top = build
            return .build(build)
        }
        return nil
    }

    /// Waits until `build` is finished; where that would never be, returns at once. Then its instance can be had, or,
    /// if it has none, its factory has to run a second time. If that would not help either, returns the circle.
    private static func wait(for build: Build, _ top: Build?) -> [Key]? {
        defer { top?.root.waiting = nil }
        while !build.isFinished {
            if let top, let ring = ring(from: build, to: top) {
                // A circle is fine where something in it is constructed: `injecting` closes it.
                if ring.contains(where: { $0.instance != nil }) { return nil }
                return (build.outer?.keys ?? []) + ring.map(\.registration.key) + [build.registration.key]
            }
            top?.root.waiting = top.map { ($0, build) }
            condition.wait()
        }
        return nil
    }

    /// Follows who waits for whom. Returns the builds from `build` to `top`, if that is where it leads.
    private static func ring(from build: Build, to top: Build) -> [Build]? {
        var (target, path): (Build?, [Build]) = (build, [])
        while let running = target.flatMap({ $0.isRunning ? $0 : $0.needs.first }) {
            let waiting = running.root.waiting
            guard let last = running.root === top.root ? top : waiting?.top else { return nil }
            if path.contains(where: { $0 === running }) { return nil }
            path += (last.chain.prefix { $0 !== running } + [running]).reversed()
            if last === top { return path }
            target = waiting?.target
        }
        return nil
    }

    /// Ends a build. An outermost one returns when it is finished.
    private static func end(_ build: Build, _ thrown: (any Error)?) throws -> AnyObject {
        top = build.outer
        build.isRunning = false
        build.error = thrown ?? build.error
        build.needs.removeAll { $0 === build || thrown != nil }
        if let original = build.original, original.instance == nil, thrown == nil {
            original.instance = build.instance
            original.take(build)
        }
        for other in entangled where other.needs.contains(where: { $0 === build }) {
            other.needs.removeAll { $0 === build }
            other.error = other.error ?? build.error
            other.take(build)
        }
        for build in entangled + [build] where build.isFinished { publish(build) }
        entangled.removeAll(where: \.needs.isEmpty)
        condition.broadcast()
        if build.registration.scope == .graph { build.outer?.root.graph.append(build) }
        build.outer?.take(build)
        while build.outer == nil && !build.isFinished { condition.wait() }
        if let error = build.error { throw error }
        return build.instance!.box
    }

    private static func publish(_ build: Build) {
        let registration = build.registration
        dropped.append(build)
        dropped += build.graph
        build.graph = []
        guard registration.build === build else { return }  // reset meanwhile
        registration.build = nil
        guard build.error == nil else { return }
        if registration.scope == .weak {
            registration.kept = build.instance?.object
        } else {
            registration.built = build.instance?.box
        }
    }

    /// Runs the recipe of a build.
    fileprivate func run<T>(_ build: Build) throws -> T {
        let recipe = unsafeDowncast(build.registration.recipe, to: Recipe<T>.self)
        let scope = build.registration.scope
        var thrown: (any Error)?
        do {
            let plain: T? = try build.context.asShared {
                let value = try recipe.factory(build.arguments)
                if scope == .transient && recipe.injecting == nil && build.isAlone { return value }
                let instance = (box: Box(value) as AnyObject, object: scope == .weak ? value as AnyObject : nil)
                let isFirst = Self.locked {
                    defer { build.instance = build.instance ?? instance }
                    return build.instance == nil
                }
                if isFirst { try recipe.injecting?(value) }
                return nil
            }
            if let plain {
                Self.top = build.outer
                return plain
            }
        } catch {
            thrown = error
        }
        return unsafeDowncast(try Self.locked { try Self.end(build, thrown) }, to: Box<T>.self).value
    }

    /// Runs `body` with this container as `shared`. Mostly it is that, and binding costs more than a look.
    private func asShared<R>(_ body: () throws -> R) rethrows -> R {
        Self.shared === self ? try body() : try Self.$shared.withValue(self, operation: body)
    }

    /// An optional type that is not registered stands for the type it wraps.
    fileprivate protocol AnyOptional {
        static func find(_ key: Key, _ arguments: Any, _ orThrow: Bool, in container: DependenciesContainer) throws -> Any?
    }
}

nonisolated extension Optional: DependenciesContainer.AnyOptional {
    fileprivate static func find(
        _ key: DependenciesContainer.Key, _ arguments: Any, _ orThrow: Bool, in container: DependenciesContainer
    ) throws -> Any? {
        let key = DependenciesContainer.Key(type: Wrapped.self, name: key.name, arguments: key.arguments)
        return try container.find(key, arguments, orThrow: orThrow) as Wrapped?
    }
}

// MARK: - Errors

/// Why a service could not be resolved, and how to put it right.
///
/// ```swift
/// do { try container.require(type: API.self) } catch { print(error) }
/// ```
public nonisolated struct ResolutionError: Error, CustomStringConvertible {
    /// What kind of mistake it is.
    public enum Reason: Sendable {
        /// Nothing is registered under the type, name and arguments asked for.
        case notRegistered
        /// Factories need each other's results in a circle.
        case circular
        /// A factory that runs on the main actor only was first needed elsewhere.
        case mainActorOnly
    }

    /// What kind of mistake it is.
    public let reason: Reason
    /// One sentence that says how to put it right, then the facts.
    public let description: String
}

nonisolated extension DependenciesContainer {
    fileprivate func failure(_ reason: ResolutionError.Reason, _ key: Key, _ path: [Key]) -> ResolutionError {
        let keys = Self.locked { allKeys }
        let (short, full) = ("\(key.type)", String(reflecting: key.type))
        let others = keys.filter { $0.type == key.type && $0 != key }
        let isTwin = keys.contains { $0.type != key.type && String(reflecting: $0.type) == full }
        let advice =
            switch reason {
            case .circular: "Break the circle: resolve one of its services in `injecting:`, not in its factory."
            case .mainActorOnly: "Resolve '\(short)' on the main actor first: that is where its factory runs."
            case _ where isTwin: "Link one copy of the module only: another type named '\(full)' is registered."
            case _ where others.isEmpty: "Register '\(short)' before it is needed: nothing is registered for it."
            case _: "Ask for '\(short)' by what it is registered under, or register what is asked for."
            }
        let facts = [
            "type: \(full)", key.name.map { "name: \($0.debugDescription)" }, key.arguments.map { "arguments: \($0)" },
            "path: " + path.map(\.text).joined(separator: " → "),
            others.isEmpty ? nil : "registered: " + others.map(\.text).sorted().joined(separator: ", "),
        ]
        return ResolutionError(reason: reason, description: ([advice] + facts).compactMap(\.self).joined(separator: "\n    "))
    }

    private var allKeys: [Key] { registrations.keys + (parent?.allKeys ?? []) }
}

nonisolated extension DependenciesContainer.Key {
    fileprivate var text: String {
        "\(type)" + (name.map { " \($0.debugDescription)" } ?? "") + (arguments.map { " \($0)" } ?? "")
    }
}

// MARK: - Optional: Main Actor

#if swift(>=6)
    nonisolated extension DependenciesContainer {
        @MainActor public func register<T>(type: T.Type, name: String? = nil, service: T) {
            add(Key(type: type, name: name), recipe: Recipe { _ in service }, ready: service)
        }

        @MainActor public func register<T>(
            type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
            factory: @escaping () throws -> T, injecting: ((T) throws -> Void)? = nil
        ) {
            add(Key(type: type, name: name), scope, recipe: Recipe(injecting) { _ in try factory() })
        }

        @MainActor public func resolve<T>(type: T.Type = T.self, name: String? = nil) -> T? {
            orStop { try find(Key(type: type, name: name)) }
        }

        @MainActor public func require<T>(type: T.Type = T.self, name: String? = nil) throws -> T {
            try demand(Key(type: type, name: name))
        }

        @MainActor public func resolveAll<T>(type: T.Type = T.self) -> [T] {
            all(type)
        }
    }
#endif
