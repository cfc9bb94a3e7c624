import Foundation

extension Results {
    /// Draws how many times as much as Locator each container takes, as bars in SVG.
    func picture(_ footnote: String) -> String {
        let rows: [Row] = [
            .`launch with 200 services, ms`, .singleton, .`named singleton`,
            .transient, .`graph of five`, .`two threads`,
            .`two arguments`, .`bytes per registration`, .`compiling the file alone, s`,
        ]
        let names = [Ours.name, Box.name] + peers.map { $0.name }
        let panelHeight = 38 + 16 * names.count
        let height = 92 + 3 * panelHeight
        let panels = rows.enumerated().map { index, row in
            """
            <g transform="translate(\(20 + index % 3 * 232), \(68 + index / 3 * panelHeight))">
            <text class="strong" y="12">\(row.rawValue)</text>
            \(bars(row, names).joined(separator: "\n"))
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
            </style>
            <rect style="fill: var(--paper)" width="720" height="\(height)" rx="10"/>
            <text class="strong" x="20" y="30">Times as much as Locator: shorter is better</text>
            <text class="faint" x="20" y="48">Bars end at 8. Box: a dictionary behind a lock, the minimum that is \
            safe on threads. Last row: others are better.</text>
            \(panels.joined(separator: "\n"))
            <text class="faint" x="20" y="\(height - 14)">\(footnote)</text>
            </svg>

            """
    }

    private func bars(_ row: Row, _ names: [String]) -> [String] {
        func short(_ figure: Double) -> String { String(format: figure < 9.95 ? "%.1f" : "%.0f", figure) }
        let unit = (Row.costs + [.`bytes per registration`]).contains(row) ? "" : " ns"
        return names.filter { figure(row, $0) != nil }.enumerated().map { index, name in
            let ratio = ratio(row, name)!
            let isOurs = name == Ours.name
            let width = min(ratio, 8) * 14
            return """
                <g transform="translate(0, \(22 + 16 * index))">
                <text x="56" y="10" text-anchor="end">\(name)</text>
                <rect x="62" width="\(width)" height="12" style="fill: var(\(isOurs ? "--ours" : "--bar"))"/>
                <text x="\(width + 68)" y="10">\(isOurs ? "1 = \(short(figure(row)!))\(unit)" : short(ratio))</text>
                </g>
                """
        }
    }
}
