import Machine

/// What is measured.
public enum Row: String, CaseIterable, Sendable {
    case singleton = "built singleton"
    case named = "built singleton, by name"
    case among10 = "one of 10"
    case among1000 = "one of 1,000"
    case among100000 = "one of 100,000"
    case weak = "weak, held by somebody"
    case new = "transient"
    case arguments = "two arguments"
    case graph = "graph of five"
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

    // From the table of `Benchmarks/costs`, in the order of its columns.
    case code = "code of each service, bytes"
    case codeSmall = "the same with -Osize"
    case codeAlone = "code of the file alone, kB"
    case compile = "compiling 200 services, s"
    case compileAlone = "compiling the file alone, s"
    case launch = "launch with 200 services, ms"

    /// What is not timed here.
    public static let costs: [Row] = [.code, .codeSmall, .codeAlone, .compile, .compileAlone, .launch]

    /// Rows that only a container has which makes things.
    static let making: Set<Row> = [.weak, .new, .graph, .chain, .child]

    private static let compared: [[Row]] = [[.among10, .among1000, .among100000], [.missAmong10, .missAmong2000]]

    /// What is timed here; rows that are compared with each other, together.
    static let groups: [[Row]] =
        Row.allCases.filter { !(compared.joined() + costs + [.bytes, .bytesBuilt]).contains($0) }.map { [$0] }
        + compared
}

extension Contender {
    /// The work of a row, with everything ready for it, in a container of its own.
    @inlinable public static func work(_ row: Row) -> Work? {
        if lacks.contains(row) { return nil }
        var it = Self()
        if let own = it.work(for: row) { return own }
        switch row {
        case .singleton, .among10:
            return it.resolvingSingleton()
        case .among1000:
            return it.resolvingSingleton(among: 1000)
        case .among100000:
            return it.resolvingSingleton(among: 100_000)
        case .threads:
            let work = it.resolvingSingleton()
            return Work(bodies: work.bodies + work.bodies)
        case .threadsApart:
            var other = Self()
            return Work(bodies: it.resolvingSingleton().bodies + other.resolvingSingleton().bodies)
        case .named:
            it.register(name: "staging") { _ in Service() as any API }
            it.register(name: "production") { _ in Service() as any API }
            return it.repeating { $0.resolve((any API).self, name: "staging") }
        case .new:
            it.register(.new) { _ in Service() as any API }
            return it.repeating { $0.resolve((any API).self) }
        case .weak:
            it.register(.weak) { _ in Service() as any API }
            let held = it.resolve((any API).self)
            let work = it.repeating { $0.resolve((any API).self) }
            return Work { count in withExtendedLifetime(held) { work.bodies[0](count) } }
        case .graph:
            it.register(.graph) { _ in Session() }
            it.register(.graph) { _ in Cache() }
            it.register(.graph) { Router(session: $0.need()) }
            it.register(.graph) { Model(session: $0.need(), cache: $0.need()) }
            it.register(.graph) { Screen(model: $0.need(), router: $0.need()) }
            return it.repeating { $0.resolve(Screen.self) }
        case .chain:
            func prepare() {
                it = Self()
                it.registerChain()
            }
            return Work(prepare: prepare, bodies: [{ _ in consume(it.resolve(Link10.self)) }])
        case .register:
            return Work(calls: 10, prepare: { it = Self() }, bodies: [{ _ in it.registerTen() }])
        case .child:
            it.registerTen()
            return it.repeating { parent -> Endpoint? in
                let child = parent.child(with: Endpoint(host: "example.org", port: 443))
                consume(child.resolve(Service.self))
                consume(child.resolve(Session.self))
                consume(child.resolve(Cache.self))
                return child.resolve(Endpoint.self)
            }
        case .arguments, .injected, .missAmong10, .missAmong2000:  // containers differ too much
            return nil
        case .bytes, .bytesBuilt, .code, .codeSmall, .codeAlone, .compile, .compileAlone, .launch:  // no work
            return nil
        }
    }

    /// Resolves a singleton that is built, and was registered in the middle of others.
    @inlinable mutating func resolvingSingleton(among count: Int = 10) -> Work {
        register((1..<count / 2).map(numbered))
        register { _ in LargeService() as any API }
        register((count / 2..<count).map(numbered))
        return repeating { $0.resolve((any API).self) }
    }

    /// A loop of the call, after a first one that builds what it asks for.
    @inlinable @inline(__always) func repeating<S>(_ call: @escaping (Self) -> S?) -> Work {
        precondition(call(self) != nil, "\(Self.name) does not find \(S.self)")
        return Work { count in for _ in 0..<count { consume(call(self)) } }
    }

    @inlinable mutating func register(_ types: [any Makeable.Type]) {
        for type in types { register(type) }
    }

    @inlinable mutating func registerTen() {
        register(Service.self)
        register(Session.self)
        register(Cache.self)
        register(Zero.self)
        register(Odd<Zero>.self)
        register(Even<Odd<Zero>>.self)
        register(Odd<Odd<Zero>>.self)
        register(Even<Even<Odd<Zero>>>.self)
        register(Odd<Even<Odd<Zero>>>.self)
        register(Even<Odd<Odd<Zero>>>.self)
    }

    @inlinable mutating func registerChain() {
        register { _ in Service() }
        register { Link2($0.need()) }
        register { Link3($0.need()) }
        register { Link4($0.need()) }
        register { Link5($0.need()) }
        register { Link6($0.need()) }
        register { Link7($0.need()) }
        register { Link8($0.need()) }
        register { Link9($0.need()) }
        register { Link10($0.need()) }
    }

    /// What a registration takes on the heap, and what it takes with the service built; there is nothing in the
    /// services.
    public static func bytes() -> (registered: Double, built: Double)? {
        if lacks.contains(.bytes) || bytesInUse() == 0 { return nil }
        func resolve<S: Makeable>(_ type: S.Type, in it: Self) { consume(it.need() as S) }
        let types = (1...10_000).map(numbered)
        var registered = 0
        var built = 0
        for _ in 1...2 {  // the first time, the runtime makes types' metadata, which it keeps for good
            _ = Self()  // or what is global in a container would still be there
            let before = bytesInUse()
            var it = Self()
            it.register(types)
            registered = bytesInUse() - before
            for type in types { resolve(type, in: it) }
            built = bytesInUse() - before
            withExtendedLifetime(it) {}
        }
        return (Double(registered) / Double(types.count), Double(built) / Double(types.count))
    }
}
