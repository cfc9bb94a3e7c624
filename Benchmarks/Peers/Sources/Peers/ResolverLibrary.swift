import Harness
import Resolver

struct ResolverLibrary: Contender, @unchecked Sendable {
    static let name = "Resolver"
    private let container: Resolver

    init() {
        container = Resolver()
        ResolverScope.application.reset()
    }
    private init(_ container: Resolver) { self.container = container }
    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        let scope: ResolverScope =
            switch lifetime {
            case .shared: .application
            case .new: .unique
            case .graph: .graph
            case .weak: .shared
            }
        container.register(type, name: .name(fromString: name)) { make(self) }.scope(scope)
    }
    func register<S: Makeable>(_ type: S.Type) { container.register { S() }.scope(.application) }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { container.optional(type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { container.optional(type, name: .init(name)) }
    func child<S: Sendable>(with value: S) -> Self {
        let child = Resolver(child: container)
        child.register(S.self) { value }
        return Self(child)
    }
    func work(for row: Row) -> Work? {
        switch row {
        case .arguments:
            container.register { _, arguments in Endpoint(host: arguments("host"), port: arguments("port")) }
            return .each { container.optional(Endpoint.self, args: ["host": "example.org", "port": 443]) }
        case .injected:
            Resolver.register { Service() as any API }.scope(.application)
            return .each { Owner().api }
        default:
            return nil
        }
    }
}

private final class Owner {
    @Injected var api: any API
}
