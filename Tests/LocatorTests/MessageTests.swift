// The text of each error says how to fix the mistake. What `verify` finds, and that it leaves everything as it was. What
// a container prints about itself.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Messages` {
    let container = DependenciesContainer()

    @Test func `an error says what was registered when it was thrown, with names and arguments, the parent's too`() {
        container.register(type: Int.self, service: 1)
        let child = DependenciesContainer(parent: container)
        child.register(type: Int.self, service: 2)
        child.register(type: String.self, name: "host", service: "")
        child.register { (_, host: String, port: Int) in HTTPClient() }
        let error = expect(
            #"""
            Register 'API "live"' first, under exactly this type and name, in the container that was \#
            asked or in its parent. A singleton's factory asks the container where the singleton was registered.
                type: LocatorTests.Messages.API
                path: API "live"
                registered for this type: nothing; for others: HTTPClient (String, Int), Int, String "host"
            """#
        ) { try child.require(type: (any API).self, name: "live") }
        for name in ["test", "staging"] { child.register(type: (any API).self, name: name) { HTTPClient() } }
        #expect(error?.description.contains("registered for this type: nothing;") == true)
        expect(ending: #"registered for this type: API "staging", API "test""#) {
            try child.require(type: (any API).self, name: "live")
        }
        child.removeAll()
        container.removeAll()
        expect(ending: "registered for this type: nothing; for others: nothing") {
            try child.require(type: (any API).self)
        }
    }

    @Test func `a dependency of what was asked for is missing: the error names the missing one and the path to it`() {
        container.register { Feed(api: try $0.require()) }
        container.register { [try $0.require(type: Feed.self)] }
        container.register { ["screen": try $0.require(type: [Feed].self)] }
        let error = expect(
            #"""
            Register 'API' first, under exactly this type and name, in the container that was \#
            asked or in its parent. A singleton's factory asks the container where the singleton was registered.
                type: LocatorTests.Messages.API
                path: Dictionary<String, Array<Feed>> → Array<Feed> → Feed → API
                registered for this type: nothing; for others: Array<Feed>, Dictionary<String, Array<Feed>>, Feed
            """#
        ) { try container.require(type: [String: [Feed]].self) }
        #expect(error?.reason == .notRegistered && error?.type == (any API).self && error?.name == nil)
        #expect(error?.path == ["Dictionary<String, Array<Feed>>", "Array<Feed>", "Feed", "API"])
        let child = DependenciesContainer(parent: container)
        child.register(type: (any API).self, service: HTTPClient())
        expect(ending: "for others: Array<Feed>, Dictionary<String, Array<Feed>>, Feed") {
            try child.require(type: Feed.self)  // a singleton of the parent, which doesn't see the child's
        }
    }

    @Test func `a factory that returns an optional is told to unwrap it`() {
        container.register { Optional(HTTPClient()) }
        expect(advice: "Unwrap what the factory returns: 'HTTPClient?' is registered, and 'HTTPClient' is not.") {
            try container.require(type: HTTPClient.self)
        }
        expect(advice: #"Register 'HTTPClient "live"' first"#) {
            try container.require(type: HTTPClient.self, name: "live")
        }
    }

    @Test func `types with the same name are written in full`() {
        struct Feed {}
        container.register(type: Messages.Feed.self) { Messages.Feed(api: HTTPClient()) }
        expect(ending: "for others: LocatorTests.Messages.Feed") { try container.require(type: Feed.self) }
    }

    @Test func `what lives on the main actor says where to ask for it, or which factory to change`() async {
        class Cart: Greeting {}
        let container = container
        await MainActor.run { container.register { @MainActor in Cart() as any Greeting } }
        _ = Worker {
            expect(
                #"""
                Ask for 'Greeting' on the main actor, as in `await MainActor.run { … }`: it lives there. \#
                Or, if it is `Sendable`, build it at launch and register it with `service:`, for all threads.
                    type: LocatorTests.Messages.Greeting
                    path: Greeting
                    registered for this type: Greeting
                """#
            ) { try container.require(type: (any Greeting & Sendable).self) }
        }.wait()
        container.register { "\(try $0.require(type: (any Greeting & Sendable).self))" }
        container.register { [try $0.require(type: String.self)] }
        expect(
            #"""
            Begin the factory of 'String' with `@MainActor in`: 'Greeting' lives on the main actor. \#
            Or, if 'Greeting' is `Sendable`, build it at launch and register it with `service:`, for all threads.
                type: LocatorTests.Messages.Greeting
                path: Array<String> → String → Greeting
                registered for this type: Greeting
            """#
        ) { try container.require(type: [String].self) }
    }

    @Test func `other arguments are shown beside those that a factory takes`() {
        container.register { (_, host: String, port: Int) in HTTPClient() }
        container.register(name: "live") { (_, port: Int) in HTTPClient() }
        expect(
            #"""
            Pass exactly the registered `arguments:`, as in `Int64(id)` or `x as API`. If none are registered, leave \#
            out `arguments:`.
                type: LocatorTests.Messages.HTTPClient
                path: HTTPClient (Int)
                registered for this type: HTTPClient "live" (Int), HTTPClient (String, Int)
            """#
        ) { try container.require(type: HTTPClient.self, arguments: 1) }
        expect(advice: #"Register 'HTTPClient "test" (Int)' first"#) {
            try container.require(type: HTTPClient.self, name: "test", arguments: 1)
        }
    }

    @Test func `a circle says how to break it, and a service that asks for its own key is told to ask for another`() {
        container.register { Feed(api: try $0.require()) }
        container.register { container -> any API in
            _ = try container.require(type: Feed.self)
            return HTTPClient()
        }
        expect(
            #"""
            Break the circle: turn the `init` parameter of a service of the path into a property with `@Injected`.
                type: LocatorTests.Messages.Feed
                path: Feed → API → Feed
                registered for this type: Feed
            """#
        ) { try container.require(type: Feed.self) }
        container.register { "<\(try $0.require(type: String.self))>" }
        container.register { [try $0.require(type: String.self)] }
        expect(advice: "Ask for another type, or register what it wraps with a name: this factory asks for what it") {
            try container.require(type: [String].self)
        }
    }

    @Test func `of more than ten services a path and a list show both ends`() {
        for number in 1...10 {
            container.register(name: "\(number)") { try $0.require(type: Int.self, name: "\(number + 1)") }
        }
        let path = ((1...5).map { "Int \"\($0)\"" } + ["… 1 more …"] + (7...11).map { "Int \"\($0)\"" })
        let ten = [1, 10, 2, 3, 4, 5, 6, 7, 8, 9].map { "Int \"\($0)\"" }
        expect(
            ending:
                "path: \(path.joined(separator: " → "))\n    registered for this type: \(ten.joined(separator: ", "))"
        ) { try container.require(type: Int.self, name: "1") }
        container.register { try $0.require(type: Int.self, name: "12") }
        let eleven = ["Int"] + ten[..<4] + ["… 1 more …"] + ten[5...]
        expect(ending: "registered for this type: \(eleven.joined(separator: ", "))") {
            try container.require(type: Int.self)
        }
    }

    // MARK: What a stopped program says

    @Test func `resolve stops the program with the error of a circle`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register { Feed(api: $0.resolve(type: HTTPClient.self)!) }
            container.register { container in
                _ = container.resolve(type: Feed.self)
                return HTTPClient()
            }
            _ = container.resolve(type: Feed.self)
        }
        #expect(result?.standardError.contains("Fatal error: Break the circle") == true)
        #expect(result?.standardError.contains("path: Feed → HTTPClient → Feed\n") == true)
        #expect(result?.standardError.contains("asked for: Feed\n") == true)
    }

    @Test func `a factory throws: resolve stops the program with that error and with what was asked for`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register(type: (any API).self) { _ in throw Offline(host: "example.org") }
            container.register { Feed(api: try $0.require()) }
            _ = container.resolve(type: Feed.self)
        }
        let text = #"""
            To catch this error of a factory, call `require`: Offline(host: "example.org")
                asked for: Feed
            """#
        #expect(result?.standardError.contains(text) == true)
    }

    @Test func `where no thread-specific key is left, the program stops and says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var key = pthread_key_t()
            while pthread_key_create(&key, nil) == 0 {}
            let container = DependenciesContainer()
            container.register { HTTPClient() }
            _ = container.resolve(type: HTTPClient.self)
        }
        #expect(result?.standardError.contains("Use fewer thread-specific keys") == true)
    }

    protocol API: Sendable {}

    protocol Greeting {}

    struct HTTPClient: API {}

    struct Feed: Sendable {
        let api: any API
    }

    struct Offline: Error {
        let host: String
    }
}

/// Expects an error with this text, or whose text begins or ends like this, and returns the error.
@discardableResult private func expect(
    _ text: String? = nil, advice: String = "", ending: String = "", body: () throws -> some Any
) -> ResolutionError? {
    let error = #expect(throws: ResolutionError.self) { _ = try body() }
    let description = error?.description ?? ""
    #expect(text == nil || description == text)
    #expect(description.hasPrefix(advice) && description.hasSuffix(ending) && error?.errorDescription == description)
    return error
}

@Suite struct `Verification and description` {
    let container = DependenciesContainer()

    @Test func `verify finds each registration that can't be built, in alphabetical order, with the reason`() {
        container.register(name: "too") { "\(try $0.require(type: String.self))" }
        container.register { "\(try $0.require(type: Double.self))" }
        container.register { () -> [Int] in throw CancellationError() }
        container.register(type: Int.self, service: 1)
        container.register { (_, number: Int) -> [String] in throw CancellationError() }
        let found = DependenciesContainer(parent: container).verify()
        #expect(found.map(\.service) == ["Array<Int>", "String", #"String "too""#])
        #expect(found.first?.error is CancellationError)
        #expect((found.last?.error as? ResolutionError)?.path == [#"String "too""#, "String", "Double"])
    }

    @Test func `verify lists each missing property at the first service that builds its object`() {
        final class Screen: @unchecked Sendable {
            @Injected var first: Int
            @Injected(name: "second") var second: Int
            @Injected var optional: Double?
            @Injected(name: "lazy") var lazy: String
        }
        let isBuilt = Counter(0)
        container.register(name: "a") { [try $0.require(type: Screen.self)] }
        container.register { Screen() }
        container.register(name: "lazy", scope: .transient) { "\(isBuilt.increment())" }
        container.register(type: Bool.self) { throw CancellationError() }
        let found = container.verify()
        #expect(found.map(\.service) == [#"Array<Screen> "a""#, #"Array<Screen> "a""#, "Bool"])
        let errors = found.compactMap { $0.error as? ResolutionError }
        #expect(Set(errors.map(\.path)) == [["Int"], [#"Int "second""#]])
        #expect(errors.allSatisfy { $0.reason == .notRegistered } && isBuilt.count == 1, "for itself only")
    }

    @Test(arguments: [true, false])
    func `a factory that calls another container's verify disturbs neither`(isProperty: Bool) {
        final class Screen: @unchecked Sendable {
            @Injected var found: [String]?
            @Injected var missing: Double  // filled first, before `found`
        }
        let other = DependenciesContainer()
        other.register(type: Int.self) { throw CancellationError() }
        other.register { Screen() }
        let found = Guarded<[[String]]>([])
        container.register { () -> [String] in
            let services = other.verify().map(\.service)
            found { $0.append(services) }
            return services
        }
        container.register { Screen() }
        if isProperty { container.register { [try $0.require(type: Screen.self)] } }
        #expect(container.verify().map(\.service) == [isProperty ? "Array<Screen>" : "Screen"])
        #expect(found { $0 } == [["Int", "Screen"]])
    }

    @Test func `verify keeps nothing alive: neither what it has built, in parents too, nor an error`() {
        let (runs, releases) = (Counter(0), Counter(0))
        struct Failure: Error { let observer: DeinitObserver }
        container.register {
            DeinitObserver { releases.increment() }
        } injecting: { _, _ in
            runs.increment()
        }
        let child = DependenciesContainer(parent: container)
        child.register { () -> Int in throw Failure(observer: DeinitObserver { releases.increment() }) }
        for number in 1...50 { child.register(name: "\(number)") { try $0.require(type: DeinitObserver.self) } }
        #expect(child.verify().map(\.service) == ["Int"])
        #expect(runs.count == 1 && releases.count == 2)
        #expect(child.resolve(type: DeinitObserver.self) != nil && runs.count == 2)
    }

    @Test func `verify runs factories with its copy as shared`() {
        container.register { $0 === DependenciesContainer.shared ? 1 : try $0.require(type: Int.self) }
        #expect(container.verify().isEmpty)
    }

    @Test func `off the main actor, verify finds what lives there, and what needs it`() async {
        let container = container
        await MainActor.run { container.register(name: "a") { @MainActor in Service() } }
        container.register(name: "b") { try $0.service("a") }
        let found = await Task.detached { container.verify().map(\.service) }.value
        #expect(found == [#"Service "a""#, #"Service "b""#])
    }

    @Test func `what factories register, unregister and reset while verify runs them changes its copy only`() {
        container.register { (container: DependenciesContainer) -> Int in
            container.register(type: String.self, service: "")
            container.unregister(type: Double.self)
            container.resetInstances()
            return 1
        }
        container.register { 1.5 }
        #expect(container.verify().isEmpty)
        #expect(container.isRegistered(type: Double.self) && !container.isRegistered(type: String.self))
    }

    @Test func `the description has a line for each registration, in alphabetical order, the parent's too`() {
        container.register(type: Int.self, name: "answer", service: 42)
        container.register(scope: .transient) { "text" }
        container.register { 1 as Float }
        container.register(name: "e\u{301}", scope: .weak) { Service() }
        let child = DependenciesContainer(parent: container)
        child.register(scope: .graph) { 2 as Float }
        child.register { (_, number: Int) in "\(number)" }
        child.register(name: "pair") { (_, pair: (Int, Int)) in "\(pair)" }
        #expect(
            child.description == """
                Float: graph
                Int "answer": singleton
                Service "e\u{301}": weak
                String "pair" (Int, Int): transient
                String (Int): transient
                String: transient
                """)
        var text = ""
        dump(child, to: &text)
        #expect(text == "- \(child) #0\n")
    }
}
