import FactoryKit
import Harness

struct FactoryLibrary: Contender, @unchecked Sendable {
    static let name = "Factory"
    static let lacks: Set<Row> = [.child]
    private let container = Container()

    /// Its services are properties of a container; this one stands for as many as there are types.
    private func service<S>(_: S.Type) -> Factory<S?> { container.promised(key: "service") }
    func register<S: Sendable>(
        _ type: S.Type, name: String?, _ lifetime: Lifetime, _ make: @escaping @Sendable (Self) -> S
    ) {
        let scope: Scope =
            switch lifetime {
            case .shared: .cached
            case .new: .unique
            case .graph: .graph
            case .weak: .shared
            }
        service(type).scope(scope).register { make(self) }
    }
    func register<S: Makeable>(_ type: S.Type) { service(type).cached.register { S() } }
    func resolve<S: Sendable>(_ type: S.Type) -> S? { service(type)() }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { nil }
    func work(for row: Row) -> Work? {
        switch row {
        case .named: .each { container.staging() }
        case .new: .each { container.new() }
        case .arguments: .each { container.endpoint(("example.org", 443)) }
        case .injected: .each { Owner().api }
        default: nil
        }
    }
}

extension Container {
    fileprivate var shared: Factory<any API> { self { Service() }.cached }
    fileprivate var staging: Factory<any API> { self { Service() }.cached }
    fileprivate var new: Factory<any API> { self { Service() } }
    fileprivate var endpoint: ParameterFactory<(String, Int), Endpoint> { self { Endpoint(host: $0, port: $1) } }
}

private final class Owner {
    @Injected(\.shared) var api
}
