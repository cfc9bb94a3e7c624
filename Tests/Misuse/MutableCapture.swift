// A factory of a Sendable service may run on any thread: it captures no variable that others change.
import Locator

final class Client: Sendable {}
class Count { var value = 0 }  // expected-note {{does not conform to the 'Sendable' protocol}}

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
    print(number, count)
}
