// The text of each error says how to fix the mistake. What `verify` finds, and what a container prints about itself.

import Foundation
import Locator
import Testing

@Suite(.timeLimit(.minutes(Samples.minutes))) struct `Messages` {
    let container = DependenciesContainer()

    @Test func `an error says what was registered when it was thrown, with names and arguments, the parent's too`() {
        let child = DependenciesContainer(parent: container)
        for container in [container, child] { container.register(type: Int.self, service: 1) }
        child.register(type: String.self, name: "host", service: "")
        container.register { (_, host: String, port: Int) in HTTPClient() }
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
        expect(ending: "nothing; for others: nothing") { try DependenciesContainer().require(type: Int.self) }
    }

    @Test func `a dependency of what was asked for is missing: the error names the missing one and the path to it`() {
        container.register { Feed(api: try $0.require()) }
        container.register { [try $0.require(type: Feed.self)] }
        let error = expect(
            advice: "Register 'API' first",
            ending: """
                type: LocatorTests.Messages.API
                    path: Array<Feed> → Feed → API
                    registered for this type: nothing; for others: Array<Feed>, Feed
                """
        ) { try container.require(type: [Feed].self) }
        #expect(error?.reason == .notRegistered && error?.type == (any API).self && error?.name == nil)
        #expect(error?.path == ["Array<Feed>", "Feed", "API"])
        let child = DependenciesContainer(parent: container)
        child.register(type: (any API).self, service: HTTPClient())
        expect(ending: "registered for this type: nothing; for others: Array<Feed>, Feed") {
            try child.require(type: Feed.self)  // a singleton of the parent doesn't see the child's services
        }
    }

    @Test func `a factory that returns an optional is told to unwrap it`() {
        container.register { Optional(HTTPClient()) }
        expect(advice: "Unwrap what the factory returns: 'HTTPClient?' is registered, and 'HTTPClient' is not.") {
            try container.require(type: HTTPClient.self)
        }
        expect(advice: #"Register 'HTTPClient "a"' first"#) { try container.require(type: HTTPClient.self, name: "a") }
    }

    @Test func `types with the same name are written in full`() {
        struct HTTPClient {}
        container.register { Messages.HTTPClient() }
        expect(ending: "for others: LocatorTests.Messages.HTTPClient") { try container.require(type: HTTPClient.self) }
    }

    @Test func `what lives on the main actor says where to ask for it, or which factory to change`() async {
        class Cart: Greeting {}
        let container = container
        await MainActor.run { container.register { @MainActor in Cart() as any Greeting } }
        let build = "if it is `Sendable`, build it at launch and register it with `service:`, for all threads."
        _ = Worker {
            expect(
                advice: "Ask for 'Greeting' on the main actor, as in `await MainActor.run { … }`: it lives there. Or, "
                    + "\(build)\n    type: LocatorTests.Messages.Greeting\n    path: Greeting\n"
            ) { try container.require(type: (any Greeting & Sendable).self) }
        }.wait()
        container.register { "\(try $0.require(type: (any Greeting & Sendable).self))" }
        container.register { [try $0.require(type: String.self)] }
        expect(
            advice: "Begin the factory of 'String' with `@MainActor in`: 'Greeting' lives on the main actor. Or, "
                + build.replacing("it is `S", with: "'Greeting' is `S"),
            ending: "path: Array<String> → String → Greeting\n    registered for this type: Greeting"
        ) { try container.require(type: [String].self) }
    }

    @Test func `other arguments are shown beside those that a factory takes`() {
        container.register { (_, host: String, port: Int) in HTTPClient() }
        container.register(name: "live") { (_, pair: (Int, Int)) in HTTPClient() }
        expect(
            #"""
            Pass exactly the registered `arguments:`, as in `Int64(id)` or `x as API`. If none are registered, leave \#
            out `arguments:`.
                type: LocatorTests.Messages.HTTPClient
                path: HTTPClient (Int)
                registered for this type: HTTPClient "live" (Int, Int), HTTPClient (String, Int)
            """#
        ) { try container.require(type: HTTPClient.self, arguments: 1) }
        expect(advice: #"Register 'HTTPClient "test" (Int)' first"#) {
            try container.require(type: HTTPClient.self, name: "test", arguments: 1)
        }
    }

    @Test func `a circle says how to break it, and a service that asks for its own key is told to ask for another`() {
        container.register { Feed(api: try $0.require()) }
        container.register { try $0.require(type: Feed.self).api }
        expect(
            """
            Break the circle: turn the `init` parameter of a service of the path into a property with `@Injected`.
                type: LocatorTests.Messages.Feed
                path: Feed → API → Feed
                registered for this type: Feed
            """
        ) { try container.require(type: Feed.self) }
        container.register { "<\(try $0.require(type: String.self))>" }
        container.register { [try $0.require(type: String.self)] }
        expect(advice: "Ask for another type, or register what it wraps with a name: this factory asks for what it") {
            try container.require(type: [String].self)
        }
    }

    @Test func `of more than ten services a path and a list show both ends`() {
        for number in 0...9 {
            container.register(name: "\(number)") { try $0.require(type: Int.self, name: "\(number + 1)") }
        }
        let ten = (0...9).map { "Int \"\($0)\"" }
        let path = (ten[..<5] + ["… 1 more …"] + ten[6...] + [#"Int "10""#]).joined(separator: " → ")
        expect(ending: "path: \(path)\n    registered for this type: \(ten.joined(separator: ", "))") {
            try container.require(type: Int.self, name: "0")
        }
        container.register(type: Int.self, name: "9a", service: 1)
        let list = (ten[..<5] + ["… 1 more …"] + ten[6...] + [#"Int "9a""#]).joined(separator: ", ")
        expect(ending: "registered for this type: \(list)") { try container.require(type: Int.self) }
    }

    // MARK: What a stopped program says

    @Test func `resolve stops the program with the error, and with what was asked for`() async {
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register { [$0.resolve(type: Feed.self)!] }
                container.register { Feed(api: $0.resolve(type: [Feed].self)![0].api) }
                _ = container.resolve(type: Feed.self)
            }, "Fatal error: Break the circle", "path: Feed → Array<Feed> → Feed\n", "asked for: Feed\n")
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register(type: (any API).self) { _ in throw CancellationError() }
                container.register { Feed(api: try $0.require()) }
                _ = container.resolve(type: Feed.self)
            }, "To catch this error of a factory, call `require`: CancellationError()\n    asked for: Feed\n")
    }

    @Test func `where no thread-specific key is left, the program stops and says so`() async {
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var key = pthread_key_t()
                while pthread_key_create(&key, nil) == 0 {}
                let container = DependenciesContainer()
                container.register { HTTPClient() }
                _ = container.resolve(type: HTTPClient.self)
            }, "Use fewer thread-specific keys")
    }

    protocol API: Sendable {}

    protocol Greeting {}

    struct HTTPClient: API {}

    struct Feed: Sendable { let api: any API }
}

/// Expects an error with this text, or whose text begins or ends like this, and returns the error.
@discardableResult private func expect(
    _ text: String? = nil, advice: String = "", ending: String = "", at place: SourceLocation = #_sourceLocation,
    body: () throws -> some Any
) -> ResolutionError? {
    let error = #expect(throws: ResolutionError.self, sourceLocation: place) { _ = try body() }
    let description = error?.description ?? ""
    #expect(description == text ?? description && error?.errorDescription == description, sourceLocation: place)
    #expect(description.hasPrefix(advice) && description.hasSuffix(ending), sourceLocation: place)
    return error
}

@Suite struct `Verification and description` {
    let container = DependenciesContainer()

    @Test func `verify finds each registration that can't be built, in alphabetical order, with the reason`() {
        container.register(name: "too") { "\(try $0.require(type: String.self))" }
        container.register { "\(try $0.require(type: Double.self))" }
        container.register { () -> [Int] in throw CancellationError() }
        container.register { $0 === DependenciesContainer.shared ? 1 : try $0.require(type: Int.self) }
        container.register { (_, number: Int) -> [String] in throw CancellationError() }
        let found = DependenciesContainer(parent: container).verify()
        #expect(found.map(\.service) == ["Array<Int>", "Int", "String", #"String "too""#])
        #expect(found.first?.error is CancellationError)
        #expect((found.last?.error as? ResolutionError)?.path == [#"String "too""#, "String", "Double"])
        #expect(container.verify().count == 3, "its own copy is shared, too")
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
        let errors = found.compactMap { $0.error as? ResolutionError }
        #expect(Set(errors.map(\.path)) == [["Int"], [#"Int "second""#]])
        #expect(errors.allSatisfy { $0.reason == .notRegistered } && runs.count == 1, "for itself only")
    }

    @Test(arguments: [true, false])
    func `a factory that calls another container's verify disturbs neither`(isProperty: Bool) {
        final class Screen: @unchecked Sendable {
            @Injected var found: [String]?
            @Injected var missing: Double  // filled first, before `found`
        }
        let (other, found) = (DependenciesContainer(), Guarded<[[String]]>([]))
        other.register { Screen() }
        container.register { () -> [String] in
            let services = other.verify().map(\.service)
            found { $0.append(services) }
            return services
        }
        container.register { Screen() }
        if isProperty { container.register { [try $0.require(type: Screen.self)] } }
        #expect(container.verify().map(\.service) == [isProperty ? "Array<Screen>" : "Screen"])
        #expect(found { $0 } == [["Screen"]])
    }

    @Test func `verify builds in a copy, and keeps nothing alive: neither a service, in parents too, nor an error`() {
        struct Failure: Error { let observer: DeinitObserver }
        let (runs, releases) = (Counter(0), Counter(0))
        container.register { container in
            container.register(type: Int.self, service: 1)
            container.unregister(type: String.self)
            return Service(observer: DeinitObserver { releases.increment() }, counting: runs)
        }
        let child = DependenciesContainer(parent: container)
        child.register { () -> String in throw Failure(observer: DeinitObserver { releases.increment() }) }
        for number in 1...50 { child.register(name: "\(number)") { [try $0.require(type: Service.self)] } }
        #expect(child.verify().map(\.service) == ["String"])
        #expect(runs.count == 1 && releases.count == 2)
        #expect(child.isRegistered(type: String.self) && !child.isRegistered(type: Int.self))
        #expect(child.resolve(type: Service.self) != nil && runs.count == 2)
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
                String (Int): transient
                String: transient
                """)
        var text = ""
        dump(child, to: &text)
        #expect(text == "- \(child) #0\n")
    }
}
