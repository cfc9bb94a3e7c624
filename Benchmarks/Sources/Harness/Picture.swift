import Foundation

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
    func picture(_ libraries: [String], footnote: String) -> String {
        let panels = Self.panels.filter { results[$0.row] != nil }
        let height = 36 + 16 * (2 + libraries.count)
        let drawn = panels.enumerated().map { index, panel in
            let place = "translate(\(20 + index % 2 * 340), \(68 + index / 2 * height))"
            return "<g transform=\"\(place)\">\n\(bars(panel.row, panel.title, libraries))\n</g>"
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
            <text class="small" x="20" y="50">A bar with a cut is longer than it is drawn; box: a dictionary behind a lock, the least that is safe.</text>
            \(drawn.joined(separator: "\n"))
            <text class="small" x="20" y="\(bottom + 12)">\(footnote)</text>
            </svg>

            """
    }

    /// The bars of a row, drawn to where a container takes eight times as long.
    private func bars(_ row: Row, _ title: String, _ libraries: [String]) -> String {
        let names = [Ours.name, Boxes.name].filter { figure(row, $0) != nil } + libraries
        let left = 74.0
        let one = 24.0
        let longest = 8 * one
        var lines = ["<text class=\"panel\" x=\"0\" y=\"12\">\(title)</text>"]
        for (index, name) in names.enumerated() {
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
            let text = name == Ours.name ? "1 = \(time(figure(row, name)! * (row == .launch ? 1e6 : 1)))" : times
            let x = left + max(length, one) + 6  // not on the line at 1
            lines.append("<text x=\"\(rounded(x))\" y=\"\(y + 10)\">\(text)</text>")
        }
        let end = 22 + 16 * names.count
        lines.append("<path class=\"one\" d=\"M\(left + one) 36V\(end)\"/>")
        return lines.joined(separator: "\n")
    }

    private func rounded(_ figure: Double) -> String { String(format: "%.1f", figure) }

    private func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: String(format: "%.0f ns", nanoseconds)
        case ..<1e5: String(format: "%.1f µs", nanoseconds / 1e3)
        case ..<1e6: String(format: "%.0f µs", nanoseconds / 1e3)
        default: String(format: "%.1f ms", nanoseconds / 1e6)
        }
    }
}
