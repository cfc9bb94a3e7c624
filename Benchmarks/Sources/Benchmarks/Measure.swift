import Foundation
import Synchronization

#if os(Linux)
    import Malloc
#endif

@main struct Benchmarks {
    static func main() throws {
        let options = UserDefaults.standard  // it reads the arguments
        let rounds = max(1, options.string(forKey: "rounds").flatMap(Int.init) ?? 101)
        let word = options.string(forKey: "row")
        let costs = try options.string(forKey: "costs").map { try String(contentsOfFile: $0, encoding: .utf8) }
        let containers: [any Contender.Type] = [Ours.self, Shared.self, Box.self, PlainDictionary.self, BlogPost.self]
        let libraryNames = libraries.map { $0.name }

        var results = Results(costs: costs ?? "")
        for rows in Row.groups {
            let selected = rows.filter { word == nil || $0.rawValue.contains(word!) }
            results.measure(selected, containers + libraries, rounds: rounds)
        }
        let machine = ProcessInfo.processInfo
        let system = "\(machine.operatingSystemVersionString), \(machine.processorCount) cores"
        let footnote = "\(system); medians of \(rounds) rounds, \(Date().formatted(.iso8601.year().month().day()))"
        print(footnote, results.table((containers + libraries).map { $0.name }), separator: "\n\n")
        results.printLimits(libraryNames)
        if let picture = options.string(forKey: "picture") {
            let svg = results.picture([Ours.name, Box.name] + libraryNames, footnote)
            try svg.write(toFile: picture, atomically: true, encoding: .utf8)
        }
    }
}

/// The nanoseconds that so many runs take.
typealias Work = (Int) -> Double

/// A call again and again, while something is held.
@inline(__always) func each<S>(while held: Any? = nil, _ call: @escaping () -> S?) -> Work {
    precondition(call() != nil, "\(S.self) is not found")
    return { runs in
        withExtendedLifetime(held) { nanoseconds { for _ in 0..<runs { consume(call()) } } }
    }
}

/// A number of calls, prepared again before each run, which is not counted.
func eachTime(calls: Int = 1, _ prepare: @escaping () -> () -> Void) -> Work {
    { runs in (0..<runs).reduce(0) { sum, _ in sum + nanoseconds(prepare()) / Double(calls) } }
}

/// Two calls, each again and again on a thread of its own, until both threads are through.
func together<S>(_ first: @escaping () -> S?, _ second: @escaping () -> S?) -> Work {
    nonisolated(unsafe) let second = second  // it only resolves
    return { runs in
        let phase = Atomic(0)  // 0: the thread has not begun, 1: it runs, 2: it is through
        Thread.detachNewThread {
            phase.add(1, ordering: .sequentiallyConsistent)
            for _ in 0..<runs { consume(second()) }
            phase.add(1, ordering: .sequentiallyConsistent)
        }
        while phase.load(ordering: .sequentiallyConsistent) == 0 {}
        return nanoseconds {
            for _ in 0..<runs { consume(first()) }
            while phase.load(ordering: .sequentiallyConsistent) == 1 {}
        }
    }
}

func nanoseconds(_ body: () -> Void) -> Double { ContinuousClock().measure(body) / .nanoseconds(1) }

/// Takes a result, so that the optimizer can't leave out the call.
@inline(never) @_optimize(none) func consume<T>(_ value: T) {}

func bytesInUse() -> Double {
    #if os(Linux)
        Double(mallinfo2().uordblks + mallinfo2().hblkhd)
    #else
        Double(mstats().bytes_used)
    #endif
}

/// For each row and container, a figure for each round.
struct Results {
    private(set) var figures: [Row: [String: [Double]]] = [:]

    /// Reads what the script `costs` has printed.
    init(costs table: String) {
        for line in table.split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            for (row, cell) in zip(Row.costs, cells.dropFirst()) {
                figures[row, default: [:]][cells[0]] = Double(cell).map { [$0] }
            }
        }
    }

    /// Measures each container once in each round, in another order each time: the machine does other things, too.
    mutating func measure(_ rows: [Row], _ contenders: [any Contender.Type], rounds: Int) {
        var works: [(row: Row, name: String, work: Work, runs: Int)] = []
        for row in rows {
            for contender in contenders {
                guard let work = contender.work(row) else { continue }
                var runs = 1
                while min(work(runs), work(runs), work(runs)) < 500_000 { runs *= 2 }
                works.append((row, contender.name, work, runs))
            }
        }
        for _ in 0..<rounds {
            for (row, name, work, runs) in works.shuffled() {
                figures[row, default: [:]][name, default: []].append(work(runs) / Double(runs))
            }
        }
    }

    func figure(_ row: Row, _ name: String = Ours.name) -> Double? { figures[row]?[name].map(median) }

    /// The median of the rounds' ratios. So what slows down a whole round doesn't count.
    func ratio(_ row: Row, _ name: String, to other: String, in otherRow: Row? = nil) -> Double? {
        guard let one = figures[row]?[name], let two = figures[otherRow ?? row]?[other] else { return nil }
        return median(zip(one, two).map { $0 / $1 })
    }

    private func median(_ figures: [Double]) -> Double {
        let sorted = figures.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// A table in Markdown: our figures, and for others how many times as much they are. Less than once is bold.
    func table(_ names: [String]) -> String {
        func line(_ title: String, _ cells: [String]) -> String {
            let padded = cells.map { $0.padding(toLength: 10, withPad: " ", startingAt: 0) }
            let start = title.padding(toLength: 30, withPad: " ", startingAt: 0)
            return "| " + ([start] + padded).joined(separator: " | ") + " |\n"
        }
        func cell(_ row: Row, _ name: String) -> String {
            guard let figure = figure(row, name), let ratio = ratio(row, name, to: Ours.name) else { return "" }
            if name == Ours.name { return String(format: figure < 100 ? "%.2f" : "%.0f", figure) }
            return String(format: ratio < 0.995 ? "**%.2f**" : "%.2f", ratio)
        }
        let rows = Row.allCases.filter { figures[$0] != nil }
        return line("ns, or as named", names) + line("---", names.map { _ in "---" })
            + rows.map { row in line(row.rawValue, names.map { cell(row, $0) }) }.joined()
    }

    /// Prints which of the project's limits are met, as far as they have been measured.
    func printLimits(_ libraries: [String]) {
        check(.singleton, to: [Box.name], atMost: 1.6)
        check(.singleton, to: [PlainDictionary.name], atMost: 0.55)
        check(.singleton, of: Shared.name, to: [BlogPost.name], atMost: 0.7)
        check(.named, to: [PlainDictionary.name], atMost: 0.7)
        check(.named, of: Shared.name, to: [BlogPost.name], atMost: 0.65)
        for row in Row.allCases where !(Row.costs + [.bytes]).contains(row) {
            check(row, to: libraries, atMost: row == .arguments ? 1.6 : 1)
        }
        check(.among100000, to: [Ours.name], in: .singleton, atMost: 1.2)
        check(.missAmong2000, to: [Ours.name], in: .missAmong10, atMost: 2)
        check(.launch, to: ["Resolver"], atMost: 0.33)
        check(.code, atMost: 520)
        check(.codeSmall, atMost: 620)
        check(.compile, to: ["Resolver"], atMost: 0.6)
        check(.codeAlone, atMost: 93)
        check(.bytes, atMost: 285)
        check(.bytesBuilt, atMost: 318)
    }

    /// A figure is at most so much, or so many times the least of other containers.
    private func check(
        _ row: Row, of name: String = Ours.name, to others: [String]? = nil, in other: Row? = nil, atMost limit: Double
    ) {
        let ratios = others?.compactMap { ratio(row, name, to: $0, in: other) }
        guard let figure = ratios == nil ? figure(row, name) : ratios?.max() else { return }
        let comparison = String(format: "%6.2f, at most %6.2f ", figure, limit)
        let against = others == nil ? "" : " / " + (other?.rawValue ?? others!.joined(separator: ", "))
        print(figure <= limit ? "met    " : "NOT MET", comparison, "\(row.rawValue): \(name)\(against)")
    }
}
