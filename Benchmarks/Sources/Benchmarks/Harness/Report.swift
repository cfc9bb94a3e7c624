import Foundation

/// A ratio between two contenders, or between two rows of one, that should not be exceeded.
struct Limit {
    let row: Row
    let name: String
    var otherRow: Row?
    let other: String
    let atMost: Double
}

/// The results of one run, by row and contender: a figure for each round.
struct Report {
    private(set) var results: [Row: [String: [Double]]] = [:]

    /// Measures every contender once in each round, in another order each time: the machine has other things to do, too.
    init(_ contenders: [Entry], _ rows: [Row], rounds: Int) {
        for group in Row.groups {
            var works: [(row: Row, name: String, work: Work, runs: Int)] = []
            for row in group where rows.contains(row) {
                for contender in contenders {
                    guard let work = contender.work(row) else { continue }
                    // Threads take a while to start.
                    works.append((row, contender.name, work, work.runs(taking: work.bodies.count > 1 ? 5e6 : 1e6)))
                }
            }
            for _ in 0..<rounds {
                for (row, name, work, runs) in works.shuffled() {
                    let time = work.time(runs) / Double(runs * work.calls)
                    results[row, default: [:]][name, default: []].append(time)
                }
            }
        }
        for contender in contenders where rows.contains(.bytes) || rows.contains(.bytesBuilt) {
            guard let bytes = contender.bytes() else { continue }
            results[.bytes, default: [:]][contender.name] = [bytes.registered]
            results[.bytesBuilt, default: [:]][contender.name] = [bytes.built]
        }
    }

    /// Adds the launch, from the table that `Benchmarks/costs` has printed.
    mutating func addLaunch(costs table: String) {
        for line in table.split(separator: "\n") {
            let cells = line.split(separator: /[ ]{2,}/)
            guard cells.count == 7, let milliseconds = Double(cells[4]) else { continue }
            results[.launch, default: [:]][String(cells[0])] = [milliseconds * 1e6]
        }
    }

    func figure(_ row: Row, _ name: String) -> Double? { results[row]?[name].map(median) }

    /// The median of the rounds' ratios, so that what slows down a whole round does not count.
    func ratio(_ row: Row, _ name: String, to other: String, in otherRow: Row? = nil) -> Double? {
        guard let one = results[row]?[name], let two = results[otherRow ?? row]?[other] else { return nil }
        return median(zip(one, two).map { $0 / $1 })
    }

    func table(_ title: String, _ names: [String], decimals: Int, _ figure: (Row, String) -> Double?) -> String {
        let rows = Row.allCases.filter { results[$0] != nil }
        let lines =
            [[title] + names]
            + rows.map { row in
                [row.rawValue] + names.map { figure(row, $0).map { String(format: "%.\(decimals)f", $0) } ?? "-" }
            }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max()! }
        return lines.map { line in
            zip(line, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + padding : padding + cell.0
            }.joined(separator: "   ")
        }.joined(separator: "\n")
    }

    /// A line for each limit whose rows and contenders have been measured.
    func verdicts(_ limits: [Limit]) -> [String] {
        limits.compactMap { limit in
            guard let ratio = ratio(limit.row, limit.name, to: limit.other, in: limit.otherRow) else { return nil }
            let verdict = ratio <= limit.atMost ? "met    " : "NOT MET"
            let figures = String(format: "%.2f × (at most %.2f ×)", ratio, limit.atMost)
            let other = limit.otherRow?.rawValue ?? limit.other
            return "\(verdict) \(figures)  \(limit.row.rawValue): \(limit.name) against \(other)"
        }
    }
}

func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

/// What the project asks of itself. What it asks of a row beside other libraries is in no list: no row is to be slower.
let limits = [
    Limit(row: .singleton, name: "Locator", other: "Dictionary", atMost: 0.5),
    Limit(row: .singleton, name: "Locator, shared", other: "blog post", atMost: 0.65),
    Limit(row: .named, name: "Locator", other: "Dictionary", atMost: 0.65),
    Limit(row: .named, name: "Locator, shared", other: "blog post", atMost: 0.6),
    Limit(row: .among100000, name: "Locator", otherRow: .among10, other: "Locator", atMost: 1.2),
    Limit(row: .missAmong2000, name: "Locator", otherRow: .missAmong10, other: "Locator", atMost: 2),
]
