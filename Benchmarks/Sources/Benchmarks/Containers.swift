import Foundation
import Locator

/// A container that is measured.
protocol Contender: Sendable {
    typealias Make<S> = @Sendable (Self) -> S

    static var name: String { get }
    /// Rows that the container can't do, or that say nothing about it.
    static var lacks: Set<Row> { get }
    /// Makes an empty container, or empties it if there is only one.
    init()
    /// Makes a container that asks this one for what it doesn't have; nil if there is no such thing.
    func child() -> Self?
    func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>)
    /// Registers a singleton by a closure that is written in place, as in an app.
    func register<S: Makeable>(_ type: S.Type)
    func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S?
    /// The container's own way to do a row.
    func work(for row: Row) -> Work?

    /// Implemented for all, and listed so that the compiler optimizes it for each.
    static func work(_ row: Row) -> Work?
}

extension Contender {
    static var lacks: Set<Row> { [] }
    func child() -> Self? { nil }
    func register<S: Makeable>(_ type: S.Type) { register(type, nil, .shared) { _ in S() } }
    func work(for row: Row) -> Work? { nil }
}

/// How many instances there are: one, one for each call, one for each graph, one while somebody holds it.
enum Lifetime: Int {
    case shared, new, graph, weak
    /// Chooses one of a container's scopes, which are given in this order.
    func choose<Scope>(_ scopes: Scope...) -> Scope { scopes[rawValue] }
}

/// A container of ours: one that the caller holds, or the shared one.
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
    static let name = "shared"
    static let lacks: Set<Row> = [.among100000, .threadsApart, .missAmong10, .missAmong2000]
    var container: DependenciesContainer { .shared }
    init() { container.removeAll() }
    init(container: DependenciesContainer) {}
}

private final class Owner { @Injected var api: any API }

extension Locating {
    func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
        let scope = lifetime.choose(DependenciesContainer.Scope.singleton, .transient, .graph, .weak)
        container.register(type: type, name: name, scope: scope) { make(Self(container: $0)) }
    }
    func register<S: Makeable>(_ type: S.Type) { container.register(type) }
    func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S? { container.resolve(type: type, name: name) }
    func work(for row: Row) -> Work? {
        switch row {
        case .arguments:
            container.register { (_, host: String, port: Int) in Endpoint(host, port) }
            return each { container.resolve(type: Endpoint.self, arguments: "example.org", 443) }
        case .all:
            for number in 1...10 { container.register(type: (any API).self, name: "\(number)") { Service() } }
            return each { container.resolveAll(type: (any API).self) }
        case .autoregistered:
            container.register(scope: .graph) { Session() }
            container.register(scope: .graph) { Cache() }
            container.autoregister(scope: .graph, initializer: Router.init)
            container.autoregister(scope: .graph, initializer: Model.init)
            container.autoregister(scope: .graph, initializer: Screen.init)
            return each { container.resolve(type: Screen.self) }
        case .injected:
            DependenciesContainer.shared.register(type: (any API).self) { Service() }
            return each { Owner().api }
        case .missAmong10, .missAmong2000:
            for number in 1...(row == .missAmong10 ? 10 : 2000) { register(numbered(number)) }
            return each { (try? container.require(type: (any API).self)) == nil ? true : nil }
        default: return nil
        }
    }
}

extension DependenciesContainer {
    // Not in the extension above, where the closure would also hold what `Self` is.
    fileprivate func register<S: Makeable>(_ type: S.Type) { register(type: type) { S() } }
}

/// A container that stores instances.
protocol Storing: Contender { func store<S>(_ service: S, _ name: String?) }

extension Storing {
    static var lacks: Set<Row> { [.weak, .new, .graph, .chain] }
    func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
        store(make(self), name)
    }
}

/// The least that is safe on threads: a box of the right type in a dictionary, behind a lock.
final class Box: Storing, @unchecked Sendable {
    private final class Value<T> {
        let value: T
        init(_ value: T) { self.value = value }
    }

    static let name = "box"
    static let lacks: Set<Row> = [.named, .weak, .new, .graph, .chain]
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
}

/// A dictionary and a cast.
final class PlainDictionary: Storing, @unchecked Sendable {
    static let name = "dictionary"
    private var services: [Key: Any] = [:]
    func store<S>(_ service: S, _ name: String?) { services[Key(type: ObjectIdentifier(S.self), name: name)] = service }
    func resolve<S>(_ type: S.Type, _ name: String?) -> S? {
        services[Key(type: ObjectIdentifier(type), name: name)] as? S
    }
}

/// The container of many blog posts: the key is an object, and each look-up allocates one.
final class BlogPost: Storing, @unchecked Sendable {
    private final class KeyObject: Hashable {
        let key: Key
        init(_ type: Any.Type, _ name: String?) { key = Key(type: ObjectIdentifier(type), name: name) }
        static func == (one: KeyObject, other: KeyObject) -> Bool { one.key == other.key }
        func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
    }

    static let name = "blog post"
    private var services: [KeyObject: Any] = [:]
    func store<S>(_ service: S, _ name: String?) { services[KeyObject(S.self, name)] = service }
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func resolve<S>(_ type: S.Type, _ name: String?) -> S? { services[KeyObject(type, name)] as? S }
}
