protocol API: Sendable {}
protocol Store: Sendable {}
final class Service: API, Store {}
/// Large, so that two of them share no cache line.
final class LargeService: API, Store {
    private typealias Line = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    private let padding: (Line, Line) = ((0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0))
}

/// One service out of a string and a number.
final class Endpoint: Sendable {
    let (host, port): (String, Int)
    init(host: String, port: Int) { (self.host, self.port) = (host, port) }
}

// Five services that make up a graph: the screen's model and router share the session.
final class Session: Sendable {}
final class Cache: Sendable {}
final class Router: Sendable {
    let session: Session
    init(session: Session) { self.session = session }
}
final class Model: Sendable {
    let (session, cache): (Session, Cache)
    init(session: Session, cache: Cache) { (self.session, self.cache) = (session, cache) }
}
final class Screen: Sendable {
    let (model, router): (Model, Router)
    init(model: Model, router: Router) { (self.model, self.router) = (model, router) }
}

/// A service that needs the one below it.
final class Link<Next: Sendable>: Sendable {
    let next: Next
    init(_ next: Next) { self.next = next }
}
typealias Link1 = Service
typealias Link2 = Link<Link1>
typealias Link3 = Link<Link2>
typealias Link4 = Link<Link3>
typealias Link5 = Link<Link4>
typealias Link6 = Link<Link5>
typealias Link7 = Link<Link6>
typealias Link8 = Link<Link7>
typealias Link9 = Link<Link8>
typealias Link10 = Link<Link9>

/// As many different types as are asked for: a number's binary digits, as nested generic types.
protocol Numbered: Sendable { init() }
struct Zero: Numbered {}
struct Even<Half: Numbered>: Numbered {}
struct Odd<Half: Numbered>: Numbered {}

func numbered(_ number: Int) -> any Numbered.Type {
    func digit<Half: Numbered>(_: Half.Type) -> any Numbered.Type {
        number.isMultiple(of: 2) ? Even<Half>.self : Odd<Half>.self
    }
    return number == 0 ? Zero.self : digit(numbered(number / 2))
}
