// A factory of a Sendable service may run on any thread: it captures nothing that others change.

#if canImport(Locator)
    import Locator
#endif

nonisolated final class Client: Sendable {
    init() {}
    init(_ number: Int) {}
}

nonisolated class Count {
    var value = 0
}

nonisolated func register(in container: DependenciesContainer) {
    var number = 0
    let count = Count()
    container.register { () -> Client in
        number += 1  // expected-error {{mutation of captured var 'number' in concurrently-executing code}}
        return Client()
    }
    container.register { () -> Client in
        count.value += 1  // expected-error {{capture of 'count' with non-Sendable type 'Count'}}
        return Client()
    }
    container.register { Client(number) }  // expected-error {{reference to captured var 'number'}}
    container.register { Client(count.value) }  // expected-error {{capture of 'count'}}
    container.register { _ in Client(count.value) }  // expected-error {{capture of 'count'}}
    container.register { Client(try $0.require() + count.value) }  // expected-error {{capture of 'count'}}
    container.register { (start: Int) in Client(start + count.value) }  // expected-error {{capture of 'count'}}
    container.register {
        Client()
    } injecting: { _ in
        count.value += 1  // expected-error {{capture of 'count'}}
    }
    container.register {
        Client($0)
    } injecting: { (_: Client) in
        number += 1  // expected-error {{mutation of captured var 'number'}}
    }
    // expected-error@+1 {{capture of 'count'}}
    container.autoregister(initializer: { (start: Int) in Client(start + count.value) })
    container.autoregister(initializer: Client.init(_:)) { _ in
        count.value += 1  // expected-error {{capture of 'count'}}
    }
    number = count.value
}

nonisolated class Assembly {
    var start = 1

    func assemble(_ container: DependenciesContainer) {
        container.register { Client(self.start) }  // expected-error {{capture of 'self'}}
    }

    @MainActor func assembleOnTheMainActor(_ container: DependenciesContainer) {
        container.register { Client(self.start) }  // expected-error {{capture of 'self'}}
    }
}
