// The text of each error, and that it says how to fix the mistake. What `verify` finds, and leaves as it was. What a
// container prints about itself.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Messages` {
    let container = DependenciesContainer()

    @Test func `what was registered when the error was thrown is shown with names and arguments, the parent's too`() {
        container.register(type: Int.self, service: 1)
        let child = DependenciesContainer(parent: container)
        child.register(type: String.self, name: "host", service: "")
        child.register { (_, host: String, port: Int) in HTTPClient() }
        let error = expect(
            #"""
            Register 'API "live"' first, under exactly this type and name, in the container that was \#
            asked or in its parent. A singleton's factory asks the container where the singleton was registered.
                type: LocatorTests.Messages.API
                path: API "live"
                registered for this type: nothing; for others: Int, String "host", HTTPClient (String, Int)
            """#
        ) { try child.require(type: (any API).self, name: "live") }
        for name in ["staging", "test"] { child.register(type: (any API).self, name: name) { HTTPClient() } }
        #expect(error?.description.contains("registered for this type: nothing;") == true)
        let second = #expect(throws: ResolutionError.self) { try child.require(type: (any API).self, name: "live") }
        let ending = #"registered for this type: API "staging", API "test""#
        #expect(second?.description.hasSuffix(ending) == true)
    }

    @Test func `a service missing three levels down is named with the path to it`() {
        container.register { Feed(api: try $0.require()) }
        container.register { Screen(feed: try $0.require()) }
        container.register { Window(screen: try $0.require()) }
        let error = expect(
            #"""
            Register 'API' first, under exactly this type and name, in the container that was \#
            asked or in its parent. A singleton's factory asks the container where the singleton was registered.
                type: LocatorTests.Messages.API
                path: Window → Screen → Feed → API
                registered for this type: nothing; for others: Feed, Screen, Window
            """#
        ) { try container.require(type: Window.self) }
        #expect(error?.reason == .notRegistered)
        #expect(error?.type == (any API).self)
        #expect(error?.path == ["Window", "Screen", "Feed", "API"])
    }

    @Test func `an empty container says that nothing is registered`() {
        let error = #expect(throws: ResolutionError.self) { try container.require(type: (any API).self) }
        let facts = "registered for this type: nothing; for others: nothing"
        #expect(error?.description.hasSuffix(facts) == true)
    }

    @Test func `a factory that returns an optional is told to unwrap it`() {
        container.register(type: Int.self, service: 1)
        container.register { Optional(HTTPClient()) }
        expect(advice: "Unwrap what the factory returns: 'HTTPClient?' is registered, and 'HTTPClient' is not.") {
            try container.require(type: HTTPClient.self)
        }
        container.register(name: "live") { Optional(Optional(HTTPClient())) }
        expect(advice: #"Register 'HTTPClient "live"' first"#) {
            try container.require(type: HTTPClient.self, name: "live")
        }
    }

    @Test func `types with the same name are written in full`() {
        struct Feed {}
        container.register(type: Messages.Feed.self, name: "other") { Messages.Feed(api: HTTPClient()) }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Feed.self, name: "other") }
        #expect(error?.description.hasSuffix("for others: LocatorTests.Messages.Feed") == true)
    }

    @Test func `what is for the main actor only says where to ask for it, or which factory to change`() async {
        class Cart: Greeting {}
        let container = container
        await MainActor.run { container.register { @MainActor in Cart() as any Greeting } }
        let error = Worker {
            #expect(throws: ResolutionError.self) { try container.require(type: (any Greeting & Sendable).self) }
        }.wait()
        #expect(
            error?.description == #"""
                Ask for 'Greeting' on the main actor, as in `await MainActor.run { … }`: it lives there. \#
                Or, if it is `Sendable`, build it at launch and register it with `service:`, for all threads.
                    type: LocatorTests.Messages.Greeting
                    path: Greeting
                    registered for this type: Greeting
                """#)
        container.register { "\(try $0.require(type: (any Greeting & Sendable).self))" }
        expect(
            #"""
            Begin the factory of 'String' with `@MainActor in`: 'Greeting' lives on the main actor. \#
            Or, if 'Greeting' is `Sendable`, build it at launch and register it with `service:`, for all threads.
                type: LocatorTests.Messages.Greeting
                path: String → Greeting
                registered for this type: Greeting
            """#
        ) { try container.require(type: String.self) }
        container.register { [try $0.require(type: String.self)] }
        expect(advice: "Begin the factory of 'String' with") { try container.require(type: [String].self) }
    }

    @Test func `other arguments are shown beside those that a factory takes`() {
        container.register { (_, host: String, port: Int) in HTTPClient() }
        container.register(name: "live") { (_, port: Int) in HTTPClient() }
        expect(
            #"""
            Pass exactly the registered `arguments:`, as in `Int64(id)` or `x as API`. If none are registered, leave out `arguments:`.
                type: LocatorTests.Messages.HTTPClient
                path: HTTPClient (Int)
                registered for this type: HTTPClient (String, Int), HTTPClient "live" (Int)
            """#
        ) { try container.require(type: HTTPClient.self, arguments: 1) }
        expect(advice: #"Register 'HTTPClient "test" (Int)' first"#) {
            try container.require(type: HTTPClient.self, name: "test", arguments: 1)
        }
    }

    @Test func `a parent's service that needs what only the child has says which container its factory asks`() {
        container.register { Feed(api: try $0.require()) }
        container.register { Screen(feed: try $0.require()) }
        let child = DependenciesContainer(parent: DependenciesContainer(parent: container))
        child.register(type: (any API).self, service: HTTPClient())
        expect(
            #"""
            Register 'API' first, under exactly this type and name, in the container that was \#
            asked or in its parent. A singleton's factory asks the container where the singleton was registered.
                type: LocatorTests.Messages.API
                path: Screen → Feed → API
                registered for this type: nothing; for others: Feed, Screen
            """#
        ) { try child.require(type: Screen.self) }
        container.register(scope: .transient) { Feed(api: try $0.require()) }
        container.register(scope: .transient) { Screen(feed: try $0.require()) }
        #expect(child.resolve(type: Screen.self) != nil, "others are built for the child that was asked")
    }

    @Test func `a service that asks for its own key is told to ask for another`() {
        container.register { "<\(try $0.require(type: String.self))>" }
        expect(
            #"""
            Ask for another type, or register what it wraps with a name: this factory asks for what it builds.
                type: Swift.String
                path: String → String
                registered for this type: String
            """#
        ) { try container.require(type: String.self) }
        container.register { [try $0.require(type: String.self)] }
        expect(advice: "Ask for another type") { try container.require(type: [String].self) }
    }

    @Test func `of more than ten services a path and a list show both ends`() {
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
        container.register { try $0.require(type: Int.self, name: "12") }
        #expect(
            facts(of: "12")?.last
                == "    registered for this type: \(ends.dropLast().joined(separator: ", ")), Int")
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
        let advice = """
            Break the circle: choose a service of the path that isn't `.transient`. Turn its `init` parameter for the \
            next service into a property, set in `injecting:`. If all are `.transient`, make one `.graph`.
            """
        #expect(result?.standardError.contains(advice) == true)
        #expect(result?.standardError.contains("path: Feed → HTTPClient → Feed\n") == true)
        #expect(result?.standardError.contains("asked for: Feed\n") == true)
        #expect(result?.standardError.contains("call `require`") == false, "no factory has thrown")
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

    @Test func `resolveAll stopped by a nested factory's own error says what was asked for`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register(type: (any API).self) { _ in throw Offline(host: "example.org") }
            container.register { Feed(api: try $0.require()) }
            container.register { Screen(feed: try $0.require()) }
            _ = container.resolveAll(type: Screen.self)
        }
        let text = #"""
            To catch this error of a factory, call `require`: Offline(host: "example.org")
                asked for: Array<Screen>
            """#
        #expect(result?.standardError.contains(text) == true)
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

@Suite struct `Verification and description` {
    let container = DependenciesContainer()

    @Test func `verify finds every registration that can't be built, with the reason`() {
        container.register(type: Int.self, service: 1)
        container.register { "\(try $0.require(type: Double.self))" }
        container.register(name: "too") { "\(try $0.require(type: String.self))" }
        container.register { () -> [Int] in throw CancellationError() }
        let found = container.verify()
        #expect(found.failures.map(\.registration) == ["String", #"String "too""#, "Array<Int>"])
        #expect((found.failures[0].error as? ResolutionError)?.path == ["String", "Double"])
        #expect(found.failures[2].error is CancellationError)
    }

    @Test func `verify runs factories with a copy of what is shared`() {
        let app = DependenciesContainer()
        app.register { "app's" }
        container.register { [try DependenciesContainer.shared.require(type: String.self)] }
        #expect(container.verify().failures.count == 1)
        #expect(app.asShared { container.verify() }.failures.isEmpty)
        #expect(app.description.contains("not built"), "the copy is used")
        app.register { $0 === DependenciesContainer.shared ? 1 : try $0.require(type: Int.self) }
        #expect(app.asShared { app.verify() }.failures.isEmpty, "its copy is shared")
        let runs = Counter(0)
        app.register { runs.increment() == 1 ? 1.5 : 0 }
        let child = DependenciesContainer(parent: DependenciesContainer(parent: app))
        child.register { [try $0.require(type: Double.self), try DependenciesContainer.shared.require()] }
        #expect(app.asShared { child.verify() }.failures.isEmpty && runs.count == 1, "its parent's copy is shared")
    }

    @Test func `verify says what has replaced another registration of the same container`() {
        let child = DependenciesContainer(parent: container)
        for number in 1...2 {
            container.register(type: Int.self, name: "twice", service: number)
            container.register(type: Int.self, service: number)
            container.unregister(type: Int.self)
        }
        #expect(container.verify().replacing == [#"Int "twice""#] && child.verify().replacing == [#"Int "twice""#])
        child.register(type: Int.self, name: "twice", service: 3)
        #expect(child.verify().replacing == [])
        #expect(container.verify().description == #"Int "twice": registered more than once"#)
    }

    @Test func `verify leaves and keeps nothing of what it has built, in parents, too`() {
        let (runs, releases) = (Counter(0), Counter(0))
        container.register {
            DeinitObserver { releases.increment() }
        } injecting: { _, _ in
            runs.increment()
        }
        let child = DependenciesContainer(parent: container)
        for number in 1...50 { child.register(name: "\(number)") { try $0.require(type: DeinitObserver.self) } }
        #expect(child.verify().failures.isEmpty)
        #expect(runs.count == 1 && releases.count == 1)
        #expect(child.resolve(type: DeinitObserver.self) != nil && runs.count == 2)
    }

    @Test func `the description of what verify has found has a line for each`() {
        container.register { () -> [Int] in throw CancellationError() }
        container.register { (_, number: Int) in "\(number)" }
        let found = container.verify()
        #expect(found.failures.map(\.registration) == ["Array<Int>"])
        #expect(found.notChecked == ["String (Int)"])
        #expect(found.description == "Array<Int>: CancellationError()\nString (Int): not checked")
        container.unregister(type: [Int].self)
        #expect(container.verify().failures.isEmpty, "with arguments is not checked, not broken")
        container.removeAll()
        #expect(container.verify().description == "Every registration can be built.")
    }

    @Test func `off the main actor, what needs it has failed`() async {
        let container = container
        await MainActor.run { container.register(name: "last") { @MainActor in Model() } }
        container.register { Feed(model: try $0.require(name: "last")) }
        let found = await Task.detached { container.verify() }.value
        #expect(found.failures.map(\.registration) == [#"Model "last""#, "Feed"])
    }

    @Test func `a factory may register, unregister and reset, also while it is verified`() {
        container.register { (container: DependenciesContainer) -> Int in
            container.register(type: String.self, service: "")
            container.unregister(type: Double.self)
            container.resetInstances()
            container.register { (_, text: String) in text }
            return 1
        }
        container.register { 1.5 }
        #expect(container.verify().description == "Every registration can be built.", "as they were before")
        #expect(container.isRegistered(type: Double.self) && !container.isRegistered(type: String.self))
        #expect(container.resolve(type: Int.self) == 1)
        #expect(!container.isRegistered(type: Double.self) && container.isRegistered(type: String.self))
    }

    @Test func `the description is a table in the order of the last registrations, the parent's too`() {
        container.register(type: Int.self, name: "answer", service: 42)
        container.register(scope: .transient) { "text" }
        container.register(type: Float.self, service: 1)
        container.register(name: "👨‍👩‍👧‍👦") { Service() }
        container.register(name: "e\u{301}", scope: .weak) { Service() }
        container.resetInstances()
        let child = DependenciesContainer(parent: container)
        child.register { 1.5 }
        child.register { (_, number: Int) in "\(number)" }
        child.register { 2 as Float }
        let held = child.resolveAll(type: Service.self)
        #expect(
            child.description == """
                scope      state      service
                singleton  built      Int "answer"
                transient  -          String
                singleton  built      Service "👨‍👩‍👧‍👦"
                weak       -          Service "e\u{301}"
                singleton  not built  Double
                transient  -          String (Int)
                singleton  not built  Float
                """)
        withExtendedLifetime(held) {}
        var text = ""
        dump(child, to: &text)
        #expect(text == "- \(child) #0\n")
    }

    @MainActor private final class Model {}

    private struct Feed: Sendable {
        let model: Model
    }
}
