// Files of the project that repeat each other say the same. The article *A Session* is right: its program runs, each
// mistake in its table keeps the session, and each cure does not.

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
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let article = folder.appendingPathComponent("../../Sources/Locator/Locator.docc/ASession.md").standardized
        let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        let program = try String(contentsOfFile: #filePath, encoding: .utf8)
        let snippets = parts.map { $0.components(separatedBy: "```")[0] }.filter { !$0.hasPrefix("import SwiftUI") }
        #expect(snippets.count == 2)
        for snippet in snippets {
            #expect(program.contains(snippet.replacing(/^import \w+\n\n/, with: "")))
        }
    }

    @Test(.container) @MainActor func `an object that is made after login asks the session`() async throws {
        DependenciesContainer.shared.register(type: LoginServer.self) { FakeServer() }
        let root = Root()
        try await root.logIn(name: "Ada")
        let session = try #require(root.session)
        #expect(session.asShared { HomeModel() }.inbox === root.home?.inbox)
    }

    @Test func `only the session builds what the app has registered and needs the user, unless it is a singleton`() {
        let app = DependenciesContainer()
        app.register(scope: .transient) { Inbox(user: try $0.require()) }
        app.register { (container, text: String) in text + (try container.require(type: User.self).name) }
        let session = DependenciesContainer(parent: app)
        session.register(type: User.self, service: User(name: "Ada"))
        #expect(session.resolve(type: Inbox.self)?.user.name == "Ada")
        #expect(session.resolve(type: String.self, arguments: "Hello, ") == "Hello, Ada")
        #expect(session.verify().isEmpty)
        app.register { Inbox(user: try $0.require()) }
        #expect(session.verify().map(\.service) == ["Inbox"])
    }

    @Test func `a service that keeps its container keeps the session, unless the reference is unowned`() {
        #expect(isKept { _ = $0.resolve(type: Keeping.self) })
        #expect(!isKept { _ = $0.resolve(type: Unowned.self) })
    }

    @Test
    func `a factory that captures the session keeps it, in the parent, too, and so does its registration in itself`() {
        let app = DependenciesContainer()
        #expect(isKept { session in session.register { Unowned(session) } })
        #expect(isKept { session in app.register { Unowned(session) } })
        #expect(isKept { $0.register(type: DependenciesContainer.self, service: $0) })
        #expect(!isKept { $0.register { Unowned($0) } })
    }

    @Test func `an object made by hand and registered keeps the session until its properties are read`() {
        #expect(isKept { $0.register(type: Reader.self, service: $0.asShared { Reader() }) })
        #expect(
            !isKept { session in
                let reader = session.asShared { Reader() }
                _ = reader.user
                session.register(type: Reader.self, service: reader)
            })
        #expect(!isKept { _ = $0.resolve(type: Reader.self) })
    }

    @Test func `an object that takes the session asks it, and does not keep it once its property is read`() {
        var name = ""
        #expect(
            !isKept { session in
                let reader = Reader(session: session)
                name = reader.user.name
                session.register(type: Reader.self, service: reader)
            })
        #expect(name == "Ada")
    }

    @Test func `an error keeps neither the session nor a service of it, and shows nothing that the lock guards`() {
        var kept: (any Error)?
        weak var built: Unowned?
        #expect(
            !isKept { session in
                built = session.resolve()
                do { _ = try session.require(type: Int.self) } catch { kept = error }
            })
        #expect(built == nil)
        var text = ""
        dump(kept!, to: &text)
        #expect(text.contains("notRegistered") && !text.contains("Registration("))
    }

    @Test func `a task that is started in asShared keeps the session until it ends, a detached one does not`() async {
        let untilCanceled = { @Sendable in
            for await _ in AsyncStream<Void>.makeStream().stream {}
        }
        weak var session: DependenciesContainer?
        let task: Task<Void, Never>
        do {
            let container = Self.session()
            session = container
            task = container.asShared { Task(operation: untilCanceled) }
        }
        #expect(session != nil)
        task.cancel()
        await task.value
        #expect(session == nil)

        var detached: Task<Void, Never>?
        #expect(!isKept { $0.asShared { detached = Task.detached(operation: untilCanceled) } })
        detached?.cancel()
    }

    /// Whether something keeps a session that has been used like this.
    private func isKept(_ use: (DependenciesContainer) -> Void) -> Bool {
        weak var session: DependenciesContainer?
        do {
            let container = Self.session()
            session = container
            use(container)
        }
        return session != nil
    }

    private static func session() -> DependenciesContainer {
        let session = DependenciesContainer(parent: DependenciesContainer())
        session.register(type: User.self, service: User(name: "Ada"))
        session.register { Keeping($0) }
        session.register { Unowned($0) }
        session.register { Reader() }
        return session
    }

    private final class Keeping: Sendable {
        let session: DependenciesContainer

        init(_ session: DependenciesContainer) { self.session = session }
    }

    private final class Unowned: Sendable {
        unowned let session: DependenciesContainer

        init(_ session: DependenciesContainer) { self.session = session }
    }

    private final class Reader: @unchecked Sendable {
        @Injected var user: User

        init() {}

        init(session: DependenciesContainer) { _user = Injected(container: session) }
    }
}

@Suite struct `The project` {
    @Test func `the version is the same in the header, in CHANGELOG and in README`() throws {
        let header = try #require(try text("Sources/Locator/Locator.swift").firstMatch(of: /Version (\d+\.\d+\.\d+)/))
        let change = try #require(try text("CHANGELOG.md").firstMatch(of: /\n## (\d+\.\d+\.\d+)/))
        #expect(header.1 == change.1)
        let readme = try text("README.md").matches(of: /(?:from: "|[Vv]ersion )(\d+\.\d+\.\d+)/).map(\.1)
        #expect(!readme.isEmpty && readme.allSatisfy { $0 == header.1 })
    }

    @Test func `the manifests name the systems that README names`() throws {
        let sentence = try #require(try text("README.md").firstMatch(of: /written for ([^.]*(?:\.\d+[^.]*)*)\./)).1
        let promised = sentence.matches(of: /(macOS|iOS|tvOS|watchOS|visionOS)\s([\d.]+)/).map { "\($0.1) \($0.2)" }
        #expect(promised.count == 5)
        let platforms = try text("Package.swift").matches(of: /\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v([\d_]+)\)/)
        #expect(platforms.map { "\($0.1) \($0.2.replacing("_", with: "."))" } == promised)
    }

    @Test func `the playground's copy is the file`() throws {
        #expect(try text("Sources/Locator/Locator.swift") == text("Playground.playground/Sources/Locator.swift"))
    }

    @Test func `the playground's manifest names exactly its pages`() throws {
        let manifest = try text("Playground.playground/contents.xcplayground")
        let named = manifest.matches(of: /<page name='(.*)'\/>/).map { "\($0.1).xcplaygroundpage" }
        let pages = try FileManager.default.contentsOfDirectory(atPath: path("Playground.playground/Pages"))
        #expect(named.sorted() == pages.sorted())
    }

    @Test func `the trait that the tests use is the one that the article Testing shows`() throws {
        let article = try text("Sources/Locator/Locator.docc/Testing.md")
        let start = try #require(article.range(of: "nonisolated struct ContainerTrait")).lowerBound
        let trait = try #require(article[start...].components(separatedBy: "```").first)
        #expect(try text("Tests/LocatorTests/ContainerTests.swift").contains(trait))
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: path(file), encoding: .utf8)
    }

    private func path(_ file: String) -> String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../../\(file)").standardized.path
    }
}
