// The article *A Session* is right: its program runs, each mistake in its table keeps the session, and no fix does.

import Foundation
import Locator
import Observation
import Testing

nonisolated struct User: Sendable { let name: String }
nonisolated protocol LoginServer: Sendable {
    func logIn(name: String) async throws -> User
}
nonisolated final class Inbox: Sendable {
    let user: User
    init(user: User) { self.user = user }
}
@MainActor @Observable final class HomeModel {
    @ObservationIgnored @Injected var inbox: Inbox
}

@MainActor @Observable final class Root {
    private let app = DependenciesContainer.shared
    private(set) var session: DependenciesContainer?
    private(set) var home: HomeModel?

    func logIn(name: String) async throws {
        let server = try app.require(type: LoginServer.self)
        let user = try await server.logIn(name: name)
        let session = DependenciesContainer(parent: app)
        session.register(type: User.self, service: user)
        session.register { Inbox(user: try $0.require()) }
        self.session = session
        home = session.asShared { HomeModel() }
    }

    func logOut() {
        home = nil
        session = nil
    }
}

nonisolated struct FakeServer: LoginServer {
    func logIn(name: String) async -> User { User(name: name) }
}

@MainActor @Test(.container)
func logoutReleasesTheSession() async throws {
    let container = DependenciesContainer.shared
    container.register(type: LoginServer.self) { FakeServer() }
    let root = Root()
    try await root.logIn(name: "Ada")
    weak var session: DependenciesContainer?
    weak var inbox: Inbox?
    session = root.session
    inbox = root.home?.inbox
    #expect(session != nil && inbox != nil)

    root.logOut()
    #expect(session == nil && inbox == nil)
}

@Suite struct `A session` {
    @Test func `the article shows this program`() throws {
        let parts = try text("Sources/Locator/Locator.docc/ASession.md").components(separatedBy: "```swift\n")
            .dropFirst()
        let snippets = parts.map { $0.components(separatedBy: "```")[0] }.filter { !$0.hasPrefix("import SwiftUI") }
        let program = try text("Tests/LocatorTests/SessionTests.swift")
        #expect(snippets.count == 2)
        for snippet in snippets { #expect(program.contains(snippet.replacing(/^import \w+\n\n/, with: ""))) }
    }

    @Test func `each mistake of the article keeps the session, and each fix does not`() {
        // A service of the session keeps `$0` in a property.
        #expect(isKept { _ = $0.resolve(type: Keeping.self) } && !isKept { _ = $0.resolve(type: Unowned.self) })
        // A factory of the session, or of its parent, captures `session`.
        let app = DependenciesContainer()
        #expect(isKept { session in session.register { Unowned(session) } } && !isKept { $0.register { Unowned($0) } })
        #expect(isKept { session in app.register { Unowned(session) } })
        // You create an object, register it with `service:`, and nobody reads its `@Injected` property.
        let register = { (session: DependenciesContainer, isRead: Bool) in
            let reader = session.asShared { Reader() }
            if isRead { _ = reader.user }
            session.register(type: Reader.self, service: reader)
        }
        #expect(isKept { register($0, false) } && !isKept { register($0, true) })
        // A singleton has an `@Injected` property that nobody reads, and whose service is no singleton…
        let resolve = { (session: DependenciesContainer, scope: Scope, isRead: Bool) in
            session.register(scope: scope) { User(name: "Ada") }
            let reader = session.resolve(type: Reader.self)
            if isRead { _ = reader?.user }
        }
        for scope in [Scope.transient, .graph] {
            #expect(isKept { resolve($0, scope, false) } && !isKept { resolve($0, scope, true) })
        }
        #expect(!isKept { resolve($0, .singleton, false) })
        // … or can't be built.
        let fail = { @Sendable () -> User in throw CancellationError() }
        #expect(isKept { _ = ($0.register(factory: fail), $0.resolve(type: Reader.self)) })
    }

    @Test func `code in asShared starts a long task: it keeps the session, a detached task doesn't`() async {
        let untilCanceled = { @Sendable in
            for await _ in AsyncStream<Void>.makeStream().stream {}
        }
        let tasks = Guarded<[Task<Void, Never>]>([])
        #expect(isKept { $0.asShared { tasks { $0.append(Task(operation: untilCanceled)) } } })
        #expect(!isKept { $0.asShared { tasks { $0.append(Task.detached(operation: untilCanceled)) } } })
        for task in tasks({ $0 }) { task.cancel() }
    }

    @Test func `an error holds keys and no service: it does not keep the session`() {
        var kept: (any Error)?
        #expect(!isKept { session in do { _ = try session.require(type: Int.self) } catch { kept = error } })
        #expect(kept is ResolutionError)
    }

    @Test func `a static container keeps a session whose factory uses it first, and none if the launch does`() {
        DependenciesContainer().asShared { _ = Outliving.usedAtLaunch }
        let keepsNone = !isKept { session in
            session.register { Payment(seesUser: Outliving.usedAtLaunch.isRegistered(type: User.self)) }
            #expect(session.resolve(type: Payment.self)?.seesUser == false)
        }
        let keepsOne = isKept { session in
            session.register { Payment(seesUser: Outliving.usedLate.isRegistered(type: User.self)) }
            #expect(session.resolve(type: Payment.self)?.seesUser == true)
        }
        #expect(keepsNone && keepsOne)
    }

    @Test func `the init of a session's service has the session as shared, and a task that it starts hasn't`() async {
        let session = DependenciesContainer(parent: DependenciesContainer())
        session.register { Syncing() }
        let syncing = session.resolve(type: Syncing.self)
        #expect(syncing?.shared === session)
        #expect(await syncing?.task.value === DependenciesContainer.shared)
    }

    @Test func `a service that keeps shared keeps its session`() {
        #expect(
            isKept { session in
                session.register { Keeping(session: .shared) }
                _ = session.resolve(type: Keeping.self)
            })
    }

    /// Whether something keeps a session that has been used like this.
    private func isKept(_ use: (DependenciesContainer) -> Void) -> Bool {
        weak var observed: DependenciesContainer?
        do {
            let session = DependenciesContainer(parent: DependenciesContainer())
            session.register { User(name: "Ada") }
            session.register { Keeping(session: $0) }
            session.register { Unowned($0) }
            session.register { Reader() }
            observed = session
            use(session)
        }
        return observed != nil
    }

    private struct Keeping: Sendable { let session: DependenciesContainer }

    private final class Unowned: Sendable {
        unowned let session: DependenciesContainer
        init(_ session: DependenciesContainer) { self.session = session }
    }

    private final class Reader: @unchecked Sendable { @Injected var user: User }

    /// Containers that outlive sessions. Their parent is what was `shared` at the first use.
    private enum Outliving {
        static let usedAtLaunch = DependenciesContainer(parent: .shared)
        static let usedLate = DependenciesContainer(parent: .shared)
    }

    private struct Payment: Sendable { let seesUser: Bool }

    private final class Syncing: Sendable {
        let shared = DependenciesContainer.shared
        let task = Task { DependenciesContainer.shared }
    }
}
