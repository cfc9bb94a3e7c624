import Foundation
import Machine
import Synchronization

/// Something to be timed, many times over.
public struct Work {
    /// How many calls one run makes.
    var calls = 1
    /// What has to be done again before each run, and is not timed.
    var prepare: (() -> Void)?
    /// Run at the same time, each on a thread of its own if there are several. The parameter says how often.
    @usableFromInline let bodies: [(Int) -> Void]

    @usableFromInline init(calls: Int = 1, prepare: (() -> Void)? = nil, bodies: [(Int) -> Void]) {
        (self.calls, self.prepare, self.bodies) = (calls, prepare, bodies)
    }

    @usableFromInline init(_ body: @escaping (Int) -> Void) { self.init(bodies: [body]) }

    /// Runs of one call; that of the closure takes a nanosecond or two.
    public static func each<S>(_ body: @escaping () -> S) -> Work {
        Work { count in for _ in 0..<count { consume(body()) } }
    }

    /// The nanoseconds that so many runs take.
    func time(_ runs: Int) -> Double {
        if let prepare {
            return (0..<runs).reduce(0) { sum, _ in
                prepare()
                return sum + nanoseconds { bodies[0](1) }
            }
        }
        if bodies.count == 1 { return nanoseconds { bodies[0](runs) } }
        for _ in 1...20 {
            if let time = timeTogether(runs) { return time }
        }
        return .nan
    }

    /// Until all threads are through. Each has a core of its own, and they start when all are running. Nil if another
    /// program took a core meanwhile.
    private func timeTogether(_ runs: Int) -> Double? {
        let waiting = Atomic(bodies.count)
        let spans = Mutex<[(start: ContinuousClock.Instant, end: ContinuousClock.Instant, interruptions: Int)]>([])
        let done = DispatchGroup()
        for (core, body) in bodies.enumerated() {
            nonisolated(unsafe) let body = body  // containers lock, or are only read here
            done.enter()
            Thread.detachNewThread {
                pin(Int32(core))
                let before = interruptions()
                waiting.subtract(1, ordering: .relaxed)
                while waiting.load(ordering: .relaxed) > 0 {}
                let start = ContinuousClock.now
                body(runs)
                let end = ContinuousClock.now
                spans.withLock { $0.append((start, end, interruptions() - before)) }
                done.leave()
            }
        }
        done.wait()
        return spans.withLock { spans in
            if spans.contains(where: { $0.interruptions > 0 }) { return nil }
            return (spans.map(\.end).max()! - spans.map(\.start).min()!) / .nanoseconds(1)
        }
    }

    /// How many runs take about that long. Threads together take several times that.
    func runs(taking nanoseconds: Double) -> Int {
        if bodies.count > 1 { return Work(bodies[0]).runs(taking: nanoseconds / 4) }
        var runs = 1
        while true {
            let time = min(time(runs), time(runs), time(runs))  // none of them interrupted, one hopes
            if time > nanoseconds / 4 { return max(1, Int(Double(runs) * nanoseconds / time)) }
            runs *= 2
        }
    }
}

func nanoseconds(_ body: () -> Void) -> Double { ContinuousClock().measure(body) / .nanoseconds(1) }

/// Takes a result, so that the optimizer can't leave out what led to it.
@inline(never) @_optimize(none) public func consume<T>(_ value: T) {}
