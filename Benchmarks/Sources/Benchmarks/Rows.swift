/// What is measured, by its title.
enum Row: String, CaseIterable {
    case singleton = "built singleton"
    case among100000 = "one of 100,000"
    case named = "built singleton, by name"
    case all = "resolveAll, ten services"
    case weak = "weak, held by somebody"
    case new = "transient"
    case arguments = "two arguments"
    case graph = "graph of five"
    case autoregistered = "graph of five, autoregistered"
    case chain = "ten singletons, first time"
    case injected = "object with @Injected"
    case register = "register"
    case child = "a child a request"
    case threads = "two threads, one singleton"
    case threadsApart = "two threads, a container each"
    case missAmong10 = "a miss among 10"
    case missAmong2000 = "a miss among 2,000"
    case bytes = "bytes per registration"
    case bytesBuilt = "bytes per service, built once"
    // The columns that the script `costs` prints.
    case code = "code of each service, bytes"
    case codeSmall = "the same with -Osize"
    case codeAlone = "code of the file alone, kB"
    case compile = "compiling 200 services, s"
    case compileAlone = "compiling the file alone, s"
    case launch = "launch with 200 services, ms"

    static let costs: [Row] = [.code, .codeSmall, .codeAlone, .compile, .compileAlone, .launch]

    /// Rows that are compared with each other are measured in the same rounds.
    static let compared: [[Row]] = [[.singleton, .among100000], [.missAmong10, .missAmong2000]]
    static let groups = compared + allCases.filter { !compared.joined().contains($0) }.map { [$0] }
}

extension Contender {
    /// What a row measures, with everything ready for it; nil if the container can't do it.
    static func work(_ row: Row) -> Work? {
        if lacks.contains(row) { return nil }
        let it = Self()
        if let own = it.work(for: row) { return own }
        switch row {
        case .singleton: return each(it.api(among: 10))
        case .among100000: return each(it.api(among: 100_000))
        case .named:
            _ = it.api("production")
            return each(it.api("staging"))
        case .weak:
            let resolve = it.api(nil, .weak)
            return each(while: resolve(), resolve)
        case .new: return each(it.api(nil, .new))
        case .graph:
            it.register(.graph) { _ in Session() }
            it.register(.graph) { _ in Cache() }
            it.register(.graph) { Router($0.need(), $0.need()) }
            it.register(.graph) { Model($0.need(), $0.need()) }
            it.register(.graph) { Screen($0.need(), $0.need()) }
            return each { it.resolve(Screen.self, nil) }
        case .chain:
            return eachTime {
                let it = Self()
                it.register(.shared) { _ in Service() }
                let resolve = it.links(9, to: Service.self)
                return { consume(resolve()) }
            }
        case .register:
            let types = (1...10).map(numbered)
            return eachTime(calls: 10) {
                let it = Self()
                return { for type in types { it.register(type) } }
            }
        case .child:
            for number in 1...10 { it.register(numbered(number)) }
            if it.child() == nil { return nil }
            return each {
                let child = it.child()
                child?.register(.shared) { _ in Endpoint("example.org", 443) }
                consume(child?.resolve(Odd<Zero>.self, nil))
                consume(child?.resolve(Even<Odd<Zero>>.self, nil))
                consume(child?.resolve(Odd<Odd<Zero>>.self, nil))
                return child?.resolve(Endpoint.self, nil)
            }
        case .threads:
            let resolve = it.api(among: 10)
            return together(resolve, resolve)
        case .threadsApart: return together(it.api(among: 10), Self().api(among: 10))
        case .bytes, .bytesBuilt:
            let bytes = bytesForEach(built: row == .bytesBuilt)
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

    /// Registers services each of which needs the one before it, and returns a closure that resolves the last one.
    private func links<Next: Sendable>(_ count: Int, to next: Next.Type) -> () -> Any? {
        if count == 0 { return { resolve(next, nil) } }
        register(.shared) { Pair($0.need() as Next, count) }
        return links(count - 1, to: Pair<Next, Int>.self)
    }

    private func register<S: Sendable>(_ lifetime: Lifetime, _ make: @escaping Make<S>) {
        register(S.self, nil, lifetime, make)
    }

    private func need<S: Sendable>() -> S { resolve(S.self, nil)! }

    /// The bytes of the heap for each of 10,000 registrations, with or without their services, which are empty.
    private static func bytesForEach(built: Bool) -> Double {
        func build<S: Makeable>(_: S.Type, _ it: Self) { consume(it.need() as S) }
        var bytes = 0.0
        for _ in 1...2 {  // the first time, Swift also makes the types' metadata, and keeps it
            let it = Self()
            let before = bytesInUse()
            for number in 1...10_000 { it.register(numbered(number)) }
            if built { for number in 1...10_000 { build(numbered(number), it) } }
            bytes = (bytesInUse() - before) / 10_000
            withExtendedLifetime(it) {}
        }
        return bytes
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
