import Dip
import Harness

struct DipLibrary: Contender, @unchecked Sendable {
    static let name = "Dip"
    // Its property wrappers are filled in what a container builds. Collaborating containers see each other.
    static let lacks: Set<Row> = [.injected, .child]
    private let container = DependencyContainer()

    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        let scope: ComponentScope =
            switch lifetime {
            case .shared: .singleton
            case .new: .unique
            case .graph: .shared
            case .weak: .weakSingleton
            }
        container.register(scope, type: type, tag: name) { make(self) }
    }
    func register<S: Makeable>(_ type: S.Type) { container.register(.singleton) { S() } }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { try? container.resolve() as S }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { try? container.resolve(tag: name) as S }
    func work(for row: Row) -> Work? {
        if row != .arguments { return nil }
        container.register(.unique) { (host: String, port: Int) in Endpoint(host: host, port: port) }
        return .each { try? container.resolve(arguments: "example.org", 443) as Endpoint }
    }
}
