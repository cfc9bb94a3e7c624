//
//  Locator.swift
//  A service locator in one file: register at launch, resolve anywhere.
//
//  1. Paste the file into your target.
//  2. At launch: DependenciesContainer.shared.register(type: API.self) { HTTPClient() }
//  3. Anywhere:  let api = DependenciesContainer.shared.resolve(type: API.self)
//  4. In a test: DependenciesContainer.$shared.withValue(.shared.copy()) { register the fakes, then run the test }
//  5. Delete any section whose title starts with "Optional:" if you don't need it; the rest still compiles.
//
//  Version 1.0.0. MIT license, copyright (c) 2026 the Locator authors.
//

public import Foundation

/// Maps a type and an optional name to a service, or to a factory that builds it on demand.
///
/// ```swift
/// DependenciesContainer.shared.register(type: API.self) { HTTPClient() }    // at launch
/// let api = DependenciesContainer.shared.resolve(type: API.self)            // anywhere
/// ```
///
/// Everything may be called from any thread or task, even from inside a factory. In Swift 6 mode, a `Sendable` service
/// may be registered and resolved anywhere, any other only on the main actor; the compiler enforces it.
public nonisolated final class DependenciesContainer: @unchecked Sendable {  // the lock guards `registrations`
    /// The process-wide container; inside a factory, the container that is building the service.
    ///
    /// ```swift
    /// DependenciesContainer.$shared.withValue(container) { … }    // replaces it for this task and its child tasks
    /// ```
    @TaskLocal public static var shared = DependenciesContainer()

    fileprivate let parent: DependenciesContainer?
    /// Guarded by the lock, so no two accesses overlap; checking that at run time would make a lookup 10% slower.
    @exclusivity(unchecked) fileprivate var registrations = Registry()

    /// Creates a separate container, which falls back to `parent` for anything that is not registered here.
    ///
    /// ```swift
    /// let session = DependenciesContainer(parent: .shared)
    /// ```
    public init(parent: DependenciesContainer? = nil) {
        self.parent = parent
    }

    /// Returns a container with the same parent and registrations, and none of the instances built so far.
    ///
    /// The two share the instances that were registered with `service:`.
    /// ```swift
    /// let container = DependenciesContainer.shared.copy()
    /// container.register(type: API.self, service: FakeAPI())    // the original is unaffected
    /// ```
    public func copy() -> DependenciesContainer {
        let copy = DependenciesContainer(parent: parent)
        copy.registrations = Self.locked { registrations.unbuilt }
        return copy
    }

    // MARK: - Registering

    /// Registers an instance, replacing any earlier registration of the type and name.
    ///
    /// ```swift
    /// container.register(type: API.self, name: "staging", service: HTTPClient(host: staging))
    /// ```
    public func register<T: Sendable>(type: T.Type, name: String? = nil, service: T) {
        add(type, name, service)
    }

    /// Registers a factory, run when the service is asked for, replacing any earlier registration of the type and name.
    ///
    /// ```swift
    /// container.register(type: API.self) { HTTPClient() }
    /// container.register(type: Server.self, scope: .graph) { ServerImp() } injecting: { server in
    ///     server.client = try DependenciesContainer.shared.require(type: Client.self)
    /// }
    /// ```
    /// - Parameters:
    ///   - type: The type to resolve, usually a protocol; defaults to what the factory returns.
    ///   - name: A name that distinguishes services of the same type.
    ///   - scope: How long an instance lives.
    ///   - factory: A closure that makes the service. It must not wait for a thread that itself needs something this
    ///     resolve is still building. Waiting for any other thread is fine.
    ///   - injecting: A closure that completes the service, once per instance, before it is shared. What it resolves
    ///     may depend on this service: this is how two services refer to each other.
    @available(swift 6) public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping @Sendable () throws -> T, injecting: (@Sendable (T) throws -> Void)? = nil
    ) {
        add(Key(type: type, name: name), scope, injecting: injecting) { _, _ in Box(try factory()) }
    }

    /// Registers a factory that takes the container, from which it resolves what the service needs.
    ///
    /// ```swift
    /// container.register { Feed(api: try $0.require()) }
    /// ```
    /// For a singleton or weak service this is where it is registered, for any other the container that was asked.
    @available(swift 6) public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping @Sendable (DependenciesContainer) throws -> T,
        injecting: (@Sendable (T) throws -> Void)? = nil
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
        Self.changing { dropped in
            Self.lastNumber += 1
            let old = exactRegistration(key)
            let recipe = Recipe(
                key: key, scope: scope, isolation: isolation, number: Self.lastNumber,
                order: old?.recipe.order ?? Self.lastNumber,  // an override keeps the place of what it overrides
                factory: factory, injecting: inject, ready: ready)
            registrations[key] = Registration(recipe)
            if let old { dropped.append(old) }
        }
    }

    // MARK: - Resolving

    /// Returns the service, or nil if nothing is registered under this type and name.
    ///
    /// Stops the program with the error's text if the service is registered but can't be built.
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
    ///   other in a circle, or if one of them belongs to the main actor; otherwise, what a factory throws.
    public func require<T: Sendable>(type: T.Type = T.self, name: String? = nil) throws -> T {
        try get(type, name)
    }

    /// Returns all services of the type, whatever their names, in the order of registration.
    ///
    /// Stops the program with the error's text if one of them can't be built.
    /// ```swift
    /// for plugin in container.resolveAll(type: Plugin.self) { plugin.start() }
    /// ```
    public func resolveAll<T: Sendable>(type: T.Type = T.self) -> [T] {
        findAll(type)
    }

    fileprivate func findAll<T>(_ type: T.Type) -> [T] {
        let keys = Self.locked { self.keys.filter { $0.type == type && $0.arguments == nil } }
        return Self.orStop { try keys.compactMap { try find(type, $0.name) } }!
    }

    fileprivate func get<T>(_ type: T.Type, _ name: String?, _ arguments: Arguments? = nil) throws -> T {
        try required(Key(type: type, name: name, arguments: arguments?.types), arguments?.box).service(of: T.self)
    }

    // Inlining this and `orStop` makes a lookup 10% faster.
    @inline(__always) fileprivate func find<T>(_ type: T.Type, _ name: String?, _ arguments: Arguments? = nil) throws
        -> T?
    {
        try answer(Key(type: type, name: name, arguments: arguments?.types), arguments?.box)?.service(of: T.self)
    }

    // MARK: - Looking After the Registry

    /// Returns true if `resolve` would find something, here or in a parent, without building anything.
    ///
    /// Factories that take arguments don't count.
    /// ```swift
    /// if !container.isRegistered(type: API.self) { … }
    /// ```
    public func isRegistered<T>(type: T.Type = T.self, name: String? = nil) -> Bool {
        Self.locked { registration(Key(type: type, name: name)) != nil }
    }

    /// Removes a registration and what it has built, but not a parent's, nor a factory that takes arguments.
    ///
    /// ```swift
    /// container.unregister(type: API.self, name: "staging")
    /// ```
    public func unregister<T>(type: T.Type = T.self, name: String? = nil) {
        let key = Key(type: type, name: name)
        Self.changing { dropped in
            dropped.append(registrations[key] as Any)
            registrations[key] = nil
        }
    }

    /// Forgets every instance built so far, and keeps the registrations.
    ///
    /// ```swift
    /// container.reset()    // the next resolve builds again
    /// ```
    public func reset() {
        Self.changing { dropped in
            dropped.append(registrations)
            registrations = registrations.unbuilt
        }
    }

    /// Removes every registration and what it has built, but not a parent's.
    ///
    /// ```swift
    /// container.removeAll()
    /// ```
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
        /// A new one for every resolve.
        case transient
        /// Shared by all that one outermost resolve builds, and forgotten when it returns.
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
    /// The services on the way there, from the one that was asked for to the one that could not be resolved.
    public let path: [String]
    /// One sentence that says how to fix it, then the facts.
    public let description: String
    /// The same text, for code that shows any error.
    public var errorDescription: String? { description }
}

nonisolated extension DependenciesContainer {
    /// Returns an error for a key that the current build needs. Called under the lock.
    fileprivate func failure(_ reason: ResolutionError.Reason, _ key: Key) -> ResolutionError {
        let path = Resolution.current.path + [key]
        let type = String(reflecting: key.type)
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
        let registered = same.isEmpty ? "nothing; for others: \(Self.text(keys, ", ", 10))" : Self.text(same, ", ", 10)
        return ResolutionError(
            reason: reason, type: key.type, name: key.name, path: path.map(\.description),
            description: """
                \(advice)
                    type: \(type)
                    path: \(Self.text(path, " → ", 5))
                    registered for this type: \(registered)
                """)
    }

    /// Joins the keys. Of more than ten, some in the middle are left out, after the `first` ones.
    private static func text(_ keys: [Key], _ separator: String, _ first: Int) -> String {
        var texts = keys.map(\.description)
        let rest = texts.count - 10
        if rest > 0 { texts.replaceSubrange(first..<(first + rest), with: ["… \(rest) more …"]) }
        return texts.isEmpty ? "nothing" : texts.joined(separator: separator)
    }

    /// Runs `body`, and stops the program with the error's text if it throws.
    @inline(__always) fileprivate static func orStop<T>(
        _ place: @autoclosure () -> String = "", _ body: () throws -> T?
    ) -> T? {
        do {
            return try body()
        } catch let error as ResolutionError {
            fatalError("\(error)\(place())")
        } catch {
            let path = text(Resolution.current.failedPath, " → ", 5)
            fatalError("Call `require` to handle what a factory throws: \(error)\n    path: \(path)\(place())")
        }
    }
}

// MARK: - Building

// A build belongs to the thread that runs it. A shared service is published when its step ends, the members of a circle
// all at once; the first thread to publish wins.
//
// The lock guards what threads share, as each declaration says: above all, a container's registrations; in a
// registration, its instance and its builder, the resolution that others wait for; in a resolution, the registration
// that it waits for. The rest of a resolution belongs to its thread. Factories are synchronous, so a build never leaves
// its thread. No user code runs under the lock.
//
// Terms: a *resolution* is all that a thread is building. A *step* is a run of a factory, kept as long as its result
// may be asked for. To *publish* an instance is to put it into its registration, where every thread finds it. A *circle
// is open* while a running step's service has been asked for again inside that step; the outermost such step is the
// *root*. From then on, nothing inside the root is published before the root ends, and then all of it or nothing.
//
// To resolve a service, a thread goes through these phases; the first three under the lock, which only waiting gives up
// (`lookUp`).
//
// 1. Look up. If there is an instance, it is the answer.
// 2. Met? The service may be among the thread's own steps (`met`).
//    - No step of it is running: if one is finished and kept, its instance is the answer, unless it is transient.
//    - A step of it is running, and it, or another run of it inside, has made the instance: this is the answer, handed
//      out early. A circle is open from now on; the step is its root, unless the root is further out.
//    - The step has no instance yet, but inside it another one has, and from its `injecting` comes the request. The
//      factory runs again, inside; its result is used, and that of the outer run is dropped. A circle is open as well.
//    - Otherwise factories need each other, and the circle is reported.
//    A service with arguments is never handed out early. Its factory may run inside itself, 100 deep.
// 3. Claim, for `.singleton` and `.weak` (`claim`). If nobody builds the service, this thread becomes its builder.
//    Otherwise, follow the chain: its builder, the service that one waits for, that service's builder, and so on. If it
//    ends at another thread, that thread is running: wait until any build ends or anything is changed, and look up
//    again. If it ends at this thread, waiting would be a deadlock: this thread takes over as the builder and runs the
//    factory, too. So every chain ends at a running thread, and no wait lasts forever, as long as factories return.
// 4. Run the factory, then the injections of property wrappers, then `injecting`; without the lock (`run`).
// 5. End (`end`, `settle`). Inside the root of an open circle, the step is kept. Otherwise it is settled, if it is
//    shared; the root together with all that is kept inside it:
//    - late, if one of them has an instance by now: another thread was first. Drop them all, and look up again.
//    - discarded, if a registration of theirs was replaced, removed or reset: return the instance, publish nothing.
//    - published otherwise.
//    Graph services are kept until the outermost step ends, but those inside a root only if that is published.
// 6. If a step fails, it is dropped; if a circle is open, so is everything kept inside the step. Those who wait for it
//    look up again. If a factory or `injecting` catches the error, the build goes on.
//
// So a singleton's factory runs a second time after a failure, a reset or a change, of itself or of its circle; when a
// circle is entered from the side of its factories; and when two threads would wait for each other.
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
//     instance by now: a is dropped, that A returned  -                        -

nonisolated extension DependenciesContainer {
    /// What a service is registered under.
    fileprivate struct Key: Hashable, CustomStringConvertible {
        let type: Any.Type
        var name: String?
        var arguments: Any.Type?

        /// Whether it is a type and nothing else.
        var isTypeOnly: Bool { name == nil && arguments == nil }

        /// The key of the type that an optional type wraps.
        var wrapped: Key? {
            (type as? any AnyOptional.Type).map { Key(type: Self.wrapped($0), name: name, arguments: arguments) }
        }

        private static func wrapped<T: AnyOptional>(_: T.Type) -> Any.Type { T.Wrapped.self }

        // Argument types are stored as the type of a function, "(String, Int) -> ()", whose end is left out.
        var description: String {
            "\(type)" + (name.map { " \"\($0)\"" } ?? "") + (arguments.map { " \("\($0)".dropLast(6))" } ?? "")
        }

        static func == (a: Key, b: Key) -> Bool {
            a.type == b.type && a.name == b.name && a.arguments == b.arguments
        }

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

    /// The arguments for a factory in a box, and their types.
    fileprivate struct Arguments {
        let types: Any.Type
        let box: AnyObject
    }

    /// What may be done with a service on the main actor only.
    fileprivate enum Isolation { case none, build, buildAndUse }

    /// A way to build a service.
    fileprivate struct Recipe {
        let key: Key
        let scope: Scope
        let isolation: Isolation
        /// Identifies the recipe, in all containers. A reset keeps it, so that a circle is still recognized.
        let number: Int
        /// The place in `all`.
        let order: Int
        let factory: (DependenciesContainer, AnyObject?) throws -> AnyObject
        let injecting: ((AnyObject) throws -> Void)?
        /// The box of a service that was registered ready-made.
        let ready: AnyObject?
    }

    /// A recipe in its place in a container, and what has been built there.
    ///
    /// A reset replaces it, so that a build under way ends in the old one, where nobody looks anymore.
    fileprivate final class Registration {
        let recipe: Recipe
        /// The box of the service. Guarded by the lock.
        var instance: AnyObject?
        /// The service itself, if its scope is `.weak`. Guarded by the lock.
        weak var object: AnyObject?
        /// The resolution that others wait for. Guarded by the lock.
        var builder: Resolution?

        init(_ recipe: Recipe) {
            self.recipe = recipe
            instance = recipe.ready
        }

        var key: Key { recipe.key }
        var scope: Scope { recipe.scope }
        var isShared: Bool { scope == .singleton || scope == .weak }
        var takesArguments: Bool { key.arguments != nil }

        /// The box, or the weak service. Called under the lock; the caller must release it after unlocking.
        var built: AnyObject? { instance ?? object }

        /// Puts the box of an instance where every thread finds it. Called under the lock.
        func publish(_ box: AnyObject) {
            if scope == .singleton {
                instance = box
                return
            }
            let content = (box as! any AnyBox).content
            // Not for a value: the object that it would be bridged to may live forever.
            if type(of: content) is AnyClass || content is any AnyOptional { object = content as AnyObject }
        }
    }

    /// The registrations of a container. Most have neither name nor arguments; keyed by a single pointer, they are
    /// found 10% faster and take 60 bytes less.
    fileprivate struct Registry {
        var plain: [ObjectIdentifier: Registration] = [:]
        var others: [Key: Registration] = [:]

        subscript(key: Key) -> Registration? {
            get { key.isTypeOnly ? plain[ObjectIdentifier(key.type)] : others[key] }
            set {
                if key.isTypeOnly {
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
    nonisolated(unsafe) private static var lastNumber = 0

    /// Runs `body` under the lock, where no user code may run, not even a `deinit`: `body` must not release a service.
    fileprivate static func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Runs `body` under the lock, wakes all waiters and, after unlocking, releases what `body` has put into `dropped`.
    fileprivate static func changing<Result>(_ body: (_ dropped: inout [Any]) -> Result) -> Result {
        var dropped: [Any] = []
        defer { withExtendedLifetime(dropped) {} }  // released after unlocking, not before
        return locked {
            defer { lock.broadcast() }
            return body(&dropped)
        }
    }

    /// The registration that a key stands for. Called under the lock.
    fileprivate func registration(_ key: Key) -> Registration? {
        exactRegistration(key) ?? key.wrapped.flatMap(registration)
    }

    fileprivate func exactRegistration(_ key: Key) -> Registration? {
        registrations[key] ?? parent?.exactRegistration(key)
    }

    /// Whether the registration is here, and has not been replaced. Called under the lock.
    private func holds(_ registration: Registration) -> Bool {
        registrations[registration.key] === registration
    }

    /// The container that holds a registration. Called under the lock.
    private func owner(of registration: Registration) -> DependenciesContainer {
        if let parent, !holds(registration) { return parent.owner(of: registration) }
        return self
    }

    /// All registrations that can be reached, in order. Called under the lock.
    fileprivate var all: [Registration] {
        let inherited = parent?.all.filter { registrations[$0.key] == nil } ?? []
        return (inherited + registrations.all).sorted { $0.recipe.order < $1.recipe.order }
    }

    /// Called under the lock.
    fileprivate var keys: [Key] { all.map(\.key) }

    /// An instance that a lookup has found.
    fileprivate struct Answer {
        /// A box of the requested type if exact; otherwise a weak service, or a box of it or of what an optional wraps.
        let object: AnyObject
        let isExact: Bool

        var content: Any { (object as? any AnyBox)?.content ?? object }

        func service<T>(of _: T.Type) -> T {
            if isExact { return unsafeDowncast(object, to: Box<T>.self).value }  // the key proves the type
            return content as! T
        }
    }

    /// The result of a lookup.
    private enum Found {
        case nothing
        case answer(Answer)
        /// What this thread must build.
        case claimed(Registration, DependenciesContainer, isExact: Bool)
        /// What this thread has waited for, and must look up again; carried along to be released after unlocking.
        case awaited(Registration)
    }

    /// Returns the instance that a key stands for, built if necessary.
    fileprivate func required(_ key: Key, _ arguments: AnyObject? = nil) throws -> Answer {
        if let answer = try answer(key, arguments) { return answer }
        var key = key
        while let wrapped = key.wrapped { key = wrapped }
        throw Self.locked { failure(.notRegistered, key) }
    }

    /// Returns the instance that a key stands for, built if necessary, or nil if nothing is registered.
    fileprivate func answer(_ key: Key, _ arguments: AnyObject? = nil) throws -> Answer? {
        while true {
            switch try Self.locked({ try lookUp(key) }) {
            case .nothing: return nil
            case .answer(let answer): return answer
            case .claimed(let registration, let container, let isExact):
                let box = try Resolution.current.run(registration, arguments, in: container)
                if let box { return Answer(object: box, isExact: isExact) }  // else look up again
            case .awaited: continue
            }
        }
    }

    /// Called under the lock.
    private func lookUp(_ key: Key) throws -> Found {
        guard let registration = registration(key) else { return .nothing }
        let isExact = registration.key.type == key.type && registration.scope != .weak
        let isolation = registration.recipe.isolation
        if isolation == .buildAndUse { try requireMainActor(for: registration) }
        if let built = registration.built { return .answer(Answer(object: built, isExact: isExact)) }
        if isolation == .build { try requireMainActor(for: registration) }
        let isShared = registration.isShared
        let container = isShared ? owner(of: registration) : self
        let resolution = Resolution.current
        if let box = try resolution.met(registration, in: container) {
            return .answer(Answer(object: box, isExact: isExact))
        }
        if isShared && !resolution.claim(registration) { return .awaited(registration) }
        return .claimed(registration, container, isExact: isExact)
    }

    /// Marks the main queue: `Thread.isMainThread` is false on the main actor once an async `main` has been suspended.
    private static let mainQueue = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    private func requireMainActor(for registration: Registration) throws {
        // Inside another queue's `sync`, called on the main thread, only the thread tells.
        if DispatchQueue.getSpecific(key: Self.mainQueue) == nil && !Thread.isMainThread {
            throw failure(.mainActorOnly, registration.key)
        }
    }

    /// A run of a factory, for a container.
    fileprivate struct Step {
        let registration: Registration
        let container: DependenciesContainer
        var isRunning = true
        /// The box of what the factory has made, once it may be handed out early.
        var instance: AnyObject?
        /// What completes the instance besides `injecting`.
        var injections: [() throws -> Void] = []

        /// Whether it builds that service. It compares recipes, since a reset replaces registrations.
        func builds(_ registration: Registration, in container: DependenciesContainer) -> Bool {
            self.registration.recipe.number == registration.recipe.number && self.container === container
        }
    }

    /// What a thread is building. No other thread touches it, except for `awaited`.
    fileprivate final class Resolution {
        /// The running steps, outermost first. Each is followed by those inside it that are finished and kept:
        /// graph services, and in the root of an open circle all others.
        // Each access is a single call that runs no user code; to check that would make a transient service 10% slower.
        @exclusivity(unchecked) fileprivate var steps: [Step] = []
        /// The place of the outermost step of the open circle, if there is one.
        private var root: Int?
        /// The registration that this thread waits for. Guarded by the lock.
        private var awaited: Registration?
        /// The path to the factory that failed last.
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
        var path: [Key] { steps.filter(\.isRunning).map(\.registration.key) }

        /// Returns the instance if this thread is building the service, or has built and kept it; nil if its factory
        /// must run, perhaps a second time.
        func met(_ registration: Registration, in container: DependenciesContainer) throws -> AnyObject? {
            func isSame(_ step: Step) -> Bool { step.isRunning && step.builds(registration, in: container) }
            guard let index = steps.lastIndex(where: isSame) else {
                if registration.scope == .transient { return nil }
                return instance(of: registration, in: container, from: 0)
            }
            if registration.takesArguments {
                // Its instances are never handed out early; a recursion must end on its own.
                guard steps.count(where: isSame) < 100 else { throw container.failure(.circular, registration.key) }
                return nil
            }
            let instance = instance(of: registration, in: container, from: index)
            let isInjecting = steps[index...].contains { $0.isRunning && $0.instance != nil }
            // Even if none is injecting now, an inner run may have made the instance.
            guard instance != nil || isInjecting else { throw container.failure(.circular, registration.key) }
            root = min(root ?? index, index)
            return instance
        }

        /// Returns what the step at that place, or a later one, has made.
        private func instance(
            of registration: Registration, in container: DependenciesContainer, from index: Int
        ) -> AnyObject? {
            steps[index...].last { $0.instance != nil && $0.builds(registration, in: container) }?.instance
        }

        /// Becomes the builder and returns true; or waits until something changes, and returns false. Called under the
        /// lock.
        func claim(_ registration: Registration) -> Bool {
            // The builder may wait for another thread, and so on; the last of them runs, or is this one.
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

        /// Runs a recipe. Returns the box of the instance, or nil if another thread got there first.
        func run(
            _ registration: Registration, _ arguments: AnyObject?, in container: DependenciesContainer
        ) throws -> AnyObject? {
            let index = steps.count
            let outerRoot = root
            steps.append(Step(registration: registration, container: container))
            failedPath = []
            do {
                func made() throws -> AnyObject { try make(index, registration, arguments, in: container) }
                // Usually it is; binding it again would make a transient service 10% slower.
                let isBound = DependenciesContainer.shared === container
                let instance = try isBound ? made() : $shared.withValue(container, operation: made)
                return end(index, instance, outerRoot)
            } catch {
                if failedPath.isEmpty { failedPath = path }
                _ = end(index, nil, outerRoot)
                throw error
            }
        }

        private func make(
            _ index: Int, _ registration: Registration, _ arguments: AnyObject?, in container: DependenciesContainer
        ) throws -> AnyObject {
            let made = try registration.recipe.factory(container, arguments)
            if !registration.takesArguments {
                // A run inside this one may have made and completed the instance; then `made` is dropped.
                if let instance = instance(of: registration, in: container, from: index) { return instance }
                steps[index].instance = made
            }
            for injection in steps[index].injections { try injection() }
            try registration.recipe.injecting?(made)
            return made
        }

        /// Ends a step, with an instance, or with nil if it has failed. Returns the instance, or nil if there is none
        /// or if another thread got there first.
        private func end(_ index: Int, _ instance: AnyObject?, _ outerRoot: Int?) -> AnyObject? {
            if let instance {
                failedPath = []
                steps[index].isRunning = false
                steps[index].instance = instance
                if let root, root < index { return instance }  // inside an open circle nothing is published
            }
            let registration = steps[index].registration
            let wasOpen = root != nil
            root = outerRoot  // nil on success; on failure, whatever was handed out early inside is dropped
            var outcome = Outcome.published
            // Ended steps are removed before they are released: a `deinit` may change `steps`.
            if wasOpen || index == 0 && steps.count > 1 {
                let ended = Array(steps[index...])
                steps.removeSubrange(index...)
                outcome = settle(ended, isFinished: instance != nil)
                // A graph service may hold members of the circle, and is only kept with them.
                if index > 0 && outcome == .published { steps += ended.filter { $0.registration.scope == .graph } }
            } else if registration.isShared {
                outcome = settle(CollectionOfOne(steps.remove(at: index)), isFinished: instance != nil)
            } else if index == 0 || instance == nil || registration.scope != .graph {
                withExtendedLifetime(steps.remove(at: index)) {}
            }
            return outcome == .late ? nil : instance
        }

        private enum Outcome { case published, discarded, late }

        /// Publishes the steps, if they are finished and none of them was replaced in the meantime; late if another
        /// thread got there first. In any case this thread no longer builds them.
        private func settle(_ ended: some Collection<Step>, isFinished: Bool) -> Outcome {
            changing { dropped in
                var outcome = isFinished ? Outcome.published : .discarded
                for place in ended.indices where isFinished && ended[place].registration.isShared {
                    let registration = ended[place].registration
                    if let other = registration.built {
                        dropped.append(other)  // perhaps the last reference to a weak service
                        outcome = .late
                    } else if outcome == .published && !ended[place].container.holds(registration) {
                        outcome = .discarded
                    }
                }
                for place in ended.indices where ended[place].registration.isShared {
                    let registration = ended[place].registration
                    if outcome == .published { registration.publish(ended[place].instance!) }
                    // If an inner run has failed, an outer step is still building it.
                    let isOuter = steps.contains { $0.registration === registration }
                    if registration.builder === self && !isOuter { registration.builder = nil }
                }
                return outcome
            }
        }
    }
}

// MARK: - Optional: Optional Types

nonisolated extension Optional: DependenciesContainer.AnyOptional {}

// MARK: - Optional: Runtime Arguments

nonisolated extension DependenciesContainer.Arguments {
    fileprivate init<each Argument>(_ argument: repeat each Argument) {
        types = ((repeat each Argument) -> Void).self
        box = DependenciesContainer.Box((repeat each argument))
    }
}

nonisolated extension DependenciesContainer {
    /// Registers a factory that takes arguments, and makes a new service for every resolve.
    ///
    /// The argument types belong to the key: one type may have a factory for `(String)` and one for `(String, Int)`.
    /// A closure whose only parameter is `Any` or `any Sendable` gets the container, not an argument.
    /// ```swift
    /// container.register(type: API.self) { (host: String, port: Int) in HTTPClient(host, port) }
    /// ```
    @available(swift 6) @_disfavoredOverload public func register<T: Sendable, each Argument>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping @Sendable (repeat each Argument) throws -> T,
        injecting: (@Sendable (T) throws -> Void)? = nil
    ) {
        add(type, name, .none, factory, injecting)
    }

    /// Registers a factory that takes arguments, in Swift 5 mode.
    ///
    /// ```swift
    /// container.register(type: API.self) { (host: String, port: Int) in HTTPClient(host, port) }
    /// ```
    @available(swift, obsoleted: 6) @_disfavoredOverload public func register<T: Sendable, each Argument>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping (repeat each Argument) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, .none, factory, injecting)
    }

    /// Returns a new service built from the arguments, or nil if no factory takes arguments of these types.
    ///
    /// Stops the program with the error's text if the service can't be built.
    /// ```swift
    /// let api = container.resolve(type: API.self, arguments: "example.org", 443)
    /// ```
    @_disfavoredOverload public func resolve<T: Sendable, each Argument: Sendable>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) -> T? {
        Self.orStop { try find(type, name, Arguments(repeat each arguments)) }
    }

    /// Returns a new service built from the arguments, or throws.
    ///
    /// ```swift
    /// let api = try container.require(type: API.self, arguments: "example.org", 443)
    /// ```
    /// - Throws: A ``ResolutionError`` if no factory takes arguments of these types; otherwise as without arguments.
    @_disfavoredOverload public func require<T: Sendable, each Argument: Sendable>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) throws -> T {
        try get(type, name, Arguments(repeat each arguments))
    }

    private func add<T, each Argument>(
        _ type: T.Type, _ name: String?, _ isolation: Isolation,
        _ factory: @escaping (repeat each Argument) throws -> T, _ injecting: ((T) throws -> Void)?
    ) {
        let key = Key(type: type, name: name, arguments: ((repeat each Argument) -> Void).self)
        add(key, .transient, isolation, injecting: injecting) { _, arguments in
            let arguments = unsafeDowncast(arguments!, to: Box<(repeat each Argument)>.self).value
            return Box(try factory(repeat each arguments))
        }
    }

    /// Registers a factory with arguments, of a service that lives on the main actor.
    ///
    /// ```swift
    /// container.register(type: Router.self) { (start: String) in AppRouter(start) }
    /// ```
    @available(swift 6) @_disfavoredOverload @MainActor public func register<T, each Argument>(
        type: T.Type = T.self, name: String? = nil,
        factory: @escaping (repeat each Argument) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(type, name, .buildAndUse, factory, injecting)
    }

    /// Registers a factory with arguments that runs on the main actor.
    ///
    /// ```swift
    /// container.register { @MainActor in DetailModel(id: $0) }
    /// ```
    @_disfavoredOverload @MainActor public func register<T: Sendable, each Argument>(
        type: T.Type = T.self, name: String? = nil, on _: MainActor.Type = MainActor.self,
        factory: @escaping @MainActor (repeat each Argument) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil
    ) {
        add(type, name, .build, factory, injecting)
    }

    /// Returns a new service made on the main actor, or nil if no factory takes arguments of these types.
    ///
    /// Stops the program with the error's text if the service can't be built.
    /// ```swift
    /// let model = container.resolve(type: DetailModel.self, arguments: 7)
    /// ```
    @available(swift 6) @MainActor @_disfavoredOverload public func resolve<T, each Argument>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) -> T? {
        Self.orStop { try find(type, name, Arguments(repeat each arguments)) }
    }

    /// Returns a new service made on the main actor, or throws.
    ///
    /// ```swift
    /// let model = try container.require(type: DetailModel.self, arguments: 7)
    /// ```
    @available(swift 6) @MainActor @_disfavoredOverload public func require<T, each Argument>(
        type: T.Type = T.self, name: String? = nil, arguments: repeat each Argument
    ) throws -> T {
        try get(type, name, Arguments(repeat each arguments))
    }
}

// MARK: - Optional: Auto-Registration

nonisolated extension DependenciesContainer {
    /// Registers an initializer, or another function, and resolves each of its parameters.
    ///
    /// A parameter that is not registered makes the resolve fail, even if it is optional.
    /// ```swift
    /// container.autoregister(type: Feed.self, initializer: FeedImp.init)
    /// ```
    @available(swift 6) public func autoregister<T: Sendable, each Parameter: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping @Sendable (repeat each Parameter) throws -> T,
        injecting: (@Sendable (T) throws -> Void)? = nil
    ) {
        add(type, name, scope, .none, initializer, injecting)
    }

    /// Registers an initializer in Swift 5 mode, which can't tell whether it is `Sendable`.
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

    /// Registers an initializer of a service that lives on the main actor, and resolves each of its parameters.
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

    /// Registers an initializer of a main-actor class, and resolves each of its parameters.
    ///
    /// ```swift
    /// container.autoregister(type: ViewModel.self, initializer: ViewModel.init)
    /// ```
    @MainActor public func autoregister<T: Sendable, each Parameter>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        initializer: @escaping @MainActor (repeat each Parameter) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil, on _: MainActor.Type = MainActor.self
    ) {
        add(type, name, scope, .build, initializer, injecting)
    }
}

// MARK: - Optional: Main Actor

/// Overloads for services that are not `Sendable`, and for factories that run on the main actor only.
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

    /// Registers a factory that takes the container, of a service that lives on the main actor.
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
        add(Key(type: type, name: name), scope, .build, injecting: injecting) { _, _ in Box(try factory()) }
    }

    /// Registers a factory that runs on the main actor and takes the container.
    ///
    /// ```swift
    /// container.register { @MainActor in ViewModel(feed: try $0.require()) }
    /// ```
    @MainActor public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton, on _: MainActor.Type = MainActor.self,
        factory: @escaping @MainActor (DependenciesContainer) throws -> T,
        injecting: (@MainActor (T) throws -> Void)? = nil
    ) {
        add(Key(type: type, name: name), scope, .build, injecting: injecting) { container, _ in
            Box(try factory(container))
        }
    }

    /// Returns a service that lives on the main actor, or nil if it is not registered.
    ///
    /// Stops the program with the error's text if the service is registered but can't be built.
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

    /// Returns all services of a type that lives on the main actor, whatever their names.
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
/// In an object that a container builds, it is filled by the time `resolve` returns; a missing service makes that fail.
/// In an object built by hand, it is resolved on first read, from the container that was `shared` when the object was
/// made; a missing service then stops the program. An optional property is nil if nothing is registered.
/// ```swift
/// @Injected var api: API
/// @Injected(name: "staging") var staging: API
/// @Injected var tracker: Tracker?
/// ```
@propertyWrapper public struct Injected<T>: DependenciesContainer.Wrapper {
    private let injection: DependenciesContainer.Injection

    /// Creates a property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) where T: Sendable {
        injection = .init(T.self, name, file, line)
    }

    /// Creates a property filled with a service that lives on the main actor.
    @available(swift 6) @MainActor public init(
        name: String? = nil, file: StaticString = #fileID, line: UInt = #line, on _: MainActor.Type = MainActor.self
    ) {
        injection = .init(T.self, name, file, line)
    }

    /// The service, or what has been assigned instead.
    public var wrappedValue: T {
        get { injection.answer?.service(of: T.self) ?? (Any?.none as! T) }  // nil only where `T` is optional
        nonmutating set { injection.fill(DependenciesContainer.Answer(newValue)) }
    }
}

nonisolated extension Injected: Sendable where T: Sendable {}

/// A property that is filled with a service and does not keep it alive; nil if there is none.
///
/// ```swift
/// @WeakInjected var delegate: Delegate?
/// ```
@propertyWrapper public struct WeakInjected<T>: DependenciesContainer.Wrapper {
    private let injection: DependenciesContainer.Injection

    /// Creates a property filled with the service of that name.
    public nonisolated init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) where T: Sendable {
        injection = .init(T.self, name, file, line, isWeak: true)
    }

    /// Creates a property filled with a service that lives on the main actor.
    @available(swift 6) @MainActor public init(
        name: String? = nil, file: StaticString = #fileID, line: UInt = #line, on _: MainActor.Type = MainActor.self
    ) {
        injection = .init(T.self, name, file, line, isWeak: true)
    }

    /// The service while something else holds it, or what has been assigned instead.
    public var wrappedValue: T? {
        get { injection.answer?.service(of: T.self) }
        nonmutating set { injection.fill(newValue.map { .init($0) }) }
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
    fileprivate final class Injection: @unchecked Sendable {
        private let key: Key
        private let file: StaticString
        private let line: UInt
        private let isWeak: Bool
        /// Guarded by the lock.
        private var container: DependenciesContainer? = .shared
        /// Guarded by the lock.
        private var strong: Answer?
        /// Guarded by the lock.
        private weak var object: AnyObject?

        init(_ type: Any.Type, _ name: String?, _ file: StaticString, _ line: UInt, isWeak: Bool = false) {
            key = Key(type: type, name: name)
            self.file = file
            self.line = line
            self.isWeak = isWeak
            Resolution.current.postpone { _ = try self.resolved() }
        }

        var answer: Answer? {
            orStop("\n    property: \(file):\(line)") { try resolved() }
        }

        private func resolved() throws -> Answer? {
            if let container = locked({ container }) {
                var found = try container.answer(key)
                // Whether the type is optional matters only on a miss, where `required` looks again and throws.
                if found == nil && !isWeak && key.wrapped == nil { found = try container.required(key) }
                fill(found, onlyIfEmpty: true)
            }
            return locked { isWeak ? object.map { Answer(object: $0, isExact: false) } : strong }
        }

        func fill(_ new: Answer?, onlyIfEmpty: Bool = false) {
            changing { dropped in
                if onlyIfEmpty && container == nil { return }
                if let container { dropped.append(container) }
                if let strong { dropped.append(strong.object) }
                container = nil
                strong = isWeak ? nil : new
                object = isWeak ? new.map { $0.content as AnyObject } : nil
            }
        }
    }
}

nonisolated extension DependenciesContainer.Resolution {
    /// Postpones `injection` until the running factory has returned; does nothing if none is running.
    fileprivate func postpone(_ injection: @escaping () throws -> Void) {
        if let index = steps.lastIndex(where: \.isRunning), steps[index].instance == nil {
            steps[index].injections.append(injection)
        }
    }
}

nonisolated extension DependenciesContainer.Answer {
    fileprivate init<T>(_ service: T) {
        object = DependenciesContainer.Box(service)
        isExact = true
    }
}

// MARK: - Optional: Verification

nonisolated extension DependenciesContainer {
    /// The result of `verify`.
    public struct Verification: CustomStringConvertible {
        /// The registrations that can't be built, and why.
        public fileprivate(set) var failures: [(registration: String, error: any Error)] = []
        /// The registrations that take runtime arguments, and so can't be checked.
        public fileprivate(set) var notChecked: [String] = []
        /// True if nothing has failed.
        public var isEmpty: Bool { failures.isEmpty }
        /// A line for each registration that has failed or was not checked.
        public var description: String {
            let lines = failures.map { "\($0): \($1)" } + notChecked.map { "\($0): not checked" }
            return lines.isEmpty ? "Every registration can be built." : lines.joined(separator: "\n")
        }
    }

    /// Builds every registered service in a throwaway copy, and reports those that can't be built.
    ///
    /// Call it on the main actor if some services live there; elsewhere they are reported as failures.
    /// ```swift
    /// #expect(container.verify().isEmpty)
    /// ```
    public func verify() -> Verification {
        var found = Verification()
        let copy = copyWithParents()
        for key in Self.locked({ keys }) {
            if key.arguments != nil {
                found.notChecked.append(key.description)
                continue
            }
            do {
                _ = try copy.answer(key)
            } catch {
                found.failures.append((key.description, error))
            }
        }
        return found
    }

    /// A copy whose parents are copies, too.
    private func copyWithParents() -> DependenciesContainer {
        let copy = DependenciesContainer(parent: parent?.copyWithParents())
        copy.registrations = self.copy().registrations
        return copy
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
        let rows = Self.changing { dropped in
            all.map { registration in
                let key = registration.key
                let instance = registration.built
                dropped.append(instance as Any)  // perhaps the last reference to a weak service
                return [
                    "\(Key(type: key.type, arguments: key.arguments))", key.name.map { "\"\($0)\"" } ?? "-",
                    key.arguments == nil ? "\(registration.scope)" : "with arguments",
                    instance == nil ? "not built" : "built",
                ]
            }
        }
        if rows.isEmpty { return "DependenciesContainer: nothing is registered" }
        let table = [["type", "name", "scope", "state"]] + rows
        let widths = (0..<4).map { column in table.map { $0[column].count }.max()! }
        return table.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

// MARK: - Optional: Swift 5

/// Overloads for Swift 5 mode, which does not check whether closures are `Sendable`.
///
/// An app in Swift 6 mode doesn't need them.
nonisolated extension DependenciesContainer {
    /// Registers a factory in Swift 5 mode.
    ///
    /// ```swift
    /// container.register(type: API.self) { HTTPClient() }
    /// ```
    @available(swift, obsoleted: 6) public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping () throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(Key(type: type, name: name), scope, injecting: injecting) { _, _ in Box(try factory()) }
    }

    /// Registers a factory that takes the container, in Swift 5 mode.
    ///
    /// ```swift
    /// container.register { Feed(api: try $0.require()) }
    /// ```
    @available(swift, obsoleted: 6) public func register<T: Sendable>(
        type: T.Type = T.self, name: String? = nil, scope: Scope = .singleton,
        factory: @escaping (DependenciesContainer) throws -> T, injecting: ((T) throws -> Void)? = nil
    ) {
        add(Key(type: type, name: name), scope, injecting: injecting) { container, _ in Box(try factory(container)) }
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
