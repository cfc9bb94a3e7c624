/// Two or three services, and one call on each thread.
struct Program {
    /// For each name, the scope and place of the registration, as in "weak child", and steps, as in "factory B".
    let services: [String: [String]]
    /// What each thread does, as in "get A".
    let calls: [String]

    init(_ names: [String], _ texts: [String], _ calls: [String]) {
        let services = names.indices.map { index in
            texts[index].components(separatedBy: ", ").filter { !$0.isEmpty }.map { step in
                Int(step.suffix(1)).map { step.dropLast() + names[(index + $0) % names.count] } ?? step
            }
        }
        (self.services, self.calls) = (Dictionary(uniqueKeysWithValues: zip(names, services)), calls)
    }

    var names: [String] { services.keys.sorted() }
    var text: String {
        (names.map { "\($0): \(services[$0]!.joined(separator: ", "))" } + calls).joined(separator: " | ")
    }
    /// How many calls can let a singleton be built again.
    var changes: Int { calls.count { $0.hasPrefix("re") || $0.hasPrefix("un") } }
}

/// All programs of a family, and how many preemptions their schedules have at most in CI.
func family(_ family: String) -> (bound: Int, programs: [Program]) {
    // A step needs its own service (0) or one of the next (1, 2). So programs don't differ only in names.
    let (make, inject, other) = (
        ["factory 0", "factory 1"], ["injecting 0", "injecting 1"], ["factory 1", "injecting 1"]
    )
    let fails = make + ["tries 0", "tries 1", "factory fails", "factory fails first"]
    let properties = ["property 0", "property 1", "property weak 0", "property weak 1"]
    let (get, open, drop, ask) = (
        ["get A", "get B"], ["open A", "open B"], ["drop A", "drop B"], ["child A", "child B"]
    )
    let changes =
        ["register", "replace", "unregister"].flatMap { [$0 + " A", $0 + " B"] } + ["remove all", "reset all"]
    let (one, graph) = (["singleton"], ["singleton", "transient", "graph"])
    // What a service can be, what it does first, then, and so on, and the calls of each thread.
    let (bound, kinds, steps, calls): (Int, [String], [[String]], [[String]]) =
        switch family {
        case "two": (2, graph + ["weak"], [make, inject], [get, get])
        case "three": (1, one, [make + ["factory 2"], inject + ["injecting 2"]], [["get A"], ["get B"], ["get C"]])
        case "fail": (3, one, [fails, inject], [get, get])
        case "change": (2, one, [make, inject], [get, get, changes])
        case "child": (1, graph + graph.map { $0 + " child" }, [make + inject], [get + ask, get + ask])
        case "main": (2, ["singleton", "transient", "singleton main", "transient main"], [make, inject], [get, get])
        case "fill": (2, ["singleton", "weak"], [properties, other], [get + open, get + open])
        case "read": (2, ["singleton, property 1", "graph, opens 1", "graph"], [["injecting 1"]], [get + open, open])
        default: (2, one, [make, inject, ["deinit 0", "deinit 1"]], [drop, drop + changes])
        }
    let services = combinations([kinds] + steps.map { [""] + $0 }).map { $0.joined(separator: ", ") }
    let orders = combinations(calls).filter { family == "main" || $0 == $0.sorted() }  // the main actor is thread 0
    let names = family == "three" ? ["A", "B", "C"] : ["A", "B"]
    let chosen = combinations(names.map { _ in Array(services.indices) }).filter { $0[0] == $0.min() }
    return (bound, chosen.flatMap { chosen in orders.map { Program(names, chosen.map { services[$0] }, $0) } })
}

/// All ways to choose one of each.
private func combinations<Choice>(_ choices: [[Choice]]) -> [[Choice]] {
    choices.reduce([[]]) { chosen, next in chosen.flatMap { row in next.map { row + [$0] } } }
}
