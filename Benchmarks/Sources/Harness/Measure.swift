import Foundation

/// Measures and prints. Of the program's arguments, a number is the number of rounds, and a word selects the rows whose
/// titles contain it. `--costs` is followed by a file with what `Benchmarks/costs` has printed, and `--picture` by the
/// file for a picture.
public func measure(_ contenders: [any Contender.Type], limits: [Limit]) throws {
    var rounds = 101
    var words: [String] = []
    var costs: String?
    var picture: String?
    var arguments = CommandLine.arguments.dropFirst().makeIterator()
    while let argument = arguments.next() {
        switch argument {
        case "--costs": costs = arguments.next()
        case "--picture": picture = arguments.next()
        default: if let number = Int(argument) { rounds = number } else { words.append(argument) }
        }
    }
    let rows = Row.allCases.filter { row in words.isEmpty || words.contains { row.rawValue.contains($0) } }

    let start = Date()
    var report = Report(contenders, rows, rounds: rounds)
    let seconds = Int(Date().timeIntervalSince(start))
    if let costs { report.add(costs: try String(contentsOfFile: costs, encoding: .utf8)) }

    print("\(machine()); medians of \(rounds) rounds, \(seconds) seconds\n")
    print(report.table("ns per call, or as named", decimals: 1, report.figure), "\n")
    print(report.table("times \(Ours.name)", decimals: 2) { report.ratio($0, $1) }, "\n")
    report.verdicts(limits).forEach { print($0) }
    let libraries = report.names.filter { name in !containers.contains { $0.name == name } }
    if !libraries.isEmpty { print("\n" + report.tables(libraries)) }
    if let picture {
        let day = start.formatted(.iso8601.year().month().day())
        let svg = report.picture(libraries, footnote: "\(machine()); medians of \(rounds) rounds, \(day)")
        try svg.write(toFile: picture, atomically: true, encoding: .utf8)
    }
}

private func machine() -> String {
    #if compiler(>=6.4)
        let swift = "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
        let swift = "Swift 6.3"
    #else
        let swift = "Swift 6.2"
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
