// Where `shared` is the container of `asShared`, and where it isn't: a test for each row of the table in *Testing*.
// This also says what Swift Testing and Foundation of this toolchain do. `SharedXCTests` says what XCTest does.
//
// Not run here: what exists on Apple's systems only (the main run loop under Swift Testing; views and previews of
// SwiftUI), and futures of SwiftNIO (the app's container), since the package has no dependencies.

import Foundation
import Locator
import Observation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

typealias Look = @Sendable () -> Void

/// A place in which code can run.
struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Calls `look` there, and returns when that has run.
    let run: @Sendable (_ look: @escaping Look) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (@escaping Look) async throws -> Void) {
        (testDescription, self.run) = (name, run)
    }

    /// A place that runs its code later: `start` doesn't wait for it.
    init(later name: String, _ start: @escaping @Sendable (@escaping Look) -> Void) {
        self.init(name) { look in
            await withCheckedContinuation { done in start { _ = (look(), done.resume()) } }
        }
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension Place {
    static let inside = [
        Place("Task") { look in await Task { look() }.value },
        Place("Task.immediate") { look in await Task.immediate { look() }.value },
        Place("a task group") { look in await withTaskGroup { $0.addTask { look() } } },
        Place("async let") { look in
            async let done: Void = look()
            await done
        },
        Place("after await") { look in await (Task.detached {}.value, look()).1 },
        Place("an actor") { await Cook().run($0) },
        Place("an actor with an executor of its own") { await Guest().run($0) },
        Place("MainActor.run") { look in await MainActor.run { MainActor.assumeIsolated { look() } } },
        Place("queue.sync") { look in DispatchQueue(label: "").sync { look() } },
        Place("deinit") { _ = Service(onDeinit: $0) },
        Place("confirmation") { look in await confirmation { $0(count: (look(), 1).1) } },
        Place("withKnownIssue") { look in withKnownIssue(isIntermittent: true) { look() } },
    ]

    static let outside = [
        Place("Task.detached") { look in await Task.detached { look() }.value },
        Place("Task.immediateDetached") { look in await Task.immediateDetached { look() }.value },
        Place(later: "queue.async") { DispatchQueue(label: "").async(execute: $0) },
        Place(later: "DispatchQueue.main") { DispatchQueue.main.async(execute: $0) },
        Place(later: "OperationQueue.main") { OperationQueue.main.addOperation($0) },
        Place(later: "a thread") { Thread(block: $0).start() },
        Place(later: "an operation") { OperationQueue().addOperation($0) },
        Place(later: "completionBlock") { look in
            let operation = BlockOperation {}
            operation.completionBlock = look
            OperationQueue().addOperation(operation)
        },
        Place(later: "DispatchSource") { look in
            let source = DispatchSource.makeUserDataAddSource()
            source.setEventHandler { _ = (source.cancel(), look()) }
            source.resume()
            source.add(data: 1)
        },
        Place(later: "a timer") { look in
            Thread {
                let timer = Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in look() }
                while timer.isValid { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
            }.start()
        },
        Place(later: "terminationHandler") { look in
            _ = try! Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", ""]) { _ in look() }
        },
        Place(later: "a completion handler of URLSession") { look in
            URLSession.shared.dataTask(with: URL(string: "none:")!) { _, _, _ in look() }.resume()
        },
        Place(later: "a delegate of URLSession") { look in
            let session = URLSession(configuration: .ephemeral, delegate: Delegate(look), delegateQueue: nil)
            session.dataTask(with: URL(string: "none:")!).resume()
            session.finishTasksAndInvalidate()
        },
        Place(later: "URLProtocol") { look in
            Loader.onLoad { $0 = look }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [Loader.self]
            URLSession(configuration: configuration).dataTask(with: URL(string: "test:")!).resume()
        },
        Place("isolated deinit on the main actor") { look in await MainActor.run { _ = Screen(look) } },
        Place(later: "isolated deinit from elsewhere") { look in Task { _ = await Screen(look) } },
        Place(later: "a task of an isolated deinit") { look in
            Task { @MainActor in _ = Screen { Task(operation: look) } }
        },
    ]

    /// The container of the code that causes a callback.
    static let causing = DependenciesContainer()

    static let callbacks = [
        Place("a closure that is called later, such as the body of a response") { causing.asShared($0) },
        Place("a notification without a queue") { look in
            let center = NotificationCenter()
            let token = center.addObserver(forName: .init("test"), object: nil, queue: nil) { _ in look() }
            causing.asShared { center.post(name: .init("test"), object: nil) }
            center.removeObserver(token)
        },
        Place("onChange") { look in
            let settings = Settings()
            withObservationTracking {
                _ = settings.title
            } onChange: {
                look()
            }
            causing.asShared { settings.title = "new" }
        },
        Place("onCancel") { look in
            let (started, start) = AsyncStream<Void>.makeStream()
            let task = Task {
                await withTaskCancellationHandler {
                    start.finish()
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                } onCancel: {
                    look()
                }
            }
            for await _ in started {}
            causing.asShared { task.cancel() }
        },
        Place("onTermination") { look in
            let (_, continuation) = AsyncStream<Void>.makeStream()
            continuation.onTermination = { _ in look() }
            causing.asShared { continuation.finish() }
        },
        Place("Observations") { look in
            let values = Observations { look() }
            await causing.asShared { for await _ in values { break } }
        },
        Place("AsyncSequence.map") { look in
            let values = AsyncStream<Int> { 1 }.map { _ in look() }
            await causing.asShared { for await _ in values { break } }
        },
        Place("lazy.map") { look in
            let values = [1].lazy.map { _ in look() }
            causing.asShared { for _ in values {} }
        },
        Place("the deinit of a singleton whose container goes") { look in
            var session: DependenciesContainer? = DependenciesContainer()
            session!.register { Service(onDeinit: look) }
            session!.asShared { _ = session!.resolve(type: Service.self) }
            causing.asShared { session = nil }
        },
    ]
}

@Suite struct `Where shared reaches` {
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(arguments: Place.inside) func `the container of asShared`(place: Place) async throws {
        try await look(in: place) { container, _ in container }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(arguments: Place.outside) func `the app's container`(place: Place) async throws {
        try await look(in: place) { _, app in app }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(arguments: Place.callbacks) func `the container of the code that calls`(place: Place) async throws {
        try await look(in: place) { _, _ in Place.causing }
    }

    /// Expects a container as `shared` in a place, and that a property of an object made in `asShared` is right there.
    private func look(
        in place: Place, expecting: (DependenciesContainer, _ app: DependenciesContainer) -> DependenciesContainer
    ) async throws {
        let container = DependenciesContainer()
        container.register(type: String.self, service: "right")
        let seen = Guarded<[(shared: DependenciesContainer, text: String)]>([])
        try await container.asShared {
            let text = Injected<String>()
            try await place.run { seen { $0.append((.shared, text.wrappedValue)) } }
        }
        let found = try #require(seen { $0 }.first)
        #expect(found.shared === expecting(container, .shared) && found.text == "right")
    }

    @Test func `concurrentPerform: the share of the calling thread has the container of asShared`() {
        let (app, container) = (DependenciesContainer.shared, DependenciesContainer())
        let caller = ObjectIdentifier(Thread.current)
        container.asShared {
            DispatchQueue.concurrentPerform(iterations: 1000) { _ in
                #expect(DependenciesContainer.shared === (ObjectIdentifier(Thread.current) == caller ? container : app))
            }
        }
    }

    #if os(Linux)
        @Test @MainActor func `a main-actor test isn't on the main thread, and is on the main actor`() throws {
            let container = DependenciesContainer()
            container.register { @MainActor in NSObject() }
            #expect(!Thread.isMainThread && container.resolve(type: NSObject.self) != nil)
        }

        @Test func `without a run loop, DispatchQueue.main.sync keeps the container of the thread that waits`() {
            let container = DependenciesContainer()
            let found = Worker { container.asShared { DispatchQueue.main.sync { DependenciesContainer.shared } } }
            #expect(found.wait() === container)
        }
    #endif
}

/// `$0` of a factory, or what `injecting` gets, is `shared` there, whatever it is outside.
@Suite struct `What is shared in a factory` {
    let container = DependenciesContainer()
    let other = DependenciesContainer()
    private let seen = Guarded<[DependenciesContainer]>([])

    /// Runs a factory, and returns what it gives as `shared`.
    private func shared(
        inFactory look: @escaping @Sendable (DependenciesContainer) -> DependenciesContainer
    ) -> DependenciesContainer? {
        container.register(scope: .transient) { look($0) }
        return other.asShared { container.resolve() }
    }

    @Test(arguments: Scope.all)
    func `the container that runs it: for what a parent stores, the parent`(scope: Scope) throws {
        let seen = seen
        container.register(scope: scope) { given in
            seen { $0 += [given, .shared] }
            return Service()
        } injecting: { given, _ in
            seen { $0 += [given, .shared] }
        }
        let grandchild = DependenciesContainer(parent: .init(parent: container))
        for asked in [container.copy(), grandchild] {
            _ = try other.asShared { try asked.require(type: Service.self) }
            let builds = asked === grandchild && Scope.stored.contains(scope) ? container : asked
            #expect(seen { $0.count == 4 && $0.allSatisfy { $0 === builds } })
            seen { $0 = [] }
        }
    }

    @Test func `nested factories: each one's container, and the outer one's again after it`() {
        let (seen, child) = (seen, DependenciesContainer(parent: container))
        container.register {
            Service()
        } injecting: { _, _ in
            seen { $0.append(.shared) }
        }
        child.register(scope: .transient) { given in
            seen { $0.append(.shared) }
            _ = given.resolve(type: Service.self)
            seen { $0.append(.shared) }
            return 1
        }
        #expect(child.resolve(type: Int.self) == 1)
        #expect(seen { $0.map { $0 === child } } == [true, false, true] && seen { $0[1] } === container)
    }

    @Test func `asShared in a factory: its container, and $0 again after it, also if it throws`() {
        let other = other
        #expect(shared { _ in other.asShared { .shared } } === other)
        #expect(shared { given in other.asShared { given.asShared { .shared } } } === container)
        #expect(shared { _ in (other.asShared {}, DependenciesContainer.shared).1 } === container)
        let fail = { @Sendable in try other.asShared { throw CancellationError() } }
        #expect(shared { _ in (try? fail(), DependenciesContainer.shared).1 } === container)
        container.register {
            1
        } injecting: { [seen] _, _ in
            seen { $0.append(other.asShared { .shared }) }
        }
        #expect(container.resolve(type: Int.self) == 1 && seen { $0[0] } === other)
    }

    @Test func `a factory that asks inside asShared: the container that runs the other factory`() {
        let (seen, other) = (seen, other)
        container.register {
            Service()
        } injecting: { _, _ in
            seen { $0.append(.shared) }
        }
        let child = DependenciesContainer(parent: container)
        #expect(shared { _ in other.asShared { (child.resolve(type: Service.self), .shared).1 } } === other)
        #expect(seen { $0.count == 1 && $0[0] === container }, "a parent's singleton")
    }

    @Test func `outside after a request, also if its factory throws`() {
        container.register { () -> Int in throw CancellationError() }
        other.asShared {
            #expect(throws: CancellationError.self) { try container.require(type: Int.self) }
            #expect(DependenciesContainer.shared === other)
        }
    }

    @Test func `a service that is built for a property after the request: its own container`() {
        let seen = seen
        container.register { "\(seen { $0.append(.shared) })" }
        container.register { Injected<String>() }
        _ = other.asShared { container.resolve(type: Injected<String>.self) }
        #expect(seen { $0.count == 1 && $0[0] === container })
    }

    @Test func `verify: its copy, and in a parent's singleton the copy of the parent`() {
        let (seen, child) = (seen, DependenciesContainer(parent: container))
        container.register { given in
            Service()
        } injecting: { given, _ in
            seen { $0 += [given, .shared] }
        }
        child.register { given in Double(seen { $0 += [given, .shared] } == () ? 1 : 0) }
        #expect(child.verify().isEmpty && seen { $0.count == 4 && $0[0] === $0[1] && $0[2] === $0[3] })
        #expect(seen { seen in seen.allSatisfy { $0 !== container && $0 !== child } })
    }

    @Test func `a task that a factory starts: that of the code around the request`() async {
        let tasks = Guarded<[Task<DependenciesContainer, Never>]>([])
        _ = shared { given in
            tasks { $0.append(Task { .shared }) }
            return given
        }
        #expect(await tasks { $0[0] }.value === other)
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `an immediate task: $0 before its first suspension, then that of the code around the request`() async {
        let tasks = Guarded<[Task<[DependenciesContainer], Never>]>([])
        let goOn = AsyncStream<Void>.makeStream()
        _ = shared { given in
            let task = Task.immediate {
                let first = DependenciesContainer.shared
                for await _ in goOn.stream {}
                return [first, .shared]
            }
            tasks { $0.append(task) }
            return given
        }
        goOn.continuation.finish()
        let found = await tasks { $0[0] }.value
        #expect(found[0] === container && found[1] === other)
    }
}

/// What Swift Testing runs before it calls a test.
struct Early: CustomTestStringConvertible {
    static let inits = Counter(0)
    static let seen = Guarded<[(place: String, shared: DependenciesContainer)]>([])
    static func look(_ place: String) -> Bool { seen { $0.append((place, .shared)) } == () }
    init() { _ = Self.look("arguments") }
    var testDescription: String { Self.look("testDescription") ? "described" : "" }
}

@Suite final class `Where the trait reaches, if a test has it` {
    private static let copies = Guarded<[DependenciesContainer]>([])
    private let inProperty = DependenciesContainer.shared
    private let inInit: DependenciesContainer

    init() {
        inInit = .shared
        Early.inits.increment()
    }

    deinit { #expect(DependenciesContainer.shared === inProperty) }

    @Test(.container) func `stored properties of the suite, init and deinit have the container of the test`() async {
        #expect(inProperty === DependenciesContainer.shared && inInit === inProperty)
        #expect(await Task.detached { DependenciesContainer.shared }.value !== inProperty)
    }

    @Test(.container, arguments: 1...2) func `each case has its own copy`(_: Int) {
        let isNew = Self.copies { copies in
            defer { copies.append(.shared) }
            return !copies.contains { $0 === DependenciesContainer.shared }
        }
        #expect(isNew)
    }

    @Test(.container, .enabled(if: Early.look("enabled")), .disabled(if: !Early.look("disabled")), arguments: [Early()])
    func `arguments, enabled, disabled and testDescription have the app's container`(_: Early) async {
        let app = await Task.detached { DependenciesContainer.shared }.value
        let seen = Early.seen { $0 }
        #expect(Set(seen.map(\.place)) == ["arguments", "enabled", "disabled", "testDescription"])
        #expect(app !== DependenciesContainer.shared && seen.allSatisfy { $0.shared === app })
    }

    @Test(.container { $0.register(type: String.self, service: "of the trait") })
    func `an exit test runs neither the trait nor the init of the suite`() async {
        #expect(DependenciesContainer.shared.isRegistered(type: String.self))
        await #expect(processExitsWith: .success) {
            exit(Early.inits.count == 0 && !DependenciesContainer.shared.isRegistered(type: String.self) ? 0 : 1)
        }
    }
}

// MARK: - What the places use

@Observable private final class Settings: @unchecked Sendable { var title = "" }

private actor Cook { func run(_ look: Look) { look() } }

private actor Guest {
    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    func run(_ look: Look) { look() }
}

private final class Executor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@MainActor private final class Screen {
    private let look: Look
    init(_ look: @escaping Look) { self.look = look }
    isolated deinit { look() }
}

private final class Delegate: NSObject, URLSessionTaskDelegate {
    private let look: Look
    init(_ look: @escaping Look) { self.look = look }
    func urlSession(_: URLSession, task _: URLSessionTask, didCompleteWithError _: (any Error)?) { look() }
}

private final class Loader: URLProtocol {
    static let onLoad = Guarded<Look?>(nil)
    override class func canInit(with _: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {
        _ = (Self.onLoad { $0 }?(), client?.urlProtocol(self, didFailWithError: CancellationError()))
    }
    override func stopLoading() {}
}
