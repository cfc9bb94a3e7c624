/// A service that knows which others it has got.
final class Node: @unchecked Sendable {
    /// The nodes of this run, as long as something holds them.
    nonisolated(unsafe) static var alive: [() -> Node?] = []
    let (name, service, thread): (String, [String], Int)
    var (links, properties, isFinished): ([Node], [Injected<Node?>], Bool) = ([], [], false)

    init(_ name: String, _ service: [String]) {
        (self.name, self.service, thread) = (name, service, scheduler.running)
        Node.alive.append { [weak self] in self }
    }

    deinit {
        scheduler.checkUnlocked("end of " + name)
        if isFinished && !scheduler.ready.isEmpty { try? World.current!.perform("deinit", of: self) }
    }

    func isA(_ kinds: String...) -> Bool { kinds.contains { service[0].contains($0) } }

    /// It and everything that it leads to, after the nodes that are known.
    func reached(_ known: [Node] = []) -> [Node] {
        known.contains { $0 === self } ? known : links.reduce(known + [self]) { $1.reached($0) }
    }
}

/// One run of a program, and what the engine promises.
final class World: @unchecked Sendable {
    nonisolated(unsafe) static var current: World?
    private let (program, container, child): (Program, DependenciesContainer, DependenciesContainer)
    private var results: [(nodes: [Node], error: String)]
    /// For each name, how many services were finished, and how often the registration was replaced or removed.
    private var (finished, versions): ([String: Int], [String: Int])
    /// What each thread builds, outermost first.
    private var steps: [[(node: Node, version: Int)]]
    private var (failed, hasMetCircle): (Set<String>, Bool) = ([], false)

    init(_ program: Program) {
        (self.program, container, Node.alive) = (program, DependenciesContainer(), [])
        (child, versions) = (DependenciesContainer(parent: container), program.services.mapValues { _ in 0 })
        (finished, steps) = (versions, program.calls.map { _ in [] })
        results = (program.calls + program.lastCalls).map { _ in ([], "") }
        for (name, service) in program.services { register(name, service) }
    }

    private func register(_ name: String, _ service: [String]) {
        let scopes: [DependenciesContainer.Scope] = [.singleton, .transient, .graph, .weak]
        let scope = scopes.first { service[0].hasPrefix("\($0)") }!
        let make: @Sendable (DependenciesContainer) throws -> Node = { [unowned self] container in
            let node = Node(name, service)
            steps[scheduler.running].append((node, versions[name]!))
            try perform("factory", of: node, in: container)
            return node
        }
        let inject: @Sendable (DependenciesContainer, Node) throws -> Void = { [unowned self] container, node in
            try perform("injecting", of: node, in: container)
            (node.isFinished, finished[name]!) = (true, finished[name]! + 1)
            steps[scheduler.running].removeLast()
        }
        let (home, isMain) = (service[0].hasSuffix("child") ? child : container, service[0].hasSuffix("main"))
        if !isMain { return home.register(name: name, scope: scope, factory: make, injecting: inject) }
        MainActor.assumeIsolated {
            let make: @MainActor @Sendable (DependenciesContainer) throws -> Node = make
            home.register(name: name, scope: scope, factory: make) { @MainActor in try inject($0, $1) }
        }
    }

    /// Takes the steps of a service that belong to its factory, its `injecting` or its `deinit`.
    func perform(_ moment: String, of node: Node, in container: DependenciesContainer? = nil) throws {
        scheduler.checkUnlocked(moment + " of " + node.name)
        let moments = ["injecting": "injecting", "opens": "injecting", "deinit": "deinit"]
        for step in node.service.dropFirst() where moments[String(step.prefix { $0 != " " })] ?? "factory" == moment {
            node.links += try take(step, of: node, in: container ?? self.container)
        }
    }

    /// Makes the call of a thread, or one of the last calls.
    func run(_ index: Int) {
        let call = (program.calls + program.lastCalls)[index]
        do { results[index].nodes = try take(call, of: nil, in: container) } catch {
            results[index].error = (error as? ResolutionError).map { "\($0.reason)" } ?? "fails"
        }
    }

    /// Takes one step of a service, or makes the call of a thread, and returns what it gets.
    private func take(_ step: String, of node: Node?, in container: DependenciesContainer) throws -> [Node] {
        let (verb, name) = (step.prefix { $0 != " " }, String(step.split(separator: " ").last!))
        switch verb {
        case "fails": if name == "always" || failed.insert(node!.name).inserted { throw CancellationError() }
        case "property": node!.properties.append(Injected(name: name, weak: step.contains("weak")))
        case "tries": return (try? ask(name, in: container)) ?? []
        case "drop": _ = try ask(name, in: container)
        case "open", "opens":
            let opened = try ask(name, in: container)
            return try opened + opened[0].properties.flatMap { try ask("", $0, in: container) }
        case "register": register(name, program.services[name]!)
        case "replace": register(name, ["singleton"])
        case "unregister": container.unregister(type: Node.self, name: name)
        case "reset": container.resetInstances()
        case "remove": container.removeAll()
        default: return try ask(name, in: verb == "child" ? child : container)
        }
        for old in versions.keys where Program.isChange(step) && [old, "all"].contains(name) { versions[old]! += 1 }
        let isWaiting = Program.isChange(step) && !program.text.contains("deinit") && !scheduler.waiting.isEmpty
        if isWaiting { fail("a change wakes nobody") }
        return []
    }

    /// Asks for a service, or reads a property, and checks what this thread gets.
    private func ask(_ name: String, _ read: Injected<Node?>? = nil, in asked: DependenciesContainer) throws -> [Node] {
        let (thread, steps) = (scheduler.running, steps[scheduler.running])
        defer { self.steps[thread] = steps }
        // A circle has a step here whose registration was not replaced.
        let canBeCircle = steps.contains { $0.node.name == name || $0.version == versions[$0.node.name] }
        do {
            let node = try read.map(\.wrappedValue) ?? asked.require(type: Node.self, name: name)
            for node in node?.reached() ?? [] {
                let isOnMain = thread == 0 && steps.allSatisfy { $0.node.isA("main") }
                if node.isA("main") && !isOnMain { fail("\(node.name) leaves the main actor") }
                // What this thread builds can be unfinished, unless it is stored, or a stored service leads there.
                let isOwn = !steps.isEmpty && node.thread == thread && !node.isA("singleton", "weak")
                if !isOwn && !node.reached().allSatisfy(\.isFinished) { fail("\(node.name) is had half-built") }
            }
            return node.map { [$0] } ?? []
        } catch let error as ResolutionError where error.reason == .circular {
            hasMetCircle = true
            let path = error.path.map { String($0.split(separator: "\"")[1]) }
            let links = zip(path, path.dropFirst()).map { needy, needed in
                program.services[needy]!.contains { $0.hasSuffix(" " + needed) }
            }
            if links.contains(false) || !path.dropLast().contains(path.last!) { fail("no circle: \(path)") }
            if self.steps[thread].count == steps.count && !canBeCircle { fail("no circle any more: \(path)") }
            throw error
        }
    }

    /// Returns the picture: what these and the next calls get. If services need others, a change can come between two
    /// look-ups of one call: then it has only the reason of each error. It is empty if a factory has caught an error
    /// about a circle: who asks first makes a difference then.
    func end() -> [String] {
        for index in program.calls.count..<results.count { run(index) }
        for (name, service) in program.services where service[0].hasPrefix("singleton") {
            if finished[name]! > 1 + program.calls.count(where: Program.isChange) { fail("\(name) is built again") }
        }
        // When nothing is registered any more, a property has only what it holds.
        [container, child].forEach { $0.removeAll() }
        let nodes = results.flatMap(\.nodes).reduce([]) { $1.reached($0) }
        func text(_ given: [Node?]) -> String {
            given.map { node in node.map { $0.name + "\(nodes.firstIndex { $0 === node }!)" } ?? "-" }.joined()
        }
        let isPartial = program.text.contains(", ") && program.calls.contains(where: Program.isChange)
        let isLazy = program.text.contains("weak") || program.text.contains("graph")
        let shapes = nodes.map { node in
            let properties = node.properties.map(\.wrappedValue)
            if !isLazy && properties.contains(where: { $0 == nil }) { fail("a property of \(node.name) is empty") }
            return text([node] + node.links + properties)
        }
        for node in Node.alive.compactMap({ $0() }) { (node.links, node.properties) = ([], []) }
        if hasMetCircle && program.text.contains("tries") { return [] }
        if isPartial { return program.calls.indices.map { "thread \($0): \(results[$0].error)" } }
        return [(results.map { $0.error + text($0.nodes) } + shapes).joined(separator: ", ")]
    }
}
