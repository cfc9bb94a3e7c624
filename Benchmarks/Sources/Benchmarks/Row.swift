import Foundation
import Heap

/// What is measured.
enum Row: String, CaseIterable {
    case launch = "launch, 200 services"
    case singleton = "built singleton"
    case named = "built singleton, by name"
    case new = "new each time"
    case weak = "weak, held by somebody"
    case graph = "graph of five"
    case arguments = "two arguments"
    case chain = "chain of ten, first time"
    case injected = "object with @Injected"
    case register = "register"
    case threads = "two threads, one singleton"
    case threads2 = "two threads, two singletons"
    case among10 = "one of 10"
    case among1000 = "one of 1,000"
    case among100000 = "one of 100,000"
    case missAmong10 = "a miss among 10"
    case missAmong2000 = "a miss among 2,000"
    case bytes = "bytes per registration"
    case bytesBuilt = "bytes per service, built once"

    /// Rows that are not timed here.
    static let others: [Row] = [.launch, .bytes, .bytesBuilt]

    private static let compared: [[Row]] = [[.among10, .among1000, .among100000], [.missAmong10, .missAmong2000]]

    /// The others; those that are compared with each other, together.
    static let groups: [[Row]] =
        Row.allCases.filter { !(others + compared.joined()).contains($0) }.map { [$0] } + compared
}

extension Contender {
    /// The work of a row, with everything ready for it, in a container of its own.
    static func work(_ row: Row) -> Work? {
        if lacks.contains(row) { return nil }
        var it = Self()
        if let own = it.work(for: row) { return own }
        switch row {
        case .singleton:
            return Work(it.resolvingSingleton())
        case .named:
            it.register((any API).self, name: "staging") { Service() }
            it.register((any API).self, name: "production") { Service() }
            return Work(it.repeating { $0.resolve((any API).self, name: "staging") })
        case .new:
            it.registerNew((any API).self) { Service() }
            return Work(it.repeating { $0.resolve((any API).self) })
        case .register:
            return Work(calls: 10, prepare: { it = Self() }, bodies: [{ _ in it.registerTen() }])
        case .threads:
            let body = it.resolvingSingleton()
            return Work(bodies: [body, body])
        case .threads2:
            it.register((any API).self, name: nil) { LargeService() }
            it.register((any Store).self, name: nil) { LargeService() }
            return Work(bodies: [
                it.repeating { $0.resolve((any API).self) }, it.repeating { $0.resolve((any Store).self) },
            ])
        case .among10:
            return Work(it.resolvingSingleton(among: 10))
        case .among1000:
            return Work(it.resolvingSingleton(among: 1000))
        case .among100000:
            return Work(it.resolvingSingleton(among: 100_000))
        case .weak, .graph, .arguments, .chain, .injected, .missAmong10, .missAmong2000:  // libraries differ too much
            return nil
        case .launch, .bytes, .bytesBuilt:  // no work
            return nil
        }
    }

    /// Resolves a singleton that is built, and was registered in the middle of others.
    private mutating func resolvingSingleton(among count: Int = 10) -> (Int) -> Void {
        registerNumbered((1..<count / 2).map(numbered))
        register((any API).self, name: nil) { Service() }
        registerNumbered((count / 2..<count).map(numbered))
        return repeating { $0.resolve((any API).self) }
    }

    /// A loop of the call, after a first one that builds what it asks for.
    @inline(__always) private func repeating<S>(_ call: @escaping (Self) -> S?) -> (Int) -> Void {
        precondition(call(self) != nil, "\(Self.name) does not find \(S.self)")
        return { count in for _ in 0..<count { consume(call(self)) } }
    }

    private mutating func registerNumbered(_ types: [any Numbered.Type]) {
        func register<N: Numbered>(_ type: N.Type) { self.register(type, name: nil) { N() } }
        for type in types { register(type) }
    }

    private func resolveNumbered<N: Numbered>(_ type: N.Type) {
        precondition(resolve(type) != nil, "\(Self.name) does not find \(type)")
    }

    private mutating func registerTen() {
        register((any API).self, name: nil) { Service() }
        register((any Store).self, name: nil) { Service() }
        register(Service.self, name: nil) { Service() }
        register(Session.self, name: nil) { Session() }
        register(Cache.self, name: nil) { Cache() }
        register(Link<Int>.self, name: nil) { Link(1) }
        register(Link<Bool>.self, name: nil) { Link(true) }
        register(Link<String>.self, name: nil) { Link("") }
        register(Link<Double>.self, name: nil) { Link(1) }
        register(Zero.self, name: nil) { Zero() }
    }

    /// What a registration takes on the heap, and what it takes with the service built; there is nothing in the
    /// services.
    static func bytes() -> (registered: Double, built: Double)? {
        if lacks.contains(.bytes) || bytesInUse() == 0 { return nil }
        let types = (1...10_000).map(numbered)
        var registered = 0
        var built = 0
        for _ in 1...2 {  // the first time, the runtime makes types' metadata, which it keeps for good
            let before = bytesInUse()
            var it = Self()
            it.registerNumbered(types)
            registered = bytesInUse() - before
            for type in types { it.resolveNumbered(type) }
            built = bytesInUse() - before
            withExtendedLifetime(it) {}
        }
        return (Double(registered) / Double(types.count), Double(built) / Double(types.count))
    }
}

/// Something to be timed, many times over.
struct Work {
    /// How many calls one run makes.
    var calls = 1
    /// What has to be done again before each run, and is not timed.
    var prepare: (() -> Void)?
    /// Run at the same time, each on a thread of its own if there are several. The parameter says how often.
    let bodies: [(Int) -> Void]

    init(calls: Int = 1, prepare: (() -> Void)? = nil, bodies: [(Int) -> Void]) {
        (self.calls, self.prepare, self.bodies) = (calls, prepare, bodies)
    }

    /// Runs of a loop.
    init(_ body: @escaping (Int) -> Void) { self.init(bodies: [body]) }

    /// Runs of one call; that of the closure takes a nanosecond or two.
    static func each(prepare: (() -> Void)? = nil, _ body: @escaping () -> Void) -> Work {
        Work(prepare: prepare, bodies: [{ count in for _ in 0..<count { body() } }])
    }

    /// The nanoseconds that so many runs take.
    func time(_ runs: Int) -> Double {
        if let prepare {
            return (0..<runs).reduce(0) { sum, _ in
                prepare()
                return sum + nanoseconds { bodies[0](1) }
            }
        }
        return bodies.count == 1 ? nanoseconds { bodies[0](runs) } : timeTogether(runs)
    }

    private func timeTogether(_ runs: Int) -> Double {
        let (ready, go, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for body in bodies {
            nonisolated(unsafe) let body = body  // containers lock, or are only read here
            Thread.detachNewThread {
                ready.signal()
                go.wait()
                body(runs)
                done.signal()
            }
        }
        for _ in bodies { ready.wait() }
        return nanoseconds {
            for _ in bodies { go.signal() }
            for _ in bodies { done.wait() }
        }
    }

    /// How many runs take about that long.
    func runs(taking nanoseconds: Double) -> Int {
        var runs = 1
        while true {
            let time = min(time(runs), time(runs), time(runs))  // none of them interrupted, one hopes
            if time > nanoseconds / 4 { return max(1, Int(Double(runs) * nanoseconds / time)) }
            runs *= 2
        }
    }
}

func nanoseconds(_ body: () -> Void) -> Double {
    let (seconds, attoseconds) = ContinuousClock().measure(body).components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
}

/// Takes a result, so that the optimizer can't leave out what led to it.
@inline(never) @_optimize(none) func consume<T>(_ value: T) {}
