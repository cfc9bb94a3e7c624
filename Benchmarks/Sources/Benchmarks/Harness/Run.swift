import Foundation

/// Measures and prints. Of the program's arguments, a number is the number of rounds, and a word selects the rows whose
/// titles contain it. `--costs` is followed by a file with what `Benchmarks/costs` has printed, which adds the launch, and
/// `--picture` by the file for a picture.
func run(_ contenders: [Entry]) throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let costs = removeOption("--costs", from: &arguments)
    let picture = removeOption("--picture", from: &arguments)
    let rounds = arguments.compactMap { Int($0) }.first ?? 101
    let words = arguments.filter { Int($0) == nil }
    let rows = Row.allCases.filter { row in words.isEmpty || words.contains { row.rawValue.contains($0) } }

    let start = Date()
    var report = Report(contenders, rows, rounds: rounds)
    let seconds = Int(Date().timeIntervalSince(start))
    if let costs { report.addLaunch(costs: try String(contentsOfFile: costs, encoding: .utf8)) }

    let names = contenders.map { $0.name }
    print("\(machine()); medians of \(rounds) rounds, \(seconds) seconds\n")
    print(report.table("ns per call", names, decimals: 1, report.figure), "\n")
    let ratios = report.table("times \(Ours.name)", names, decimals: 2) { row, name in
        report.ratio(row, name, to: Ours.name) ?? report.ratio(row, name, to: OursShared.name)
    }
    print(ratios, "\n")
    report.verdicts(limits).forEach { print($0) }
    if let picture {
        let day = start.formatted(.iso8601.year().month().day())
        let svg = report.picture(names, footnote: "\(machine()); medians of \(rounds) rounds, \(day)")
        try svg.write(toFile: picture, atomically: true, encoding: .utf8)
    }
}

/// Removes an option and its value, and returns the value.
private func removeOption(_ option: String, from arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
    let value = arguments[index + 1]
    arguments.removeSubrange(index...index + 1)
    return value
}

private func machine() -> String {
    #if compiler(>=6.4)
        let swift = "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
        let swift = "Swift 6.3"
    #elseif compiler(>=6.2)
        let swift = "Swift 6.2"
    #else
        let swift = "Swift 6.1 or older"
    #endif
    #if arch(arm64)
        let architecture = "arm64"
    #elseif arch(x86_64)
        let architecture = "x86_64"
    #else
        let architecture = "another architecture"
    #endif
    let info = ProcessInfo.processInfo
    return "\(swift), \(info.operatingSystemVersionString), \(architecture), \(info.activeProcessorCount) cores"
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
