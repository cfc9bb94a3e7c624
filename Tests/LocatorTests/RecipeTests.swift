import Locator
import Testing

/// What the README shows as recipes: things that need no API of their own.
@Suite struct `Recipes` {
    let container = DependenciesContainer()

    @Test func `one implementation under two protocols is one instance`() throws {
        container.register { Store() }
        container.register(type: (any Reading).self) { try DependenciesContainer.shared.require(type: Store.self) }
        container.register(type: (any Writing).self) { try DependenciesContainer.shared.require(type: Store.self) }
        let (reader, writer) = (
            container.resolve(type: (any Reading).self), container.resolve(type: (any Writing).self)
        )
        #expect(reader === writer && reader != nil)
    }

    @Test func `a login session is a child container that is thrown away`() throws {
        container.register { Store() }
        var session: DependenciesContainer? = DependenciesContainer(parent: container)
        session!.register(type: String.self, service: "user")
        session!.register {
            Account(user: try DependenciesContainer.shared.require(), store: try DependenciesContainer.shared.require())
        }
        weak let account = try session!.require(type: Account.self)
        #expect(account?.user == "user")
        #expect(account?.store === container.resolve(type: Store.self))
        session = nil
        #expect(account == nil)
        #expect(!container.isRegistered(type: Account.self))
    }

    @Test func `one service deep in a chain is overridden for one test`() throws {
        container.register(type: String.self, service: "live")
        container.register { Account(user: try DependenciesContainer.shared.require(), store: Store()) }
        container.register { [try DependenciesContainer.shared.require(type: Account.self)] }
        let accounts = try container.require(type: [Account].self)
        let copy = container.copy()
        copy.register(type: String.self, service: "fake")
        #expect(try copy.require(type: [Account].self).map(\.user) == ["fake"])
        #expect(accounts.map(\.user) == ["live"])
    }

    @Test func `what starts asynchronously is awaited first and then registered`() async {
        func connect() async -> Store { Store() }
        let store = await connect()
        container.register(type: Store.self, service: store)
        #expect(container.resolve(type: Store.self) === store)
    }

    @Test func `or a task is registered, and awaited by those who need it`() async throws {
        let runs = Counter(0)
        container.register {
            Task { () -> Store in
                runs.increment()
                return Store()
            }
        }
        async let one = container.require(type: Task<Store, Never>.self).value
        async let other = container.require(type: Task<Store, Never>.self).value
        let (first, second) = try await (one, other)
        #expect(first === second && runs.count == 1)
    }

    protocol Reading: AnyObject, Sendable {}
    protocol Writing: AnyObject, Sendable {}

    final class Store: Reading, Writing {}

    final class Account: Sendable {
        let (user, store): (String, Store)
        init(user: String, store: Store) { (self.user, self.store) = (user, store) }
    }
}
