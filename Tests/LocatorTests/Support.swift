// What several suites use: services, changes of a container, and gates, which force an order between threads.

import Foundation
import Locator
import Testing

typealias Scope = DependenciesContainer.Scope

extension Scope {
    static let all: [Scope] = [.singleton, .transient, .graph, .weak]
    /// The scopes whose services are stored: built by one thread, for all.
    static let stored: [Scope] = [.singleton, .weak]
}

// MARK: - Suites

/// The suites in which threads meet: `swift test --filter Threads/` runs them, with or without the thread sanitizer.
/// A test that hangs is named after three minutes, or later if `LOCATOR_ROUNDS` or `LOCATOR_PROGRAMS` asks for more.
@Suite(.timeLimit(.minutes(Samples.minutes))) enum Threads {}

/// How often the tests repeat what takes long.
enum Samples {
    /// The rounds of a race: `LOCATOR_ROUNDS`, or as many as fit into `swift test`.
    static func rounds(_ count: Int) -> Range<Int> { 0..<(number("LOCATOR_ROUNDS") ?? count) }

    /// The seeds of random programs: as many as `LOCATOR_PROGRAMS` says, from `LOCATOR_SEED` on, or the same each time.
    static func seeds(_ count: Int) -> Range<UInt64> {
        let first = UInt64(number("LOCATOR_SEED") ?? 1)
        return first..<first + UInt64(number("LOCATOR_PROGRAMS") ?? count)
    }

    /// How many minutes a test can take.
    static let minutes = 3 + max(number("LOCATOR_ROUNDS") ?? 0, number("LOCATOR_PROGRAMS") ?? 0) / 100

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }
}

// MARK: - Services

/// A service that others complete, that leads to another one, and that runs a closure in its `deinit`.
final class Service: @unchecked Sendable {
    var isFinished = false
    var other: Service?
    private let onDeinit: @Sendable () -> Void

    init(other: Service? = nil, counting runs: Counter? = nil, onDeinit: @escaping @Sendable () -> Void = {}) {
        (self.other, self.onDeinit) = (other, onDeinit)
        runs?.increment()
    }

    deinit { onDeinit() }
}

extension DependenciesContainer {
    /// Registers a service of that name. Its factory asks for `needs`, and `injecting` asks for `injects`.
    func add(
        _ name: String, scope: Scope = .singleton, needs: String? = nil, injects: String? = nil,
        completing: @escaping @Sendable (Service) throws -> Void = { _ in },
        making: @escaping @Sendable () throws -> Void = {}
    ) {
        register(name: name, scope: scope) { container in
            try making()
            return Service(other: try needs.map { try container.service($0) })
        } injecting: { container, service in
            if let injects { service.other = try container.service(injects) }
            try completing(service)
            service.isFinished = true
        }
    }

    func service(_ name: String) throws -> Service { try require(name: name) }
}

/// A change of a container, which drops the `Service` that it has built.
enum Change: CaseIterable {
    case register, unregister, reset, removeAll

    func make(_ container: DependenciesContainer) {
        switch self {
        case .register: container.register { Service() }
        case .unregister: container.unregister(type: Service.self)
        case .reset: container.resetInstances()
        case .removeAll: container.removeAll()
        }
    }
}

/// Expects that the process has stopped with all these texts.
func expectStop(_ result: ExitTest.Result?, _ texts: String...) {
    let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    for text in texts { #expect(output.contains(text)) }
}

// MARK: - Threads

/// A value that several threads change.
final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func callAsFunction<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        try lock.withLock { try body(&value) }
    }
}

typealias Counter = Guarded<Int>

extension Guarded where Value == Int {
    var count: Int { self { $0 } }

    @discardableResult func increment() -> Int {
        self {
            $0 += 1
            return $0
        }
    }
}

/// Opens once, for everybody: with gates, these tests force an order between threads.
///
/// A test that waits longer than its time limit stops all tests: if several hung, no thread would be left to say so.
struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait(_ hint: @autoclosure () -> String = "") {
        let limit = Test.current == nil ? DispatchTime.distantFuture : .now() + .seconds(60 * Samples.minutes + 15)
        if semaphore.wait(timeout: limit) == .timedOut { fatalError("\(Test.current!.name) hangs \(hint())") }
        semaphore.signal()
    }
}

/// Lets nobody go on until as many threads have come.
struct Meeting: Sendable {
    private let count: Int
    private let arrived = Counter(0)
    private let everyone = Gate()

    init(of count: Int) { self.count = count }

    func callAsFunction() {
        if arrived.increment() == count { everyone.open() }
        everyone.wait()
    }
}

/// Stops the first thread that comes, until it is told to go on.
struct Stop: Sendable {
    let reached = Gate()
    let goOn = Gate()
    private let arrivals = Counter(0)

    func callAsFunction() {
        guard arrivals.increment() == 1 else { return }
        reached.open()
        goOn.wait()
    }
}

/// A thread that runs already, and whose result can be waited for.
final class Worker<Result>: @unchecked Sendable {
    private let isDone = Gate()
    private var result: Result?

    init(onMainActor: Bool = false, _ body: @escaping @Sendable () -> Result) {
        let runs = Gate()
        let run: @Sendable () -> Void = { [self] in
            runs.open()
            result = body()
            isDone.open()
        }
        if onMainActor {
            Task { @MainActor in run() }
        } else {
            let thread = Thread(block: run)
            thread.stackSize = 512 << 10  // as Apple's systems give each thread but the main one
            thread.start()
        }
        runs.wait()
    }

    func wait(_ hint: @autoclosure () -> String = "") -> Result {
        isDone.wait(hint())
        return result!
    }
}

/// Runs `body` on several threads that start at the same moment, and returns what each returned. If they hang, the test
/// says the hint.
func simultaneously<Result>(
    _ count: Int, firstOnMainActor: Bool = false, hint: @autoclosure () -> String = "",
    _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
    let start = Meeting(of: count)
    let workers = (0..<count).map { index in
        Worker(onMainActor: firstOnMainActor && index == 0) {
            start()
            return body(index)
        }
    }
    return workers.map { $0.wait(hint()) }
}

// MARK: - Files

/// The content of a file of the project.
func text(_ file: String) throws -> String { try String(contentsOfFile: path(file), encoding: .utf8) }

/// The path of a file of the project.
func path(_ file: String) -> String {
    URL(fileURLWithPath: #filePath).appendingPathComponent("../../../\(file)").standardized.path
}
