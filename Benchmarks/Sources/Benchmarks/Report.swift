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

    /// Measures every contender once in each round, in another order each time: the machine has other things to do,
    /// too.
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
            guard cells.count == 5, let milliseconds = Double(cells[4]) else { continue }
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

// MARK: - Picture

extension Report {
    /// The rows that people ask about.
    private static let panels: [(row: Row, title: String)] = [
        (.launch, "Launch: 200 services, first time"),
        (.singleton, "Built singleton"),
        (.named, "Built singleton, by name"),
        (.new, "Transient"),
        (.graph, "Graph of five"),
        (.threads, "Built singleton, two threads"),
    ]

    /// Bars, as SVG: for each panel, how many times as long as Locator each container takes.
    func picture(_ names: [String], footnote: String) -> String {
        let others = names.filter { ![Ours.name, OursShared.name, BlogPost.name].contains($0) }
        let panels = Self.panels.filter { results[$0.row] != nil }
        let height = 36 + 16 * (1 + others.count)
        let drawn = panels.enumerated().map { index, panel in
            let place = "translate(\(20 + index % 2 * 340), \(68 + index / 2 * height))"
            return "<g transform=\"\(place)\">\n\(bars(panel.row, panel.title, others))\n</g>"
        }
        let bottom = 68 + (panels.count + 1) / 2 * height
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 \(bottom + 28)" width="700" role="img">
            <title>Times as long as Locator</title>
            <style>
            svg { --paper: #ffffff; --ink: #1d1d1f; --faint: #6e6e73; --bar: #b9bfc9; --ours: #e8532b; }
            @media (prefers-color-scheme: dark) {
            svg { --paper: #1b1b1d; --ink: #f5f5f7; --faint: #a1a1a6; --bar: #5a606b; --ours: #ff7a52; }
            }
            text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink); }
            .title { font-weight: 600; font-size: 15px; }
            .panel { font-weight: 600; }
            .name { text-anchor: end; }
            .faint { fill: var(--faint); }
            .small { font-size: 11px; fill: var(--faint); }
            rect { fill: var(--bar); }
            .ours { fill: var(--ours); }
            .paper { fill: var(--paper); }
            .cut { stroke: var(--paper); stroke-width: 2; }
            .one { stroke: var(--ours); stroke-dasharray: 2 2; }
            </style>
            <rect class="paper" width="700" height="\(bottom + 28)" rx="10"/>
            <text class="title" x="20" y="32">Times as long as Locator: shorter is better</text>
            <text class="small" x="20" y="50">A bar with a cut is longer than it is drawn; – was not measured.</text>
            \(drawn.joined(separator: "\n"))
            <text class="small" x="20" y="\(bottom + 12)">\(footnote)</text>
            </svg>

            """
    }

    /// The bars of a row, drawn to where a container takes eight times as long.
    private func bars(_ row: Row, _ title: String, _ others: [String]) -> String {
        let left = 74.0
        let one = 24.0
        let longest = 8 * one
        var lines = ["<text class=\"panel\" x=\"0\" y=\"12\">\(title)</text>"]
        for (index, name) in ([Ours.name] + others).enumerated() {
            let y = 22 + 16 * index
            lines.append("<text class=\"name\" x=\"\(left - 8)\" y=\"\(y + 10)\">\(name)</text>")
            guard let ratio = ratio(row, name, to: Ours.name) else {
                lines.append("<text class=\"faint\" x=\"\(left)\" y=\"\(y + 10)\">–</text>")
                continue
            }
            let length = min(ratio * one, longest)
            let color = name == Ours.name ? "ours" : "other"
            lines.append(
                "<rect class=\"\(color)\" x=\"\(left)\" y=\"\(y)\" width=\"\(rounded(length))\" height=\"12\" rx=\"1\"/>"
            )
            if ratio * one > longest {
                let x = left + longest - 12
                lines.append("<path class=\"cut\" d=\"M\(x) \(y + 13)l4 -14m3 0l-4 14\"/>")
            }
            let times = String(format: ratio < 9.95 ? "%.1f" : "%.0f", ratio)
            let text = name == Ours.name ? "1 = \(time(figure(row, name)!))" : times
            let x = left + max(length, one) + 6  // not on the line at 1
            lines.append("<text x=\"\(rounded(x))\" y=\"\(y + 10)\">\(text)</text>")
        }
        let end = 22 + 16 * (1 + others.count)
        lines.append("<path class=\"one\" d=\"M\(left + one) 36V\(end)\"/>")
        return lines.joined(separator: "\n")
    }

    private func rounded(_ figure: Double) -> String { String(format: "%.1f", figure) }

    private func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: String(format: "%.0f ns", nanoseconds)
        case ..<1e6: String(format: "%.1f µs", nanoseconds / 1e3)
        default: String(format: "%.1f ms", nanoseconds / 1e6)
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
