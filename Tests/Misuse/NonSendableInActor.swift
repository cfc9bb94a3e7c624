// An actor other than the main one can't resolve what is not Sendable.
import Locator

class Cart {}

actor Shop {
    func checkOut() {
        // expected-error@+1 {{call to main actor-isolated}}
        let cart = DependenciesContainer.shared.resolve(type: Cart.self)
        _ = cart
    }
}
