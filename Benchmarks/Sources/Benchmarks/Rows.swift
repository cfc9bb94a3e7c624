/// What is measured.
enum Row: String, CaseIterable {
    case singleton, `named singleton`, `weak service`, transient, `two arguments`
    case `graph of five`, `object with @Injected`, `read a filled @Injected`, register, `ten new singletons`
    case `child of a request`, `two threads`, `two threads, two containers`
    case `nothing among 10,000 names`, `unregister among 10,000 names`, `an error among 2,000`
    case `bytes per registration`, `bytes per built service`
    // The six columns that `Peers/run` prints.
    case `code of each service, bytes`, `the same with -Osize`, `code of the file alone, kB`
    case `compiling 200 services, s`, `compiling the file alone, s`, `launch with 200 services, ms`

    static let costs = allCases.suffix(6)
}

extension Contender {
    /// Prepares a row as most containers do it.
    func commonWork(_ row: Row) -> Work? {
        switch row {
        case .singleton: return each(api(among: 10))
        case .`named singleton`:
            _ = api("production")
            return each(api("staging"))
        case .`weak service`:
            let resolve = api(nil, .weak)
            let held = resolve()
            return each { withExtendedLifetime(held) { resolve() } }
        case .transient: return each(api(nil, .new))
        case .`graph of five`:
            register(Session.self, nil, .graph) { _ in Session() }
            register(Cache.self, nil, .graph) { _ in Cache() }
            register(Router.self, nil, .graph) { Router($0.need(), $0.need()) }
            register(Model.self, nil, .graph) { Model($0.need(), $0.need()) }
            register(Screen.self, nil, .graph) { Screen($0.need(), $0.need()) }
            return each { resolve(Screen.self, nil) }
        case .register, .`ten new singletons`:
            let types = (1...10).map(numbered)
            return eachTime(calls: row == .register ? 10 : 1) {
                let empty = Self()
                let register = { for type in types { empty.register(type) } }
                if row == .register { return register }
                register()
                return { for type in types { consume(empty.resolve(type, nil)) } }
            }
        case .`child of a request`:
            _ = api(among: 10)
            if child() == nil { return nil }
            return each {
                let child = child()!
                child.register(Endpoint.self, nil, .shared) { _ in Endpoint("example.org", 443) }
                for _ in 1...3 { consume(child.resolve((any API).self, nil)) }
                return child.resolve(Endpoint.self, nil)
            }
        case .`nothing among 10,000 names`:
            registerNames()
            let missing = (1...100).map { "none \($0)" }
            return eachTime(calls: 100) { { for name in missing { consume(resolve((any API).self, name)) } } }
        case .`two threads`, .`two threads, two containers`:
            let other = row == .`two threads` ? self : Self()
            return together([api(among: 10), other.api(among: 10)])
        case .`bytes per registration`, .`bytes per built service`:
            _ = bytesForEach(built: true)  // The first time, Swift also allocates the types' metadata.
            let bytes = Self().bytesForEach(built: row == .`bytes per built service`)
            return { runs in bytes * Double(runs) }
        default: return nil
        }
    }

    /// Registers a service after others, and returns a closure that resolves it.
    private func api(_ name: String? = nil, _ lifetime: Lifetime = .shared, among count: Int = 1) -> () -> (any API)? {
        for number in 1..<count { register(numbered(number)) }
        register((any API).self, name, lifetime) { _ in Service() }
        return { resolve((any API).self, name) }
    }

    /// Registers a service under 10,000 names, or under ten.
    func registerNames() {
        for number in 1...(self is Few ? 10 : 10_000) { registerName("\(number)") }
    }

    func registerName(_ name: String) { register((any API).self, name, .shared) { _ in Service() } }

    private func need<S: Sendable>() -> S { resolve(S.self, nil)! }

    /// The bytes of the heap for each of 10,000 registrations, with or without their services, which are empty.
    private func bytesForEach(built: Bool) -> Double {
        let before = bytesInUse()
        for number in 1...10_000 { register(numbered(number)) }
        if built { for number in 1...10_000 { consume(resolve(numbered(number), nil)) } }
        return (bytesInUse() - before) / 10_000
    }
}

protocol API: Sendable {}
protocol Makeable: Sendable { init() }
final class Service: API {}

// A graph: a screen's model and router share the session and the cache.
final class Session: Sendable {}
final class Cache: Sendable {}
typealias Router = Pair<Cache, Session>
typealias Model = Pair<Session, Cache>
typealias Screen = Pair<Model, Router>
typealias Endpoint = Pair<String, Int>
final class Pair<First: Sendable, Second: Sendable>: Sendable {
    let first: First
    let second: Second
    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }
}

// As many types as there are numbers: a number's binary digits, as nested generic types.
struct Zero: Makeable {}
struct Even<Half: Makeable>: Makeable {}
struct Odd<Half: Makeable>: Makeable {}
func numbered(_ number: Int) -> any Makeable.Type {
    func digit<Half: Makeable>(_: Half.Type) -> any Makeable.Type {
        number.isMultiple(of: 2) ? Even<Half>.self : Odd<Half>.self
    }
    return number == 0 ? Zero.self : digit(numbered(number / 2))
}
