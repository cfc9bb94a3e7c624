// Small programs: two or three services, and one call on each thread.

final class Program {
    /// For each name, the scope of the service, where it is registered or built, and what it does, as in "factory B".
    let services: [String: [String]]
    /// What each thread does, as in "get A".
    let calls: [String]
    let names: [String]
    /// What is in a circle, and what a circle needs. These factories can run more than once.
    private(set) lazy var ofCircles = names.map { reached(from: services[$0]!) }.enumerated()
        .filter { $1.contains(names[$0]) }.reduce(into: Set<String>()) { $0.formUnion($1.element) }

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
        while let name = rest.popLast()?.suffix(1) {
            if let needs = services[String(name)], reached.insert(String(name)).inserted { rest += needs }
        }
        return reached
    }

    /// Whether threads ask for all services, and it is the first of the programs that differ only in the names of
    /// services and the order of threads. (If there is a main actor, it is thread 0.)
    var isWanted: Bool {
        let hasMain = services.values.contains { $0.contains("main") }
        let orders = names.count == 2 ? ["AB", "BA"] : ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]
        return reached(from: calls).count == names.count
            && orders.allSatisfy { order in
                let new = Dictionary(uniqueKeysWithValues: zip("ABC", order))
                let renamed = lines.map { String($0.map { new[$0] ?? $0 }) }
                let (services, calls) = (renamed.prefix(names.count), renamed.suffix(calls.count))
                return !(services.sorted() + (hasMain ? Array(calls) : calls.sorted())).lexicographicallyPrecedes(lines)
            }
    }
}

enum Family: String {
    case two, three, fail, change, child, main, wrap, `deinit`

    /// How many preemptions a schedule has at most, if no other number is given.
    var bound: Int { [.three, .change, .wrap].contains(self) ? 1 : 2 }

    var programs: some Sequence<Program> {
        func call(_ verbs: String...) -> [String] { verbs.flatMap { ["\($0) A", "\($0) B"] } }
        let (one, get) = (["singleton"], call("get"))
        return switch self {
        case .two: all(["singleton", "transient", "graph", "weak"], steps(), get, get)
        case .three: all(one, steps(of: ["A", "B", "C"], once: true), ["get A"], ["get B"], ["get C"], count: 3)
        case .fail: all(one, steps(of: ["A", "B", "fails", "fails first"]), get, get)
        case .change:
            all(one, steps(once: true), get, get, call("register", "unregister", "copy") + ["reset all", "remove all"])
        case .child:
            all(
                ["singleton", "transient", "graph"], in: ["parent", "child", "both"], steps(pairs: false),
                call("get", "child"), call("get", "child"))
        case .main: all(["singleton", "transient"], in: ["parent", "main"], steps(once: true), get, get)
        case .wrap: all(one, steps("injecting", "property", "weakly"), call("get", "read"), call("get", "read"))
        case .deinit:
            all(
                one, steps("factory", "injecting", "deinit", once: true), call("drop"),
                call("drop", "register", "unregister") + ["reset all"])
        }
    }

    /// All lists of up to two things that a service does, in the order of the moments; once: in different moments.
    private func steps(
        _ moments: String..., of targets: [String] = ["A", "B"], pairs: Bool = true, once: Bool = false
    ) -> [[String]] {
        let moments = moments.isEmpty ? ["factory", "injecting"] : moments
        let all = moments.flatMap { moment in targets.map { "\(moment) \($0)" } }
        let isPair = { (a: Int, b: Int) in a / targets.count + (once ? 1 : 0) <= b / targets.count }
        let two = all.indices.flatMap { a in all.indices.filter { isPair(a, $0) }.map { [all[a], all[$0]] } }
        return [[]] + all.map { [$0] } + (pairs ? two : [])
    }

    /// All programs with so many services, and with a thread for each list of calls.
    private func all(
        _ scopes: [String], in homes: [String] = ["parent"], _ steps: [[String]], _ calls: [String]..., count: Int = 2
    ) -> some Sequence<Program> {
        let options = scopes.flatMap { scope in homes.flatMap { home in steps.map { [scope, home] + $0 } } }
        func product<Item>(_ lists: [[Item]]) -> [[Item]] {
            lists.reduce([[]]) { heads, list in heads.flatMap { head in list.map { head + [$0] } } }
        }
        let calls = product(calls)
        return product(Array(repeating: options, count: count)).lazy
            .flatMap { services in calls.map { Program(services, $0) } }.filter(\.isWanted)
    }
}
