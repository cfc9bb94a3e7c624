/// A container that is measured. It locks, or is only read where there are threads.
public protocol Contender: Sendable {
    /// The heading of its column.
    static var name: String { get }
    /// Rows that the container can't do, or that would say nothing about it. None by default.
    static var lacks: Set<Row> { get }
    /// Where there is only one container in the process, empties it.
    init()
    mutating func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S)
    /// Registers a service that is built once, by a closure that is written in place, as in an app.
    mutating func register<S: Makeable>(_ type: S.Type)
    func resolve<S: Sendable>(_ type: S.Type) -> S?
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S?
    /// A container that asks this one for what it lacks, and has a value of its own.
    func child<S: Sendable>(with value: S) -> Self
    /// The container's own idiom for a row, in place of the common one. A row without either is left out.
    func work(for row: Row) -> Work?

    // Not to be implemented. They are here so that their loops are compiled for the very type.
    static func work(_ row: Row) -> Work?
    static func bytes() -> (registered: Double, built: Double)?
}

extension Contender {
    /// Nothing.
    public static var lacks: Set<Row> { [] }
    /// Registers it like any other.
    public mutating func register<S: Makeable>(_ type: S.Type) { register { _ in S() } }
    /// Stops, as the row is one of those that it lacks.
    public func child<S: Sendable>(with value: S) -> Self { preconditionFailure("\(Self.name) lacks \(Row.child)") }
    /// None.
    public func work(for row: Row) -> Work? { nil }

    @inlinable mutating func register<S: Sendable>(
        _ lifetime: Lifetime = .shared, name: String? = nil, _ make: @escaping @Sendable (Self) -> S
    ) {
        register(S.self, name: name, lifetime, make)
    }

    /// What a factory needs.
    @inlinable func need<S: Sendable>() -> S {
        guard let service = resolve(S.self) else { preconditionFailure("\(Self.name) does not find \(S.self)") }
        return service
    }
}

/// How long a service lives: for the container, for one resolve, for a graph, or while somebody holds it.
public enum Lifetime { case shared, new, graph, weak }
