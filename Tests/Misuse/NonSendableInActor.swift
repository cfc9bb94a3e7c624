// An actor other than the main one can't resolve what is not Sendable.
import Locator

class Cart {}

actor Shop {
    func checkOut() {
        let cart = DependenciesContainer.shared.resolve(type: Cart.self)  // expected-error {{call to main actor-isolated}}
        _ = cart
    }
}
