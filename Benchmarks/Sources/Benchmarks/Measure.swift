import Foundation

#if os(Linux)
    import Malloc
#endif

@main struct Benchmarks {
    static func main() throws {
        let options = UserDefaults.standard  // it reads the arguments
        let rounds = options.string(forKey: "rounds").flatMap(Int.init) ?? 101
        let word = options.string(forKey: "row")
        switch CommandLine.arguments.dropFirst().first {
        case "faults": return try Fault.printTables(options)
        case "cell": return Fault.printCell()
        default: break
        }
        let ours: [any Contender.Type] = [Ours.self, Shared.self, Large.self, Easy.self]
        let containers = ours + [Box.self, PlainDictionary.self, BlogPost.self] + peers

        var results = Results()
        if let file = options.string(forKey: "costs") { try results.readCosts(file) }
        for row in Row.allCases where word == nil || row.rawValue.contains(word!) {
            results.measure(row, containers, rounds)
        }
        let machine = ProcessInfo.processInfo
        let system = "\(machine.operatingSystemVersionString), \(machine.processorCount) cores"
        let footnote = "\(system); medians of \(rounds) rounds, \(Date().formatted(.iso8601.year().month().day()))"
        let libraries = peers.map { $0.name }
        let columns = [Ours.name, Shared.name, Box.name, PlainDictionary.name].map { [$0] }
        print(footnote, results.table(columns + (libraries.isEmpty ? [] : [libraries])), separator: "\n\n")
        if !libraries.isEmpty { print(results.table(([Ours.name] + libraries).map { [$0] })) }
        results.printLimits()
        if let file = options.string(forKey: "picture") {
            try results.picture(footnote).write(toFile: file, atomically: true, encoding: .utf8)
        }
    }
}

/// The nanoseconds that so many runs take.
typealias Work = (Int) -> Double

/// A call again and again.
@inline(__always) func each<S>(_ call: @escaping () -> S?) -> Work {
    precondition(call() != nil, "\(S.self) is not found")
    return { runs in nanoseconds { for _ in 0..<runs { consume(call()) } } }
}

/// A number of calls, prepared again before each run. The preparation is not measured.
func eachTime(calls: Int = 1, _ prepare: @escaping () -> () -> Void) -> Work {
    { runs in (0..<runs).reduce(0) { sum, _ in sum + nanoseconds(prepare()) / Double(calls) } }
}

/// Calls, each again and again on a thread of its own, until all threads have ended.
func together<S>(_ calls: [() -> S?]) -> Work {
    nonisolated(unsafe) let calls = calls  // they only resolve
    return { runs in
        nanoseconds {
            DispatchQueue.concurrentPerform(iterations: calls.count) { for _ in 0..<runs { consume(calls[$0]()) } }
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
    private var figures: [Row: [String: [Double]]] = [:]

    /// Reads the table that `Peers/run` has printed.
    mutating func readCosts(_ file: String) throws {
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let names = lines.first { $0.contains(Ours.name) }!
        for line in lines {
            guard let row = Row(rawValue: line[0]) else { continue }
            for (name, cell) in zip(names, line).dropFirst() {
                let figure = cell.components(separatedBy: "; ").map { Double($0) }
                figures[row, default: [:]][name] = figure[0].map { [$0] }
                figures[row, default: [:]]["\(name), second"] = figure.last!.map { [$0] }
            }
        }
    }

    /// Measures each container once in each round, in random order, because the machine also does other things.
    mutating func measure(_ row: Row, _ contenders: [any Contender.Type], _ rounds: Int) {
        var works: [(name: String, work: Work, runs: Int)] = []
        for contender in contenders {
            guard let work = contender.init().work(for: row) else { continue }
            var runs = 1
            while min(work(runs), work(runs), work(runs)) < 500_000 { runs *= 2 }
            works.append((contender.name, work, runs))
        }
        for _ in 0..<rounds {
            for (name, work, runs) in works.shuffled() {
                figures[row, default: [:]][name, default: []].append(work(runs) / Double(runs))
            }
        }
    }

    func figure(_ row: Row, _ name: String = Ours.name) -> Double? { figures[row]?[name].map(median) }

    /// The median of the rounds' ratios, so that it doesn't count if a whole round was slow.
    func ratio(_ row: Row, _ name: String, to other: String = Ours.name) -> Double? {
        guard let one = figures[row]?[name], let two = figures[row]?[other] else { return nil }
        return median(zip(one, two).map { $0 / $1 })
    }

    private func median(_ figures: [Double]) -> Double { figures.sorted()[figures.count / 2] }

    /// Locator's figure, with its unit if it is a time.
    func text(_ row: Row) -> String {
        let figure = figure(row)!
        if (Row.costs + Row.bytes).contains(row) { return String(format: figure < 9.95 ? "%.1f" : "%.0f", figure) }
        if figure >= 1e6 { return String(format: "%.1f ms", figure / 1e6) }
        return figure < 1000 ? String(format: "%.0f ns", figure) : String(format: "%.1f µs", figure / 1000)
    }

    /// A table in Markdown, as in `README.md`: Locator's figures, and how many times as much other containers take. A
    /// column for several containers shows the least of them. Bold is less than Locator.
    func table(_ columns: [[String]]) -> String {
        func cell(_ row: Row, _ names: [String]) -> String {
            if names == [Ours.name] { return text(row) }
            let ratios = names.compactMap { name in ratio(row, name).map { (name: name, ratio: $0) } }
            guard let least = ratios.min(by: { $0.ratio < $1.ratio }) else { return "" }
            let text = String(format: least.ratio < 0.995 ? "**%.2f**" : "%.2f", least.ratio)
            return names.count > 1 ? "\(text), \(least.name)" : text
        }
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
        let rows = Row.allCases.filter { figures[$0] != nil && !Row.costs.contains($0) }
        return line([""] + columns.map { $0.count == 1 ? $0[0] : "Fastest library" }) + "|---"
            + columns.map { _ in "|---" }.joined() + "|\n"
            + rows.map { row in line([row.rawValue] + columns.map { cell(row, $0) }) }.joined()
    }

    /// Prints whether the limits of the project are met: as figures, or as ratios to the fastest of other containers.
    func printLimits() {
        var limits: [(row: Row, name: String, others: [String]?, limit: Double)] = [
            (.singleton, Ours.name, [Box.name], 1.6),
            (.singleton, Ours.name, [PlainDictionary.name], 0.55),
            (.singleton, Shared.name, [BlogPost.name], 0.7),
            (.singleton, Large.name, [Ours.name], 1.2),
            // Hash collisions differ from run to run. A look at each name would take 1,000 times as long.
            (.`nothing among 10,000 names`, Ours.name, [Easy.name], 1.5),
            (.`unregister among 10,000 names`, Ours.name, [Easy.name], 1.5),
            (.`graph of 2,000`, Ours.name, [Easy.name], 4.5),
            // A condition variable takes 550: each thread that it wakes takes the lock again, and waits again.
            (.`beside waiting threads`, Ours.name, [Easy.name], 11),
            (.`named singleton`, Ours.name, [PlainDictionary.name], 0.7),
            (.`named singleton`, Shared.name, [BlogPost.name], 0.65),
            (.`an error among 2,000`, Ours.name, nil, 500_000),
            (.`bytes per registration`, Ours.name, nil, 270),
            (.`bytes per built service`, Ours.name, nil, 300),
            (.`code of each service, bytes`, Ours.name, nil, 560),
            (.`the same with -Osize`, Ours.name, nil, 630),
            (.`code of the file alone, kB`, Ours.name, nil, 68),
            (.`compiling the file alone, s`, Ours.name, ["Resolver"], 2.8),
            (.`compiling 200 services, s`, Ours.name, ["Resolver"], 0.6),
            (.`launch with 200 services, ms`, Ours.name, ["Resolver"], 0.33),
            (.`static program, MB`, Ours.name, nil, 10.6),
            (.`static program, MB`, "\(Ours.name), second", nil, 7.4),
            (.`memory, MB`, Ours.name, nil, 6.2),
            (.`memory, MB`, "\(Ours.name), second", nil, 8.8),
            (.`instructions, millions`, Ours.name, nil, 2.6),
            (.`instructions, millions`, "\(Ours.name), second", nil, 5.5),
        ]
        // In two rows, a library that does less is faster: it looks nothing up, or takes no lock.
        let higher: [Row: Double] = [.`two arguments`: 1.6, .`read a filled @Injected`: 2.3]
        for row in Row.allCases where !(Row.costs + [.`bytes per registration`]).contains(row) {
            limits.append((row, Ours.name, peers.map { $0.name }, higher[row] ?? 1))
        }
        for (row, name, others, limit) in limits {
            let figures = others?.map { ratio(row, name, to: $0) } ?? [figure(row, name)]
            guard let figure = figures.compactMap({ $0 }).max() else { continue }
            let comparison = String(format: "%6.2f, at most %6.2f ", figure, limit)
            let against = others.map { " / " + $0.joined(separator: ", ") } ?? ""
            print(figure <= limit ? "met    " : "NOT MET", comparison, "\(row.rawValue): \(name)\(against)")
        }
        if let one = figure(.request), let two = figure(.`requests on two threads`) {
            let share = 2 * one / two
            print(
                share >= 0.8 ? "met    " : "NOT MET", String(format: "%6.2f, at least   0.80 ", share),
                String(format: "million requests a second: two threads %.2f / one %.2f", 2000 / two, 1000 / one))
        }
        guard figures[.`code of each service, bytes`]?["Resolver"] != nil else { return }
        // Locator's file is larger than Resolver's, but each service adds less.
        let more = { row in figure(row)! - figure(row, "Resolver")! }
        let file = more(.`compiling the file alone, s`)
        let size = -1000 * more(.`code of the file alone, kB`) / more(.`code of each service, bytes`)
        let time = 200 * file / (file - more(.`compiling 200 services, s`))
        print("From \(Int(size) + 1) services on, an app has less code than with Resolver.")
        print("From \(Int(time) + 1) services on, it compiles faster.")
    }
}
