// Which circles are closed in `injecting`, so that all get the same instances, and which are reported.

import Locator
import Testing

@Suite struct `Circles through factories` {
    let container = DependenciesContainer()

    @Test(arguments: Scope.all)
    func `a circle is reported with its path`(scope: Scope) {
        container.register(scope: scope) { Server(client: try DependenciesContainer.shared.require()) }
        container.register(scope: scope) { Client(server: try DependenciesContainer.shared.require()) }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Server.self) }
        #expect(error?.reason == .circular)
        #expect(error?.path == ["Server", "Client", "Server"])
    }

    @Test func `a service that needs itself is a circle`() {
        container.register(scope: .transient) { () -> Server in
            _ = try DependenciesContainer.shared.require(type: Server.self)
            return Server()
        }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Server.self) }
        #expect(error?.path == ["Server", "Server"])
    }

    @Test func `a circle leaves no trace`() throws {
        container.register { Server(client: try DependenciesContainer.shared.require()) }
        container.register { Client(server: try DependenciesContainer.shared.require()) }
        #expect(throws: ResolutionError.self) { try container.require(type: Server.self) }
        container.register { Client() }
        #expect(try container.require(type: Server.self).client === container.require(type: Client.self))
    }

    @Test func `a diamond is not a circle`() throws {
        container.register(scope: .transient) { 1 }
        container.register(name: "left") { try DependenciesContainer.shared.require(type: Int.self) + 1 }
        container.register(name: "right") { try DependenciesContainer.shared.require(type: Int.self) + 2 }
        container.register(name: "top") {
            try DependenciesContainer.shared.require(type: Int.self, name: "left")
                + DependenciesContainer.shared.require(type: Int.self, name: "right")
        }
        #expect(try container.require(type: Int.self, name: "top") == 5)
    }

    @Test(arguments: Scope.all)
    func `a factory that asks a container made inside it, and so on, is a circle`(scope: Scope) {
        container.register(scope: scope) { try $0.copy().require(type: Server.self) }
        container.register(scope: scope) { try DependenciesContainer(parent: $0.copy()).require(type: Client.self) }
        for _ in 0..<2 {
            let error = #expect(throws: ResolutionError.self) { try container.require(type: Server.self) }
            #expect(error?.reason == .circular)
            #expect(throws: ResolutionError.self) { try container.require(type: Client.self) }
        }
    }

    @Test func `a child's service that wraps the parent's is not a circle`() throws {
        container.register(scope: .transient) { "plain" }
        let child = DependenciesContainer(parent: container)
        child.register(scope: .transient) { [container] in "<\(try container.require(type: String.self))>" }
        #expect(try child.require(type: String.self) == "<plain>")
    }
}

@Suite struct `Circles closed in injecting` {
    let container = DependenciesContainer()

    @Test(arguments: [Scope.singleton, .graph, .weak])
    func `both ends inject`(scope: Scope) throws {
        let runs = Counter(0)
        container.registerServer(scope: scope) { runs.increment() }
        container.register(scope: scope) {
            Client()
        } injecting: { client in
            runs.increment()
            client.server = try DependenciesContainer.shared.require()
        }
        let server = try container.require(type: Server.self)
        #expect(server.client?.server === server)
        #expect(runs.count == 2)
        let client = try container.require(type: Client.self)
        #expect(client.server?.client === client)
        switch scope {
        case .singleton, .weak: #expect(client === server.client && runs.count == 2)
        default: #expect(client !== server.client && runs.count == 4)
        }
    }

    @Test(arguments: [Scope.singleton, .graph, .weak], [true, false])
    func `one end takes the other in its initializer`(scope: Scope, fromClient: Bool) throws {
        let (factories, injections) = (Counter(0), Counter(0))
        container.registerServer(scope: scope) { injections.increment() }
        container.register(scope: scope) { () -> Client in
            factories.increment()
            return Client(server: try DependenciesContainer.shared.require())
        }
        if fromClient {
            let client = try container.require(type: Client.self)
            #expect(client.server?.client === client)
            #expect(factories.count == 2, "once more inside `injecting`; the outer result is dropped")
        } else {
            let server = try container.require(type: Server.self)
            #expect(server.client?.server === server)
            #expect(factories.count == 1)
        }
        #expect(injections.count == 1)
        if scope == .singleton {
            #expect(try container.require(type: Server.self).client === container.require(type: Client.self))
            #expect(factories.count == (fromClient ? 2 : 1))
        }
    }

    @Test(arguments: [Scope.singleton, .graph, .weak])
    func `the service that is being injected is found by its own key`(scope: Scope) throws {
        container.register(scope: scope) {
            Server()
        } injecting: { server in
            let found = try DependenciesContainer.shared.require(type: Server.self)
            #expect(found === server)
        }
        _ = try container.require(type: Server.self)
    }

    @Test(arguments: 0..<3)
    func `three parties, two of which take the next in their initializer`(entrance: Int) throws {
        container.register(name: "0") {
            Node(0)
        } injecting: { node in
            node.others.append(try DependenciesContainer.shared.require(name: "1"))
        }
        container.register(name: "1") { Node(1, [try DependenciesContainer.shared.require(name: "2")]) }
        container.register(name: "2") { Node(2, [try DependenciesContainer.shared.require(name: "0")]) }
        var node = try container.require(type: Node.self, name: "\(entrance)")
        for step in 1...6 {
            node = try #require(node.others.first)
            #expect(node.number == (entrance + step) % 3)
            #expect(try container.require(type: Node.self, name: "\(node.number)") === node)
        }
    }

    @Test func `a failed injection keeps nothing of the circle`() throws {
        struct Refused: Error {}
        let refuses = Guarded(true)
        container.registerServer { if refuses({ $0 }) { throw Refused() } }
        container.register { Client(server: try DependenciesContainer.shared.require()) }
        #expect(throws: Refused.self) { try container.require(type: Server.self) }
        #expect(throws: Refused.self) { try container.require(type: Client.self) }
        refuses { $0 = false }
        let client = try container.require(type: Client.self)
        #expect(client.server?.client === client)
        #expect(try container.require(type: Server.self) === client.server)
    }

    @Test func `who catches the failure of a circle goes on without what was built in it`() throws {
        // The factory of the client gets the server, whose injection makes the client in a second run, and then fails.
        let tries = Counter(0)
        container.registerServer { if tries.increment() == 1 { throw CancellationError() } }
        container.register { Client(server: try? DependenciesContainer.shared.require()) }
        let client = try container.require(type: Client.self)
        #expect(client.server == nil)
        #expect(try container.require(type: Server.self).client === client)
    }

    @Test func `a failure that is caught inside a circle fails nobody else, and can be tried again there`() throws {
        let runs = Counter(0)
        container.register(name: "a") {
            Node(0)
        } injecting: { a in
            _ = try? DependenciesContainer.shared.require(type: Node.self, name: "b")
            a.others.append(try DependenciesContainer.shared.require(name: "b"))
        }
        container.register(name: "b") { () -> Node in
            let b = Node(1, [try DependenciesContainer.shared.require(name: "a")])
            if runs.increment() == 1 { throw CancellationError() }
            return b
        }
        let a = try container.require(type: Node.self, name: "a")
        let b = try container.require(type: Node.self, name: "b")
        #expect(a.others.first === b && b.others.first === a)
        #expect(runs.count == 2)
    }

    @Test func `a circle of which one registration is replaced meanwhile is not kept`() throws {
        let runs = Counter(0)
        container.registerServer {
            if runs.increment() == 1 { DependenciesContainer.shared.register { Client() } }
        }
        container.register { Client(server: try DependenciesContainer.shared.require()) }
        let stale = try container.require(type: Server.self)
        #expect(stale.client?.server === stale)
        let server = try container.require(type: Server.self)
        #expect(try server !== stale && server.client === container.require(type: Client.self))
    }

    @Test func `a graph service of a circle that is not kept is shared for the rest of the resolve`() throws {
        let runs = Counter(0)
        container.register(name: "a") {
            Node(0)
        } injecting: { a in
            a.others.append(try DependenciesContainer.shared.require(name: "b"))
            a.others.append(try DependenciesContainer.shared.require(name: "graph"))
            if runs.increment() == 1 { DependenciesContainer.shared.register(name: "b") { Node(1) } }
        }
        container.register(name: "b") { Node(1, [try DependenciesContainer.shared.require(name: "a")]) }
        container.register(name: "graph", scope: .graph) { Node(2, [try $0.require(name: "a")]) }
        container.register(name: "outer") { Node(3, [try $0.require(name: "a"), try $0.require(name: "graph")]) }
        let outer = try container.require(type: Node.self, name: "outer")
        let graph = try #require(outer.others.last)
        #expect(outer.others.first?.others.last === graph)
    }

    @Test(arguments: [true, false])
    func `a transient service in a circle is made for each who asks`(fromClient: Bool) throws {
        container.registerServer()
        container.register(scope: .transient) { Client(server: try DependenciesContainer.shared.require()) }
        let server = try fromClient ? container.require(type: Client.self).server : container.require(type: Server.self)
        #expect(server?.client?.server === server)
        let client = try container.require(type: Client.self)
        #expect(client !== server?.client && client.server === server)
    }

    @Test func `a circle that needs a transient service to be handed out early is reported, and what would help`()
        throws
    {
        container.registerServer(scope: .transient)
        container.register(scope: .transient) { Client(server: try DependenciesContainer.shared.require()) }
        for _ in 0..<2 {
            let error = #expect(throws: ResolutionError.self) { try container.require(type: Client.self) }
            #expect(error?.reason == .circular)
            #expect(error?.path == ["Client", "Server", "Client"])
            #expect(error?.description.hasPrefix("Register 'Server' with `scope: .graph`, so that") == true)
        }
        container.registerServer(scope: .graph)
        let client = try container.require(type: Client.self)
        #expect(client.server?.client?.server === client.server)
    }

    @Test(arguments: [true, false]) func `a bus is needed by each of its 120 plugins`(asksBus: Bool) {
        Worker(stackSize: 1 << 23) { testBus(asksBus) }.wait()
    }

    private func testBus(_ asksBus: Bool) {
        let names = (0..<120).map { "plugin \($0)" }
        container.register(name: "bus") {
            Node(0, try names.map { try DependenciesContainer.shared.require(name: $0) })
        }
        for name in names {
            container.register(name: name) {
                Node(1)
            } injecting: {
                $0.others.append(try DependenciesContainer.shared.require(name: "bus"))
            }
        }
        let first = container.resolve(type: Node.self, name: asksBus ? "bus" : "plugin 7")!
        let bus = container.resolve(type: Node.self, name: "bus")!
        #expect(bus.others.count == 120 && bus.others.allSatisfy { $0.others.first === bus })
        #expect(first === (asksBus ? bus : bus.others[7]))
    }

    @Test func `a factory that asks for itself in containers inside each other is reported`() {
        container.register(scope: .transient) { (container: DependenciesContainer) -> Node in
            try DependenciesContainer(parent: container).require()
        }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Node.self) }
        #expect(error?.reason == .circular)
        #expect(error?.description.hasPrefix("End the recursion earlier: what is built inside itself 100 deep") == true)
    }

    @Test func `a factory that is registered anew inside itself, in a container of its own, is reported`() {
        @Sendable func session(_ parent: DependenciesContainer) -> DependenciesContainer {
            let child = DependenciesContainer(parent: parent)
            child.register { (container: DependenciesContainer) -> Node in try session(container).require() }
            return child
        }
        let error = #expect(throws: ResolutionError.self) { try session(container).require(type: Node.self) }
        #expect(error?.reason == .circular)
    }

    @Test func `a weak root lives until its graph is complete`() throws {
        container.register(name: "root", scope: .weak) {
            Service()
        } injecting: { root in
            root.weakOther = try DependenciesContainer.shared.require(name: "other")
        }
        container.register(name: "other", scope: .weak) { Service(other: try $0.require(name: "root")) }
        let other = try container.require(type: Service.self, name: "other")
        #expect(other.other?.weakOther === other)
        #expect(try container.require(type: Service.self, name: "root") === other.other)
    }

    final class Node: @unchecked Sendable {
        let number: Int
        var others: [Node]
        init(_ number: Int, _ others: [Node] = []) { (self.number, self.others) = (number, others) }
    }
}

private final class Server: @unchecked Sendable {
    var client: Client?
    init(client: Client? = nil) { self.client = client }
}

private final class Client: @unchecked Sendable {
    var server: Server?
    init(server: Server? = nil) { self.server = server }
}

extension DependenciesContainer {
    /// Registers a server that gets its client in `injecting`, which then runs `body`.
    fileprivate func registerServer(scope: Scope = .singleton, _ body: @escaping @Sendable () throws -> Void = {}) {
        register(scope: scope) {
            Server()
        } injecting: { server in
            server.client = try DependenciesContainer.shared.require()
            try body()
        }
    }
}
