// One run of a program, and what the engine promises.

import Foundation

/// A service that knows which others it has got.
final class Node: @unchecked Sendable {
    /// Those of this run, until they are released.
    nonisolated(unsafe) static var alive: [Unmanaged<Node>?] = []

    let (service, number, generation): (Int, Int, Int)
    var edges: [Node] = []
    var properties: [Injected<Node>] = []
    var weakProperties: [WeakInjected<Node>] = []
    var isInjected = false

    init(_ service: Int, generation: Int) {
        (self.service, number, self.generation) = (service, Node.alive.count, generation)
        Node.alive.append(Unmanaged.passUnretained(self))
    }

    deinit {
        Node.alive[number] = nil
        if isInjected && scheduler.isRunning { World.current?.end(service) }
    }

    var name: String { Program.names[service] }
    var others: [Node] { edges + properties.compactMap(\.held) + weakProperties.compactMap(\.held) }
    var isHalfBuilt: Bool { !isInjected || properties.contains { $0.held == nil } }
    func release() { (edges, properties, weakProperties) = ([], [], []) }

    /// It and everything that it leads to.
    var reached: [Node] {
        var (found, rest) = ([self], others)
        while let next = rest.popLast() {
            if found.contains(where: { $0 === next }) { continue }
            found.append(next)
            rest += next.others
        }
        return found
    }
}

final class World: @unchecked Sendable {
    enum Result { case nothing, node(Node), error(ResolutionError?) }
    struct Refusal: Error {}

    nonisolated(unsafe) static var current: World?

    let (program, isOfCircle): (Program, [Bool])
    private let container = DependenciesContainer()
    private let child: DependenciesContainer
    private let owners: [Injected<Node>]
    private var results: [Result]
    /// How often each factory has run and failed, and how often its registration was replaced or removed.
    private var (runs, failures, generations) = ([0, 0, 0], [0, 0, 0], [0, 0, 0])
    private var seen: Set<Int> = []

    init(_ program: Program, _ isOfCircle: [Bool]) {
        let container = container
        (self.program, self.isOfCircle) = (program, isOfCircle)
        child = DependenciesContainer(parent: container)
        owners = program.services.indices.map { Injected(name: Program.names[$0], container: container) }
        results = program.calls.map { _ in .nothing }
        program.services.indices.forEach(register)
    }

    private func register(_ index: Int) {
        let (service, name) = (program.services[index], Program.names[index])
        let make = { @Sendable [unowned self] in try self.make(index, service, $0) }
        let inject = { @Sendable [unowned self] in try self.inject(index, service, $0, $1) }
        if service.home == .mainActor {
            return MainActor.assumeIsolated {
                container.register(name: name, scope: service.scope) { @MainActor in
                    try make($0)
                } injecting: { @MainActor in
                    try inject($0, $1)
                }
            }
        }
        for (container, other) in [(container, Program.Home.child), (child, .parent)] where service.home != other {
            container.register(name: name, scope: service.scope, factory: make, injecting: inject)
        }
    }

    private func make(_ index: Int, _ service: Program.Service, _ container: DependenciesContainer) throws -> Node {
        scheduler.trace("factory of \(Program.names[index])")
        let generation = generations[index]
        runs[index] += 1
        if runs[index] > 50 { fail("a factory runs again and again") }
        try refuse(index, .atStart, .onceAtStart)
        let edges = try follow(service, .factory, container)
        try refuse(index, .afterNeeds, .onceAfterNeeds)
        let node = Node(index, generation: generation)
        node.edges = edges
        for edge in service.edges {
            let name = Program.names[edge.target]
            if edge.place == .property { node.properties.append(Injected(name: name)) }
            if edge.place == .weakProperty { node.weakProperties.append(WeakInjected(name: name)) }
        }
        return node
    }

    private func inject(
        _ index: Int, _ service: Program.Service, _ container: DependenciesContainer, _ node: Node
    ) throws {
        scheduler.trace("injecting of \(Program.names[index])")
        if node.isInjected { fail("injecting runs twice for one \(node.name)") }
        node.edges += try follow(service, .injecting, container)
        try refuse(index, .injecting, .onceInjecting)
        node.isInjected = true
    }

    private func follow(
        _ service: Program.Service, _ place: Program.Place, _ container: DependenciesContainer
    ) throws -> [Node] {
        try service.edges.filter { $0.place == place }.map { try container.require(name: Program.names[$0.target]) }
    }

    private func refuse(_ index: Int, _ always: Program.Failure, _ once: Program.Failure) throws {
        let failure = program.services[index].failure
        if failure == always || failure == once { failures[index] += 1 }
        if failure == always || failure == once && failures[index] == 1 { throw Refusal() }
    }

    /// What a `deinit` does.
    func end(_ index: Int) {
        scheduler.trace("deinit of \(Program.names[index])")
        _ = try? follow(program.services[index], .deinitializer, container)
    }

    // MARK: Calls

    func perform(_ thread: Int) {
        scheduler.trace(program.calls[thread].text(Program.names))
        results[thread] = result(program.calls[thread])
        scheduler.trace("has ended")
        if !DependenciesContainer.isIdle { fail("the thread's resolution is not empty") }
        if case .node(let node) = results[thread] { check(node, "thread \(thread) gets") }
    }

    private func result(_ call: Program.Call) -> Result {
        let (index, name) = (call.target, Program.names[call.target])
        do {
            switch call.kind {
            case .get: return .node(try container.require(name: name))
            case .getInChild: return .node(try child.require(name: name))
            case .getAndDrop: _ = try container.require(type: Node.self, name: name)
            case .read: return .node(owners[index].wrappedValue)
            case .useCopy: return .node(try container.copy().require(name: name))
            case .register: register(index)
            case .unregister: container.unregister(type: Node.self, name: name)
            case .reset: container.resetInstances()
            case .removeAll: container.removeAll()
            }
            for changed in generations.indices where call.isChange && (!call.hasTarget || changed == index) {
                generations[changed] += 1
            }
            return .nothing
        } catch {
            return .error(error as? ResolutionError)
        }
    }

    // MARK: Promises

    private func check(_ node: Node, _ who: String) {
        for other in node.reached where other.isHalfBuilt { fail("\(who) \(node.name) with a half-built \(other.name)") }
    }

    private var published: [Node] {
        Program.names.flatMap { name in [container, child].compactMap { $0.published(name) } }
    }

    /// Nothing half-built is published, and no circle that had a part replaced while it was built.
    func checkPublished() {
        for node in published where seen.insert(node.number).inserted {
            check(node, "published is")
            for other in node.reached where other.generation < generations[other.service] {
                if other.reached.contains(where: { $0 === node }) { fail("published is a circle with an old \(other.name)") }
            }
        }
    }

    /// Checks what is left when all threads have ended, and returns all that can be seen.
    ///
    /// This is the shape of what the threads and the next calls have got, and how often factories have run (not those of
    /// circles). A change can come between two look-ups of a call. Then these are compared one by one: for each thread,
    /// the reason of its error, and the shape of what the next calls get.
    func end() -> [String] {
        for name in Program.names where container.isClaimed(name) || child.isClaimed(name) { fail("\(name) is claimed") }
        let next = program.services.indices.map { result(.init(kind: .getInChild, target: $0)) }
        var nodes: [Node] = []
        let shape = draw(results + next, &nodes)
        for (index, service) in program.services.enumerated() where service.scope == .singleton && service.home != .both {
            let count = Set(nodes.filter { $0.service == index }.map(\.number)).count
            let copies = program.calls.contains { $0.kind == .useCopy } ? 1 : 0
            if count > 1 + program.changes + copies && !(program.changes > 0 && isOfCircle[index]) { fail("there are \(count) of \(Program.names[index])") }
        }
        let counts = zip(runs, isOfCircle).map { $1 ? "" : " \($0)" }.joined()
        nodes = []
        var picture = [shape + " runs" + counts]
        if program.changes > 0 && isOfCircle.contains(true) {
            picture = results.map { if case .error(let error?) = $0 { "\(error.reason)" } else { "-" } }
            picture.append(draw(next, &nodes))
        }
        nodes = []
        checkReleased(results + next)
        return picture
    }

    private func draw(_ results: [Result], _ nodes: inout [Node]) -> String {
        func draw(_ node: Node) -> String {
            if let index = nodes.firstIndex(where: { $0 === node }) { return "\(node.name)\(index)" }
            nodes.append(node)
            return "\(node.name)\(nodes.count - 1)" + node.others.map { "(\(draw($0)))" }.joined()
        }
        return results.map { result in
            switch result {
            case .nothing: "-"
            case .error(let error): error.map { "\($0.reason) \($0.path.joined())" } ?? "refused"
            case .node(let node): draw(node)
            }
        }.joined(separator: ", ")
    }

    /// Only what is returned or published is alive, when services don't hold each other any more.
    private func checkReleased(_ results: [Result]) {
        var kept = published
        for case .node(let node) in results { kept.append(node) }
        for number in Node.alive.indices { Node.alive[number]?.takeUnretainedValue().release() }
        for case let node? in Node.alive.map({ $0?.takeUnretainedValue() }) where !kept.contains(where: { $0 === node }) {
            fail("\(node.name) stays alive")
        }
    }
}

// MARK: What only the copy shows

extension DependenciesContainer {
    static var isIdle: Bool {
        let resolution = Resolution.current
        return resolution.steps.isEmpty && resolution.kept.isEmpty && resolution.root == nil && resolution.awaited == nil
    }

    func isClaimed(_ name: String) -> Bool { registrations[Key(Node.self, name)]?.builder != nil }
    func published(_ name: String) -> Node? { registrations[Key(Node.self, name)]?.published?.service(of: Node.self) }
}

extension Injected { var held: Node? { state.node } }
extension WeakInjected { var held: Node? { state.node } }
extension DependenciesContainer.PropertyState {
    fileprivate var node: Node? { (strong?.content ?? object as Any) as? Node }
}
