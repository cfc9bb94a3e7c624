//
//  Locator.swift
//  A service locator in one file: register at launch, resolve anywhere.
//
//  1. Paste the file into your target.
//  2. At launch: DependenciesContainer.shared.register(type: API.self) { HTTPClient() }
//  3. Anywhere:  let api = DependenciesContainer.shared.resolve(type: API.self)
//  4. In a test: run with DependenciesContainer.shared.copy() as `shared`, and register what the test replaces.
//  5. Delete any section whose title starts with "Optional:" if you don't need it; the rest still compiles.
//
//  Version 1.0.0. MIT license, copyright (c) 2026 the Locator authors.
//

public import Foundation

/// Maps a type and an optional name to a service, or to a factory that builds it when it is first asked for.
///
/// ```swift
/// DependenciesContainer.shared.register(type: API.self) { HTTPClient() }    // at launch
/// let api = DependenciesContainer.shared.resolve(type: API.self)            // anywhere
/// ```
///
/// Everything may be called from any thread or task, also inside a factory. In Swift 6 mode, a `Sendable` service
/// may be registered and resolved anywhere and any other on the main actor only; the compiler checks it.
public nonisolated final class DependenciesContainer: @unchecked Sendable {  // the lock guards what varies
    /// The container of the process; inside a factory, the container that is building.
    ///
    /// ```swift
    /// DependenciesContainer.$shared.withValue(container) { … }    // another one, for this task and its child tasks
    /// ```
    @TaskLocal public static var shared = DependenciesContainer()

    fileprivate let parent: DependenciesContainer?
    /// Guarded by the lock.
    fileprivate var registrations: [Key: Registration] = [:]

    /// Creates a container of your own, which falls back to `parent` for what it lacks.
    ///
    /// ```swift
    /// let session = DependenciesContainer(parent: .shared)
    /// ```
    public init(parent: DependenciesContainer? = nil) {
        self.parent = parent
    }

    /// Returns a container with the same parent and registrations, and none of the instances built so far.
    ///
    /// What was registered ready-made is the same object in both.
    /// ```swift
    /// let container = DependenciesContainer.shared.copy()
    /// container.register(type: API.self, service: FakeAPI())    // the original does not notice
    /// ```
    public func copy() -> DependenciesContainer {
        copy(parent: parent)
    }

    fileprivate func copy(parent: DependenciesContainer?) -> DependenciesContainer {
        let copy = DependenciesContainer(parent: parent)
        copy.registrations = Self.locked { unbuiltRegistrations }
        return copy
    }

    // MARK: - Registering

    #if swift(>=6)
        /// A closure that makes or completes a service, and may be called from any thread.
        public typealias Factory<T, each Argument> = @Sendable (repeat each Argument) throws -> T
    #else
        /// A closure that makes or completes a service, and may be called from any thread.
        public typealias Factory<T, each Argument> = (repeat each Argument) throws -> T
    #endif

    /// Registers an instance, in place of what the type and name stood for.
    ///
    /// ```swift
    /// container.register(type: API.self, name: "staging", service: HTTPClient(host: staging))
    /// ```
    public func register<T: Sendable>(type: T.Type, name: String? = nil, service: T) {
        add(type, name, service)
    }

    /// Registers a factory, run when the service is asked for, in place of what the type and name stood for.
    ///
    /// ```swift
    /// container.register(type: API.self) { HTTPClient() }
    /// container.register(type: Server.self, scope: .graph) { ServerImp() } injecting: { server in
    ///     server.client = try DependenciesContainer.shared.require(type: Client.self)
    /// }
    /// ```
    /// - Parameters:
    ///   - type: The type that is asked for, mostly a protocol; without it, the type that the factory returns.
    ///   - name: A name that tells services of one type apart.
    ///   - scope: How long an instance lives.
    ///   - factory: A closure that makes the service. It may wait for another thread, but not for one that asks for
    ///     this very service, or for what has been built inside an open circle.
    ///   - injecting: A closure that completes the service, once per instance, before anyone else sees it. What it
    ///     resolves may need that very service: this is how a circle is closed.
    public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping Factory<T>, injecting: Factory<Void, T>? = nil
    ) {
        add(Key(type: type, name: name), scope, injecting: injecting) { _, _ in Box(try factory()) }
    }

    /// Registers a factory that takes the container that builds, to ask it for what the service needs.
    ///
    /// ```swift
    /// container.register { Feed(api: try $0.require()) }
    /// ```
    /// A singleton gets the container that it is registered in, a transient or graph service the one that was asked.
    public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping Factory<T, DependenciesContainer>, injecting: Factory<Void, T>? = nil
    ) {
        add(Key(type: type, name: name), scope, injecting: injecting) { container, _ in Box(try factory(container)) }
    }

    fileprivate func add<T>(_ type: T.Type, _ name: String?, _ service: T, _ isolation: Isolation = .none) {
        let box = Box(service)
        add(Key(type: type, name: name), .singleton, isolation, ready: box) { _, _ in box }
    }

    fileprivate func add<T>(
        _ key: Key, _ scope: Scope, _ isolation: Isolation = .none, ready: Box<T>? = nil,
        injecting: ((T) throws -> Void)? = nil,
        factory: @escaping (DependenciesContainer, AnyObject?) throws -> Box<T>
    ) {
        let inject = injecting.map { injecting in
            { (box: AnyObject) in try injecting(unsafeDowncast(box, to: Box<T>.self).value) }
        }
        Self.changing {
            Self.lastNumber += 1
            let old = registrations[key]
            let recipe = Recipe(
                key: key, scope: scope, isolation: isolation, number: Self.lastNumber,
                order: old?.recipe.order ?? Self.lastNumber,  // an override keeps the place of what it overrides
                factory: factory, injecting: inject, ready: ready)
            registrations[key] = Registration(recipe)
            Self.dropped.append(old as Any)
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
        Self.orStop { try find(type, name) }
    }

    /// Returns the service, or throws.
    ///
    /// ```swift
    /// let api = try container.require(type: API.self)
    /// ```
    /// - Throws: A ``ResolutionError`` if the service or one that it needs is not registered, if factories need each
    ///   other in a circle, or if one of them is for the main actor only; else what a factory has thrown.
    public func require<T: Sendable>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try get(type, name)
    }

    /// Returns the services of every name, in the order of their registration, the parent's first.
    ///
    /// Stops the program with the error's text if one of them can't be built.
    /// ```swift
    /// for plugin in container.resolveAll(type: Plugin.self) { plugin.start() }
    /// ```
    public func resolveAll<T: Sendable>(type: T.Type = T.self) -> [T] {
        findAll(type)
    }

    fileprivate func findAll<T>(_ type: T.Type) -> [T] {
        let keys = Self.locked { all.map(\.recipe.key).filter { $0.type == type && $0.arguments == nil } }
        return Self.orStop { try keys.compactMap { try find(type, $0.name) } }
    }

    fileprivate func get<T>(_ type: T.Type, _ name: String?, _ arguments: Arguments? = nil) throws -> T {
        if let service = try find(type, name, arguments) { return service }
        let key = Key(type: type, name: name, arguments: arguments?.types).unwrapped
        throw Self.locked { failure(.notRegistered, key) }
    }

    fileprivate func find<T>(_ type: T.Type, _ name: String?, _ arguments: Arguments? = nil) throws -> T? {
        switch try instance(Key(type: type, name: name, arguments: arguments?.types), arguments?.box) {
        case .box(let box)?: return unsafeDowncast(box, to: Box<T>.self).value  // the key proves the type
        case .other(let object)?: return ((object as? any AnyBox)?.content ?? object) as? T
        default: return nil
        }
    }

    // MARK: - Looking After the Registry

    /// Returns true where `resolve` would find something, here or in a parent; nothing is built for that.
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
        Self.changing { Self.dropped.append(registrations.removeValue(forKey: Key(type: type, name: name)) as Any) }
    }

    /// Forgets every instance built so far, and keeps the registrations.
    ///
    /// ```swift
    /// container.reset()    // the next resolve builds again
    /// ```
    public func reset() {
        Self.changing {
            Self.dropped.append(registrations)
            registrations = unbuiltRegistrations
        }
    }

    /// Removes every registration and what it has built; a parent's are left alone.
    ///
    /// ```swift
    /// container.removeAll()
    /// ```
    public func removeAll() {
        Self.changing {
            Self.dropped.append(registrations)
            registrations = [:]
        }
    }
}

// MARK: - Scopes

nonisolated extension DependenciesContainer {
    /// A rule for how long an instance lives.
    public enum Scope: Sendable {
        /// Built on the first resolve, then shared by everyone who asks this container.
        case singleton
        /// A new one for every resolve.
        case transient
        /// Shared inside one outermost resolve, forgotten after it.
        case graph
        /// Shared while someone outside holds it.
        ///
        /// A value can't be held so; a new one is made each time.
        case weak
    }
}

// MARK: - Errors

/// An error that says why a service could not be resolved, and how to put it right.
///
/// ```swift
/// do { api = try container.require(type: API.self) } catch { print(error) }
/// ```
public nonisolated struct ResolutionError: LocalizedError, CustomStringConvertible {
    /// A kind of mistake: nothing registered, factories in a circle, or a main-actor service asked for elsewhere.
    public enum Reason: Sendable { case notRegistered, circular, mainActorOnly }

    /// The kind of mistake.
    public let reason: Reason
    /// The type that could not be resolved.
    public let type: any Any.Type
    /// The name that could not be resolved.
    public let name: String?
    /// The services on the way there: what was asked for first, what could not be resolved last.
    public let path: [String]
    /// One sentence that says how to put it right, then the facts.
    public let description: String
    /// The same text, for code that shows errors without knowing them.
    public var errorDescription: String? { description }
}

nonisolated extension DependenciesContainer {
    /// Returns an error about a key that what the thread is building needs. Called under the lock.
    fileprivate func failure(_ reason: ResolutionError.Reason, _ key: Key) -> ResolutionError {
        let path = Resolution.current.path + [key]
        let type = String(reflecting: key.type)
        let keys = all.map(\.recipe.key)
        let same = keys.filter { $0.type == key.type }
        let isTwin = keys.contains { $0.type != key.type && String(reflecting: $0.type) == type }
        let advice =
            switch reason {
            case .circular: "Break the circle: resolve one of its services in `injecting:` instead of its factory."
            case .mainActorOnly: "Resolve '\(key)' on the main actor, where it is built."
            case .notRegistered where same.isEmpty && isTwin:
                "Link only one copy of the module: another type is registered as '\(type)'."
            case .notRegistered: "Register '\(key)' before it is needed, or ask for what is registered."
            }
        let registered = same.isEmpty ? "nothing; for others: " + Self.list(keys) : Self.list(same)
        let facts = ["type: \(type)", "path: " + Self.text(of: path), "registered for this type: " + registered]
        return ResolutionError(
            reason: reason, type: key.type, name: key.name, path: path.map(\.description),
            description: ([advice] + facts).joined(separator: "\n    "))
    }

    /// Ten keys, and how many more there are.
    private static func list(_ keys: [Key]) -> String {
        let shown = keys.isEmpty ? "nothing" : keys.prefix(10).map(\.description).joined(separator: ", ")
        return keys.count > 10 ? shown + ", and \(keys.count - 10) more" : shown
    }

    /// A path, or the two ends of a long one.
    private static func text(of path: [Key]) -> String {
        var steps = path.map(\.description)
        if steps.count > 10 { steps.replaceSubrange(5..<(steps.count - 5), with: ["… \(steps.count - 10) more …"]) }
        return steps.joined(separator: " → ")
    }

    /// Runs `body`, and stops the program with the error's text if it throws.
    fileprivate static func orStop<Result>(_ place: @autoclosure () -> String = "", _ body: () throws -> Result)
        -> Result
    {
        do {
            return try body()
        } catch let error as ResolutionError {
            fatalError("\(error)\(place())")
        } catch {
            let path = text(of: Resolution.current.failedPath)
            fatalError("Call `require` to handle what a factory throws: \(error)\n    path: \(path)\(place())")
        }
    }
}

// MARK: - Building

// A build belongs to its thread. What is finished is published as a whole, and the first to publish wins.
//
// 1. Look up, under the lock. If there is an instance, it is the answer.
// 2. Met already? The thread looks at what it is building itself. Is the same service among its steps, that step's
//    instance is given early. Has that step no instance yet but a later step has one, then an `injecting` closure is
//    running that can close the circle, and the factory runs once more inside it. Else the circle is reported.
// 3. Claim, for `.singleton` and `.weak`. If nobody builds the service, this thread does, and others wait for it. If
//    another thread does, wait for that and look up again. But if that thread waits, directly or through others, for
//    this one, neither would ever go on: then build the service here, too.
// 4. Run the factory, the injections of property wrappers, and `injecting`, without the lock.
// 5. End. While an instance has been given early and its step, the root, is not finished, a circle is open: what is
//    finished inside it goes into `built`. When the root is finished, all of the circle is published under one lock.
//    What another thread has published meanwhile is taken instead; what was replaced meanwhile is not published.
// 6. Failure: the step and what was built inside its open circle are dropped. Whoever catches the error goes on.
//
// A's `injecting` asks for B, and B's factory for A.
//
//     entered from A                    steps             built       root
//     A's factory returns a             A(a)              -           -
//     A's `injecting` asks for B        A(a) B            -           -
//     B's factory asks for A, gets a    A(a) B            -           A
//     B is finished, inside the root    A(a)              B(b)        A
//     A is finished: a, b published     -                 -           -
//
//     entered from B                    steps             built       root
//     B's factory asks for A            B A               -           -
//     A's factory returns a             B A(a)            -           -
//     A's `injecting` asks for B,       B A(a) B          -           B, the outer one
//     whose factory runs once more
//     and asks for A, gets a            B A(a) B          -           B
//     the inner B is finished           B A(a)            B(b)        B
//     A is finished, inside the root    B                 B(b) A(a)   B
//     B's factory returns; its result is dropped for b, and a, b are published
//
// Entered from both ends at once, one thread builds A and another builds B. The first thread to ask for the other's
// service waits. The second finds out that waiting would close a ring, and builds its own, as above; the first to
// finish publishes, and the other, when it has finished, drops what it has and takes what is published.

nonisolated extension DependenciesContainer {
    /// What a service is registered under.
    fileprivate struct Key: Hashable, CustomStringConvertible {
        let type: Any.Type
        var name: String?
        var arguments: Any.Type?

        /// The key of the type that an optional type wraps.
        var wrapped: Key? {
            (type as? any AnyOptional.Type).map { Key(type: $0.wrapped, name: name, arguments: arguments) }
        }

        var unwrapped: Key { wrapped?.unwrapped ?? self }

        var description: String {
            "\(type)" + (name.map { " \"\($0)\"" } ?? "") + (arguments.map { " \("\($0)".dropLast(6))" } ?? "")
        }

        static func == (a: Key, b: Key) -> Bool {
            a.type == b.type && a.name == b.name && a.arguments == b.arguments
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(type))
            if let name { hasher.combine(name) }  // hashing nil would cost
        }
    }

    fileprivate protocol AnyOptional {
        static var wrapped: Any.Type { get }
    }

    fileprivate protocol AnyBox {
        var content: Any { get }
    }

    /// A service, or its arguments, behind an untyped reference.
    fileprivate final class Box<Content>: AnyBox {
        let value: Content

        init(_ value: Content) {
            self.value = value
        }

        var content: Any { value }
    }

    /// The arguments of a factory, in a box, and their types.
    fileprivate struct Arguments {
        let types: Any.Type
        let box: AnyObject
    }

    /// What only the main actor may do with a service.
    fileprivate enum Isolation { case none, build, buildAndUse }

    /// A way to build a service.
    fileprivate struct Recipe {
        let key: Key
        let scope: Scope
        let isolation: Isolation
        /// Tells registrations apart, also those of different containers; copies and resets keep it.
        let number: Int
        /// The place among the registrations of its container.
        let order: Int
        let factory: (DependenciesContainer, AnyObject?) throws -> AnyObject
        let injecting: ((AnyObject) throws -> Void)?
        /// The box of a service that was registered ready-made.
        let ready: AnyObject?

        var isShared: Bool { scope == .singleton || scope == .weak }
    }

    /// A recipe in its place in a container, and what has been built there.
    ///
    /// A reset replaces it, so that what is under way ends in an old one, where nobody looks any more.
    fileprivate final class Registration {
        let recipe: Recipe
        /// The box of the service. Guarded by the lock.
        var instance: AnyObject?
        /// The service, if its scope is `.weak`. Guarded by the lock.
        weak var object: AnyObject?
        /// The resolution that others wait for. Guarded by the lock.
        var builder: Resolution?

        init(_ recipe: Recipe) {
            self.recipe = recipe
            instance = recipe.ready
        }

        /// Whether there is an instance. Called in `changing`, as the last reference to a weak one may be dropped here.
        var isBuilt: Bool {
            let object = object
            if let object { DependenciesContainer.dropped.append(object) }
            return instance != nil || object != nil
        }
    }

    /// The lock: one for all containers, as a build may cross them.
    private static let lock = NSCondition()
    /// What is to be released after the lock. Guarded by it.
    nonisolated(unsafe) fileprivate static var dropped: [Any] = []
    /// The number of the last registration. Guarded by the lock.
    nonisolated(unsafe) private static var lastNumber = 0

    /// Runs `body` under the lock, where no code of the user may run, not even a `deinit`: `body` drops nothing.
    fileprivate static func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Runs `body` under the lock, and releases after it what `body` has put into `dropped`.
    fileprivate static func changing<Result>(_ body: () throws -> Result) rethrows -> Result {
        var released: [Any] = []
        defer { released.removeAll() }
        return try locked {
            defer { swap(&released, &dropped) }
            return try body()
        }
    }

    /// The registration that a key stands for. Called under the lock.
    fileprivate func registration(_ key: Key) -> Registration? {
        exactRegistration(key) ?? key.wrapped.flatMap(registration)
    }

    private func exactRegistration(_ key: Key) -> Registration? {
        registrations[key] ?? parent?.exactRegistration(key)
    }

    /// Whether the registration has not been replaced, and is not a parent's. Called under the lock.
    fileprivate func holds(_ registration: Registration) -> Bool {
        registrations[registration.recipe.key] === registration
    }

    /// The container that has a registration for the key. Called under the lock.
    private func owner(of key: Key) -> DependenciesContainer {
        registrations[key] == nil ? parent!.owner(of: key) : self
    }

    /// All registrations that can be reached, in order, the parent's first. Called under the lock.
    fileprivate var all: [Registration] {
        let own = registrations.values.filter { parent?.exactRegistration($0.recipe.key) == nil }
        let inherited = parent?.all.map { registrations[$0.recipe.key] ?? $0 } ?? []
        return inherited + own.sorted { $0.recipe.order < $1.recipe.order }
    }

    /// The same registrations with nothing built. Called under the lock.
    fileprivate var unbuiltRegistrations: [Key: Registration] {
        registrations.mapValues { Registration($0.recipe) }
    }

    /// What a key stands for.
    fileprivate enum Found {
        /// The box of an instance, of the key's type.
        case box(AnyObject)
        /// A box of the type that the key's type wraps, or a weak service without a box.
        case other(AnyObject)
        /// A registration to be built, in this container.
        case registration(Registration, DependenciesContainer)
    }

    /// Returns the instance that a key stands for, after building it if necessary, or nil if nothing is registered.
    fileprivate func instance(_ key: Key, _ arguments: AnyObject? = nil) throws -> Found? {
        while let found = try Self.locked({ try lookUp(key) }) {
            guard case .registration(let registration, let container) = found else { return found }
            if let box = try Resolution.current.build(registration, arguments, in: container) {
                return registration.recipe.key.type == key.type ? .box(box) : .other(box)
            }
        }
        return nil
    }

    /// Called under the lock.
    private func lookUp(_ key: Key) throws -> Found? {
        guard let registration = registration(key) else { return nil }
        if registration.recipe.isolation == .buildAndUse && !Self.isOnMainActor {
            throw failure(.mainActorOnly, registration.recipe.key)
        }
        if let box = registration.instance {
            return registration.recipe.key.type == key.type ? .box(box) : .other(box)
        }
        if registration.recipe.scope == .weak, let object = registration.object { return .other(object) }
        return .registration(registration, registration.recipe.isShared ? owner(of: registration.recipe.key) : self)
    }

    /// A sign of the main actor. `Thread.isMainThread` is false on it once an async `main` has been suspended.
    private static let mainQueue = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    fileprivate static var isOnMainActor: Bool { DispatchQueue.getSpecific(key: mainQueue) != nil }

    /// What a thread is building. No other thread touches it, but for `awaited`.
    fileprivate final class Resolution {
        /// A recipe that is running.
        struct Step {
            let registration: Registration
            let container: DependenciesContainer
            /// How many services were in `built` when it began.
            let start: Int
            /// The box of what the factory has made, once it may be handed out early.
            var instance: AnyObject?
            /// What completes the instance besides `injecting`.
            var injections: [() throws -> Void] = []

            func isSame(as registration: Registration, in container: DependenciesContainer) -> Bool {
                self.registration.recipe.number == registration.recipe.number && self.container === container
            }
        }

        /// The recipes that are running, outermost first.
        private var steps: [Step] = []
        /// Steps that are finished and may be asked for again: of scope `.graph`, and the members of an open circle.
        private var built: [Step] = []
        /// The outermost step whose instance was handed out early; while there is one, its circle is open.
        private var root: Int?
        /// The registration that this thread waits for. Guarded by the lock.
        private var awaited: Registration?
        /// The path to the factory that has failed last.
        private(set) var failedPath: [Key] = []

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
        static var current: Resolution {
            if let pointer = pthread_getspecific(slot) {
                return Unmanaged<Resolution>.fromOpaque(pointer).takeUnretainedValue()
            }
            let resolution = Resolution()
            pthread_setspecific(slot, Unmanaged.passRetained(resolution).toOpaque())
            return resolution
        }

        /// The path from what was asked for first to what is being built.
        var path: [Key] { steps.map(\.registration.recipe.key) }

        /// Runs `injection` when the factory that is running has returned; if none is, does nothing.
        func add(_ injection: @escaping () throws -> Void) {
            if let last = steps.indices.last, steps[last].instance == nil { steps[last].injections.append(injection) }
        }

        /// Returns the box of an instance, or nil if it is to be looked up again.
        func build(
            _ registration: Registration, _ arguments: AnyObject?, in container: DependenciesContainer
        ) throws -> AnyObject? {
            if let instance = try met(registration, in: container) { return instance }
            if registration.recipe.isolation != .none && !isOnMainActor {
                throw locked { container.failure(.mainActorOnly, registration.recipe.key) }
            }
            if registration.recipe.isShared && !claim(registration, in: container) { return nil }
            failedPath = []
            steps.append(Step(registration: registration, container: container, start: built.count))
            do {
                let run = { try self.run(registration, arguments, in: container) }
                return end(try shared === container ? run() : $shared.withValue(container, operation: run))
            } catch {
                fail()
                throw error
            }
        }

        /// Returns an instance that this thread has built, or is building, if the same is asked for again.
        private func met(_ registration: Registration, in container: DependenciesContainer) throws -> AnyObject? {
            func isSame(_ step: Step) -> Bool { step.isSame(as: registration, in: container) }
            guard let index = steps.lastIndex(where: isSame) else {
                return registration.recipe.scope == .transient ? nil : built.last(where: isSame)?.instance
            }
            if registration.recipe.key.arguments != nil {
                // Its instances are never handed out early; a recursion has to end by itself.
                if steps.count(where: isSame) < 100 { return nil }
            } else {
                let instance = steps[index].instance ?? built[steps[index].start...].last(where: isSame)?.instance
                if instance != nil || steps[index...].contains(where: { $0.instance != nil }) {
                    root = min(root ?? index, index)
                    return instance
                }
            }
            throw locked { container.failure(.circular, registration.recipe.key) }
        }

        /// Becomes the builder and returns true; or waits and returns false, for there may be an instance now.
        private func claim(_ registration: Registration, in container: DependenciesContainer) -> Bool {
            changing {
                if registration.isBuilt || !container.holds(registration) { return false }
                guard let builder = registration.builder, builder !== self else {
                    registration.builder = self
                    return true
                }
                if builder.waits(for: self) { return true }
                awaited = registration
                lock.wait()
                awaited = nil
                return false
            }
        }

        /// Whether the thread waits for another one, directly or through others. Called under the lock.
        private func waits(for other: Resolution) -> Bool {
            guard let builder = awaited?.builder else { return false }
            return builder === other || builder.waits(for: other)
        }

        private func run(
            _ registration: Registration, _ arguments: AnyObject?, in container: DependenciesContainer
        ) throws -> AnyObject {
            let index = steps.count - 1
            let instance = try registration.recipe.factory(container, arguments)
            if let second = built[steps[index].start...].last(where: { $0.isSame(as: registration, in: container) }) {
                return second.instance!  // of another run inside this one, which has completed it
            }
            if arguments == nil { steps[index].instance = instance }
            for injection in steps[index].injections { try injection() }
            try registration.recipe.injecting?(instance)
            return instance
        }

        /// Ends the innermost step. Returns nil if another thread was quicker.
        private func end(_ instance: AnyObject) -> AnyObject? {
            var step = steps.removeLast()
            step.instance = instance
            if let root, root < steps.count {
                if step.registration.recipe.key.arguments == nil { built.append(step) }
                return instance
            }
            var members = [step]
            if root != nil {
                members += take(from: step.start)
                root = nil
            }
            let state = settle(members, isFinished: true)
            if state.isPublished { built += members.filter { $0.registration.recipe.scope == .graph } }
            if steps.isEmpty { _ = take(from: 0) }
            return state.isLate ? nil : instance
        }

        /// Drops the innermost step, and what was built inside it if a circle is open.
        private func fail() {
            if failedPath.isEmpty { failedPath = path }
            let step = steps.removeLast()
            var members = [step]
            if let root {
                members += take(from: step.start)
                if root == steps.count { self.root = nil }
            }
            _ = settle(members, isFinished: false)
            if steps.isEmpty { _ = take(from: 0) }
        }

        /// Removes what has been built since then, and returns it: what it holds last dies when `built` is whole again.
        private func take(from start: Int) -> [Step] {
            let taken = Array(built[start...])
            built.removeSubrange(start...)
            return taken
        }

        /// Publishes the instances if they are finished, all or none, and wakes those who wait for them.
        private func settle(_ members: [Step], isFinished: Bool) -> (isPublished: Bool, isLate: Bool) {
            let shared = members.filter(\.registration.recipe.isShared)
            if shared.isEmpty { return (isFinished, false) }
            return changing {
                let isLate = isFinished && shared.contains { $0.registration.isBuilt }
                let isCurrent = shared.allSatisfy { $0.container.holds($0.registration) }
                let isPublished = isFinished && isCurrent && !isLate
                for step in shared {
                    let registration = step.registration
                    if registration.builder === self && !steps.contains(where: { $0.registration === registration }) {
                        registration.builder = nil
                    }
                    guard isPublished else { continue }
                    if registration.recipe.scope == .singleton {
                        registration.instance = step.instance
                    } else {
                        registration.object = (step.instance as! any AnyBox).content as AnyObject
                    }
                }
                lock.broadcast()
                return (isPublished, isLate)
            }
        }
    }
}

// MARK: - Optional: Optional Types

nonisolated extension Optional: DependenciesContainer.AnyOptional {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

// MARK: - Optional: Runtime Arguments

nonisolated extension DependenciesContainer.Arguments {
    fileprivate init<First, each Rest>(_ first: First, _ rest: repeat each Rest) {
        types = ((First, repeat each Rest) -> Void).self
        box = DependenciesContainer.Box((first, (repeat each rest)))
    }
}

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
    ) {
        add(type, name, .none, factory, injecting)
    }

    /// Returns a new service made out of the arguments, or nil if no factory takes arguments of these types.
    ///
    /// Stops the program with the error's text if the service can't be built.
    /// ```swift
    /// let api = container.resolve(type: API.self, arguments: "example.org", 443)
    /// ```
    public func resolve<T: Sendable, First: Sendable, each Rest: Sendable>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) -> T? {
        Self.orStop { try find(type, name, Arguments(first, repeat each rest)) }
    }

    /// Returns a new service made out of the arguments, or throws.
    ///
    /// ```swift
    /// let api = try container.require(type: API.self, arguments: "example.org", 443)
    /// ```
    /// - Throws: A ``ResolutionError`` if no factory takes arguments of these types; else as without arguments.
    public func require<T: Sendable, First: Sendable, each Rest: Sendable>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws -> T {
        try get(type, name, Arguments(first, repeat each rest))
    }

    private func add<T, First, each Rest>(
        _ type: T.Type, _ name: String?, _ isolation: Isolation,
        _ factory: @escaping (First, repeat each Rest) throws -> T, _ injecting: ((T) throws -> Void)?
    ) {
        let key = Key(type: type, name: name, arguments: ((First, repeat each Rest) -> Void).self)
        add(key, .transient, isolation, injecting: injecting) { _, arguments in
            let arguments = unsafeDowncast(arguments!, to: Box<(First, (repeat each Rest))>.self).value
            let (first, rest) = arguments
            return Box(try factory(first, repeat each rest))
        }
    }

    /// Registers a factory with arguments, of a service that lives on the main actor.
    ///
    /// ```swift
    /// container.register(type: Router.self) { (start: String) in AppRouter(start) }
    /// ```
    @available(swift 6) @_disfavoredOverload @MainActor public func register<T, First, each Rest>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping (First, repeat each Rest) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, .buildAndUse, factory, injecting)
    }

    /// Registers a factory with arguments that runs on the main actor.
    ///
    /// ```swift
    /// container.register { @MainActor (id: Int) in DetailModel(id: id) }
    /// ```
    @_disfavoredOverload @MainActor public func register<T: Sendable, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, on _: MainActor.Type = MainActor.self,
        factory: @escaping @MainActor (First, repeat each Rest) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil
    ) {
        func make(_ first: First, _ rest: repeat each Rest) throws -> T { try factory(first, repeat each rest) }
        add(type, name, .build, make, injecting.map { inject in { try inject($0) } })
    }

    /// Returns a new service made on the main actor, or nil if no factory takes arguments of these types.
    ///
    /// Stops the program with the error's text if the service can't be built.
    /// ```swift
    /// let model = container.resolve(type: DetailModel.self, arguments: 7)
    /// ```
    @available(swift 6) @MainActor public func resolve<T, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) -> T? {
        Self.orStop { try find(type, name, Arguments(first, repeat each rest)) }
    }

    /// Returns a new service made on the main actor, or throws.
    ///
    /// ```swift
    /// let model = try container.require(type: DetailModel.self, arguments: 7)
    /// ```
    @available(swift 6) @MainActor public func require<T, First, each Rest>(
        type: T.Type = T.self, name: String? = nil, arguments first: First, _ rest: repeat each Rest
    ) throws -> T {
        try get(type, name, Arguments(first, repeat each rest))
    }
}

// MARK: - Optional: Auto-Registration

nonisolated extension DependenciesContainer {
    /// Registers an initializer, or another function, of which every parameter is resolved.
    ///
    /// What is missing fails the resolve, also where the parameter is optional.
    /// ```swift
    /// container.autoregister(type: Feed.self, initializer: FeedImp.init)
    /// ```
    public func autoregister<T: Sendable, each Parameter: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping @Sendable (repeat each Parameter) throws -> T, injecting: Factory<Void, T>? = nil
    ) {
        add(type, name, scope, .none, initializer, injecting)
    }

    /// Registers an initializer in Swift 5 mode, which does not know whether that is `Sendable`.
    ///
    /// ```swift
    /// container.autoregister(type: Feed.self, initializer: FeedImp.init)
    /// ```
    @available(swift, obsoleted: 6) public func autoregister<T: Sendable, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping (repeat each Parameter) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .none, initializer, injecting)
    }

    private func add<T, each Parameter>(
        _ type: T.Type, _ name: String?, _ scope: Scope, _ isolation: Isolation,
        _ initializer: @escaping (repeat each Parameter) throws -> T, _ injecting: ((T) throws -> Void)?
    ) {
        add(Key(type: type, name: name), scope, isolation, injecting: injecting) { container, _ in
            Box(try initializer(repeat container.get((each Parameter).self, nil)))
        }
    }

    /// Registers an initializer of a service that lives on the main actor; every parameter is resolved.
    ///
    /// ```swift
    /// container.autoregister(type: Basket.self, initializer: Basket.init)
    /// ```
    @available(swift 6) @MainActor public func autoregister<T, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping (repeat each Parameter) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .buildAndUse, initializer, injecting)
    }

    /// Registers an initializer of a main-actor class, of which every parameter is resolved.
    ///
    /// ```swift
    /// container.autoregister(type: ViewModel.self, initializer: ViewModel.init)
    /// ```
    @MainActor public func autoregister<T: Sendable, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping @MainActor (repeat each Parameter) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil, on _: MainActor.Type = MainActor.self
    ) {
        func make(_ parameter: repeat each Parameter) throws -> T { try initializer(repeat each parameter) }
        add(type, name, scope, .build, make, injecting.map { inject in { try inject($0) } })
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
        add(type, name, service, .buildAndUse)
    }

    /// Registers a factory of a service that lives on the main actor.
    ///
    /// ```swift
    /// container.register(type: Router.self) { AppRouter() }
    /// ```
    @available(swift 6) @MainActor public func register<T>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping () throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(Key(type: type, name: name), scope, .buildAndUse, injecting: injecting) { _, _ in Box(try factory()) }
    }

    /// Registers a factory, of a service that lives on the main actor, that takes the container that builds.
    ///
    /// ```swift
    /// container.register { Basket(router: try $0.require()) }
    /// ```
    @available(swift 6) @MainActor public func register<T>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping (DependenciesContainer) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(Key(type: type, name: name), scope, .buildAndUse, injecting: injecting) { container, _ in
            Box(try factory(container))
        }
    }

    /// Registers a factory that runs on the main actor.
    ///
    /// ```swift
    /// container.register(type: ViewModel.self, factory: ViewModel.init)
    /// container.register { @MainActor in ViewModel() }    // where `ViewModel` is a main-actor class
    /// ```
    @MainActor public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton, on _: MainActor.Type = MainActor.self,
        factory: @escaping @MainActor () throws -> T, injecting: (@MainActor (T) throws -> Void)? = nil
    ) {
        let injecting = injecting.map { inject in { try inject($0) } }
        add(Key(type: type, name: name), scope, .build, injecting: injecting) { _, _ in Box(try factory()) }
    }

    /// Registers a factory that runs on the main actor and takes the container that builds.
    ///
    /// ```swift
    /// container.register { @MainActor in ViewModel(feed: try $0.require()) }
    /// ```
    @MainActor public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton, on _: MainActor.Type = MainActor.self,
        factory: @escaping @MainActor (DependenciesContainer) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil
    ) {
        let injecting = injecting.map { inject in { try inject($0) } }
        add(Key(type: type, name: name), scope, .build, injecting: injecting) { container, _ in
            Box(try factory(container))
        }
    }

    /// Returns a service that lives on the main actor, or nil if it is not registered.
    ///
    /// Stops the program with the error's text if the service is registered and can't be built.
    /// ```swift
    /// let router = container.resolve(type: Router.self)
    /// ```
    @available(swift 6) @MainActor public func resolve<T>(type: T.Type = T.self, name: String? = nil) -> T? {
        Self.orStop { try find(type, name) }
    }

    /// Returns a service that lives on the main actor, or throws.
    ///
    /// ```swift
    /// let router = try container.require(type: Router.self)
    /// ```
    @available(swift 6) @MainActor public func require<T>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try get(type, name)
    }

    /// Returns the services of every name, which live on the main actor.
    ///
    /// Stops the program with the error's text if one of them can't be built.
    /// ```swift
    /// for screen in container.resolveAll(type: Screen.self) { screen.show() }
    /// ```
    @available(swift 6) @MainActor public func resolveAll<T>(type: T.Type = T.self) -> [T] {
        findAll(type)
    }
}

// MARK: - Optional: Property Wrappers

/// A property that is filled with a service.
///
/// In an object that a container builds it is filled when `resolve` returns, as a part of that object's graph: what is
/// missing fails there. In an object built by hand it is resolved on first read, from the container that was `shared`
/// when the object was made; what is missing then stops the program. An optional property is nil where nothing is
/// registered.
/// ```swift
/// @Injected var api: API
/// @Injected(name: "staging") var staging: API
/// @Injected var tracker: Tracker?
/// ```
@propertyWrapper public struct Injected<T> {
    private let injection: DependenciesContainer.Injection<T>

    /// Creates a property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) where T: Sendable {
        injection = .init(name, file, line)
    }

    /// Creates a property filled with a service that lives on the main actor.
    @available(swift 6) @MainActor public init(
        name: String? = nil, file: StaticString = #fileID, line: UInt = #line, on _: MainActor.Type = MainActor.self
    ) {
        injection = .init(name, file, line)
    }

    /// Creates a property filled with a service of which Swift 5 mode does not know whether it is `Sendable`.
    @available(swift, obsoleted: 6)
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
        injection = .init(name, file, line)
    }

    /// The service, or what has been assigned instead.
    public var wrappedValue: T {
        get { injection.value ?? (Any?.none as! T) }
        nonmutating set { injection.fill(newValue) }
    }
}

nonisolated extension Injected: Sendable where T: Sendable {}

/// A property that is filled with a service, and does not keep it alive; nil where there is none.
///
/// ```swift
/// @WeakInjected var delegate: Delegate?
/// ```
@propertyWrapper public struct WeakInjected<T> {
    private let injection: DependenciesContainer.Injection<T>

    /// Creates a property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) where T: Sendable {
        injection = .init(name, file, line, isWeak: true)
    }

    /// Creates a property filled with a service that lives on the main actor.
    @available(swift 6) @MainActor public init(
        name: String? = nil, file: StaticString = #fileID, line: UInt = #line, on _: MainActor.Type = MainActor.self
    ) {
        injection = .init(name, file, line, isWeak: true)
    }

    /// Creates a property filled with a service of which Swift 5 mode does not know whether it is `Sendable`.
    @available(swift, obsoleted: 6)
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
        injection = .init(name, file, line, isWeak: true)
    }

    /// The service while somebody holds it, or what has been assigned instead.
    public var wrappedValue: T? {
        get { injection.value }
        nonmutating set { injection.fill(newValue) }
    }
}

nonisolated extension WeakInjected: Sendable where T: Sendable {}

nonisolated extension DependenciesContainer {
    /// The state of a wrapper: a container until it is filled, then the service and nothing else.
    fileprivate final class Injection<T>: @unchecked Sendable {  // the lock guards what varies
        private let name: String?
        private let file: StaticString
        private let line: UInt
        private let isWeak: Bool
        /// Guarded by the lock.
        private var container: DependenciesContainer? = .shared
        /// Guarded by the lock.
        private var service: T?
        /// Guarded by the lock.
        private weak var object: AnyObject?

        init(_ name: String?, _ file: StaticString, _ line: UInt, isWeak: Bool = false) {
            self.name = name
            self.file = file
            self.line = line
            self.isWeak = isWeak
            Resolution.current.add { _ = try self.resolved() }
        }

        var value: T? {
            orStop("\n    property: \(file):\(line)") { try resolved() }
        }

        private func resolved() throws -> T? {
            if let container = locked({ container }) {
                let isRequired = !isWeak && !(T.self is any AnyOptional.Type)
                let found = try isRequired ? container.get(T.self, name) : container.find(T.self, name)
                fill(found, onlyIfEmpty: true)
            }
            return locked { isWeak ? object as! T? : service }
        }

        func fill(_ new: T?, onlyIfEmpty: Bool = false) {
            changing {
                if onlyIfEmpty && container == nil { return }
                dropped += [container as Any, service as Any]
                container = nil
                service = isWeak ? nil : new
                object = isWeak ? new.map { $0 as AnyObject } : nil
            }
        }
    }
}

// MARK: - Optional: Verification

nonisolated extension DependenciesContainer {
    /// What `verify` has found.
    public struct Verification: CustomStringConvertible {
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

    /// Builds every registration, in a copy of which nothing stays, and returns those that fail.
    ///
    /// Call it on the main actor if services live there; elsewhere those fail.
    /// ```swift
    /// #expect(container.verify().isEmpty)
    /// ```
    public func verify() -> Verification {
        var found = Verification()
        let copy = copyWithParents()
        for key in Self.locked({ all.map(\.recipe.key) }) {
            if key.arguments != nil {
                found.notChecked.append(key.description)
                continue
            }
            do {
                _ = try copy.instance(key)
            } catch {
                found.failures.append((key.description, error))
            }
        }
        return found
    }

    /// A copy whose parents are copies, too.
    private func copyWithParents() -> DependenciesContainer {
        copy(parent: parent?.copyWithParents())
    }
}

// MARK: - Optional: Description

nonisolated extension DependenciesContainer: CustomStringConvertible {
    /// A table of everything that can be resolved here.
    ///
    /// ```swift
    /// print(container)
    /// ```
    public var description: String {
        let rows = Self.changing {
            all.map { registration in
                let key = registration.recipe.key
                return [
                    "\(Key(type: key.type, arguments: key.arguments))", key.name.map { "\"\($0)\"" } ?? "-",
                    key.arguments == nil ? "\(registration.recipe.scope)" : "with arguments",
                    registration.isBuilt ? "built" : "not built",
                    holds(registration) ? "own" : "parent",
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

    private func pthread_key_create(_ slot: inout DWORD, _ destroy: PFLS_CALLBACK_FUNCTION?) {
        slot = FlsAlloc(destroy)
    }

    private func pthread_getspecific(_ slot: DWORD) -> UnsafeMutableRawPointer? {
        FlsGetValue(slot)
    }

    private func pthread_setspecific(_ slot: DWORD, _ value: UnsafeMutableRawPointer?) {
        _ = FlsSetValue(slot, value)
    }
#endif
