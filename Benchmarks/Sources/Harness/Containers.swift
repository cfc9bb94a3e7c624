import Locator
import Plain

/// What is compared with whatever else is measured: two ways to do less, one to do it worse, and ours.
public let containers: [any Contender.Type] = [
    PlainDictionary.self, Boxes.self, BlogPost.self, Ours.self, OursShared.self,
]

/// What the project asks of itself.
public let limits = [
    // Two references more are counted for each call: the registration's, and that of what was found in it.
    Limit(.singleton, to: Boxes.name, atMost: 1.6, "the rest is names, parents, scopes and services being built"),
    Limit(.singleton, to: PlainDictionary.name, atMost: 0.55, "a typed box needs no cast, and no name is not hashed"),
    Limit(.singleton, of: OursShared.name, to: BlogPost.name, atMost: 0.7, "a key is no object"),
    Limit(.named, to: PlainDictionary.name, atMost: 0.7, "a typed box needs no cast"),
    Limit(.named, of: OursShared.name, to: BlogPost.name, atMost: 0.65, "a key is no object"),
    Limit(.among100000, to: .among10, atMost: 1.2, "one look-up by hash, but for the processor's caches"),
    Limit(.missAmong2000, to: .missAmong10, atMost: 2, "an error's text is made when it is read"),
]

/// A dictionary and a cast.
struct PlainDictionary: Contender, @unchecked Sendable {
    private struct Key: Hashable { let (type, name): (ObjectIdentifier, String?) }

    static let name = "Dictionary"
    static let lacks = Row.making
    private var services: [Key: Any] = [:]

    mutating func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        services[Key(type: ObjectIdentifier(type), name: name)] = make(self)
    }
    func resolve<S: Sendable>(_ type: S.Type) -> S? {
        services[Key(type: ObjectIdentifier(type), name: nil)] as? S
    }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? {
        services[Key(type: ObjectIdentifier(type), name: name)] as? S
    }

    /// Without the generic functions above, where a limit is measured: that saves another tenth.
    func work(for row: Row) -> Work? {
        let type = ObjectIdentifier((any API).self)
        var services: [Key: Any] = [:]
        for name in [nil, "staging", "production"] { services[Key(type: type, name: name)] = Service() }
        for number in 1..<10 { services[Key(type: ObjectIdentifier(numbered(number)), name: nil)] = Service() }
        return switch row {
        case .singleton: .each { [services] in services[Key(type: type, name: nil)] as? any API }
        case .named: .each { [services] in services[Key(type: type, name: "staging")] as? any API }
        default: nil
        }
    }
}

/// The fairest limit: safe on threads, typed, and nothing else.
struct Boxes: Contender {
    static let name = "box"
    static let lacks = Row.making.union([.named])
    private let container = BoxContainer()

    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        container.register(type: type, service: make(self))
    }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { container.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { nil }
}

/// What people have today if they have followed a blog post.
struct BlogPost: Contender, @unchecked Sendable {
    static let name = "blog post"
    static let lacks = Row.making
    private let container = BlogPostContainer()

    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        container.register(type: type, name: name, service: make(self))
    }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { container.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { container.resolve(type: type, name: name) }
}

/// Ours, a container that the caller holds.
struct Ours: Contender {
    static let name = "Locator"
    static let lacks: Set<Row> = [.injected]  // it resolves from the shared one
    private let container: DependenciesContainer

    init() { container = DependenciesContainer() }
    private init(_ container: DependenciesContainer) { self.container = container }
    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        container.register(type: type, name: name, scope: lifetime.scope) { make(Ours($0)) }
    }
    func register<S: Makeable>(_ type: S.Type) { container.register(type: type) { S() } }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { container.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { container.resolve(type: type, name: name) }
    func child<S: Sendable>(with value: S) -> Ours {
        let child = DependenciesContainer(parent: container)
        child.register(type: S.self, service: value)
        return Ours(child)
    }
    func work(for row: Row) -> Work? { ownWork(row, in: container) }
}

/// Ours, the shared container.
struct OursShared: Contender {
    static let name = "Locator, shared"
    // It is only one.
    static let lacks: Set<Row> = [
        .among10, .among1000, .among100000, .child, .threadsApart, .missAmong10, .missAmong2000, .bytes, .bytesBuilt,
    ]

    init() { DependenciesContainer.shared.removeAll() }
    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        DependenciesContainer.shared.register(type: type, name: name, scope: lifetime.scope) { make(self) }
    }
    func register<S: Makeable>(_ type: S.Type) { DependenciesContainer.shared.register(type: type) { S() } }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { DependenciesContainer.shared.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? {
        DependenciesContainer.shared.resolve(type: type, name: name)
    }
    func work(for row: Row) -> Work? { ownWork(row, in: .shared) }
}

extension Lifetime {
    fileprivate var scope: DependenciesContainer.Scope {
        switch self {
        case .shared: .singleton
        case .new: .transient
        case .graph: .graph
        case .weak: .weak
        }
    }
}

private final class Owner {
    @Injected var api: any API
}

/// The rows with an idiom of our own.
private func ownWork(_ row: Row, in container: @escaping @autoclosure () -> DependenciesContainer) -> Work? {
    switch row {
    case .arguments:
        container().register { (_, host: String, port: Int) in Endpoint(host: host, port: port) }
        return .each { container().resolve(type: Endpoint.self, arguments: "example.org", 443) }
    case .injected:
        container().register(type: (any API).self) { Service() }
        return .each { Owner().api }
    case .missAmong10, .missAmong2000:
        for number in 1...(row == .missAmong10 ? 10 : 2000) {
            container().register(type: Int.self, name: "\(number)", service: number)
        }
        return .each { try? container().require(type: (any API).self) }
    default:
        return nil
    }
}
