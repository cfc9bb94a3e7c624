// One run of a program, and what the engine promises.

/// A service that knows which others it has got.
final class Node: @unchecked Sendable {
    /// The nodes of this run, as long as something holds them.
    nonisolated(unsafe) static var alive: [() -> Node?] = []
    /// Its name, and how often the registration had been replaced or removed when the node was made.
    let (name, version): (String, Int)
    var links: [() -> Node?] = []
    var (isInjected, isPublished) = (false, false)

    init(_ name: String, version: Int) {
        (self.name, self.version) = (name, version)
        Node.alive.append { [weak self] in self }
    }

    deinit { if isInjected && scheduler.isActive { try? World.current?.perform("deinit", of: self) } }

    /// It and everything that it leads to, after the nodes that are known.
    func reached(_ known: [Node] = []) -> [Node] {
        if known.contains(where: { $0 === self }) { return known }
        return links.compactMap { $0() }.reduce(known + [self]) { $1.reached($0) }
    }

    func checkFinished(_ who: String) {
        let isFinished = reached().allSatisfy { node in node.isInjected && node.links.allSatisfy { $0() != nil } }
        if !isFinished { fail("\(who) a half-built \(name), or one that leads there") }
    }
}

final class World: @unchecked Sendable {
    nonisolated(unsafe) static var current: World?

    private let program: Program
    private let container = DependenciesContainer()
    private lazy var child = DependenciesContainer(parent: container)
    private lazy var owners = program.names.map { Injected<Node>(name: $0, container: container) }
    private var results: [Result<Node?, any Error>]
    /// How often each factory has run and failed, and how often its registration was replaced or removed.
    private var (runs, failures, versions): ([String: Int], [String: Int], [String: Int]) = ([:], [:], [:])

    init(_ program: Program) {
        (self.program, results) = (program, program.calls.map { _ in .success(nil) })
        program.names.forEach(register)
        _ = owners
    }

    private func register(_ name: String) {
        let (scope, home) = (program.services[name]![0], program.services[name]![1])
        let scopes: [DependenciesContainer.Scope] = [.singleton, .transient, .graph, .weak]
        for container in home == "both" ? [container, child] : home == "child" ? [child] : [container] {
            container.add(
                Node.self, name, scopes.first { "\($0)" == scope }!, isMainOnly: home == "main",
                { [unowned self] container, node in
                    try perform("injecting", of: node, in: container)
                    node.isInjected = true
                },
                make: { [unowned self] container, _ in
                    runs[name, default: 0] += 1
                    let node = Node(name, version: versions[name] ?? 0)
                    for moment in ["factory", "property", "weakly"] { try perform(moment, of: node, in: container) }
                    return DependenciesContainer.Box(node)
                })
        }
    }

    func perform(_ moment: String, of node: Node, in container: DependenciesContainer? = nil) throws {
        if moment == "factory" || moment == "injecting" { scheduler.trace("\(moment) of \(node.name)") }
        for step in program.services[node.name]! where step.hasPrefix(moment) {
            let target = String(step.dropFirst(moment.utf8.count + 1))
            if target.hasPrefix("fails") {
                failures[node.name, default: 0] += 1
                if target == "fails" || failures[node.name] == 1 { throw CancellationError() }
            } else if moment == "property" {
                node.links.append(Injected<Node>(name: target).link)
            } else if moment == "weakly" {
                node.links.append(WeakInjected<Node>(name: target).link)
            } else {
                let other = try (container ?? self.container).require(type: Node.self, name: target)
                node.links.append { other }
            }
        }
    }

    func run(_ thread: Int) {
        scheduler.trace(program.calls[thread])
        results[thread] = Result { try perform(program.calls[thread]) }
        scheduler.trace("has ended")
        if !DependenciesContainer.isIdle { fail("the resolution of thread \(thread) is not empty") }
        try? results[thread].get()?.checkFinished("thread \(thread) gets")
    }

    private func perform(_ call: String) throws -> Node? {
        let (verb, name) = (call.prefix { $0 != " " }, String(call.split(separator: " ")[1]))
        switch verb {
        case "read": return owners[program.names.firstIndex(of: name)!].wrappedValue
        case "register": register(name)
        case "unregister": container.unregister(type: Node.self, name: name)
        case "reset": container.resetInstances()
        case "remove": container.removeAll()
        default:
            let asked = verb == "child" ? child : verb == "copy" ? container.copy() : container
            let node = try asked.require(type: Node.self, name: name)
            return verb == "drop" ? nil : node
        }
        if !scheduler.waiting.isEmpty { fail("a change does not wake who waits") }
        for old in program.names where [old, "all"].contains(name) { versions[old, default: 0] += 1 }
        return nil
    }

    private var published: [Node] {
        program.names.flatMap { [container.published($0), child.published($0)] }.compactMap { $0 }
    }

    /// Nothing half-built is published, and no circle of which a part had been replaced.
    func checkPublished() {
        for node in published where !node.isPublished {
            node.isPublished = true
            node.checkFinished("published is")
            let circle = node.reached().filter { other in other.reached().contains { $0 === node } }
            if circle.contains(where: { $0.version < versions[$0.name] ?? 0 }) { fail("published is an old circle") }
        }
    }

    /// Checks what is left when all threads have ended, and returns the picture: what threads and the next calls get,
    /// and how often factories have run that are not of circles. If services need others, a change can come between two
    /// look-ups of one call: then the picture has only the reason of each thread's error.
    func end() -> [String] {
        let isClaimed = program.names.contains { container.isClaimed($0) || child.isClaimed($0) }
        if isClaimed { fail("a registration is still claimed") }
        results += program.names.map { name in Result { try perform("child \(name)") } }
        let nodes = results.reduce([]) { (try? $1.get())?.reached($0) ?? $0 }
        let changes = program.calls.count(where: Program.isChange)
        let isPartial = changes > 0 && program.services.values.contains { $0.count > 2 }
        func text(_ node: Node?) -> String { node == nil ? "-" : node!.name + "\(nodes.firstIndex { $0 === node }!)" }
        let texts = results.map { result in
            switch result {
            case .success(let node): isPartial ? "-" : text(node)
            case .failure(let error as ResolutionError): "\(error.reason)" + (isPartial ? "" : error.path.joined())
            case .failure: "fails"
            }
        }
        // A change can come while two threads build one circle. Then each can get parts of what the other builds.
        for name in program.names where changes == 0 || !program.ofCircles.contains(name) {
            let most = 1 + program.calls.count { Program.isChange($0) || $0.hasPrefix("copy") }
            let isOne = program.services[name]!.prefix(2) == ["singleton", "parent"]
            if isOne && nodes.count(where: { $0.name == name }) > most { fail("there are two of \(name)") }
        }
        if isPartial { return program.calls.indices.map { "thread \($0): \(texts[$0])" } }
        let shapes = nodes.map { "\(text($0)): " + $0.links.map { text($0()) }.joined(separator: " ") }
        let counts = program.names.map { program.ofCircles.contains($0) ? "" : "\(runs[$0] ?? 0)" }
        return [(texts + shapes + counts).joined(separator: ", ")]
    }

    /// When services don't hold each other any more, only what is returned or published is alive.
    func checkReleased() {
        let kept = published + results.compactMap { try? $0.get() }
        for node in Node.alive { node()?.links = [] }
        let lost = Node.alive.compactMap { $0() }.filter { node in !kept.contains { $0 === node } }
        if !lost.isEmpty { fail("\(lost[0].name) stays alive") }
    }
}

// What only the copy shows.
extension DependenciesContainer {
    static var isIdle: Bool {
        let resolution = Resolution.current
        return (resolution.steps + resolution.kept).isEmpty && resolution.awaited == nil
    }

    func isClaimed(_ name: String) -> Bool { registrations[Key(Node.self, name)]?.builder != nil }
    func published(_ name: String) -> Node? { registrations[Key(Node.self, name)]?.published?.service(of: Node.self) }
}
extension Injected { var link: () -> Node? { { [state] in state.node } } }
extension WeakInjected { var link: () -> Node? { { [state] in state.node } } }
extension DependenciesContainer.PropertyState {
    fileprivate var node: Node? { (strong?.content ?? object as Any) as? Node }
}
