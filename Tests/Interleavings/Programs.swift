/// Two or three services, and one call on each thread.
struct Program {
    /// For each name, scope and place of the registration, as in "weak child", and steps, as in "factory B".
    let services: [String: [String]]
    /// What each thread does, as in "get A".
    let calls: [String]

    var names: [String] { services.keys.sorted() }
    var lines: [String] { names.map { "\($0): " + services[$0]!.joined(separator: ", ") } + calls }
    /// How many calls can let a singleton be built again.
    var changes: Int { calls.count { $0.hasPrefix("re") || $0.hasPrefix("un") } }

    func does(_ step: String) -> Bool { services.values.joined().contains { $0.hasPrefix(step) } }
    func isStored(_ name: String) -> Bool { services[name]![0].hasPrefix("s") || services[name]![0].hasPrefix("w") }

    /// Whether a service needs itself, directly or through others. A property is no need.
    var hasCircle: Bool {
        names.contains { reached(from: services[$0]!.filter { !$0.hasPrefix("property") }).contains($0) }
    }

    /// The services that stand at the end of these texts, and what they need.
    private func reached(from texts: [String]) -> Set<String> {
        var (reached, rest) = (Set<String>(), texts)
        while let text = rest.popLast(), case let name = String(text.suffix(1)) {
            guard let steps = services[name], reached.insert(name).inserted else { continue }
            rest += steps.filter { !$0.hasPrefix("property") }
        }
        return reached
    }

    /// Whether each service is asked for, and no read of a property stops the program.
    var isWanted: Bool {
        let isStop = hasCircle || does("opens") && names.contains { isStored($0) && does("property \($0)") }
        let hasReads = does("opens") || calls.joined().contains("open")
        return !(hasReads && isStop) && reached(from: calls + services.values.joined()).count == names.count
    }

    /// The same lines for programs that differ only in the names of services and the order of threads.
    var renamed: [String] {
        let orders = names.count == 2 ? ["AB", "BA"] : ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"]
        let hasMain = services.values.contains { $0[0].hasSuffix("main") }  // it is thread 0
        return orders.map { order in
            let new = Dictionary(uniqueKeysWithValues: zip("ABC", order))
            let renamed = lines.map { String($0.map { new[$0] ?? $0 }) }
            let (services, calls) = (renamed.prefix(names.count).sorted(), Array(renamed.dropFirst(names.count)))
            return services + (hasMain ? calls : calls.sorted())
        }.min { $0.lexicographicallyPrecedes($1) }!
    }
}

/// All programs of a family, and how many preemptions their schedules have at most in CI.
func family(_ name: String) -> (bound: Int, programs: [Program]) {
    func each(_ verbs: String..., of names: [String] = ["A", "B"]) -> [String] {
        verbs.flatMap { verb in names.map { "\(verb) \($0)" } }
    }
    let (make, inject, get, drop) = (each("factory"), each("injecting"), each("get"), each("drop"))
    let fails = each("factory", "tries") + ["factory fails", "factory fails first"]
    let changes = each("register", "replace", "unregister") + ["remove all", "reset all"]
    let (asks, opens, properties) = (each("get", "child"), each("get", "open"), each("property", "property weak"))
    let three = [each("factory", of: ["A", "B", "C"]), each("injecting", of: ["A", "B", "C"])]
    let (one, main) = (["singleton"], ["singleton", "transient", "singleton main", "transient main"])
    let homes = combinations([["singleton", "transient", "graph"], ["", " child", " both"]]).map { $0.joined() }
    // What a service can be, what it does first, then, and so on, and the calls of each thread.
    let (bound, kinds, steps, calls): (Int, [String], [[String]], [[String]]) =
        switch name {
        case "two": (2, ["singleton", "transient", "graph", "weak"], [make, inject], [get, get])
        case "three": (1, one, three, [["get A"], ["get B"], ["get C"]])
        case "fail": (3, one, [fails, inject], [get, get])
        case "change": (2, one, [make, inject], [get, get, changes])
        case "child": (1, homes, [make + inject], [asks, asks])
        case "main": (2, main, [make, inject], [get, get])
        case "fill": (2, ["singleton", "weak"], [properties, make + inject], [get, opens])
        case "read": (2, ["singleton", "graph"], [each("property"), each("opens"), inject], [each("open"), opens])
        default: (2, one, [make, inject, each("deinit")], [drop, drop + changes])
        }
    let services = combinations([kinds] + steps.map { [""] + $0 }).map { $0.filter { !$0.isEmpty } }
    let names = name == "three" ? ["A", "B", "C"] : ["A", "B"]
    let programs = combinations(names.map { _ in services }).flatMap { services in
        combinations(calls).map { Program(services: .init(uniqueKeysWithValues: zip(names, services)), calls: $0) }
    }
    return (bound, programs)
}

/// All ways to choose one of each.
private func combinations<Choice>(_ choices: [[Choice]]) -> [[Choice]] {
    choices.reduce([[]]) { chosen, next in chosen.flatMap { row in next.map { row + [$0] } } }
}
