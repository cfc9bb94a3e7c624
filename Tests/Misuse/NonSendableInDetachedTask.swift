// Nor can a detached task, and what the main actor resolves can't be brought there either.
import Locator

class Cart {}

@MainActor func checkOut() {
    Task.detached {
        let cart = DependenciesContainer.shared.resolve(type: Cart.self)
        // expected-error@-1 {{main actor-isolated instance method}}
        _ = cart
    }
}
