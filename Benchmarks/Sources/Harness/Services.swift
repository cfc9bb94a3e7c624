// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public protocol API: Sendable {}
public protocol Makeable: Sendable { init() }
public final class Service: API, Makeable {
    public init() {}
}
/// Large, so that two of them share no cache line.
public final class LargeService: API {
    private typealias Line = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    private let padding: (Line, Line) = ((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
    public init() {}
}

/// One service out of a string and a number.
public final class Endpoint: Sendable {
    let (host, port): (String, Int)
    public init(host: String, port: Int) { (self.host, self.port) = (host, port) }
}

// Five services that make up a graph: the screen's model and router share the session.
public final class Session: Makeable {
    public init() {}
}
public final class Cache: Makeable {
    public init() {}
}
public final class Router: Sendable {
    let session: Session
    public init(session: Session) { self.session = session }
}
public final class Model: Sendable {
    let (session, cache): (Session, Cache)
    public init(session: Session, cache: Cache) { (self.session, self.cache) = (session, cache) }
}
public final class Screen: Sendable {
    let (model, router): (Model, Router)
    public init(model: Model, router: Router) { (self.model, self.router) = (model, router) }
}

/// A service that needs the one below it.
public final class Link<Next: Sendable>: Sendable {
    let next: Next
    public init(_ next: Next) { self.next = next }
}
public typealias Link2 = Link<Service>
public typealias Link3 = Link<Link2>
public typealias Link4 = Link<Link3>
public typealias Link5 = Link<Link4>
public typealias Link6 = Link<Link5>
public typealias Link7 = Link<Link6>
public typealias Link8 = Link<Link7>
public typealias Link9 = Link<Link8>
public typealias Link10 = Link<Link9>

/// As many different types as are asked for: a number's binary digits, as nested generic types.
public struct Zero: Makeable {
    public init() {}
}
public struct Even<Half: Makeable>: Makeable {
    public init() {}
}
public struct Odd<Half: Makeable>: Makeable {
    public init() {}
}

@usableFromInline func numbered(_ number: Int) -> any Makeable.Type {
    func digit<Half: Makeable>(_: Half.Type) -> any Makeable.Type {
        number.isMultiple(of: 2) ? Even<Half>.self : Odd<Half>.self
    }
    return number == 0 ? Zero.self : digit(numbered(number / 2))
}
