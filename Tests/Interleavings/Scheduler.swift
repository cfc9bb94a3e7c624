// Threads share nothing but what the engine's lock guards. So the order of the locked parts is all that they can see of
// each other, and a scheduler in place of the lock tries all orders.

import Foundation

let scheduler = Scheduler()

/// The file creates its lock with this: what a module declares hides what it imports.
func NSCondition() -> Scheduler { scheduler }

/// Lets one thread run at a time. At each `lock()`, it chooses the thread that goes on.
final class Scheduler: @unchecked Sendable {
    /// The choices of this schedule, each among so many threads. First comes the thread that runs, if it can go on.
    var path: [Int] = []
    private var options: [Int] = []
    private var choicesMade = 0
    /// A preemption is a switch away from a thread that could go on.
    private var preemptionsLeft = 0
    private(set) var (running, isActive, waiting) = (0, false, [Int]())
    private var ready: [Int] = []
    /// Whether the thread has unlocked since it was chosen. If not, a choice would only repeat the last one.
    private var (isLocked, hasMoved) = (false, false)
    private var body: (_ thread: Int) -> Void = { _ in }
    /// Each thread waits for its baton while another one runs.
    private let batons = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    var isTracing = false

    init() { for thread in 1..<3 { Thread { [unowned self] in while true { runBody(thread) } }.start() } }

    /// Runs the body on so many threads until all have ended. Thread 0 is the caller: the main thread.
    func run(threads: Int, bound: Int, _ body: @escaping (_ thread: Int) -> Void) {
        (choicesMade, preemptionsLeft, self.body, isActive) = (0, bound, body, true)
        ready = Array(0..<threads)
        wake(choose(among: ready))
        runBody(0)
        batons[0].wait()
        (isActive, self.body) = (false, { _ in })
    }

    private func runBody(_ thread: Int) {
        batons[thread].wait()
        body(thread)
        ready.removeAll { $0 == thread }
        wake(ready.isEmpty && waiting.isEmpty ? 0 : choose(among: ready))
    }

    private func choose(among threads: [Int]) -> Int {
        if threads.isEmpty { fail("threads wait for each other") }
        if threads.count == 1 { return threads[0] }
        if choicesMade == path.count { (path, options) = (path + [0], options + [threads.count]) }
        choicesMade += 1
        return threads[path[choicesMade - 1]]
    }

    private func wake(_ thread: Int) {
        (running, hasMoved) = (thread, false)
        batons[thread].signal()
    }

    /// Takes the next branch, depth first. Returns false if there is none.
    func advance() -> Bool {
        while let count = options.last, path.last! + 1 == count {
            (path, options) = (path.dropLast(), options.dropLast())
        }
        if path.isEmpty { return false }
        path[path.count - 1] += 1
        return true
    }

    func trace(_ text: String) { if isTracing { print(String(repeating: " ", count: 30 * running) + text) } }
    func checkUnlocked() { if isLocked { fail("code of the user runs under the lock") } }

    func lock() {
        guard isActive else { return }
        checkUnlocked()
        let thread = running
        let next = hasMoved && preemptionsLeft > 0 ? choose(among: [thread] + ready.filter { $0 != thread }) : thread
        if next != thread {
            preemptionsLeft -= 1
            wake(next)
            batons[thread].wait()
        }
        isLocked = true
        trace("  locks")
    }

    func unlock() { (isLocked, hasMoved) = (false, true) }

    func wait() {
        if !isActive { fail("a call waits though all threads have ended") }
        let thread = running
        trace("  waits")
        ready.removeAll { $0 == thread }
        (waiting, isLocked) = (waiting + [thread], false)
        wake(choose(among: ready))
        batons[thread].wait()
        isLocked = true
    }

    func broadcast() { (ready, waiting) = ((ready + waiting).sorted(), []) }
}
