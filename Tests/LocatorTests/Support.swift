import Foundation
import Locator

typealias Scope = DependenciesContainer.Scope

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
    @discardableResult func increment() -> Int {
        self {
            $0 += 1; return $0
        }
    }
    var count: Int { self { $0 } }
}

/// Opens once, for everybody: the way in which these tests force an order between threads.
struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}

/// A thread whose result can be waited for.
final class Worker<Result>: @unchecked Sendable {
    private let isDone = Gate()
    private var result: Result?

    init(stackSize: Int = 1 << 21, _ body: @escaping @Sendable () -> Result) {
        let thread = Thread { [self] in
            result = body()
            isDone.open()
        }
        thread.stackSize = stackSize
        thread.start()
    }

    func wait() -> Result {
        isDone.wait()
        return result!
    }
}

/// Runs `body` on several threads that start at the same moment, and returns what each returned.
func simultaneously<Result>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
    let (ready, start) = (DispatchSemaphore(value: 0), Gate())
    let workers = (0..<count).map { index in
        Worker {
            ready.signal()
            start.wait()
            return body(index)
        }
    }
    for _ in workers { ready.wait() }
    start.open()
    return workers.map { $0.wait() }
}
