// Threads share only what the engine's lock guards. So the order of the locked parts is all that they can see of each
// other, and a scheduler in the lock's place can try every order.

import Foundation

let scheduler = Scheduler()

// What a module declares hides what it imports: this is the lock of the file, and what its threads wait on.
@discardableResult func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { scheduler.lock() }
@discardableResult func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { scheduler.unlock() }

final class DispatchSemaphore {
    private var value: Int
    private var thread: Int?

    init(value: Int) { self.value = value }

    func wait() {
        value -= 1
        if value < 0 {
            thread = scheduler.running
            scheduler.wait()
        }
    }

    @discardableResult func signal() -> Int {
        value += 1
        if let thread { scheduler.end(waitOf: thread) }
        thread = nil
        return value
    }
}

/// Lets one thread run at a time. At each `lock()`, it chooses the thread that goes on.
final class Scheduler: @unchecked Sendable {
    /// The choices of this schedule, each one of so many threads. First comes the thread that runs, if it can go on.
    var path: [(taken: Int, of: Int)] = []
    private var depth = 0
    /// A preemption is a switch away from a thread that could go on.
    private var preemptionsLeft = 0
    private(set) var (running, ready, waiting) = (0, [Int](), [Int]())
    /// Whether the thread has unlocked since it was chosen. If not, a choice would only repeat the last one.
    private var (isLocked, hasMoved) = (false, false)
    /// Each thread waits for its baton while another one runs.
    private let batons = (0..<3).map { _ in Dispatch.DispatchSemaphore(value: 0) }
    var isTracing = false

    init() { for thread in 1..<3 { Thread { [unowned self] in while true { runCall(of: thread) } }.start() } }

    /// Runs the calls of so many threads until all have ended. Thread 0 is the main thread.
    func run(threads: Int, bound: Int) {
        (depth, preemptionsLeft, ready) = (0, bound, Array(0..<threads))
        wake(choose(among: ready))
        runCall(of: 0)
        batons[0].wait()
    }

    private func runCall(of thread: Int) {
        batons[thread].wait()
        World.current!.run(thread)
        ready.removeAll { $0 == thread }
        wake(ready.isEmpty && waiting.isEmpty ? 0 : choose(among: ready))
    }

    private func choose(among threads: [Int]) -> Int {
        if threads.isEmpty { fail("threads wait for each other") }
        if threads.count == 1 { return threads[0] }
        if depth == path.count { path.append((0, threads.count)) }
        depth += 1
        return threads[path[depth - 1].taken]
    }

    private func wake(_ thread: Int) {
        (running, hasMoved) = (thread, false)
        batons[thread].signal()
    }

    /// Takes the next branch, depth first. Returns false if there is none.
    func advance() -> Bool {
        while let last = path.last, last.taken + 1 == last.of { path.removeLast() }
        if !path.isEmpty { path[path.count - 1].taken += 1 }
        return !path.isEmpty
    }

    func trace(_ text: String) { if isTracing { print(String(repeating: " ", count: 30 * running) + text) } }
    func checkUnlocked(_ text: String) { if isLocked { fail("under the lock: \(text)") } else { trace(text) } }

    func lock() -> Int32 {
        if ready.isEmpty { return 0 }  // all threads have ended
        checkUnlocked("  lock")
        let thread = running
        let next = hasMoved && preemptionsLeft > 0 ? choose(among: [thread] + ready.filter { $0 != thread }) : thread
        if next != thread {
            preemptionsLeft -= 1
            wake(next)
            batons[thread].wait()
        }
        isLocked = true
        return 0
    }

    func wait() {
        let thread = running
        trace("  waits")
        ready.removeAll { $0 == thread }
        waiting.append(thread)
        wake(choose(among: ready))
        batons[thread].wait()
    }

    func end(waitOf thread: Int) {
        waiting.removeAll { $0 == thread }
        ready = (ready + [thread]).sorted()
    }

    func unlock() -> Int32 {
        (isLocked, hasMoved) = (false, true)
        return 0
    }
}
