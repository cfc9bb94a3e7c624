#if Peers
    @preconcurrency import Dip
    @preconcurrency import FactoryKit
    // Other modules have types with these names, too.
    @preconcurrency import struct Resolver.Injected
    @preconcurrency import class Resolver.Resolver
    @preconcurrency import class Resolver.ResolverScope
    @preconcurrency import Swinject

    let peers: [any Contender.Type] = [ResolverPeer.self, SwinjectPeer.self, FactoryPeer.self, DipPeer.self]

    struct ResolverPeer: Contender, @unchecked Sendable {
        static let name = "Resolver"
        var container = Resolver()
        init() { ResolverScope.application.reset() }
        init(container: Resolver) { self.container = container }
        func child() -> Self? { Self(container: Resolver(child: container)) }
        func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
            let scope = lifetime.choose(ResolverScope.application, .unique, .graph, .shared)
            container.register(type, name: .name(fromString: name)) { try? make(self) }.scope(scope)
        }
        func register<S: Makeable>(_ type: S.Type) { container.register { S() }.scope(.application) }
        var reset: (() -> Void)? { { ResolverScope.application.reset() } }
        func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S? {
            container.optional(type, name: .name(fromString: name))
        }
        func work(for row: Row) -> Work? {
            switch row {
            case .`two arguments`:
                container.register { _, arguments in Endpoint(arguments("host"), arguments("port")) }
                return each { container.optional(Endpoint.self, args: ["host": "example.org", "port": 443]) }
            case .`object with @Injected`:
                Resolver.register { Service() as any API }.scope(.application)
                return each { ResolverOwner().api }
            case .`read a filled @Injected`:
                Resolver.register { Service() as any API }.scope(.application)
                let owner = ResolverOwner()
                return each { owner.api }
            default: return commonWork(row)
            }
        }
    }

    private final class ResolverOwner { @Injected var api: any API }

    struct SwinjectPeer: Contender, @unchecked Sendable {
        static let name = "Swinject"
        private let container: Swinject.Container
        private let resolver: any Swinject.Resolver
        init() { self.init(Swinject.Container()) }
        private init(_ container: Swinject.Container) {
            self.container = container
            resolver = container.synchronize()
        }
        func child() -> Self? { Self(Swinject.Container(parent: container)) }
        func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
            let scope = lifetime.choose(ObjectScope.container, .transient, .graph, .weak)
            container.register(type, name: name) { _ in try! make(self) }.inObjectScope(scope)
        }
        var reset: (() -> Void)? { { (resolver as! Swinject.Container).resetObjectScope(.container) } }
        func register<S: Makeable>(_ type: S.Type) { container.register(type) { _ in S() }.inObjectScope(.container) }
        func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S? { resolver.resolve(type, name: name) }
        func work(for row: Row) -> Work? {
            if row == .`nothing among 10,000 names` { return nil }  // it makes a text of all names, in 19 ms
            if row != .`two arguments` { return commonWork(row) }
            container.register(Endpoint.self) { _, host, port in Endpoint(host, port) }
            return each { resolver.resolve(Endpoint.self, arguments: "example.org", 443) }
        }
    }

    /// Its services are properties of a container. One property stands for all types.
    struct FactoryPeer: Contender, @unchecked Sendable {
        static let name = "Factory"
        private let container = FactoryKit.Container()
        private func service<S>(_: S.Type) -> Factory<S?> { container.promised(key: "service") }
        func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
            let scope = lifetime.choose(Scope.cached, .unique, .graph, .shared)
            service(type).scope(scope).register { try? make(self) }
        }
        func register<S: Makeable>(_ type: S.Type) { service(type).cached.register { S() } }
        var reset: (() -> Void)? { { container.reset(options: .scope) } }
        func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S? { service(type)() }
        func work(for row: Row) -> Work? {
            switch row {
            case .`named singleton`: return each { container.staging() }
            case .transient: return each { container.new() }
            case .`two arguments`: return each { container.endpoint(("example.org", 443)) }
            case .`object with @Injected`: return each { FactoryOwner().api }
            case .`read a filled @Injected`:
                let owner = FactoryOwner()
                return each { owner.api }
            case .`nothing among 10,000 names`: return nil  // the compiler finds it
            default: return commonWork(row)
            }
        }
    }

    extension FactoryKit.Container {
        fileprivate var staging: Factory<any API> { self { Service() }.cached }
        fileprivate var new: Factory<any API> { self { Service() } }
        fileprivate var endpoint: ParameterFactory<(String, Int), Endpoint> { self { Endpoint($0, $1) } }
    }

    private final class FactoryOwner { @FactoryKit.Injected(\.staging) var api }

    struct DipPeer: Contender, @unchecked Sendable {
        static let name = "Dip"
        private let container = DependencyContainer()
        func register<S: Sendable>(_ type: S.Type, _ name: String?, _ lifetime: Lifetime, _ make: @escaping Make<S>) {
            let scope = lifetime.choose(ComponentScope.singleton, .unique, .shared, .weakSingleton)
            container.register(scope, type: type, tag: name) { try make(self) }
        }
        func register<S: Makeable>(_ type: S.Type) { container.register(.singleton) { S() } }
        func resolve<S: Sendable>(_ type: S.Type, _ name: String?) -> S? { try? container.resolve(tag: name) as S }
        func work(for row: Row) -> Work? {
            if row == .`nothing among 10,000 names` { return nil }  // it logs each miss
            if row != .`two arguments` { return commonWork(row) }
            container.register(.unique) { (host: String, port: Int) in Endpoint(host, port) }
            return each { try? container.resolve(arguments: "example.org", 443) as Endpoint }
        }
    }
#else
    let peers: [any Contender.Type] = []
#endif
