import Foundation

/// What a figure is not to exceed, and why it is that much.
public struct Limit: Sendable {
    let row: Row
    let name: String
    let other: (row: Row, names: [String])
    let atMost: Double
    let reason: String

    /// So many times the least of some other containers; with none of them, the figure itself.
    public init(_ row: Row, of name: String = "Locator", to others: String..., atMost: Double, _ reason: String) {
        (self.row, self.name, other, self.atMost, self.reason) = (row, name, (row, others), atMost, reason)
    }

    /// So many times another row.
    public init(_ row: Row, to other: Row, atMost: Double, _ reason: String) {
        (self.row, name, self.other, self.atMost, self.reason) = (row, Ours.name, (other, [Ours.name]), atMost, reason)
    }
}

/// The results of one run, by row and contender: a figure for each round.
struct Report {
    let names: [String]
    private(set) var results: [Row: [String: [Double]]] = [:]

    /// Measures every contender once in each round, in another order each time: the machine has other things to do,
    /// too.
    init(_ contenders: [any Contender.Type], _ rows: [Row], rounds: Int) {
        names = contenders.map { $0.name }
        for group in Row.groups {
            var works: [(row: Row, name: String, work: Work, runs: Int)] = []
            for row in group where rows.contains(row) {
                for contender in contenders {
                    guard let work = contender.work(row) else { continue }
                    works.append((row, contender.name, work, work.runs(taking: 1e6)))
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

    /// Adds the table that `Benchmarks/costs` has printed.
    mutating func add(costs table: String) {
        for line in table.split(separator: "\n") {
            let cells = line.split(separator: /[ ]{2,}/)
            guard let name = cells.first.map(String.init), names.contains(name) else { continue }
            for (row, cell) in zip(Row.costs, cells.dropFirst()) {
                results[row, default: [:]][name] = Double(cell).map { [$0] }
            }
        }
    }

    func figure(_ row: Row, _ name: String) -> Double? { results[row]?[name].flatMap(median) }

    /// The median of the rounds' ratios, so that what slows down a whole round does not count.
    func ratio(_ row: Row, _ name: String, to other: String, in otherRow: Row? = nil) -> Double? {
        guard let one = results[row]?[name], let two = results[otherRow ?? row]?[other] else { return nil }
        return median(zip(one, two).map { $0 / $1 })
    }

    /// How many times as long as with a container of ours; where that lacks the row, as with the shared one.
    func ratio(_ row: Row, _ name: String) -> Double? {
        ratio(row, name, to: Ours.name) ?? ratio(row, name, to: OursShared.name)
    }

    func least(_ row: Row, of names: [String]) -> String? {
        names.filter { figure(row, $0) != nil }.min { figure(row, $0)! < figure(row, $1)! }
    }

    func table(_ title: String, decimals: Int, _ figure: (Row, String) -> Double?) -> String {
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
            let other = least(limit.other.row, of: limit.other.names)
            let figure =
                limit.other.names.isEmpty
                ? figure(limit.row, limit.name)
                : other.flatMap { ratio(limit.row, limit.name, to: $0, in: limit.other.row) }
            guard let figure else { return nil }
            let verdict = figure <= limit.atMost ? "met    " : "NOT MET"
            let format = other == nil ? "%5.0f (at most %.0f)" : "%5.2f × (at most %.2f ×)"
            let against = limit.row == limit.other.row ? other : limit.other.row.rawValue
            let title = limit.row.rawValue + ": " + limit.name + (against.map { " against \($0)" } ?? "")
            return "\(verdict) \(String(format: format, figure, limit.atMost))  \(title); \(limit.reason)"
        }
    }

    /// The tables of the article *Speed*: how many times as long as Locator a container takes, less than once in bold;
    /// and what a file costs.
    func tables(_ libraries: [String]) -> String {
        func cell(_ row: Row, _ name: String) -> String? {
            ratio(row, name).map { String(format: $0 < 0.995 ? "**%.2f**" : "%.2f", $0) }
        }
        func table(_ names: [String], _ rows: [Row], _ cells: (Row) -> [String?]) -> String {
            let lines = rows.filter { results[$0] != nil }.map { [$0.rawValue] + cells($0).map { $0 ?? "" } }
            let head = "| | " + names.joined(separator: " | ") + " |\n|---|" + names.map { _ in "---|" }.joined()
            return head + lines.map { "\n| " + $0.joined(separator: " | ") + " |" }.joined()
        }
        let timed = Row.allCases.filter { !Row.costs.contains($0) && least($0, of: libraries) != nil }
        let times = table(["`shared`", "box", "dictionary", "quickest library"], timed) { row in
            let library = least(row, of: libraries)!
            return [OursShared.name, Boxes.name, PlainDictionary.name].map { cell(row, $0) }
                + [cell(row, library).map { "\($0), \(library)" }]
        }
        let costs = table([Ours.name] + libraries, Row.costs) { row in
            ([Ours.name] + libraries).map { figure(row, $0).map { String(format: "%g", $0) } }
        }
        return times + "\n\n" + costs
    }
}

/// The median of the figures that there are.
func median(_ figures: [Double]) -> Double? {
    let sorted = figures.filter { !$0.isNaN }.sorted()
    return sorted.isEmpty ? nil : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
