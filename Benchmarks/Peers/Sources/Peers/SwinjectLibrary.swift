import Harness
import Swinject

struct SwinjectLibrary: Contender, @unchecked Sendable {
    static let name = "Swinject"
    static let lacks: Set<Row> = [.injected]
    private let container: Container
    private let resolver: Resolver

    init() { self.init(Container()) }
    private init(_ container: Container) { (self.container, resolver) = (container, container.synchronize()) }
    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        let scope: ObjectScope =
            switch lifetime {
            case .shared: .container
            case .new: .transient
            case .graph: .graph
            case .weak: .weak
            }
        container.register(type, name: name) { _ in make(self) }.inObjectScope(scope)
    }
    func register<S: Makeable>(_ type: S.Type) { container.register(type) { _ in S() }.inObjectScope(.container) }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { resolver.resolve(type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { resolver.resolve(type, name: name) }
    func child<S: Sendable>(with value: S) -> Self {
        let child = Container(parent: container)
        child.register(S.self) { _ in value }
        return Self(child)
    }
    func work(for row: Row) -> Work? {
        if row != .arguments { return nil }
        container.register(Endpoint.self) { _, host, port in Endpoint(host: host, port: port) }
        return .each { resolver.resolve(Endpoint.self, arguments: "example.org", 443) }
    }
}
