/// Two or three services, and one call on each thread.
struct Program {
    /// For each name, the scope and place of the registration, as in "weak child", and steps, as in "factory B".
    let services: [String: [String]]
    /// What each thread does, as in "get A", what is asked for in the end, and all of it as a line.
    let (calls, lastCalls, text): ([String], [String], String)

    init(_ names: [String], _ texts: [String], _ calls: [String]) {
        let services = names.indices.map { index in
            names.indices.reduce(texts[index]) { $0.replacing("\($1)", with: names[(index + $1) % names.count]) }
        }
        text = (zip(names, services).map { "\($0): \($1)" } + calls).joined(separator: " | ")
        self.services = .init(uniqueKeysWithValues: zip(names, services.map { $0.components(separatedBy: ", ") }))
        (self.calls, lastCalls) = (calls, names.map { "child \($0)" })
    }

    /// Whether a singleton can be built again after this call.
    static func isChange(_ call: String) -> Bool { call.hasPrefix("re") || call.hasPrefix("un") }
}

/// All programs of a family, and how many preemptions their schedules have at most in CI.
func family(_ family: String) -> (bound: Int, programs: [Program]) {
    // A step needs its own service (0) or one of the next (1, 2). So programs don't differ only in names.
    let (make, inject) = (["factory 0", "factory 1"], ["injecting 0", "injecting 1"])
    let (next, last) = (["factory 1", "injecting 1"], ["factory 2", "injecting 2"])
    let properties = ["property 0", "property 1", "property weak 0", "property weak 1"]
    let (get, child) = (["get A", "get B"], ["child A", "child B"])
    let (open, drop) = (["open A", "open B"], ["drop A", "drop B"])
    let (one, graph, all) = (["singleton"], ["singleton", "transient", "graph"], ["reset all", "remove all"])
    let edits = ["register", "replace", "unregister"].flatMap { [$0 + " A", $0 + " B"] } + all
    // What a service can be, what it does first, then, and so on, and the calls of each thread.
    let (bound, kinds, steps, calls): (Int, [String], [[String]], [[String]]) =
        switch family {
        case "two": (2, graph + ["weak"], [make, inject], [get, get])
        case "three": (1, one, [next, last], [["get A"], ["get B"], ["get C"]])
        case "fail": (3, one, [make + ["tries 0", "tries 1", "fails always", "fails first"], inject], [get, get])
        case "change": (2, one, [make, inject], [get, get, edits])
        case "child": (1, graph + graph.map { $0 + " child" }, [make + inject], [get + child, get + child])
        case "main": (2, ["singleton", "transient", "singleton main", "transient main"], [make, inject], [get, get])
        case "fill": (2, ["singleton", "weak"], [properties, next], [get + open, get + open])
        case "read": (2, ["singleton, property 1", "graph, opens 1", "graph"], [["injecting 1"]], [get + open, open])
        default: (2, one, [make, inject, ["deinit 0", "deinit 1"]], [drop, drop + edits])
        }
    let services = combinations([kinds] + steps.map { [""] + $0.map { ", " + $0 } }).map { $0.joined() }
    let orders = combinations(calls).filter { family == "main" || $0 == $0.sorted() }  // the main actor is thread 0
    let names = family == "three" ? ["A", "B", "C"] : ["A", "B"]
    let chosen = combinations(names.map { _ in Array(services.indices) }).filter { $0[0] == $0.min() }
    return (bound, chosen.flatMap { chosen in orders.map { Program(names, chosen.map { services[$0] }, $0) } })
}

/// All ways to choose one of each.
private func combinations<Choice>(_ choices: [[Choice]]) -> [[Choice]] {
    choices.reduce([[]]) { chosen, next in chosen.flatMap { row in next.map { row + [$0] } } }
}
