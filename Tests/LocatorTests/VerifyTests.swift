// What `verify` finds, and what it leaves behind. What a container prints about itself.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Verification and description` {
    let container = DependenciesContainer()

    @Test func `verify finds each registration that can't be built, in alphabetical order, with the reason`() {
        container.register(name: "too") { "\(try $0.require(type: String.self))" }
        container.register { "\(try $0.require(type: Double.self))" }
        container.register { () -> [Int] in throw CancellationError() }
        container.register { (_, number: Int) -> [String] in throw CancellationError() }
        let found = DependenciesContainer(parent: container).verify()
        #expect(found.map(\.service) == ["Array<Int>", "String", #"String "too""#])
        #expect(found.first?.error is CancellationError)
        #expect((found.last?.error as? ResolutionError)?.path == [#"String "too""#, "String", "Double"])
    }

    @Test func `verify finds a missing property beside another mistake, and builds nothing in other containers`() {
        let (other, runs) = (DependenciesContainer(), Counter(0))
        other.register { Double(runs.increment()) }
        container.register { [Injected<Double>(container: other)] }
        container.register { Injected<Int>() }
        container.register(name: "a") { container in
            _ = try container.require(type: Injected<Int>.self)
            return try container.require(type: Float.self)
        }
        let found = container.verify().map { "\($0.service): \(($0.error as? ResolutionError)?.path ?? [])" }
        #expect(found == [#"Float "a": ["Int"]"#, #"Float "a": ["Float \"a\"", "Float"]"#])
        #expect(runs.count == 0)
    }

    @Test func `verify lists each missing property, at the first service that builds its object`() {
        final class Screen: @unchecked Sendable {
            @Injected var first: Int
            @Injected(name: "second") var second: Int
            @Injected var optional: Double?
            @Injected var built: String
        }
        let runs = Counter(0)
        container.register(name: "a") { [try $0.require(type: Screen.self)] }
        container.register { Screen() }
        container.register(scope: .transient) { "\(runs.increment())" }
        let found = container.verify()
        #expect(found.map(\.service) == [#"Array<Screen> "a""#, #"Array<Screen> "a""#])
        #expect(Set(found.map { ($0.error as? ResolutionError)?.path }) == [["Int"], [#"Int "second""#]])
        #expect(runs.count == 1, "for itself only")
    }

    @Test func `verify in a factory, or inside another verify, stops the program and says so`() async {
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register { DependenciesContainer().verify().count }
                _ = container.resolve(type: Int.self)
            }, "Call `verify` outside of factories.")
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register(scope: .transient) { Service(onDeinit: { _ = DependenciesContainer().verify() }) }
                _ = container.verify()
            }, "Call `verify` outside of factories.")
    }

    @Test func `what still has a copy of verify asks the container that was copied, in parents, too`() throws {
        final class Client: @unchecked Sendable { @Injected var service: Service }
        enum Live {
            static let parents = Client()
            static let childs = Client()
        }
        let child = DependenciesContainer(parent: container)
        let copies = Guarded<[DependenciesContainer]>([])
        for container in [container, child] { container.register { Service() } }
        container.register(name: "parent's") { given in
            copies { $0.append(given) }
            return Live.parents
        }
        child.register(name: "child's") { given in
            copies { $0.append(given) }
            #expect(Live.childs.service === given.resolve(type: Service.self), "for now")
            return Live.childs
        }
        #expect(child.verify().isEmpty)
        let services = try [child, container].map { try $0.require(type: Service.self) }
        #expect(Live.childs.service === services[0] && Live.parents.service === services[1])
        #expect(try copies { try $0.map { try $0.require(type: Service.self) } }.elementsEqual(services, by: ===))
        container.register { (_, number: Int) in "\(number)" }
        #expect(copies { $0.map { $0.resolve(type: String.self, arguments: 7) } } == ["7", "7"])
    }

    @Test func `verify builds in a copy, and keeps nothing alive: neither a service, in parents too, nor an error`() {
        struct Failure: Error { let service: Service }
        struct Unread: Sendable {
            @Injected var number: Float
            let service: Service
        }
        let (runs, releases) = (Counter(0), Counter(0))
        container.register(scope: .transient) { 1 as Float }
        container.register { Unread(service: Service(onDeinit: { releases.increment() })) }
        container.register { container in
            container.register(type: Int.self, service: 1)
            container.unregister(type: String.self)
            return Service(counting: runs, onDeinit: { releases.increment() })
        }
        let child = DependenciesContainer(parent: container)
        child.register { () -> String in throw Failure(service: Service(onDeinit: { releases.increment() })) }
        for number in 1...50 { child.register(name: "\(number)") { [try $0.require(type: Service.self)] } }
        #expect(child.verify().map(\.service) == ["String"])
        #expect(runs.count == 1 && releases.count == 3)
        #expect(child.isRegistered(type: String.self) && !child.isRegistered(type: Int.self))
        #expect(child.resolve(type: Service.self) != nil && runs.count == 2)
    }

    @Test func `verify keeps nothing alive: not even a container whose copy something still asks`() throws {
        final class Unread: @unchecked Sendable {
            static let live = Unread()
            @Injected var service: Service
        }
        final class Missing: @unchecked Sendable {
            static let live = Missing()
            @Injected(name: "late") var service: Service?
        }
        weak var observed: DependenciesContainer?
        do {
            let session = DependenciesContainer(parent: container)
            session.register { Missing.live }
            #expect(session.verify().isEmpty)
            session.add("late")
            #expect(try Missing.live.service === session.service("late"), "it was nil in `verify`")
            session.register { Unread.live }
            session.register { Service() }
            #expect(session.verify().isEmpty)
            observed = session
        }
        #expect(observed == nil && Missing.live.service != nil, "it has asked the session, and kept what it got")
    }

    @Test func `a property keeps nothing of a copy of verify, whichever thread has read it, and even if it is weak`() {
        final class Client: @unchecked Sendable {
            static let live = Client()
            @Injected var service: Service
            @Injected(weak: true) var draft: Draft?
        }
        final class Draft: Sendable {}
        container.register { Service() }
        container.register(scope: .transient) { Draft() }
        container.register {
            let client = Client.live
            _ = Worker { (client.service, client.draft) }.wait()
            return client
        }
        #expect(container.verify().isEmpty)
        #expect(Client.live.service === container.resolve(type: Service.self))
        #expect(Client.live.draft != nil && Client.live.draft != nil)
    }

    @Test func `a property that outlives verify asks the original, keeps what it gets, and releases unlocked`() {
        final class Client: @unchecked Sendable {
            static let live = Client()
            @Injected var draft: [Service]
        }
        let (container, copy) = (container, Guarded<DependenciesContainer?>(nil))
        container.register(scope: .transient) { [Service()] }
        container.register { given in
            copy { $0 = given }
            return Client.live
        }
        #expect(container.verify().isEmpty)
        // The property lets go of the copy, which has this service.
        let releases = Counter(0)
        copy {
            $0!.register(
                type: Service.self,
                service: Service(onDeinit: {
                    #expect(container.resolve(type: [Service].self) != nil)
                    releases.increment()
                }))
            $0 = nil
        }
        #expect(Client.live.draft[0] === Client.live.draft[0] && releases.count == 1)
    }

    @Test func `while verify runs, its copy doesn't ask the original`() {
        let container = container
        container.register { _ in
            container.register { Service() }
            return [try container.copy().require(type: Service.self)]
        }
        container.register(name: "next") { "\(try $0.require(type: Service.self))" }
        #expect(container.verify().map(\.service) == [#"String "next""#])
    }

    @Test func `what the end of verify releases gets the services of the child, not what it overrides`() {
        let built = Counter(0)
        container.register(name: "api") { Service(counting: built) }
        let child = DependenciesContainer(parent: container)
        child.register(name: "api") { Service() }
        for (name, next) in [("first", "last"), ("last", "api")] {
            child.register(name: name) { given in
                Service(onDeinit: { _ = given.resolve(type: Service.self, name: next) })
            }
        }
        #expect(child.verify().isEmpty && built.count == 0)
    }

    @Test func `verify builds in a copy what the end of a service asks for, too`() {
        final class Socket: @unchecked Sendable {
            @Injected var log: Service
            deinit { log.isFinished = true }
        }
        let builders = Guarded<[ObjectIdentifier]>([])
        container.register { container in
            builders { $0.append(ObjectIdentifier(container)) }
            return Service()
        }
        container.register { Socket() }
        #expect(container.verify().isEmpty)
        #expect(builders { builders in !builders.isEmpty && !builders.contains(ObjectIdentifier(container)) })
    }

    @Test func `the description has a line for each registration, in alphabetical order, the parent's too`() {
        container.register(type: Int.self, name: "answer", service: 42)
        container.register(scope: .transient) { "text" }
        container.register { 1 as Float }
        let child = DependenciesContainer(parent: container)
        child.register(scope: .graph) { 2 as Float }
        child.register(name: "e\u{301}", scope: .weak) { Service() }
        child.register { (_, number: Int) in "\(number)" }
        #expect(
            child.description == """
                Float: graph
                Int "answer": singleton
                Service "e\u{301}": weak
                String with Int: transient
                String: transient
                """)
        var text = ""
        dump(child, to: &text)
        #expect(text == "- \(child) #0\n")
    }
}
