import Foundation
import Locator

/// A container that is measured.
protocol Contender: Sendable {
    typealias Make<S> = @Sendable (Self) throws -> S

    static var name: String { get }
    /// Makes an empty container, or empties it if only one exists.
    init()
    /// Makes a container that asks this one for missing services; nil if the library doesn't have children.
    func child() -> Self?
    func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>)
    /// Registers a singleton by a closure that is written in place, as in an app.
    func register<S: Makeable>(_ type: S.Type)
    func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S?
    /// Prepares what a row measures, mostly by `commonWork`; nil if the container can't do it.
    func work(for row: Row) -> Work?
    /// Drops what was built, and keeps the registrations; nil if the library can't do it.
    var reset: (() -> Void)? { get }
}

extension Contender {
    func child() -> Self? { nil }
    var reset: (() -> Void)? { nil }
    func register<S: Makeable>(_ type: S.Type) { register(type, nil, .shared) { _ in S() } }
}

/// How many instances exist: one, one for each call, one for each graph, or one while somebody holds it.
enum Lifetime: Int {
    case shared, new, graph, weak
    /// Chooses one of a container's scopes, which are given in this order.
    func choose<Scope>(_ scopes: Scope...) -> Scope { scopes[rawValue] }
}

/// Locator, with a container in a variable or with the shared one.
protocol Locating: Contender {
    var container: DependenciesContainer { get }
    init(container: DependenciesContainer)
}

struct Ours: Locating {
    static let name = "Locator"
    var container = DependenciesContainer()
    func child() -> Self? { Self(container: DependenciesContainer(parent: container)) }
}

struct Shared: Locating {
    static let name = "`shared`"
    var container: DependenciesContainer { .shared }
    init() { container.removeAll() }
    init(container: DependenciesContainer) {}
}

/// Locator, with many other registrations.
struct Large: Locating {
    static let name = "of 100,000"
    var container = DependenciesContainer()
    func work(for row: Row) -> Work? {
        if row != .singleton { return nil }
        for number in 1...100_000 { register(numbered(number)) }
        return Ours(container: container).work(for: row)
    }
}

/// Locator, with ten names in place of 10,000, with singletons in place of 2,000 `.graph` services, and without threads
/// that wait.
struct Easy: Locating {
    static let name = "easy"
    var container = DependenciesContainer()
}

private final class Owner { @Injected var api: any API }

extension Locating {
    func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
        let scope = lifetime.choose(DependenciesContainer.Scope.singleton, .transient, .graph, .weak)
        container.register(type: type, name: name, scope: scope) { try make(Self(container: $0)) }
    }
    func register<S: Makeable>(_ type: S.Type) { container.register(type: type, factory: make) }
    func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S? { container.resolve(type: type, name: name) }
    var reset: (() -> Void)? { container.resetInstances }
    func work(for row: Row) -> Work? {
        let names: [Row] = [.`nothing among 10,000 names`, .`unregister among 10,000 names`]
        let hard = names + [.`graph of 2,000`, .`beside waiting threads`]
        if self is Easy && !hard.contains(row) { return nil }
        switch row {
        case .`two arguments`:
            container.register { (_, host: String, port: Int) in Endpoint(host, port) }
            return each { container.resolve(type: Endpoint.self, arguments: "example.org", 443) }
        case .`object with @Injected`:
            DependenciesContainer.shared.register(type: (any API).self) { Service() }
            return each { Owner().api }
        case .`read a filled @Injected`:
            DependenciesContainer.shared.register(type: (any API).self) { Service() }
            let owner = Owner()
            return each { owner.api }
        case .`unregister among 10,000 names`:
            registerNames()
            return eachTime(calls: 10) {
                let names = (1...10).map { "new \($0)" }
                for name in names { registerName(name) }
                return { for name in names { container.unregister(type: (any API).self, name: name) } }
            }
        case .`an error among 2,000`:
            for number in 1...2_000 { register(numbered(number)) }
            return each { (try? container.require(type: (any API).self)) == nil ? true : nil }
        case .`beside waiting threads`:
            let types = (1...20_000).map(numbered)
            for type in types { register(type) }
            let end = DispatchSemaphore(value: 0)
            register(Session.self, nil, .shared) { _ in
                end.wait()
                return Session()
            }
            var threads: [() -> Session] = []
            return eachTime {
                for thread in threads { consume(thread()) }
                container.resetInstances()
                threads = (0..<(self is Easy ? 0 : 100)).map { _ in thread { resolve(Session.self, nil)! } }
                usleep(10_000)  // until all threads wait
                return {
                    for type in types { consume(resolve(type, nil)) }
                    if !threads.isEmpty { end.signal() }
                }
            }
        case .`requests on two threads`: return child() == nil ? nil : together([request(), request()])
        case .`two threads, two containers` where self is Shared: return nil
        default: return commonWork(row)
        }
    }
}

// A closure in the extension above would also hold the type `Self`, and need more memory.
private func make<S: Makeable>() -> S { S() }

/// A container that stores instances.
protocol Storing: Contender { func store<S>(_ service: S, _ name: String?) }

extension Storing {
    func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
        store(try! make(self), name)
    }
    func work(for row: Row) -> Work? {
        switch row {
        case .`named singleton` where self is Box: nil
        case .singleton, .`named singleton`, .register, .`two threads`, .`two threads, two containers`: commonWork(row)
        default: nil
        }
    }
}

/// The minimum that is safe on all threads: a dictionary of typed boxes, behind a lock.
final class Box: Storing, @unchecked Sendable {
    private final class Value<T> {
        let value: T
        init(_ value: T) { self.value = value }
    }

    static let name = "Box"
    private let lock = NSLock()
    private var values: [ObjectIdentifier: AnyObject] = [:]
    func store<S>(_ service: S, _ name: String?) { lock.withLock { values[ObjectIdentifier(S.self)] = Value(service) } }
    // The optimizer makes no copy for each type, as it makes none of Locator's code.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func resolve<S>(_ type: S.Type, _ name: String?) -> S? {
        lock.lock()
        defer { lock.unlock() }
        guard let value = values[ObjectIdentifier(type)] else { return nil }
        return unsafeDowncast(value, to: Value<S>.self).value
    }
}

struct Key: Hashable {
    let type: ObjectIdentifier
    let name: String?
    init(_ type: Any.Type, _ name: String?) { (self.type, self.name) = (ObjectIdentifier(type), name) }
}

/// A dictionary and a cast.
final class PlainDictionary: Storing, @unchecked Sendable {
    static let name = "Dictionary"
    private var services: [Key: Any] = [:]
    func store<S>(_ service: S, _ name: String?) { services[Key(S.self, name)] = service }
    func resolve<S>(_ type: S.Type, _ name: String?) -> S? { services[Key(type, name)] as? S }
}

/// The container of many blog posts: each look-up allocates an object as its key.
final class BlogPost: Storing, @unchecked Sendable {
    private final class KeyObject: Hashable {
        let key: Key
        init(_ type: Any.Type, _ name: String?) { key = Key(type, name) }
        static func == (one: KeyObject, other: KeyObject) -> Bool { one.key == other.key }
        func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
    }

    static let name = "blog post"
    private var services: [KeyObject: Any] = [:]
    func store<S>(_ service: S, _ name: String?) { services[KeyObject(S.self, name)] = service }
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func resolve<S>(_ type: S.Type, _ name: String?) -> S? { services[KeyObject(type, name)] as? S }
}
