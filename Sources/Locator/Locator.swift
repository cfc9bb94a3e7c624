//
//  Locator.swift
//  A service locator in one file: register in app launch, resolve anywhere.
//
//  Version 1.0.0; the newest one is at <repository URL>.
//  MIT licence, copyright (c) 2026 the Locator authors.
//

import Foundation

/// Maps a type and an optional name to a service, or to a factory that makes it when it is first asked for.
///
/// ```swift
/// DependenciesContainer.shared.register(type: API.self) { HTTPClient() }    // at launch
/// let api = DependenciesContainer.shared.resolve(type: API.self)            // anywhere
/// ```
///
/// Everything may be called from any thread or task, also inside a factory. In Swift 6 mode a `Sendable` service
/// may be registered and resolved anywhere, any other on the main actor only, and the compiler checks it.
public nonisolated final class DependenciesContainer: @unchecked Sendable {
    /// The container of the process; inside a factory, the container that is building.
    ///
    /// ```swift
    /// DependenciesContainer.$shared.withValue(container) { … }    // another one, for this task and its children
    /// ```
    @TaskLocal public static var shared = DependenciesContainer()

    // Sendable is unchecked, and so is exclusivity where it costs, because variables are only touched under the lock.
    fileprivate let parent: DependenciesContainer?
    @exclusivity(unchecked) fileprivate var registrations: [Key: Registration] = [:]
    private var registered = 0

    /// A container of your own, that falls back to `parent` for what it lacks.
    ///
    /// ```swift
    /// let session = DependenciesContainer(parent: .shared)
    /// ```
    public init(parent: DependenciesContainer? = nil) { self.parent = parent }

    /// A container with the same parent and registrations, and none of the instances built so far.
    ///
    /// What was registered ready-made is the same object in both.
    /// ```swift
    /// let container = DependenciesContainer.shared.copy()
    /// container.register(type: API.self, service: FakeAPI())    // the original does not notice
    /// ```
    public func copy() -> DependenciesContainer { copy(under: parent) }

    fileprivate func copy(under parent: DependenciesContainer?) -> DependenciesContainer {
        let copy = DependenciesContainer(parent: parent)
        (copy.registrations, copy.registered) = Self.locked { (registrations.mapValues { $0.anew() }, registered) }
        return copy
    }

    // MARK: - Registering

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
        add(Key(type: type, name: name), .singleton, { _ in service }, ready: service)
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
    ///   - type: What the service is asked for as, mostly a protocol; without it, what the factory returns.
    ///   - name: Tells services of one type apart.
    ///   - scope: How long an instance lives.
    ///   - factory: Makes the service. What it needs, it resolves from `DependenciesContainer.shared`.
    ///     It may wait for another thread, but not for one that asks for this very service.
    ///   - injecting: Completes the service, once per instance, before anyone else sees it. What it resolves may
    ///     need that very service: this is how a circle is closed.
    public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping Factory<T>, injecting: Factory<Void, T>? = nil
    ) { add(Key(type: type, name: name), scope, { _ in try factory() }, injecting) }

    private func add<T>(
        _ key: Key, _ scope: Scope, _ factory: @escaping (AnyObject?) throws -> T,
        _ injecting: ((T) throws -> Void)? = nil,
        isMain: Bool = false, ready: T? = nil
    ) {
        let recipe = Box(Recipe(factory: factory, injecting: injecting, isMain: isMain))
        Self.locked {
            registered += 1
            // An override keeps the place of what it overrides.
            let order = registrations[key]?.order ?? registered
            let registration = Registration(key, scope, recipe, order, ready.map(Box.init))
            Self.dropped.append(registrations.updateValue(registration, forKey: key) as Any)
        }
    }

    // MARK: - Resolving

    /// Returns the service, or nil if nothing is registered under this type and name.
    ///
    /// Stops the program with the error's text if the service is registered and can't be built.
    /// ```swift
    /// let api = container.resolve(type: API.self, name: "staging")
    /// ```
    public func resolve<T: Sendable>(type: T.Type = T.self, name: String? = nil) -> T? {
        Self.orStop { try find(Key(type: type, name: name)) }
    }

    /// Returns the service, or throws.
    ///
    /// ```swift
    /// let api = try container.require(type: API.self)
    /// ```
    /// - Throws: A ``ResolutionError`` if the service or one that it needs is not registered, if factories need each
    ///   other in a circle, or if one of them is for the main actor only; else what a factory has thrown.
    public func require<T: Sendable>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try find(Key(type: type, name: name), orThrow: true)!
    }

    /// Returns the services of every name, in the order of their registration, the parent's first.
    ///
    /// Stops the program with the error's text if one of them can't be built.
    /// ```swift
    /// for plugin in container.resolveAll(type: Plugin.self) { plugin.start() }
    /// ```
    public func resolveAll<T: Sendable>(type: T.Type = T.self) -> [T] { every(type) }

    fileprivate func every<T>(_ type: T.Type) -> [T] {
        let keys = Self.locked { all.map(\.key).filter { $0.type == type && $0.arguments == nil } }
        return Self.orStop { try keys.compactMap { try find($0) as T? } }!
    }

    @inline(__always) fileprivate static func orStop<T>(_ place: String? = nil, _ body: () throws -> T?) -> T? {
        do { return try body() } catch { fatalError("\(error)\n    \(place ?? "asked for: \(T.self)")") }
    }

    /// What every way of resolving comes down to.
    @inline(__always)
    fileprivate func find<T>(_ key: Key, _ arguments: AnyObject? = nil, orThrow: Bool = false) throws -> T? {
        while true {
            switch try Self.locked({ try next(key, arguments, orThrow) }) {
            case .built(let box): return unsafeDowncast(box, to: Box<T>.self).value  // the key proves the type
            case .kept(let object): return (object as! T)
            case .run(var frame): return try run(&frame) as T
            case .again: continue
            case .absent: return try (T.self as? any AnyOptional.Type)?.find(key, arguments, orThrow, self) as! T?
            }
        }
    }

    // MARK: - Looking After the Registry

    /// Returns whether something is registered under this type and name, here or in a parent; nothing is built for that.
    ///
    /// A factory with arguments does not count.
    /// ```swift
    /// if !container.isRegistered(type: API.self) { … }
    /// ```
    public func isRegistered<T>(type: T.Type = T.self, name: String? = nil) -> Bool {
        Self.locked { registration(Key(type: type, name: name)) != nil }
    }

    /// Removes a registration and what it has built; a parent's and factories with arguments are left alone.
    ///
    /// ```swift
    /// container.unregister(type: API.self, name: "staging")
    /// ```
    public func unregister<T>(type: T.Type = T.self, name: String? = nil) {
        Self.locked { Self.dropped.append(registrations.removeValue(forKey: Key(type: type, name: name)) as Any) }
    }

    /// Forgets every instance built so far, and keeps the registrations.
    ///
    /// ```swift
    /// container.reset()    // the next resolve builds anew
    /// ```
    public func reset() { replaceRegistrations { $0 = $0.mapValues { $0.anew() } } }

    /// Removes every registration and what it has built; a parent's are left alone.
    ///
    /// ```swift
    /// container.removeAll()
    /// ```
    public func removeAll() { replaceRegistrations { $0 = [:] } }

    private func replaceRegistrations(_ change: (inout [Key: Registration]) -> Void) {
        Self.locked {
            Self.dropped.append(registrations)
            change(&registrations)
        }
    }

    // MARK: - Building

    /// What a service is registered under.
    fileprivate struct Key: Hashable, CustomStringConvertible {
        let type: Any.Type
        var name: String?
        var arguments: Any.Type?

        var description: String {
            "\(type)" + (name.map { " \"\($0)\"" } ?? "") + (arguments.map { " \("\($0)".dropLast(6))" } ?? "")
        }

        static func == (a: Key, b: Key) -> Bool { a.type == b.type && a.name == b.name && a.arguments == b.arguments }

        // What the dictionary calls; a lone pointer is hashed quicker than several parts.
        func _rawHashValue(seed: Int) -> Int {
            ObjectIdentifier(type)._rawHashValue(seed: seed ^ (name?.hashValue ?? 0))
        }

        func hash(into hasher: inout Hasher) { hasher.combine(_rawHashValue(seed: 0)) }
    }

    fileprivate final class Box<Value> {
        @exclusivity(unchecked) var value: Value
        init(_ value: Value) { self.value = value }
    }

    /// How to make a service out of its arguments, how to complete it, and whether only the main actor may do so.
    fileprivate struct Recipe<T> {
        let factory: (AnyObject?) throws -> T
        let injecting: ((T) throws -> Void)?
        let isMain: Bool
    }

    /// A recipe in its place in a container, and what was made after it there; `made` before, if it came ready-made.
    fileprivate final class Registration {
        let (key, scope, recipe, order, made): (Key, Scope, AnyObject, Int, AnyObject?)
        @exclusivity(unchecked) var built: AnyObject?
        weak var kept: AnyObject?
        var build: Build?

        init(_ key: Key, _ scope: Scope, _ recipe: AnyObject, _ order: Int, _ made: AnyObject?) {
            (self.key, self.scope, self.recipe, self.order, self.made, built) = (key, scope, recipe, order, made, made)
        }

        /// The same with nothing built; what is under way ends in the old one, where nobody looks any more.
        func anew() -> Registration { Registration(key, scope, recipe, order, made) }
    }

    /// One service being built; those of a thread form a chain.
    fileprivate final class Build {
        let (registration, arguments, outer): (Registration, AnyObject?, Build?)
        /// The container that is building.
        let context: DependenciesContainer
        /// What the factory has made, once somebody else may meet it.
        var result: (box: AnyObject, object: AnyObject?)?
        /// The run of which this one is the second; they share a result, which is kept in the first.
        var first: Build?
        var isRunning = true
        var error: (any Error)?
        /// The builds that were given each other's instances early: either all of them are finished, or none.
        var circle: Box<[Build]>?
        /// In the outermost of a chain: what its thread waits for, and the instances of scope `.graph`.
        var waiting: (top: Build, target: Build)?
        var graph: [Build] = []
        /// What completes the instance besides the recipe.
        var injections: [() throws -> Void] = []

        init(_ registration: Registration, _ values: AnyObject?, _ outer: Build?, in context: DependenciesContainer) {
            (self.registration, self.arguments, self.outer, self.context) = (registration, values, outer, context)
        }

        var instance: AnyObject? { (first ?? self).result?.box }
        var chain: some Sequence<Build> { sequence(first: self) { $0.outer } }
        var keys: [Key] { chain.map(\.registration.key).reversed() }
        var root: Build { outer?.root ?? self }
        var members: [Build] { circle?.value ?? [self] }
        var running: Build? { isRunning ? self : members.first { $0.isRunning } }

        func isSame(as it: Build) -> Bool {
            registration.recipe === it.registration.recipe && context === it.context && arguments === it.arguments
        }
    }

    /// Guards all that varies in registrations and builds; one for all containers, as a build may cross them.
    private static let condition = NSCondition()
    /// What is released after the lock. Guarded by `condition`.
    @exclusivity(unchecked) nonisolated(unsafe) private static var dropped: [Any] = []

    /// The one way to the lock. No code of the user runs in `body`, not even a `deinit`: what `body` drops, it puts
    /// into `dropped`.
    @inline(__always) fileprivate static func locked<R>(_ body: () throws -> R) rethrows -> R {
        var released: [Any] = []
        defer { released.removeAll() }  // last
        condition.lock()
        defer { condition.unlock() }
        defer { swap(&released, &dropped) }
        return try body()
    }

    /// A recipe being run, on the stack of its thread. It becomes a build when somebody has to know of it; mostly
    /// nobody has, and a transient service costs little more than its factory.
    fileprivate struct Frame {
        let registration: Registration
        let arguments: AnyObject?
        unowned(unsafe) let context: DependenciesContainer
        let outer = Frame.top
        var known: Build?

        mutating func build() -> Build {
            known = known ?? Build(registration, arguments, outer?.pointee.build(), in: context)
            return known!
        }

        /// The innermost of the calling thread.
        static var top: UnsafeMutablePointer<Self>? { pthread_getspecific(slot)?.assumingMemoryBound(to: Self.self) }
    }

    /// What the calling thread is building, innermost.
    fileprivate static var top: Build? { Frame.top?.pointee.build() }

    /// Where a thread keeps its frame, and what is set on the main queue: a sign of the main actor that costs little.
    private static let (slot, mainQueue) = {
        var (slot, mainQueue) = (pthread_key_t(), DispatchSpecificKey<Void>())
        pthread_key_create(&slot, nil)
        DispatchQueue.main.setSpecific(key: mainQueue, value: ())
        return (slot, mainQueue)
    }()

    // The rest up to `run` is called with the lock held.

    /// The registration that a key stands for.
    fileprivate func registration(_ key: Key) -> Registration? { registrations[key] ?? parent?.registration(key) }

    /// The container it is in.
    private func owner(_ key: Key) -> DependenciesContainer { registrations[key] == nil ? parent!.owner(key) : self }

    /// All registrations that can be reached, in order, the parent's first.
    fileprivate var all: [Registration] {
        let own = registrations.values.filter { parent?.registration($0.key) == nil }
        return (parent?.all.map { registrations[$0.key] ?? $0 } ?? []) + own.sorted { $0.order < $1.order }
    }

    private enum Step { case built(AnyObject), kept(AnyObject), run(Frame), again, absent }

    /// Finds an instance, waits for it or starts to build it.
    private func next(_ key: Key, _ arguments: AnyObject?, _ orThrow: Bool) throws -> Step {
        if let registration = registration(key) {
            if let built = registration.built { return .built(built) }
            if registration.scope == .weak, let object = registration.kept { return .kept(object) }
            let isShared = registration.scope == .singleton || registration.scope == .weak
            if !isShared && Frame.top == nil {
                return .run(Frame(registration: registration, arguments: arguments, context: self))
            }
            let context = isShared ? owner(key) : self
            var frame = Frame(registration: registration, arguments: arguments, context: context)
            let (top, build) = (Self.top, frame.build())
            let done = top?.root.graph.first { $0.isSame(as: build) && $0.error == nil }
            if let earlier = top?.chain.first(where: build.isSame) ?? done ?? registration.build {
                if let path = Self.wait(for: earlier, top) { throw failure(.circular, path) }
                Self.dropped.append((build, earlier))
                if let error = earlier.error, earlier.running != nil { throw error }
                if earlier.error != nil { return .again }  // it was another's try, to be let go before one's own
                if let instance = earlier.instance { return .built(instance) }
                build.first = earlier.first ?? earlier
                Self.join([earlier, build])
            } else if isShared {
                registration.build = build
            }
            return .run(frame)
        }
        if orThrow && !(key.type is any AnyOptional.Type) {
            throw failure(.notRegistered, (Self.top?.keys ?? []) + [key])
        }
        return .absent
    }

    /// Waits until `build` is finished. Where that would never be, as it waits for `top`, returns at once: then `build`
    /// has an instance, or needs a second run, or neither would help and the path of the circle is returned.
    private static func wait(for build: Build, _ top: Build?) -> [Key]? {
        defer { top?.root.waiting = nil }
        while build.running != nil {
            if let top, let ring = ring(from: build, to: top) {
                if build.instance != nil { join(ring + [build]) }
                let isClosed = build.instance != nil || ring.contains { $0.instance != nil }
                let others = ring.prefix { $0.root !== top.root }.count
                return isClosed ? nil : top.keys + ring[...others].map(\.registration.key)
            }
            top?.root.waiting = top.map { ($0, build) }
            condition.wait()
        }
        return nil
    }

    /// Follows who waits for whom. Returns the builds on the way from `build` to `top`, if it leads there.
    private static func ring(from build: Build, to top: Build, _ path: [Build] = []) -> [Build]? {
        guard let running = build.running, !path.contains(where: { $0 === running }) else { return nil }
        let isOurs = running.root === top.root
        guard let (last, target) = isOurs ? (top, build) : running.root.waiting else { return nil }
        // A build that only waits for its circle has an instance, by which the ring is closed, too.
        let waiting = build === running ? [] : [build]
        let path = path + waiting + (last.chain.prefix { $0 !== running } + [running]).reversed()
        return isOurs ? path : ring(from: target, to: top, path)
    }

    private static func join(_ builds: [Build]) {
        let circle = builds.compactMap(\.circle).first ?? Box([])
        for build in builds where build.circle !== circle {
            circle.value += build.members
            for member in build.members { member.circle = circle }
        }
        condition.broadcast()  // it may have closed a ring
    }

    /// Ends a build; if others have its instance early, waits for those whose instances it has.
    private static func end(_ build: Build, _ error: (any Error)?) throws -> AnyObject {
        pthread_setspecific(slot, Frame.top!.pointee.outer)  // before anything is released, which may resolve
        (build.isRunning, build.error) = (false, error ?? build.error)
        if build.registration.scope == .graph { build.outer?.root.graph.append(build) }
        if build.circle != nil || build.registration.build === build || !build.graph.isEmpty { publish(build) }
        if let error = build.error { throw error }
        return build.instance!
    }

    /// Keeps what is finished with this build, and wakes those who wait for it.
    private static func publish(_ build: Build) {
        let members = build.members
        if build.instance == nil {
            build.circle = nil  // it has failed before anybody met it
        } else if build.error != nil {
            members.forEach { $0.error = $0.error ?? build.error }
        }
        let finished = members.allSatisfy { !$0.isRunning } ? members : build.running == nil ? [build] : []
        let shared = finished.filter { $0.registration.build === $0 }
        // Something else may have been registered meanwhile, or all been reset.
        let isCurrent = shared.allSatisfy { $0.context.registrations[$0.registration.key] === $0.registration }
        finished.forEach { $0.circle = nil }
        for done in shared {
            let result = isCurrent && done.error == nil ? done.result : nil
            (done.registration.build, done.registration.kept) = (nil, result?.object)
            if done.registration.scope == .singleton { done.registration.built = result?.box }
        }
        condition.broadcast()
        _ = wait(for: build, build.outer)
        dropped.append((members, build.graph))  // perhaps the last to hold them
        build.graph = []
    }

    /// Runs a recipe. Not under the lock.
    private func run<T>(_ frame: UnsafeMutablePointer<Frame>) throws -> T {
        let recipe = unsafeDowncast(frame.pointee.registration.recipe, to: Box<Recipe<T>>.self).value
        @inline(__always) func make() throws -> T {
            if recipe.isMain && DispatchQueue.getSpecific(key: Self.mainQueue) == nil {
                throw Self.locked { frame.pointee.context.failure(.mainActorOnly, Self.top!.keys) }
            }
            let service = try recipe.factory(frame.pointee.arguments)
            if frame.pointee.known == nil && recipe.injecting == nil { return service }
            let build = frame.pointee.build()
            let object = build.registration.scope == .weak ? service as AnyObject : nil
            let (first, result) = (build.first ?? build, (box: Box(service) as AnyObject, object: object))
            let isFirst = Self.locked {
                defer { first.result = first.result ?? result }
                return first.result == nil
            }
            for injection in isFirst ? build.injections : [] { try injection() }
            if isFirst { try recipe.injecting?(service) }
            return service
        }
        pthread_setspecific(Self.slot, frame)
        // `self` keeps the frame's context alive.
        defer { withExtendedLifetime(self) { _ = pthread_setspecific(Self.slot, frame.pointee.outer) } }
        let service: T
        do {
            // Mostly `shared` is the one that builds, and binding costs more than a look.
            let isBound = Self.shared === frame.pointee.context
            service = isBound ? try make() : try Self.$shared.withValue(frame.pointee.context, operation: make)
        } catch {
            if let build = frame.pointee.known { _ = try Self.locked { try Self.end(build, error) } }
            throw error
        }
        guard let build = frame.pointee.known else { return service }
        return unsafeDowncast(try Self.locked { try Self.end(build, nil) }, to: Box<T>.self).value
    }

    /// An optional type that is not registered stands for the type it wraps.
    fileprivate protocol AnyOptional {
        static func find(_: Key, _ arguments: AnyObject?, _ orThrow: Bool, _: DependenciesContainer) throws -> Any?
    }
}

/// How long an instance lives.
public nonisolated enum Scope: Sendable {
    /// Built on the first resolve, then shared by everyone who asks this container.
    case singleton
    /// A new one for every resolve.
    case transient
    /// Shared inside one outermost resolve, forgotten after it.
    case graph
    /// Shared while someone outside holds it.
    ///
    /// A value can't be held so; it is made anew each time.
    case weak
}

// MARK: - Errors

/// Why a service could not be resolved, and how to put it right.
///
/// ```swift
/// do { api = try container.require(type: API.self) } catch { print(error) }
/// ```
public nonisolated struct ResolutionError: LocalizedError, CustomStringConvertible {
    /// What kind of mistake it is: nothing registered, factories in a circle, or a main-actor factory run elsewhere.
    public enum Reason: Sendable { case notRegistered, circular, mainActorOnly }

    /// What kind of mistake it is.
    public let reason: Reason
    /// One sentence that says how to put it right, then the facts.
    public let description: String
    /// The same, for code that shows errors without knowing them.
    public var errorDescription: String? { description }
}

nonisolated extension DependenciesContainer {
    /// Under the lock. The path ends with what could not be resolved.
    fileprivate func failure(_ reason: ResolutionError.Reason, _ path: [Key]) -> ResolutionError {
        let (key, keys) = (path.last!, all.map(\.key))
        let type = String(reflecting: key.type)
        let others = keys.filter { $0.type == key.type }.map(\.description)
        lazy var isTwin = keys.contains { $0.type != key.type && String(reflecting: $0.type) == type }
        let advice =
            switch reason {
            case .circular: "Break the circle: resolve one of its services in `injecting:` instead of its factory."
            case .mainActorOnly: "Resolve '\(key)' on the main actor, or before: its factory only runs there."
            case _ where isTwin: "Link only one copy of the module: another type is registered as '\(type)'."
            case _: "Register '\(key)' before it is needed, or ask for what is registered."
            }
        let facts = [
            advice, "type: \(type)", "path: " + path.map(\.description).joined(separator: " → "),
            "registered for this type: " + (others.isEmpty ? "nothing" : others.joined(separator: ", ")),
        ]
        return ResolutionError(reason: reason, description: facts.joined(separator: "\n    "))
    }
}

// MARK: - Optional: Optional Types

nonisolated extension Optional: DependenciesContainer.AnyOptional {
    fileprivate static func find(
        _ key: DependenciesContainer.Key, _ arguments: AnyObject?, _ orThrow: Bool, _ container: DependenciesContainer
    ) throws -> Any? {
        let key = DependenciesContainer.Key(type: Wrapped.self, name: key.name, arguments: key.arguments)
        return try container.find(key, arguments, orThrow: orThrow) as Wrapped?
    }
}

// MARK: - Optional: Runtime Arguments

nonisolated extension DependenciesContainer {
    /// Registers a factory that takes arguments, and makes a new service for every resolve.
    ///
    /// The argument types belong to the key: one type may have a factory for `(String)` and one for `(String, Int)`.
    /// ```swift
    /// container.register(type: API.self) { (host: String, port: Int) in HTTPClient(host, port) }
    /// ```
    @_disfavoredOverload public func register<T: Sendable, First, each Rest>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping Factory<T, First, repeat each Rest>, injecting: Factory<Void, T>? = nil
    ) { addFactory(type, name, factory, injecting) }

    /// Returns a new service made out of the arguments, or nil if no factory takes arguments of these types.
    ///
    /// Stops the program with the error's text if the service can't be built.
    /// ```swift
    /// let api = container.resolve(type: API.self, arguments: "example.org", 443)
    /// ```
    public func resolve<T: Sendable, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) -> T? { Self.orStop { try find(type, name, first, repeat each rest) } }

    /// Returns a new service made out of the arguments, or throws.
    ///
    /// ```swift
    /// let api = try container.require(type: API.self, arguments: "example.org", 443)
    /// ```
    /// - Throws: A ``ResolutionError`` if no factory takes arguments of these types; else as without arguments.
    public func require<T: Sendable, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws -> T { try find(type, name, orThrow: true, first, repeat each rest)! }

    fileprivate func addFactory<T, First, each Rest>(
        _ type: T.Type, _ name: String?, _ factory: @escaping (First, repeat each Rest) throws -> T,
        _ injecting: ((T) throws -> Void)?, isMain: Bool = false
    ) {
        let unpack: (AnyObject?) throws -> T = {
            var arguments = unsafeDowncast($0!, to: Box<[Any]>.self).value.makeIterator()
            return try factory(arguments.next() as! First, repeat arguments.next() as! each Rest)
        }
        let key = Key(type: type, name: name, arguments: ((First, repeat each Rest) -> Void).self)
        add(key, .transient, unpack, injecting, isMain: isMain)
    }

    fileprivate func find<T, First, each Rest>(
        _ type: T.Type, _ name: String?, orThrow: Bool = false, _ first: First, _ rest: repeat each Rest
    ) throws -> T? {
        let key = Key(type: type, name: name, arguments: ((First, repeat each Rest) -> Void).self)
        var arguments: [Any] = [first]
        repeat arguments.append(each rest)
        // Equal arguments become one object, which tells a circle from a recursion.
        let same = Self.top?.chain.filter { $0.registration.key == key } ?? []
        let known = same.first { build in
            let others = unsafeDowncast(build.arguments!, to: Box<[Any]>.self).value
            return zip(arguments, others).allSatisfy { Self.isEqual($0, $1, orElse: same.count > 100) }
        }
        return try find(key, known?.arguments ?? Box(arguments), orThrow: orThrow)
    }

    /// What can't be compared counts as different, until there is so much of it that it must be a circle.
    private static func isEqual(_ one: Any, _ other: Any, orElse isCircle: Bool) -> Bool {
        guard Swift.type(of: one) == Swift.type(of: other) else { return false }
        if let one = one as? AnyHashable, let other = other as? AnyHashable { return one == other }
        return Swift.type(of: one) is AnyClass && one as AnyObject === other as AnyObject || isCircle
    }

    /// Registers a factory with arguments, of a service that lives on the main actor.
    ///
    /// ```swift
    /// container.register(type: Router.self) { (start: String) in AppRouter(start) }
    /// ```
    @available(swift 6) @_disfavoredOverload @MainActor public func register<T, First, each Rest>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping (First, repeat each Rest) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) { addFactory(type, name, factory, injecting, isMain: true) }

    /// Registers a factory with arguments that runs on the main actor.
    ///
    /// ```swift
    /// container.register { @MainActor (id: Int) in DetailModel(id: id) }
    /// ```
    @_disfavoredOverload @MainActor public func register<T, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, on _: MainActor.Type = MainActor.self,
        factory: @escaping @MainActor (First, repeat each Rest) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil
    ) {
        func make(_ first: First, _ rest: repeat each Rest) throws -> T { try factory(first, repeat each rest) }
        addFactory(type, name, make, injecting.map { inject in { try inject($0) } }, isMain: true)
    }

    /// Returns a new service made on the main actor, or nil if no factory takes arguments of these types.
    ///
    /// Stops the program with the error's text if the service can't be built.
    /// ```swift
    /// let model = container.resolve(type: DetailModel.self, arguments: 7)
    /// ```
    @available(swift 6) @MainActor public func resolve<T, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) -> T? { Self.orStop { try find(type, name, first, repeat each rest) } }

    /// Returns a new service made on the main actor, or throws.
    ///
    /// ```swift
    /// let model = try container.require(type: DetailModel.self, arguments: 7)
    /// ```
    @available(swift 6) @MainActor public func require<T, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws -> T { try find(type, name, orThrow: true, first, repeat each rest)! }
}

// MARK: - Optional: Auto-Registration

nonisolated extension DependenciesContainer {
    /// Registers an initializer, or another function, of which every parameter is resolved.
    ///
    /// What is missing fails the resolve, also where the parameter is optional.
    /// ```swift
    /// container.autoregister(type: Feed.self, initializer: FeedImp.init)
    /// ```
    public func autoregister<T: Sendable, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: sending @escaping (repeat each Parameter) throws -> T
    ) { addInitializer(type, name, scope, initializer) }

    fileprivate func addInitializer<T, each Parameter>(
        _ type: T.Type, _ name: String?, _ scope: Scope, _ initializer: @escaping (repeat each Parameter) throws -> T,
        isMain: Bool = false
    ) {
        let factory: (AnyObject?) throws -> T = { _ in
            try initializer(repeat Self.shared.find(Key(type: (each Parameter).self), orThrow: true)!)
        }
        add(Key(type: type, name: name), scope, factory, isMain: isMain)
    }

    /// Registers an initializer of a service that lives on the main actor; every parameter is resolved.
    ///
    /// ```swift
    /// container.autoregister(type: Basket.self, initializer: Basket.init)
    /// ```
    @available(swift 6) @MainActor public func autoregister<T, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping (repeat each Parameter) throws -> T
    ) { addInitializer(type, name, scope, initializer, isMain: true) }

    /// Registers an initializer of a main-actor class, of which every parameter is resolved.
    ///
    /// ```swift
    /// container.autoregister(type: ViewModel.self, initializer: ViewModel.init)
    /// ```
    @MainActor public func autoregister<T, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping @MainActor (repeat each Parameter) throws -> T, on _: MainActor.Type = MainActor.self
    ) {
        func make(_ parameter: repeat each Parameter) throws -> T { try initializer(repeat each parameter) }
        addInitializer(type, name, scope, make, isMain: true)
    }
}

// MARK: - Optional: Main Actor

/// The same for services that are not `Sendable`, and for factories that run on the main actor only.
nonisolated extension DependenciesContainer {
    /// Registers an instance that lives on the main actor.
    ///
    /// ```swift
    /// container.register(type: Router.self, service: AppRouter())
    /// ```
    @available(swift 6) @MainActor public func register<T>(type: T.Type, name: String? = nil, service: T) {
        add(Key(type: type, name: name), .singleton, { _ in service }, ready: service)
    }

    /// Registers a factory of a service that lives on the main actor.
    ///
    /// ```swift
    /// container.register(type: Router.self) { AppRouter() }
    /// ```
    @available(swift 6) @MainActor public func register<T>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping () throws -> T, injecting: ((T) throws -> Void)? = nil
    ) { add(Key(type: type, name: name), scope, { _ in try factory() }, injecting, isMain: true) }

    /// Registers a factory that runs on the main actor.
    ///
    /// ```swift
    /// container.register(type: ViewModel.self, factory: ViewModel.init)
    /// container.register { @MainActor in ViewModel() }    // where `ViewModel` is a main-actor class
    /// ```
    @MainActor public func register<T>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton, on _: MainActor.Type = MainActor.self,
        factory: @escaping @MainActor () throws -> T, injecting: (@MainActor (T) throws -> Void)? = nil
    ) {
        let injecting = injecting.map { inject in { try inject($0) } }
        add(Key(type: type, name: name), scope, { _ in try factory() }, injecting, isMain: true)
    }

    /// Returns a service that lives on the main actor, or nil if it is not registered.
    ///
    /// Stops the program with the error's text if the service is registered and can't be built.
    /// ```swift
    /// let router = container.resolve(type: Router.self)
    /// ```
    @available(swift 6) @MainActor public func resolve<T>(type: T.Type = T.self, name: String? = nil) -> T? {
        Self.orStop { try find(Key(type: type, name: name)) }
    }

    /// Returns a service that lives on the main actor, or throws.
    ///
    /// ```swift
    /// let router = try container.require(type: Router.self)
    /// ```
    @available(swift 6) @MainActor public func require<T>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try find(Key(type: type, name: name), orThrow: true)!
    }

    /// Returns the services of every name, that live on the main actor.
    ///
    /// Stops the program with the error's text if one of them can't be built.
    /// ```swift
    /// for screen in container.resolveAll(type: Screen.self) { screen.show() }
    /// ```
    @available(swift 6) @MainActor public func resolveAll<T>(type: T.Type = T.self) -> [T] { every(type) }
}

// MARK: - Optional: Property Wrappers

/// A service that its owner does not ask for.
///
/// In an object that a container builds it is resolved when the object is made, as a part of its graph: what is missing
/// fails there. In an object built by hand it is resolved on first read, from the container that was `shared` when the
/// object was made; what is missing then stops the program. An optional property is nil where nothing is registered.
/// ```swift
/// @Injected var api: API
/// @Injected(name: "staging") var staging: API
/// @Injected var tracker: Tracker?
/// ```
@propertyWrapper public struct Injected<T> {
    private let slot: DependenciesContainer.Slot<T>

    /// A property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
        slot = .init(name, "\(file):\(line)", isRequired: !(T.self is any DependenciesContainer.AnyOptional.Type))
    }

    /// The service, or what has been assigned instead.
    public var wrappedValue: T {
        get { DependenciesContainer.orStop(slot.place, slot.resolved) ?? (Any?.none as! T) }
        nonmutating set { slot.fill(newValue) }
    }
}

/// A service that its owner does not ask for, and does not keep alive; nil where there is none.
///
/// ```swift
/// @WeakInjected var delegate: Delegate?
/// ```
@propertyWrapper public struct WeakInjected<T> {
    private let slot: DependenciesContainer.Slot<T>

    /// A property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
        slot = .init(name, "\(file):\(line)", isWeak: true)
    }

    /// The service while somebody holds it, or what has been assigned instead.
    public var wrappedValue: T? {
        get { DependenciesContainer.orStop(slot.place, slot.resolved) }
        nonmutating set { slot.fill(newValue) }
    }
}

nonisolated extension DependenciesContainer {
    /// What a wrapper holds: a container until it is filled, then the service and nothing else.
    // Unchecked, because the variables are only touched with the lock held.
    fileprivate final class Slot<T>: @unchecked Sendable {
        let (name, place, isRequired, isWeak): (String?, String, Bool, Bool)
        private var container: DependenciesContainer? = .shared
        private var service: T?
        private weak var object: AnyObject?

        init(_ name: String?, _ place: String, isRequired: Bool = false, isWeak: Bool = false) {
            (self.name, self.place, self.isRequired, self.isWeak) = (name, "property: \(place)", isRequired, isWeak)
            guard let build = top, locked({ build.instance == nil }) else { return }
            build.injections.append { _ = try self.resolved() }
        }

        func resolved() throws -> T? {
            if let container = locked({ container }) {
                fill(try container.find(Key(type: T.self, name: name), orThrow: isRequired), onlyIfEmpty: true)
            }
            return locked { isWeak ? object as! T? : service }
        }

        func fill(_ new: T?, onlyIfEmpty: Bool = false) {
            locked {
                dropped += [container as Any, service as Any]
                if onlyIfEmpty && container == nil { return }
                (container, service, object) = (nil, isWeak ? nil : new, isWeak ? new.map { $0 as AnyObject } : nil)
            }
        }
    }
}

// MARK: - Optional: Verification

/// What `verify` has found.
public nonisolated struct Verification: CustomStringConvertible {
    /// The registrations that can't be built, and why.
    public fileprivate(set) var failures: [(registration: String, error: any Error)] = []
    /// The registrations that take runtime arguments, and so can't be tried.
    public fileprivate(set) var notChecked: [String] = []
    /// Whether nothing has failed.
    public var isEmpty: Bool { failures.isEmpty }
    /// A line for each of them.
    public var description: String {
        let lines = failures.map { "\($0): \($1)" } + notChecked.map { "\($0): not checked" }
        return lines.isEmpty ? "Every registration can be built." : lines.joined(separator: "\n")
    }
}

nonisolated extension DependenciesContainer {
    /// Builds every registration, in a copy of which nothing stays, and returns those that fail.
    ///
    /// Call it on the main actor if services live there; elsewhere those fail.
    /// ```swift
    /// #expect(container.verify().isEmpty)
    /// ```
    public func verify() -> Verification {
        var found = Verification()
        let copy = detached()
        for key in Self.locked({ all.map(\.key) }) {
            func build<T>(_: T.Type) throws { _ = try copy.find(key) as T? }
            guard key.arguments == nil else { found.notChecked.append(key.description); continue }
            do { try _openExistential(key.type, do: build) } catch { found.failures.append((key.description, error)) }
        }
        return found
    }

    /// A copy whose parents are copies, too.
    private func detached() -> DependenciesContainer { copy(under: parent?.detached()) }
}

// MARK: - Optional: Description

nonisolated extension DependenciesContainer: CustomStringConvertible {
    /// A table of everything that can be resolved here.
    ///
    /// ```swift
    /// print(container)
    /// ```
    public var description: String {
        let rows = Self.locked {
            all.map { row in
                let kept = row.kept
                Self.dropped.append(kept as Any)  // perhaps the last to hold it
                return [
                    "\(Key(type: row.key.type, arguments: row.key.arguments))", row.key.name.map { "\"\($0)\"" } ?? "-",
                    row.key.arguments == nil ? "\(row.scope)" : "with arguments",
                    row.built ?? kept == nil ? "not built" : "built", registrations[row.key] === row ? "own" : "parent",
                ]
            }
        }
        if rows.isEmpty { return "DependenciesContainer: nothing is registered" }
        let table = [["type", "name", "scope", "state", "from"]] + rows
        let widths = (0..<5).map { column in table.map { $0[column].count }.max()! }
        return table.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

// MARK: - Optional: Windows

#if os(Windows)
    import WinSDK

    private typealias pthread_key_t = DWORD
    private func pthread_key_create(_ slot: inout DWORD, _: Void?) { slot = FlsAlloc(nil) }
    private func pthread_getspecific(_ slot: DWORD) -> UnsafeMutableRawPointer? { FlsGetValue(slot) }
    private func pthread_setspecific(_ slot: DWORD, _ value: UnsafeMutableRawPointer?) { _ = FlsSetValue(slot, value) }
#endif
