// Takes the place of the engine's lock. Threads share nothing outside of it, so the order of the locked parts is all
// that they can see of each other.

import Foundation

/// Lets one thread run at a time. At each `lock()`, it chooses the thread that goes on.
final class Scheduler: @unchecked Sendable {
    /// The choices of this schedule, each among so many threads. First comes the thread that runs, if it can go on.
    var path: [Int] = []
    private var options: [Int] = []
    private var (choicesMade, lockCount) = (0, 0)
    /// A preemption is a switch away from a thread that could go on.
    private var preemptionsLeft = 0
    private var ready: [Int] = []
    private(set) var waiting: [Int] = []
    private(set) var (running, isActive) = (0, false)
    /// Whether the thread has unlocked since it was chosen. If not, a choice would only repeat the last one.
    private var (isLocked, hasMoved) = (false, false)
    private var body: (_ thread: Int) -> Void = { _ in }
    /// Each thread waits for its baton while another one runs.
    private let batons = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    var isTracing = false
    /// A mistake: the next broadcast wakes nobody.
    var losesBroadcast = false

    init() { for thread in 1..<3 { Thread { [unowned self] in while true { runBody(thread) } }.start() } }

    /// Runs the body on so many threads until all have ended. Thread 0 is the caller.
    func run(threads: Int, bound: Int, _ body: @escaping (_ thread: Int) -> Void) {
        (choicesMade, lockCount, preemptionsLeft, self.body) = (0, 0, bound, body)
        (ready, isActive) = (Array(0..<threads), true)
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
        while let taken = path.popLast(), let count = options.popLast() {
            if taken + 1 == count { continue }
            (path, options) = (path + [taken + 1], options + [count])
            return true
        }
        return false
    }

    func trace(_ text: @autoclosure () -> String) {
        if isTracing { print(String(repeating: " ", count: 30 * running) + text()) }
    }

    func lock() {
        guard isActive else { return }
        if isLocked { fail("code of the user runs under the lock") }
        if lockCount > 150 { fail("a thread does not end") }
        let thread = running
        let next = hasMoved && preemptionsLeft > 0 ? choose(among: [thread] + ready.filter { $0 != thread }) : thread
        if next != thread {
            preemptionsLeft -= 1
            wake(next)
            batons[thread].wait()
        }
        (isLocked, lockCount) = (true, lockCount + 1)
        trace("  lock \(lockCount)")
    }

    func unlock() { (isLocked, hasMoved) = (false, true) }

    func checkUnlocked() {
        if isLocked { fail("what takes long runs under the lock") }
    }

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

    func broadcast() {
        if !losesBroadcast { (ready, waiting) = ((ready + waiting).sorted(), []) }
        losesBroadcast = false
        if isActive { World.current?.checkPublished() }
    }
}
