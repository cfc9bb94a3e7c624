// What is not Sendable lives on the main actor: a nonisolated function can neither register nor resolve it.
import Locator

class Cart {}  // expected-note * {{does not conform to the 'Sendable' protocol}}

nonisolated func use(_ container: DependenciesContainer) throws {
    container.register(type: Cart.self, service: Cart())  // expected-error {{call to main actor-isolated}}
    container.register { Cart() }  // expected-error {{call to main actor-isolated}}
    container.register { (number: Int) in Cart() }  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Cart.self)  // expected-error {{call to main actor-isolated}}
    _ = try container.require(type: Cart.self)  // expected-error {{call to main actor-isolated}}
    _ = container.resolve(type: Cart.self, arguments: 1)  // expected-error {{call to main actor-isolated}}
    _ = container.resolveAll(type: Cart.self)  // expected-error {{call to main actor-isolated}}
}
