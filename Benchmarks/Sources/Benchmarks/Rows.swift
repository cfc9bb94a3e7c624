/// What is measured: a short name, and what the page says.
enum Row: String, CaseIterable {
    case singleton = "get a singleton that exists"
    case `named singleton` = "the same, by name"
    case `weak service` = "get a weak service that exists"
    case transient = "build a transient service"
    case `two arguments` = "build a service with two arguments"
    case `graph of five` = "build a graph of five services"
    case `graph of 2,000` = "build 2,000 graph services in one request"
    case `ten new singletons` = "build ten singletons"
    case `beside waiting threads` = "build 20,000 singletons while 100 threads wait"
    case `object with @Injected` = "create an object with `@Injected`, and read it"
    case `read a filled @Injected` = "read an `@Injected` property that has its service"
    case register = "register"
    case `unregister among 10,000 names` = "unregister one of 10,000 names"
    case `nothing among 10,000 names` = "ask for a name that is missing, among 10,000 names"
    case `an error among 2,000` = "get the error for a missing service, among 2,000"
    case request = "a request: a child, three registrations, six look-ups"
    case `requests on two threads` = "the same on two threads"
    case `two threads` = "get a singleton on two threads"
    case `two threads, two containers` = "the same, with a container for each thread"
    case `bytes per registration` = "bytes of a registration"
    case `bytes per built service` = "bytes of a service that is built"

    // What `Peers/run` measures, the last four rows on Linux only.
    case `code of each service, bytes`
    case `the same with -Osize` = "the same with `-Osize`"
    case `code of the file alone, kB`
    case `compiling 200 services, s` = "compiling 200 services, CPU seconds"
    case `compiling the file alone, s` = "compiling the file alone, CPU seconds"
    case `launch with 200 services, ms`
    case `static program, MB` = "static program, MB; stripped"
    case `memory, MB` = "memory, MB: static; dynamic program"
    case `instructions, millions` = "instructions, millions: static; dynamic program"
    case `start to end, ms` = "start to end, ms: static; dynamic program"

    static let costs = allCases.suffix(10)
    static let bytes: [Row] = [.`bytes per registration`, .`bytes per built service`]
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
        case .`graph of 2,000`:
            let types = registerThousands()
            register(Cache.self, nil, .graph) { container in
                for type in types { consume(container.resolve(type, nil)) }
                return Cache()
            }
            return eachTime {
                reset?()
                return { consume(resolve(Cache.self, nil)) }
            }
        case .register, .`ten new singletons`:
            let types = (1...10).map(numbered)
            return eachTime(calls: row == .register ? 10 : 1) {
                let empty = Self()
                let register = { for type in types { empty.register(type) } }
                if row == .register { return register }
                register()
                return { for type in types { consume(empty.resolve(type, nil)) } }
            }
        case .request: return child() == nil ? nil : each(request())
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
        for number in 1...(self is Easy ? 10 : 10_000) { registerName("\(number)") }
    }

    func registerName(_ name: String) { register((any API).self, name, .shared) { _ in Service() } }

    /// Registers 2,000 `.graph` services, or singletons. Each needs the three that were registered before it.
    private func registerThousands() -> [any Makeable.Type] {
        let types = (1...2_000).map { classed(numbered($0)) }
        func register<S: Makeable>(_ type: S.Type, needing others: ArraySlice<any Makeable.Type>) {
            self.register(type, nil, self is Easy ? .shared : .graph) { container in
                for other in others { consume(container.resolve(other, nil)) }
                return S()
            }
        }
        for (number, type) in types.enumerated() { register(type, needing: types[max(0, number - 3)..<number]) }
        return types
    }

    /// Returns what a server does for a request: it creates a child, registers three services, and asks for six.
    func request() -> () -> Endpoint? {
        _ = api(among: 10)
        return {
            let child = child()!
            child.register(Endpoint.self, nil, .shared) { _ in Endpoint("example.org", 443) }
            child.register(Session.self, nil, .shared) { _ in Session() }
            child.register(Cache.self, nil, .shared) { _ in Cache() }
            for _ in 1...3 { consume(child.resolve((any API).self, nil)) }
            consume((child.resolve(Session.self, nil), child.resolve(Cache.self, nil)))
            return child.resolve(Endpoint.self, nil)
        }
    }

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
final class Class<Number: Makeable>: Makeable {}
func classed<Number: Makeable>(_: Number.Type) -> any Makeable.Type { Class<Number>.self }
func numbered(_ number: Int) -> any Makeable.Type {
    func digit<Half: Makeable>(_: Half.Type) -> any Makeable.Type {
        number.isMultiple(of: 2) ? Even<Half>.self : Odd<Half>.self
    }
    return number == 0 ? Zero.self : digit(numbered(number / 2))
}
