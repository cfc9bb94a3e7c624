// A service has to conform to what it is registered as.

#if canImport(Locator)
    import Locator
#endif

protocol API {}
final class NoAPI: Sendable {}

@MainActor func register(in container: DependenciesContainer) {
    container.register(type: API.self, service: NoAPI())  // expected-error {{does not conform to expected type 'API'}}
    container.register(type: API.self) { NoAPI() }  // expected-error {{cannot convert value of type 'NoAPI'}}
    container.register(type: API.self, service: API.self)  // expected-error {{does not conform to expected type 'API'}}
}
