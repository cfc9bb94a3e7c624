// `service:` takes a service, and always with its type, so that a closure can't be taken for one.

#if canImport(Locator)
    import Locator
#endif

struct Client: Sendable {}

nonisolated func register(in container: DependenciesContainer) {
    container.register(service: { Client() })  // expected-error {{missing argument for parameter 'type'}}
    container.register(type: Client.self, service: { Client() })  // expected-error {{does not accept a closure}}
}
