import Foundation

extension Results {
    /// What people ask about, and in the last three panels where another container is better.
    private static let panels: [Row] = [
        .launch, .singleton, .named, .new, .graph, .threads, .arguments, .bytes, .compileAlone,
    ]

    /// Bars, as SVG: how many times as much as Locator each container takes.
    func picture(_ names: [String], _ footnote: String) -> String {
        let panelHeight = 38 + 16 * names.count
        let height = 92 + 3 * panelHeight
        let drawn = Self.panels.enumerated().map { index, row in
            """
            <g transform="translate(\(20 + index % 3 * 232), \(68 + index / 3 * panelHeight))">
            <text class="strong" y="12">\(row.rawValue)</text>
            \(bars(row, names))
            </g>
            """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 \(height)" width="720" role="img">
            <title>How many times as much as Locator others take</title>
            <style>
            svg { --paper: #ffffff; --ink: #1d1d1f; --faint: #6e6e73; --bar: #b9bfc9; --ours: #e8532b; }
            @media (prefers-color-scheme: dark) {
            svg { --paper: #1b1b1d; --ink: #f5f5f7; --faint: #a1a1a6; --bar: #5a606b; --ours: #ff7a52; }
            }
            text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: var(--ink); }
            .strong { font-weight: 600; }
            .faint { font-size: 11px; fill: var(--faint); }
            .paper { fill: var(--paper); }
            .bar { fill: var(--bar); }
            .ours { fill: var(--ours); }
            </style>
            <rect class="paper" width="720" height="\(height)" rx="10"/>
            <text class="strong" x="20" y="30">Times as much as Locator: shorter is better</text>
            <text class="faint" x="20" y="48">Bars end at 8. Box: a dictionary behind a lock, the least that is \
            safe on threads. Last row: where others are better.</text>
            \(drawn.joined(separator: "\n"))
            <text class="faint" x="20" y="\(height - 14)">\(footnote)</text>
            </svg>

            """
    }

    private func bars(_ row: Row, _ names: [String]) -> String {
        let bars = names.filter { figure(row, $0) != nil }.enumerated().map { index, name in
            let ratio = ratio(row, name, to: Ours.name)!
            let unit = (Row.costs + [.bytes]).contains(row) ? "" : " ns"
            let length = min(ratio, 8) * 14
            let y = 22 + 16 * index
            return """
                <text x="56" y="\(y + 10)" text-anchor="end">\(name)</text>
                <rect class="\(name == Ours.name ? "ours" : "bar")" x="62" y="\(y)" width="\(short(length))" height="12"/>
                <text x="\(short(length + 68))" y="\(y + 10)">\
                \(name == Ours.name ? "1 = \(short(figure(row)!))\(unit)" : short(ratio))</text>
                """
        }
        return bars.joined(separator: "\n")
    }

    private func short(_ figure: Double) -> String { String(format: figure < 9.95 ? "%.1f" : "%.0f", figure) }
}
