// Takes the place of the engine's lock. Threads share nothing outside of the lock, so the order of the locked parts is
// all that they can see of each other.

import Foundation

/// Lets one thread run at a time. At each `lock()`, it chooses the thread that goes on.
final class Scheduler: @unchecked Sendable {
    private enum State { case new, ready, waiting, ended }

    /// What was chosen in this schedule, and among how many threads. First comes the thread that runs, if it can go on.
    private var choices: [(taken: Int, options: Int)] = []
    private var choicesMade = 0
    /// A preemption is a switch away from a thread that could go on.
    private var preemptionsLeft = 0
    /// Makes calls run whole: only this thread can interrupt another one, once.
    private var interrupter: Int?
    private var states: [State] = []
    private(set) var current = 0
    private(set) var isRunning = false
    private var isLocked = false
    private var lockCount = 0
    /// Whether the thread has unlocked since it was chosen. If not, a choice would only repeat the last one.
    private var hasMoved = false
    private var body: (_ thread: Int) -> Void = { _ in }
    /// Each thread waits for its baton while another one runs.
    private let batons = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    var isTracing = false
    /// A mistake: the next broadcast wakes nobody.
    var losesBroadcast = false

    init() {
        for thread in 1..<3 { Thread { [unowned self] in while true { runBody(thread) } }.start() }
    }

    /// Runs the body on so many threads, and returns when all have ended. Thread 0 is the caller.
    func run(threads: Int, bound: Int, interrupter: Int?, _ body: @escaping (_ thread: Int) -> Void) {
        (choicesMade, lockCount, preemptionsLeft, self.interrupter, self.body) = (0, 0, bound, interrupter, body)
        states = Array(repeating: .new, count: threads)
        isRunning = true
        wake(choose(among: ready))
        runBody(0)
        batons[0].wait()
        (isRunning, self.body) = (false, { _ in })
    }

    private func runBody(_ thread: Int) {
        batons[thread].wait()
        states[thread] = .ready
        body(thread)
        states[thread] = .ended
        wake(ready.isEmpty && !states.contains(.waiting) ? 0 : choose(among: ready))
    }

    private var ready: [Int] {
        let begun = states.indices.filter { states[$0] == .ready }
        if interrupter != nil && !begun.isEmpty { return begun }
        return states.indices.filter { states[$0] == .new || states[$0] == .ready }
    }

    private func choose(among threads: [Int]) -> Int {
        if threads.isEmpty { fail("threads wait for each other") }
        if threads.count == 1 { return threads[0] }
        if choicesMade == choices.count { choices.append((0, threads.count)) }
        choicesMade += 1
        return threads[choices[choicesMade - 1].taken]
    }

    private func wake(_ thread: Int) {
        (current, hasMoved) = (thread, false)
        batons[thread].signal()
    }

    func trace(_ text: @autoclosure () -> String) {
        if isTracing { print(String(repeating: " ", count: 30 * current) + text()) }
    }

    // MARK: The lock

    func lock() {
        guard isRunning else { return }
        let thread = current
        if isLocked { fail("code of the user runs under the lock") }
        lockCount += 1
        if lockCount > 2000 { fail("a thread does not end") }
        if hasMoved && preemptionsLeft > 0 {
            let others = interrupter.map { states[$0] == .new ? [$0] : [] } ?? ready.filter { $0 != thread }
            let next = choose(among: [thread] + others)
            if next != thread {
                preemptionsLeft -= 1
                wake(next)
                batons[thread].wait()
            }
        }
        isLocked = true
        trace("  lock \(lockCount)")
    }

    func unlock() { (isLocked, hasMoved) = (false, true) }

    func wait() {
        let thread = current
        if !isRunning { fail("a call waits though all threads have ended") }
        trace("  waits")
        (states[thread], isLocked) = (.waiting, false)
        wake(choose(among: ready))
        batons[thread].wait()
        isLocked = true
    }

    func broadcast() {
        if !losesBroadcast { for thread in states.indices where states[thread] == .waiting { states[thread] = .ready } }
        losesBroadcast = false
        if isRunning { World.current?.checkPublished() }
    }

    // MARK: The schedules

    var path: [Int] {
        get { choices.map(\.taken) }
        set { choices = newValue.map { ($0, 0) } }
    }

    /// Takes the next branch, depth first. Returns false if there is none.
    func advance() -> Bool {
        while let (taken, options) = choices.popLast() {
            if taken + 1 == options { continue }
            choices.append((taken + 1, options))
            return true
        }
        return false
    }
}
