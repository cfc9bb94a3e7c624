import Foundation

extension Results {
    /// Draws how many times as much as Locator each container takes, as bars in SVG.
    func picture(_ footnote: String) -> String {
        let rows: [Row] = [
            .`launch with 200 services, ms`, .singleton, .`named singleton`,
            .transient, .`graph of five`, .request,
            .`graph of 2,000`, .`two threads`, .`two threads, two containers`,
            .`two arguments`, .`read a filled @Injected`, .`static program, MB`,
            .`bytes per registration`, .`code of the file alone, kB`, .`compiling the file alone, s`,
        ]
        let names = [Ours.name, Box.name] + peers.map { $0.name }
        let panelHeight = 38 + 16 * names.count
        let height = 92 + rows.count / 3 * panelHeight
        func short(_ figure: Double) -> String { String(format: figure < 9.95 ? "%.1f" : "%.0f", figure) }

        var panels = ""
        for (index, row) in rows.enumerated() {
            let x = 20 + index % 3 * 232
            var y = 80 + index / 3 * panelHeight
            panels += "<text class=\"strong\" x=\"\(x)\" y=\"\(y)\">\("\(row)".replacing("`", with: ""))</text>\n"
            for name in names {
                guard let ratio = ratio(row, name) else { continue }
                y += 16
                let width = Int(min(ratio, 8) * 14)
                let (color, label) = name == Ours.name ? ("ours", "1 = \(text(row))") : ("bar", short(ratio))
                panels += """
                    <text x="\(x + 56)" y="\(y + 4)" text-anchor="end">\(name)</text>
                    <rect x="\(x + 62)" y="\(y - 6)" width="\(width)" height="12" style="fill: var(--\(color))"/>
                    <text x="\(x + 68 + width)" y="\(y + 4)">\(label)</text>

                    """
            }
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
            <text class="faint" x="20" y="48">Bars end at 8. Less than 1 is better than Locator. Box: a dictionary \
            behind a lock, the minimum that is safe on threads.</text>
            \(panels)<text class="faint" x="20" y="\(height - 14)">\(footnote)</text>
            </svg>

            """
    }
}
