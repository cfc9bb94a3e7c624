/// A service that knows which others it has got.
final class Node: @unchecked Sendable {
    /// The nodes of this run, as long as something holds them.
    nonisolated(unsafe) static var alive: [() -> Node?] = []
    let name: String
    /// The thread that has built it.
    let builder = scheduler.running
    var (links, properties): ([Node], [Injected<Node?>]) = ([], [])
    /// Whether its factory and `injecting` have returned.
    var isFinished = false

    init(_ name: String) {
        self.name = name
        Node.alive.append { [weak self] in self }
    }

    deinit {
        scheduler.checkUnlocked()
        if isFinished && scheduler.isActive { try? World.current?.perform("deinit", of: self) }
    }

    /// It and everything that it leads to, after the nodes that are known.
    func reached(_ known: [Node] = []) -> [Node] {
        known.contains { $0 === self } ? known : links.reduce(known + [self]) { $1.reached($0) }
    }
}

/// One run of a program, and what the engine promises.
final class World: @unchecked Sendable {
    nonisolated(unsafe) static var current: World?

    private let (program, container, child): (Program, DependenciesContainer, DependenciesContainer)
    private var results: [Result<Node?, any Error>] = []
    /// How many services of a name are finished, how often one has failed, and how often it was replaced or removed.
    private var (finished, failures, versions): ([String: Int], [String: Int], [String: Int])
    /// The services that each thread builds, outermost first.
    private var steps: [[(name: String, version: Int)]]

    init(_ program: Program) {
        (self.program, container, Node.alive) = (program, DependenciesContainer(), [])
        child = DependenciesContainer(parent: container)
        versions = program.services.mapValues { _ in 0 }
        (finished, failures, steps) = (versions, versions, program.calls.map { _ in [] })
        for (name, service) in program.services { register(name, service) }
    }

    private func register(_ name: String, _ service: [String]) {
        let kind = service[0].split(separator: " ")
        let scopes: [Substring: DependenciesContainer.Scope] = [
            "transient": .transient, "graph": .graph, "weak": .weak,
        ]
        let (scope, home) = (scopes[kind[0]] ?? .singleton, kind.count > 1 ? kind[1] : "")
        let make: @Sendable (DependenciesContainer) throws -> Node = { [unowned self] container in
            steps[scheduler.running].append((name, versions[name]!))
            let node = Node(name)
            if service.count > 1 { try perform("factory", of: node, in: container) }
            return node
        }
        let inject: @Sendable (DependenciesContainer, Node) throws -> Void = { [unowned self] container, node in
            if service.count > 1 { try perform("injecting", of: node, in: container) }
            (node.isFinished, finished[name]!) = (true, finished[name]! + 1)
            steps[scheduler.running].removeLast()
        }
        if home == "main" {
            MainActor.assumeIsolated {
                let (make, inject): (@MainActor @Sendable (_) throws -> _, @MainActor @Sendable (_, _) throws -> _) = (
                    make, inject
                )
                container.register(name: name, scope: scope, factory: make, injecting: inject)
            }
        } else {
            if home != "child" { container.register(name: name, scope: scope, factory: make, injecting: inject) }
            if home == "child" || home == "both" {
                child.register(name: name, scope: scope, factory: make, injecting: inject)
            }
        }
    }

    /// Takes the steps of a service that belong to its factory, its `injecting` or its `deinit`.
    func perform(_ moment: String, of node: Node, in container: DependenciesContainer? = nil) throws {
        scheduler.checkUnlocked()
        scheduler.trace("\(moment) of \(node.name)")
        let moments = ["tries": "factory", "property": "factory", "opens": "injecting"]
        for step in program.services[node.name]!.dropFirst() {
            let (verb, target) = (String(step.prefix { $0 != " " }), String(step.suffix(1)))
            if moments[verb] ?? verb != moment { continue }
            if step.hasPrefix("factory fails") {
                failures[node.name]! += 1
                if step == "factory fails" || failures[node.name] == 1 { throw CancellationError() }
            } else if verb == "property" {
                node.properties.append(Injected(name: target, weak: step.hasPrefix("property weak")))
            } else {
                let other = Result { try ask(target, in: container ?? self.container) }
                if verb == "tries" && (try? other.get()) == nil { continue }
                node.links.append(try other.get())
                if verb == "opens" { node.links += read(try other.get()) }
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
        // A circle of threads has a step here whose registration was not replaced.
        let canBeCircle = steps.contains { $0.name == name || $0.version == versions[$0.name] }
        do {
            let node = try body()
            let isMain = { (name: String) in self.program.services[name]?[0].hasSuffix("main") ?? false }
            if isMain(name) && !(thread == 0 && steps.map(\.name).allSatisfy(isMain)) {
                fail("\(name) leaves the main actor")
            }
            // What this thread builds can be unfinished, unless it is stored, or a stored service leads there.
            for node in node?.reached() ?? []
            where steps.isEmpty || node.builder != thread || program.isStored(node.name) {
                if !node.reached().allSatisfy(\.isFinished) { fail("thread \(thread) gets a half-built \(node.name)") }
            }
            return node
        } catch let error as ResolutionError where error.reason == .circular && error.path.count == steps.count + 1 {
            if !canBeCircle { fail("thread \(thread) gets an error about a circle that is none") }
            throw error
        }
    }

    /// Runs all calls, and returns the picture: what they and the next calls get. If services need others, a change can
    /// come between two look-ups of one call: then it has only the reason of each thread's error. It is empty if a
    /// factory catches an error about a circle: who asks first makes a difference then.
    func run(bound: Int) -> [String] {
        results = program.calls.map { _ in .success(nil) }
        scheduler.run(threads: steps.count, bound: bound) { [unowned self] thread in
            scheduler.trace(program.calls[thread])
            results[thread] = Result { try perform(program.calls[thread]) }
            scheduler.trace("has ended")
        }
        results += program.names.map { name in Result { try ask(name, in: child) } }
        for (name, service) in program.services where service[0].hasPrefix("singleton") {
            let most = (service[0].hasSuffix("both") ? 2 : 1) + program.changes
            if finished[name]! > most { fail("a factory of \(name) runs again") }
        }
        let nodes = results.reduce([]) { (try? $1.get())?.reached($0) ?? $0 }
        func text(_ node: Node?) -> String {
            node.map { node in "\(node.name)\(nodes.firstIndex { $0 === node } ?? -1)" } ?? "-"
        }
        let isPartial = program.changes > 0 && program.services.values.contains { $0.count > 1 }
        let texts = results.map { result in
            do { return try isPartial ? "\(result.get() == nil)" : text(result.get()) } catch {
                return (error as? ResolutionError).map { "\($0.reason)" } ?? "fails"
            }
        }
        // When nothing is registered any more, a property has only what it holds.
        [container, child].forEach { $0.removeAll() }
        let shapes = nodes.map {
            text($0) + ($0.links + $0.properties.map(\.wrappedValue)).map { text($0) }.joined(separator: " ")
        }
        for node in Node.alive.compactMap({ $0() }) { (node.links, node.properties) = ([], []) }
        if program.does("tries") && program.hasCircle { return [] }
        return isPartial
            ? program.calls.indices.map { "thread \($0): \(texts[$0])" } : [(texts + shapes).joined(separator: ", ")]
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
            return verb == "drop" ? nil : verb == "open" ? read(node).first : node
        }
        if !scheduler.waiting.isEmpty { fail("a change does not wake who waits") }
        for old in program.names where [old, "all"].contains(name) { versions[old]! += 1 }
        return nil
    }
}
