// The text of each error says how to fix the mistake.

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
        let error = #expect(throws: ResolutionError.self) { try child.require(type: (any API).self, name: "live") }
        for name in ["test", "staging"] { child.register(type: (any API).self, name: name) { HTTPClient() } }
        #expect(
            error?.description == #"""
                Register 'API "live"' first, under exactly this type and name, in the container that was asked or its \#
                parent.
                    type: LocatorTests.Messages.API
                    path: API "live"
                    registered for this type: nothing; for others: HTTPClient with (String, Int), Int, String "host"
                """#)
        let text = message { try child.require(type: (any API).self, name: "live") }
        #expect(text.hasSuffix(#"registered for this type: API "staging", API "test""#))
        let empty = message { try DependenciesContainer().require(type: Int.self) }
        #expect(empty.hasSuffix("registered for this type: nothing; for others: nothing"))
    }

    @Test func `a dependency of what was asked for is missing: the error names the missing one and the path to it`() {
        container.register { Feed(api: try $0.require()) }
        container.register { [try $0.require(type: Feed.self)] }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: [Feed].self) }
        #expect(error?.reason == .notRegistered && error?.type == (any API).self && error?.name == nil)
        #expect(error?.path == ["Array<Feed>", "Feed", "API"])
        let advice = "parent. In a factory, `shared` is `$0`: for a singleton, the container that has it.\n"
        #expect(error?.description.hasPrefix("Register 'API' first") == true && error!.description.contains(advice))
        #expect(error?.description.contains("path: Array<Feed> → Feed → API\n") == true)
        #expect(message { try container.require(type: Feed.self) }.contains(advice))
    }

    @Test func `a factory that returns an optional is told to unwrap it`() {
        container.register { Optional(HTTPClient()) }
        let advice = "Unwrap what the factory returns: 'HTTPClient?' is registered, and 'HTTPClient' is not."
        #expect(message { try container.require(type: HTTPClient.self) }.hasPrefix(advice))
        let other = message { try container.require(type: HTTPClient.self, name: "a") }
        #expect(other.hasPrefix(#"Register 'HTTPClient "a"' first"#))
    }

    @Test func `another type with the same name is shown as another one, in full`() {
        struct HTTPClient {}
        container.register { Messages.HTTPClient() }
        let text = message { try container.require(type: HTTPClient.self) }
        #expect(text.hasSuffix("for others: another LocatorTests.Messages.HTTPClient"))
    }

    @Test func `what lives on the main actor says where to ask for it, or which factory to change`() async {
        class Cart: Greeting {}
        let container = container
        await MainActor.run { container.register { @MainActor in Cart() as any Greeting } }
        let advice = """
            'Greeting' lives on the main actor. For other threads, write `nonisolated init` in its class, and register \
            it without `@MainActor in`. If you didn't write that, `.init` can add it: see `register`.

            """
        let text = Worker { message { try container.require(type: (any Greeting & Sendable).self) } }.wait()
        #expect(text.hasPrefix("Ask for it on the main actor, as in `await MainActor.run { … }`: \(advice)"))
        container.register { "\(try $0.require(type: (any Greeting & Sendable).self))" }
        container.register { [try $0.require(type: String.self)] }
        let direct = message { try container.require(type: String.self) }
        for other in [direct, message { try container.require(type: [String].self) }] {
            #expect(other.hasPrefix("Begin the factory of 'String' with `@MainActor in`: \(advice)"))
        }
    }

    @Test func `other arguments are shown beside those that a factory takes`() {
        container.register { (_, host: String, port: Int) in HTTPClient() }
        container.register(name: "live") { (_, pair: (Int, Int)) in HTTPClient() }
        #expect(
            message { try container.require(type: HTTPClient.self, arguments: 1) } == #"""
                Pass exactly the registered `arguments:`, as in `Int64(id)` or `x as API`, or none if it has none.
                    type: LocatorTests.Messages.HTTPClient
                    path: HTTPClient with Int
                    registered for this type: HTTPClient "live" with (Int, Int), HTTPClient with (String, Int)
                """#)
        let other = message { try container.require(type: HTTPClient.self, name: "test", arguments: 1) }
        #expect(other.hasPrefix(#"Register 'HTTPClient "test" with Int' first"#))
    }

    @Test func `a circle says how to break it, and a service that asks for its own key is told to ask for another`() {
        container.register { Feed(api: try $0.require()) }
        container.register { try $0.require(type: Feed.self).api }
        let text = message { try container.require(type: Feed.self) }
        let advice = "Break the circle: in one of its services, replace what `init` or `injecting` needs by a property"
        #expect(text.hasPrefix("\(advice) that they don't read. For a class, make it weak"))
        #expect(text.contains("path: Feed → API → Feed\n"))
        container.register { "<\(try $0.require(type: String.self))>" }
        container.register { [try $0.require(type: String.self)] }
        let own = "Ask for another type or name: this factory asks for what it builds"
        #expect(message { try container.require(type: [String].self) }.hasPrefix(own))
    }

    @Test func `a circle of 79 services is a circle, and not a case of more than 80 factories`() {
        for number in 0..<79 {
            container.add("\(number)", scope: .transient, needs: "\((number + 1) % 79)")
        }
        #expect(message { try container.service("0") }.hasPrefix("Break the circle"))
    }

    @Test func `runs of one factory with arguments are nested too deep: the advice is that of the limit`() {
        container.register { (container, depth: Int) -> [Int] in
            depth == 0 ? [] : try container.require(type: [Int].self, arguments: depth - 1)
        }
        #expect(throws: Never.self) { try container.require(type: [Int].self, arguments: 79) }
        #expect(message { try container.require(type: [Int].self, arguments: 80) }.hasPrefix("Nest fewer factories"))
    }

    @Test func `no thread-specific key is left: the program stops and says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var key = pthread_key_t()
            while pthread_key_create(&key, nil) == 0 {}
            _ = Injected<Int>()
        }
        expectStop(result, "Use fewer thread-specific keys: none is left for this process.")
    }

    @Test func `of more than ten services a path and a list show both ends`() {
        for number in 0...9 {
            container.register(name: "\(number)") { try $0.require(type: Int.self, name: "\(number + 1)") }
        }
        let ten = (0...9).map { "Int \"\($0)\"" }
        let path = (ten[..<5] + ["… 1 more …"] + ten[6...] + [#"Int "10""#]).joined(separator: " → ")
        let text = message { try container.require(type: Int.self, name: "0") }
        #expect(text.hasSuffix("path: \(path)\n    registered for this type: \(ten.joined(separator: ", "))"))
        container.register(type: Int.self, name: "9a", service: 1)
        let list = (ten[..<5] + ["… 1 more …"] + ten[6...] + [#"Int "9a""#]).joined(separator: ", ")
        #expect(message { try container.require(type: Int.self) }.hasSuffix("registered for this type: \(list)"))
    }

    @Test func `resolve stops the program with the error, and with what was asked for`() async {
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register { Feed(api: $0.resolve(type: Feed.self)!.api) }
                _ = container.resolve(type: Feed.self)
            }, "Fatal error: Ask for another type", "path: Feed → Feed\n", "asked for: Feed\n")
        expectStop(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = DependenciesContainer()
                container.register(type: (any API).self) { _ in throw CancellationError() }
                container.register { Feed(api: try $0.require()) }
                _ = container.resolve(type: Feed.self)
            }, "To catch this error of a factory, call `require`: CancellationError()\n    asked for: Feed\n")
    }

    /// The text of the error that is thrown.
    private func message(_ body: () throws -> some Any) -> String {
        let error = #expect(throws: ResolutionError.self) { _ = try body() }
        return error?.description ?? ""
    }

    protocol API: Sendable {}
    protocol Greeting {}
    struct HTTPClient: API {}
    struct Feed: Sendable { let api: any API }
}
