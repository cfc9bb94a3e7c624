// What must not compile when registering, in any language mode.

import Locator

protocol API {}
final class NoAPI: Sendable {}

@MainActor func register(in container: DependenciesContainer) {
    // A service that does not conform to what it is registered as.
    container.register(type: API.self, service: NoAPI())  // expected-error {{does not conform to expected type 'API'}}
    container.register(type: API.self) { NoAPI() }  // expected-error {{cannot convert value of type 'NoAPI'}}

    // A closure where a service is meant: `service:` always takes a type along, and the closure is no API.
    container.register(service: { NoAPI() })  // expected-error {{missing argument for parameter 'type'}}
    container.register(type: API.self, service: { NoAPI() })  // expected-error {{does not accept a closure}}

    // A scope belongs to a registration.
    _ = container.resolve(type: NoAPI.self, scope: .transient)  // expected-error {{extra argument 'scope'}} expected-error {{cannot infer contextual base}}
}
