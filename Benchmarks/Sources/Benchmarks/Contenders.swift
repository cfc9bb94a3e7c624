import BlogPost
import Locator

/// A container that is measured. These ten lines are all that a new one needs.
protocol Contender {
    /// The heading of its column.
    static var name: String { get }
    /// Where there is only one container in the process, empties it.
    init()
    /// Registers a service that is built once and shared.
    mutating func register<S: Sendable>(_ type: S.Type, name: String?, _ make: @escaping @Sendable () -> S)
    /// Registers a service that is made anew for each resolve.
    mutating func registerNew<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () -> S)
    func resolve<S: Sendable>(_ type: S.Type) -> S?
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S?

    /// Rows that the container can't do, or that would say nothing about it. None by default.
    static var lacks: Set<Row> { get }
    /// The container's own idiom for a row, in place of the common one. A row without either is left out.
    func work(for row: Row) -> Work?
}

extension Contender {
    static var lacks: Set<Row> { [] }
    func work(for row: Row) -> Work? { nil }
}

/// A contender in a list. Made where its type is known, so that the loops are compiled for that very type.
struct Entry {
    let name: String
    let work: (Row) -> Work?
    let bytes: () -> (registered: Double, built: Double)?

    init<C: Contender>(_: C.Type) {
        name = C.name
        work = { C.work($0) }
        bytes = { C.bytes() }
    }
}

/// The limit: a dictionary and a cast.
struct PlainDictionary: Contender {
    private struct Key: Hashable { let (type, name): (ObjectIdentifier, String?) }

    static let name = "Dictionary"
    static let lacks: Set<Row> = [.new]
    private var services: [Key: Any] = [:]

    mutating func register<S: Sendable>(_ type: S.Type, name: String?, _ make: @escaping @Sendable () -> S) {
        services[Key(type: ObjectIdentifier(type), name: name)] = make()
    }
    func registerNew<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () -> S) {}
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
        case .singleton:
            Work { [services] count in
                for _ in 0..<count { consume(services[Key(type: type, name: nil)] as? any API) }
            }
        case .named:
            Work { [services] count in
                for _ in 0..<count { consume(services[Key(type: type, name: "staging")] as? any API) }
            }
        default: nil
        }
    }
}

/// What people have today if they have followed a blog post.
final class BlogPost: Contender {
    static let name = "blog post"
    static let lacks: Set<Row> = [.new]
    private let container = BlogPostContainer()

    func register<S: Sendable>(_ type: S.Type, name: String?, _ make: @escaping @Sendable () -> S) {
        container.register(type: type, name: name, service: make())
    }
    func registerNew<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () -> S) {}
    func resolve<S: Sendable>(_ type: S.Type) -> S? { container.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { container.resolve(type: type, name: name) }
}

/// Ours, a container that the caller holds.
final class Ours: Contender {
    static let name = "Locator"
    static let lacks: Set<Row> = [.injected]  // it resolves from the shared one
    private let container = DependenciesContainer()

    func register<S: Sendable>(_ type: S.Type, name: String?, _ make: @escaping @Sendable () -> S) {
        container.register(type: type, name: name, factory: make)
    }
    func registerNew<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () -> S) {
        container.register(type: type, scope: .transient, factory: make)
    }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { container.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { container.resolve(type: type, name: name) }
    func work(for row: Row) -> Work? { ownWork(row, in: self.container) }
}

/// Ours, the shared container.
final class OursShared: Contender {
    static let name = "Locator, shared"
    // It is only one.
    static let lacks: Set<Row> = [.among10, .among1000, .among100000, .missAmong10, .missAmong2000, .bytes]

    init() { DependenciesContainer.shared.removeAll() }
    func register<S: Sendable>(_ type: S.Type, name: String?, _ make: @escaping @Sendable () -> S) {
        DependenciesContainer.shared.register(type: type, name: name, factory: make)
    }
    func registerNew<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () -> S) {
        DependenciesContainer.shared.register(type: type, scope: .transient, factory: make)
    }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { DependenciesContainer.shared.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? {
        DependenciesContainer.shared.resolve(type: type, name: name)
    }
    func work(for row: Row) -> Work? { ownWork(row, in: .shared) }
}

private final class Owner {
    @Injected var api: any API
}

/// The rows with an idiom of our own.
private func ownWork(_ row: Row, in container: @escaping @autoclosure () -> DependenciesContainer) -> Work? {
    @Sendable func require<S: Sendable>() throws -> S { try DependenciesContainer.shared.require() }
    switch row {
    case .weak:
        container().register(type: (any API).self, scope: .weak) { Service() }
        let held = container().resolve(type: (any API).self)
        return .each { withExtendedLifetime(held) { consume(container().resolve(type: (any API).self)) } }
    case .graph:
        container().register(scope: .graph) { Session() }
        container().register(scope: .graph) { Cache() }
        container().register(scope: .graph) { Router(session: try require()) }
        container().register(scope: .graph) { Model(session: try require(), cache: try require()) }
        container().register(scope: .graph) { Screen(model: try require(), router: try require()) }
        return .each { consume(container().resolve(type: Screen.self)) }
    case .arguments:
        container().register { (host: String, port: Int) in Endpoint(host: host, port: port) }
        return .each { consume(container().resolve(type: Endpoint.self, arguments: "example.org", 443)) }
    case .chain:
        func link<Next: Sendable>(_ type: Link<Next>.Type) {
            container().register(type: type) { Link(try DependenciesContainer.shared.require(type: Next.self)) }
        }
        container().register { Service() }
        link(Link2.self)
        link(Link3.self)
        link(Link4.self)
        link(Link5.self)
        link(Link6.self)
        link(Link7.self)
        link(Link8.self)
        link(Link9.self)
        link(Link10.self)
        return .each(prepare: { container().reset() }) { consume(container().resolve(type: Link10.self)) }
    case .injected:
        container().register(type: (any API).self) { Service() }
        return .each { consume(Owner().api) }
    case .missAmong10, .missAmong2000:
        for number in 1...(row == .missAmong10 ? 10 : 2000) {
            container().register(type: Int.self, name: "\(number)", service: number)
        }
        return .each { consume(try? container().require(type: (any API).self)) }
    default:
        return nil
    }
}
