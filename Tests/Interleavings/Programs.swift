// Small programs: two or three services, and one call on each thread.

final class Program {
    /// For each name, the scope of the service, where it is registered or built, and what it does, as in "factory B".
    let services: [String: [String]]
    /// What each thread does, as in "get A".
    let calls: [String]
    let names: [String]

    /// What is in a circle, and what a circle needs. These factories can run more than once.
    private(set) lazy var ofCircles = names.filter { reached(from: services[$0]!).contains($0) }
        .reduce(into: Set<String>()) { $0.formUnion(reached(from: services[$1]!)) }

    init(_ services: [[String]], _ calls: [String]) {
        names = Array(["A", "B", "C"].prefix(services.count))
        self.services = Dictionary(uniqueKeysWithValues: zip(names, services))
        self.calls = calls
    }

    var lines: [String] { names.map { "\($0): " + services[$0]!.joined(separator: ", ") } + calls }

    static func isChange(_ call: String) -> Bool { ["reg", "res", "rem", "unr"].contains(call.prefix(3)) }

    /// The services that stand at the end of these texts, and what they need.
    func reached(from texts: [String]) -> Set<String> {
        var (reached, rest) = (Set<String>(), texts)
        while let name = rest.popLast().map({ String($0.suffix(1)) }) {
            if let needs = services[name], reached.insert(name).inserted { rest += needs }
        }
        return reached
    }

    /// Whether threads ask for all services, factories come before what follows them, and this is the first of the
    /// programs that differ only in the names of services and the order of threads. (A main actor is thread 0.)
    var isWanted: Bool {
        let hasMain = services.values.contains { $0[1] == "main" }
        let isOrdered = services.values.allSatisfy { $0.count < 4 || $0[2].prefix(1) <= $0[3].prefix(1) }
        let orders = names.count == 2 ? ["AB", "BA"] : ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]
        return isOrdered && reached(from: calls).count == names.count
            && orders.allSatisfy { order in
                let new = Dictionary(uniqueKeysWithValues: zip("ABC", order))
                let renamed = lines.map { String($0.map { new[$0] ?? $0 }) }
                let (services, calls) = (renamed.prefix(names.count), renamed.suffix(calls.count))
                return !(services.sorted() + (hasMain ? Array(calls) : calls.sorted())).lexicographicallyPrecedes(lines)
            }
    }
}

/// All programs of one kind, and how many preemptions their schedules have at most in CI.
enum Family: String {
    case two, three, fail, change, child, main, wrap, `deinit`

    typealias Choices = (bound: Int, scopes: String, homes: String, steps: [[String]], calls: [[String]])

    /// What a service can be, what it does first, then, and so on, and the calls of each thread.
    private var choices: Choices {
        let (make, inject, get) = (each("factory"), each("injecting"), each("get"))
        let (any, wrapped) = (make + inject, inject + each("property", "weakly"))
        let fails = each("factory", "injecting", of: ["A", "B", "fails", "fails first"])
        let (asks, reads, drops) = (get + each("child"), get + each("read"), each("drop"))
        let changes = each("copy", "register", "unregister") + ["remove all", "reset all"]
        let steps = [each("factory", of: ["A", "B", "C"]), each("injecting", of: ["A", "B", "C"])]
        return switch self {
        case .two: (2, "singleton transient graph weak", "parent", [any, any], [get, get])
        case .three: (1, "singleton", "parent", steps, [["get A"], ["get B"], ["get C"]])
        case .fail: (2, "singleton", "parent", [fails, fails], [get, get])
        case .change: (2, "singleton", "parent", [make, inject], [get, get, changes])
        case .child: (1, "singleton transient graph", "parent child both", [any], [asks, asks])
        case .main: (2, "singleton transient", "parent main", [make, inject], [get, get])
        case .wrap: (1, "singleton", "parent", [wrapped, wrapped], [reads, reads])
        case .deinit: (2, "singleton", "parent", [make, inject, each("deinit")], [drops, drops + changes])
        }
    }

    var bound: Int { choices.bound }

    private func each(_ verbs: String..., of names: [String] = ["A", "B"]) -> [String] {
        verbs.flatMap { verb in names.map { "\(verb) \($0)" } }
    }

    /// The program with this number, whose digits are choices; nil if the number is too high.
    func program(_ number: Int) -> Program? {
        var rest = number
        func pick(_ options: [String]) -> String {
            defer { rest /= options.count }
            return options[rest % options.count]
        }
        let (_, scopes, homes, steps, calls) = choices
        let services = (0..<(self == .three ? 3 : 2)).map { _ in
            let first = [scopes, homes].map { pick($0.components(separatedBy: " ")) }
            return first + steps.map { pick([""] + $0) }.filter { !$0.isEmpty }
        }
        let program = Program(services, calls.map(pick))
        return rest == 0 ? program : nil
    }
}
