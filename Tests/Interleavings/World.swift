/// A service that knows which others it has got.
final class Node: @unchecked Sendable {
    /// The nodes of this run, as long as something holds them.
    nonisolated(unsafe) static var alive: [() -> Node?] = []
    let (name, service): (String, [String])
    /// The thread that has built it.
    let builder = scheduler.running
    var (links, properties): ([Node], [Injected<Node?>]) = ([], [])
    /// Whether its factory and `injecting` have returned.
    var isFinished = false

    init(_ name: String, _ service: [String]) {
        (self.name, self.service) = (name, service)
        Node.alive.append { [weak self] in self }
    }

    deinit {
        scheduler.checkUnlocked()
        if isFinished && !scheduler.ready.isEmpty { try? World.current!.perform("deinit", of: self) }
    }

    var isStored: Bool { service[0].hasPrefix("singleton") || service[0].hasPrefix("weak") }
    var isMain: Bool { service[0].hasSuffix("main") }

    /// It and everything that it leads to, after the nodes that are known.
    func reached(_ known: [Node] = []) -> [Node] {
        known.contains { $0 === self } ? known : links.reduce(known + [self]) { $1.reached($0) }
    }
}

/// One run of a program, and what the engine promises.
final class World: @unchecked Sendable {
    nonisolated(unsafe) static var current: World?

    private let (program, container, child): (Program, DependenciesContainer, DependenciesContainer)
    private var results: [Result<Node?, any Error>]
    /// For each name, how many services were finished, how often one has failed, or was replaced or removed.
    private var (finished, failures, versions): ([String: Int], [String: Int], [String: Int])
    /// What each thread builds, outermost first, and the versions of the registrations.
    private var steps: [[(node: Node, version: Int)]]
    private var hasMetCircle = false

    init(_ program: Program) {
        (self.program, container, Node.alive) = (program, DependenciesContainer(), [])
        (child, versions) = (DependenciesContainer(parent: container), program.services.mapValues { _ in 0 })
        (finished, failures, steps) = (versions, versions, program.calls.map { _ in [] })
        results = program.calls.map { _ in .success(nil) }
        for (name, service) in program.services { register(name, service) }
    }

    private func register(_ name: String, _ service: [String]) {
        let scope =
            [.transient, .graph, .weak].first { service[0].hasPrefix("\($0)") } ?? DependenciesContainer.Scope.singleton
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
        if service[0].hasSuffix("main") {
            MainActor.assumeIsolated {
                let make: @MainActor @Sendable (DependenciesContainer) throws -> Node = make
                container.register(name: name, scope: scope, factory: make) { @MainActor in try inject($0, $1) }
            }
        } else {
            let home = service[0].hasSuffix("child") ? child : container
            home.register(name: name, scope: scope, factory: make, injecting: inject)
        }
    }

    /// Takes the steps of a service that belong to its factory, its `injecting` or its `deinit`.
    func perform(_ moment: String, of node: Node, in container: DependenciesContainer? = nil) throws {
        scheduler.checkUnlocked()
        scheduler.trace("\(moment) of \(node.name)")
        let moments = ["tries": "factory", "property": "factory", "opens": "injecting"]
        for step in node.service.dropFirst() {
            let (verb, target) = (String(step.prefix { $0 != " " }), String(step.suffix(1)))
            if moments[verb] ?? verb != moment { continue }
            if step.hasPrefix("factory fails") {
                failures[node.name]! += 1
                if step == "factory fails" || failures[node.name] == 1 { throw CancellationError() }
            } else if verb == "property" {
                node.properties.append(Injected(name: target, weak: step.hasPrefix("property weak")))
            } else if verb == "tries" {
                if let other = try? ask(target, in: container!) { node.links.append(other) }
            } else {
                let other = try ask(target, in: container ?? self.container)
                node.links += [other] + (verb == "opens" ? read(other) : [])
            }
        }
    }

    private func ask(_ name: String, in asked: DependenciesContainer) throws -> Node {
        try checked(name) { try asked.require(type: Node.self, name: name) }!
    }

    private func read(_ node: Node) -> [Node] {
        node.properties.compactMap { property in checked("") { property.wrappedValue } }
    }

    /// Asks for a service, and checks what this thread gets.
    private func checked(_ name: String, _ body: () throws -> Node?) rethrows -> Node? {
        let (thread, steps) = (scheduler.running, steps[scheduler.running])
        defer { self.steps[thread] = steps }
        // A circle has a step here whose registration was not replaced.
        let canBeCircle = steps.contains { $0.node.name == name || $0.version == versions[$0.node.name] }
        do {
            let node = try body()
            let isMain = thread == 0 && steps.allSatisfy(\.node.isMain)
            if node?.isMain == true && !isMain { fail("\(name) leaves the main actor") }
            // What this thread builds can be unfinished, unless it is stored, or a stored service leads there.
            for node in node?.reached() ?? [] where steps.isEmpty || node.builder != thread || node.isStored {
                if !node.reached().allSatisfy(\.isFinished) { fail("thread \(thread) gets a half-built \(node.name)") }
            }
            return node
        } catch let error as ResolutionError where error.reason == .circular {
            hasMetCircle = true
            if error.path.count == steps.count + 1 && !canBeCircle {
                fail("thread \(thread) meets a circle that is none")
            }
            throw error
        }
    }

    func run(_ thread: Int) {
        scheduler.trace(program.calls[thread])
        results[thread] = Result { try perform(program.calls[thread]) }
    }

    private func perform(_ call: String) throws -> Node? {
        let (verb, name) = (call.prefix { $0 != " " }, String(call.split(separator: " ")[1]))
        switch verb {
        case "register": register(name, program.services[name]!)
        case "replace": register(name, ["singleton"])
        case "unregister": container.unregister(type: Node.self, name: name)
        case "reset": container.resetInstances()
        case "remove": container.removeAll()
        default:
            let node = try ask(name, in: verb == "child" ? child : container)
            if verb == "open" { node.links += read(node) }
            return verb == "drop" ? nil : node
        }
        if !scheduler.waiting.isEmpty { fail("a change does not wake who waits") }
        for old in program.names where [old, "all"].contains(name) { versions[old]! += 1 }
        return nil
    }

    /// Returns the picture: what all calls and the next calls get. If services need others, a change can come between
    /// two look-ups of one call: then it has only the reason of each thread's error. It is empty if a factory has caught
    /// an error about a circle: who asks first makes a difference then.
    func end() -> [String] {
        results += program.names.map { name in Result { try ask(name, in: child) } }
        for (name, service) in program.services where service[0].hasPrefix("singleton") {
            if finished[name]! > 1 + program.changes { fail("a factory of \(name) runs again") }
        }
        // When nothing is registered any more, a property has only what it holds.
        [container, child].forEach { $0.removeAll() }
        let nodes = results.reduce([]) { (try? $1.get())?.reached($0) ?? $0 }
        let isPartial = program.changes > 0 && program.services.values.contains { $0.count > 1 }
        func text(_ node: Node?) -> String {
            node == nil || isPartial ? "-" : "\(node!.name)\(nodes.firstIndex { $0 === node } ?? -1)"
        }
        let texts = results.map { result in
            do { return try text(result.get()) } catch { return "\((error as? ResolutionError)?.reason as Any)" }
        }
        let shapes = nodes.map { node in
            "\(text(node)): " + (node.links + node.properties.map(\.wrappedValue)).map(text).joined(separator: " ")
        }
        for node in Node.alive.compactMap({ $0() }) { (node.links, node.properties) = ([], []) }
        if hasMetCircle && program.text.contains("tries") { return [] }
        if isPartial { return program.calls.indices.map { "thread \($0): \(texts[$0])" } }
        return [(texts + shapes).joined(separator: ", ")]
    }
}
