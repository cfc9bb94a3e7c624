import Foundation

/// Measures and prints. Of the program's arguments, a number is the number of rounds, and a word selects the rows whose
/// titles contain it.
func run(_ contenders: [Entry]) {
    let arguments = CommandLine.arguments.dropFirst()
    let rounds = arguments.compactMap { Int($0) }.first ?? 101
    let words = arguments.filter { Int($0) == nil }
    let rows = Row.allCases.filter { row in words.isEmpty || words.contains { row.rawValue.contains($0) } }

    let start = Date()
    let report = Report(contenders, rows, rounds: rounds)
    let seconds = Int(Date().timeIntervalSince(start))

    let names = contenders.map { $0.name }
    print("\(machine()); medians of \(rounds) rounds, \(seconds) seconds\n")
    print(report.table("ns per call", names, decimals: 1, report.figure), "\n")
    let ratios = report.table("times \(Ours.name)", names, decimals: 2) { row, name in
        report.ratio(row, name, to: Ours.name) ?? report.ratio(row, name, to: OursShared.name)
    }
    print(ratios, "\n")
    report.verdicts(limits).forEach { print($0) }
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
