import Foundation
import Locator
import Testing

@Suite struct `Errors` {
    let container = DependenciesContainer()

    @Test func `a missing service is reported by its type`() {
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Tracker.self) }
        #expect(error?.reason == .notRegistered)
        #expect(error?.description.hasPrefix("Register 'Tracker' before it is needed") == true)
        #expect(error?.description.contains("type: LocatorTests.Errors.Tracker") == true)
        #expect(error?.description.contains("registered for this type: nothing") == true)
        #expect(error?.localizedDescription == error?.description)
    }

    @Test func `a missing name is reported with the names there are`() {
        container.register(type: String.self, service: "unnamed")
        container.register(type: String.self, name: "live", service: "named")
        let error = #expect(throws: ResolutionError.self) { try container.require(type: String.self, name: "test") }
        #expect(error?.description.contains(#"Register 'String "test"'"#) == true)
        #expect(error?.description.contains(#"registered for this type: String, String "live""#) == true)
    }

    @Test func `a dependency missing three levels down is reported with the path to it, and nobody else is blamed`() {
        container.register { Feed(api: try $0.require()) }
        container.register { API(tracker: try $0.require()) }
        container.register { Tracker(file: try $0.require(name: "log")) }
        for _ in 0..<2 {
            let error = #expect(throws: ResolutionError.self) { try container.require(type: Feed.self) }
            #expect(error?.reason == .notRegistered)
            #expect(error?.description.contains("Register 'File \"log\"'") == true)
            #expect(error?.path == ["Feed", "API", "Tracker", "File \"log\""])
            #expect(error?.type == File.self)
            #expect(error?.name == "log")
        }
    }

    @Test func `what a parent has is among what is registered`() {
        container.register(type: String.self, name: "parent's", service: "")
        let child = DependenciesContainer(parent: container)
        let error = #expect(throws: ResolutionError.self) { try child.require(type: String.self) }
        #expect(error?.description.contains(#"registered for this type: String "parent's""#) == true)
    }

    @Test func `what a factory throws reaches whoever requires the service`() throws {
        struct Offline: Error {}
        let isOffline = Guarded(true)
        container.register { () -> File in
            if isOffline({ $0 }) { throw Offline() }
            return File()
        }
        container.register { Tracker(file: try $0.require()) }
        #expect(throws: Offline.self) { try container.require(type: Tracker.self) }
        isOffline { $0 = false }
        #expect(try container.require(type: Tracker.self) === container.require(type: Tracker.self))
    }

    @Test func `a transient service that fails leaves nothing of its path behind`() {
        container.register(scope: .transient) { () -> File in throw CancellationError() }
        #expect(throws: CancellationError.self) { try container.require(type: File.self) }
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Tracker.self) }
        #expect(error?.description.contains("path: Tracker\n") == true)
    }

    @Test func `a type that prints like one that is registered is reported as a second copy of its module`() {
        // Two function types that differ and print alike stand for the types of the two copies.
        typealias One = @Sendable (@autoclosure () -> Int) -> Void
        typealias Other = @Sendable (() -> Int) -> Void
        container.register(type: One.self, service: { _ in })
        let error = #expect(throws: ResolutionError.self) { try container.require(type: Other.self) }
        #expect(error?.reason == .notRegistered)
        #expect(error?.description.hasPrefix("Link only one copy of the module: another type is registered as") == true)
        #expect(error?.description.contains("registered for this type: nothing") == true)
    }

    @Test func `resolving what is missing inside a factory gives nil, as anywhere`() {
        container.register { Tracker(file: $0.resolve()) }
        #expect(container.resolve(type: Tracker.self)?.file == nil)
    }

    @Test func `resolve stops on a circle, with the path`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register { Feed(api: $0.resolve()!) }
            container.register { API(feed: $0.resolve()!) }
            _ = container.resolve(type: Feed.self)
        }
        #expect(result?.standardError.contains("Break the circle") == true)
        #expect(result?.standardError.contains("path: Feed → API → Feed") == true)
    }

    @Test func `resolve stops on a factory that throws, with the error`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register { () -> File in throw CocoaError(.fileNoSuchFile) }
            _ = container.resolve(type: File.self)
        }
        #expect(result?.standardError.contains("CocoaError") == true)
        #expect(result?.standardError.contains("path: File") == true)
    }

    @Test func `resolve stops on a dependency that is missing, and names that`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register { Tracker(file: try $0.require()) }
            _ = container.resolve(type: Tracker.self)
        }
        #expect(result?.standardError.contains("Register 'File' before it is needed") == true)
        #expect(result?.standardError.contains("path: Tracker → File") == true)
    }

    @Test func `resolveAll stops on an element that can't be built`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = DependenciesContainer()
            container.register(type: File.self, service: File())
            container.register(name: "broken") { () -> File in throw CancellationError() }
            _ = container.resolveAll(type: File.self)
        }
        #expect(result?.standardError.contains("CancellationError") == true)
    }

    final class Feed: Sendable {
        init(api: API) {}
    }

    final class API: Sendable {
        init(tracker: Tracker) {}
        init(feed: Feed) {}
    }

    final class Tracker: Sendable {
        let file: File?
        init(file: File?) { self.file = file }
    }

    final class File: Sendable {}
}

extension ExitTest.Result {
    /// What the process has said before it stopped.
    var standardError: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
