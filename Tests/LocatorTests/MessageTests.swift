// The text of each error, and that it says how to fix the mistake.

import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Messages` {
    let container = DependenciesContainer()

    @Test func `what is registered when the error is read is shown with names and arguments, the parent's too`() {
        container.register(type: Int.self, service: 1)
        let child = DependenciesContainer(parent: container)
        child.register(type: String.self, name: "host", service: "")
        child.register { (host: String, port: Int) in HTTPClient() }
        let error = expect(
            #"""
            Call `register(type: API.self, name: "live") { … }` before it is needed, or ask for what is registered.
                type: LocatorTests.Messages.API
                path: API "live"
                registered for this type: nothing; for others: Int, String "host", HTTPClient (String, Int)
            """#
        ) { try child.require(type: (any API).self, name: "live") }
        for name in ["staging", "test"] { child.register(type: (any API).self, name: name) { HTTPClient() } }
        #expect(error?.description.hasSuffix(#"registered for this type: API "staging", API "test""#) == true)
    }

    @Test func `a service missing three levels down is named with the path to it`() {
        container.register { Feed(api: try $0.require()) }
        container.register { Screen(feed: try $0.require()) }
        container.register { Window(screen: try $0.require()) }
        let error = expect(
            #"""
            Call `register(type: API.self) { … }` before it is needed, or ask for what is registered.
                type: LocatorTests.Messages.API
                path: Window → Screen → Feed → API
                registered for this type: nothing; for others: Feed, Screen, Window
            """#
        ) { try container.require(type: Window.self) }
        #expect(error?.reason == .notRegistered)
        #expect(error?.type == (any API).self)
        #expect(error?.path == ["Window", "Screen", "Feed", "API"])
    }

    @Test func `an empty container says which container an object asks`() {
        expect(
            #"""
            Call `register(type: API.self) { … }` before it is needed, or ask another container: \#
            this one is empty, and an object asks the one that was `shared` when it was made.
                type: LocatorTests.Messages.API
                path: API
                registered for this type: nothing; for others: nothing
            """#
        ) { try container.require(type: (any API).self) }
    }

    @Test func `what is for the main actor only says where to resolve it`() async {
        class Cart: Greeting {}
        let container = container
        await MainActor.run { container.register { Cart() as any Greeting } }
        let error = Worker {
            #expect(throws: ResolutionError.self) { try container.require(type: (any Greeting & Sendable).self) }
        }.wait()
        #expect(
            error?.description == #"""
                Resolve 'Greeting' on the main actor, as in `await MainActor.run { … }`, \#
                or write `nonisolated` before its type if it need not be built there.
                    type: LocatorTests.Messages.Greeting
                    path: Greeting
                    registered for this type: Greeting
                """#)
    }

    @Test func `other arguments are shown beside those that a factory takes`() {
        container.register { (host: String, port: Int) in HTTPClient() }
        container.register(name: "live") { (port: Int) in HTTPClient() }
        container.register { HTTPClient() }
        expect(
            #"""
            Pass `arguments:` of exactly the registered types, as in `x as API` for a protocol.
                type: LocatorTests.Messages.HTTPClient
                path: HTTPClient (Int)
                registered for this type: HTTPClient (String, Int), HTTPClient "live" (Int), HTTPClient
            """#
        ) { try container.require(type: HTTPClient.self, arguments: 1) }
    }

    @Test func `arguments that a factory does not take are to be left out`() {
        container.register(name: "live") { HTTPClient() }
        expect(
            #"""
            Ask for 'HTTPClient "live"' without arguments.
                type: LocatorTests.Messages.HTTPClient
                path: HTTPClient "live" (Int)
                registered for this type: HTTPClient "live"
            """#
        ) { try container.require(type: HTTPClient.self, name: "live", arguments: 1) }
    }

    @Test func `arguments that a factory takes are to be passed`() {
        container.register(factory: Feed.init)
        container.register { Screen(feed: try $0.require()) }
        expect(
            #"""
            Pass `arguments:` of the registered types, or use `autoregister` to have them resolved.
                type: LocatorTests.Messages.Feed
                path: Screen → Feed
                registered for this type: Feed (API)
            """#
        ) { try container.require(type: Screen.self) }
    }

    @Test func `a type is suggested as it is written in code`() {
        typealias Log = @Sendable (String) -> Void
        expect(advice: "Call `register(type: (@Sendable (String) -> ()).self) { … }`") {
            try container.require(type: Log.self)
        }
    }

    @Test func `a name that is registered with arguments nowhere is to be registered`() {
        container.register { (host: String) in HTTPClient() }
        expect(advice: #"Call `register(type: HTTPClient.self, name: "live") { (…) in … }` before it is needed"#) {
            try container.require(type: HTTPClient.self, name: "live", arguments: 1)
        }
    }

    @Test func `a parent's service that needs what only the child has says whose it is`() {
        container.register { Feed(api: try $0.require()) }
        container.register { Screen(feed: try $0.require()) }
        let child = DependenciesContainer(parent: DependenciesContainer(parent: container))
        child.register(type: (any API).self, service: HTTPClient())
        child.register { Window(screen: try $0.require()) }
        expect(
            #"""
            Register 'API' in the parent, or 'Screen' in the child, too, or as `.transient` or `.graph`: \#
            a parent's singleton or weak service doesn't see what a child registers.
                type: LocatorTests.Messages.API
                path: Screen → Feed → API
                registered for this type: nothing; for others: Feed, Screen
            """#
        ) { try child.require(type: Screen.self) }
        expect(advice: "Register 'API' in the parent, or 'Screen' in the child") {
            try child.require(type: Window.self)
        }
        container.register(scope: .transient) { Feed(api: try $0.require()) }
        container.register(scope: .transient) { Screen(feed: try $0.require()) }
        #expect(child.resolve(type: Screen.self) != nil, "others are built for the child that was asked")
    }

    @Test func `what another container lacks has nothing to do with parents and children`() {
        let other = DependenciesContainer()
        container.register(type: (any API).self, service: HTTPClient())
        container.register { _ in Feed(api: try other.require()) }
        expect(advice: "Call `register(type: API.self) { … }`") { try container.require(type: Feed.self) }
    }

    @Test func `a service that asks for its own key is told to ask for another`() {
        container.register { "<\(try $0.require(type: String.self))>" }
        expect(advice: "Let 'String' ask for another type or name than its own.") {
            try container.require(type: String.self)
        }
    }

    @Test func `a circle of a parent's services is a circle, whoever asks`() {
        container.register { "\(try $0.require(type: Int.self))" }
        container.register { Int(try $0.require(type: String.self)) ?? 0 }
        let child = DependenciesContainer(parent: container)
        expect(advice: "Break the circle: resolve one of its services in `injecting:` instead of its factory.\n") {
            try child.require(type: Int.self)
        }
    }

    @Test func `a factory that takes the container among its arguments is told how to get it`() {
        container.register { (container: DependenciesContainer, host: String) in HTTPClient() }
        expect(advice: "Leave the container out of a factory's arguments, and ask") {
            try container.require(type: HTTPClient.self, arguments: "example.org")
        }
    }

    @Test func `an error that is read after its service has been registered says what was missing`() {
        let error = #expect(throws: ResolutionError.self) { try container.require(type: HTTPClient.self) }
        container.register { HTTPClient() }
        #expect(
            error?.description.hasPrefix("Call `register(type: HTTPClient.self) { … }` before it is needed") == true)
    }

    @Test func `a type that prints like one that is registered is reported as a second copy of its module`() {
        // Two function types that differ and print alike stand for the types of the two copies.
        typealias One = @Sendable (@autoclosure () -> Int) -> Void
        typealias Other = @Sendable (() -> Int) -> Void
        container.register(type: One.self, service: { _ in })
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Other.self) }
        let advice = "Link only one copy of the module: another type, perhaps of a second copy, is registered as"
        #expect(error?.description.hasPrefix(advice) == true)
        #expect(error?.description.contains("registered for this type: nothing") == true)
    }

    @Test func `of more than ten services a path shows both ends, and a list the beginning`() {
        for number in 1...10 {
            container.register(name: "\(number)") { try $0.require(type: Int.self, name: "\(number + 1)") }
        }
        func facts(of name: String) -> [Substring]? {
            let error = #expect(throws: ResolutionError.self) { try container.require(type: Int.self, name: name) }
            return error?.description.split(separator: "\n").suffix(2)
        }
        let ends = (1...5).map { "Int \"\($0)\"" } + ["… 1 more …"] + (7...11).map { "Int \"\($0)\"" }
        let ten = (1...10).map { "Int \"\($0)\"" }.joined(separator: ", ")
        #expect(
            facts(of: "1") == [
                "    path: \(ends.joined(separator: " → "))", "    registered for this type: \(ten)",
            ])
        container.register(type: Int.self, name: "another", service: 0)
        let whole = (2...11).map { "Int \"\($0)\"" }.joined(separator: " → ")
        #expect(facts(of: "2") == ["    path: \(whole)", "    registered for this type: \(ten), … 1 more …"])
    }

    // MARK: What a stopped program says

    @Test func `resolve stops on a circle, with its path`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register { Feed(api: $0.resolve(type: HTTPClient.self)!) }
            container.register { container in
                _ = container.resolve(type: Feed.self)
                return HTTPClient()
            }
            _ = container.resolve(type: Feed.self)
        }
        #expect(result?.standardError.contains("Break the circle") == true)
        #expect(result?.standardError.contains("path: Feed → HTTPClient → Feed\n") == true)
    }

    @Test func `resolveAll stopped by a nested factory's own error names the path to that factory`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register(type: (any API).self) { _ in throw Offline(host: "example.org") }
            container.register { Feed(api: try $0.require()) }
            container.register { Screen(feed: try $0.require()) }
            _ = container.resolveAll(type: Screen.self)
        }
        let text = #"""
            Call `require` to handle what a factory throws: Offline(host: "example.org")
                path: Screen → Feed → API
            """#
        #expect(result?.standardError.contains(text) == true)
    }

    @Test func `the path of a stop is not one of an earlier failure that was caught`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register(type: (any API).self) { throw Offline(host: "example.org") }
            container.register(name: "broken") { () -> HTTPClient in throw Offline(host: "example.net") }
            container.register {
                _ = try? $0.require(type: (any API).self)
                return Feed(api: try $0.require(type: HTTPClient.self, name: "broken"))
            }
            _ = container.resolve(type: Feed.self)
        }
        #expect(result?.standardError.contains(#"path: Feed → HTTPClient "broken""#) == true)
    }

    @Test func `the path of a stop is not one of a failure that a finished service has caught`() async {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.stop(afterFailureCaughtBy: .transient)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.stop(afterFailureCaughtBy: .singleton)
            },
        ]
        for result in results { #expect(result?.standardError.contains("path: String\n") == true) }
    }

    /// Stops in a factory that has needed a service of that scope, which did without one that failed.
    private static func stop(afterFailureCaughtBy scope: Scope) {
        let container = DependenciesContainer()
        container.register { () -> HTTPClient in throw Offline(host: "example.org") }
        container.register(type: Int.self, scope: scope) {
            _ = try? $0.require(type: HTTPClient.self)
            return 1
        }
        container.register(type: String.self) {
            _ = try $0.require(type: Int.self)
            throw Offline(host: "example.net")
        }
        _ = container.resolve(type: String.self)
    }

    /// Expects an error whose text begins with this.
    private func expect(advice: String, body: () throws -> some Any) {
        let error = #expect(throws: ResolutionError.self) { _ = try body() }
        #expect(error?.description.hasPrefix(advice) == true)
    }

    /// Expects this text of the error that is thrown, and returns the error.
    @discardableResult private func expect(_ text: String, body: () throws -> some Any) -> ResolutionError? {
        let error = #expect(throws: ResolutionError.self) { _ = try body() }
        #expect(error?.description == text)
        #expect(error?.errorDescription == text)
        return error
    }

    protocol API: Sendable {}

    protocol Greeting {}

    struct HTTPClient: API {}

    struct Feed: Sendable {
        let api: any API
    }

    struct Screen: Sendable {
        let feed: Feed
    }

    struct Window: Sendable {
        let screen: Screen
    }

    struct Offline: Error {
        let host: String
    }
}
