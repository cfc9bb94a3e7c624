import BlogPost

/// The limit: a dictionary and a cast.
struct PlainDictionary: Contender {
    private struct Key: Hashable { let (type, name): (ObjectIdentifier, String?) }

    static let name = "Dictionary"
    static let lacks: Set<Row> = [.new]
    private var services: [Key: Any] = [:]

    mutating func register<S: Sendable>(_ type: S.Type, name: String?, _ make: @escaping @Sendable () -> S) {
        services[Key(type: ObjectIdentifier(type), name: name)] = make()
    }
    func registerNew<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () -> S) {}
    func resolve<S: Sendable>(_ type: S.Type) -> S? {
        services[Key(type: ObjectIdentifier(type), name: nil)] as? S
    }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? {
        services[Key(type: ObjectIdentifier(type), name: name)] as? S
    }

    /// Without the generic functions above, where a limit is measured: that saves another tenth.
    func work(for row: Row) -> Work? {
        let type = ObjectIdentifier((any API).self)
        var services: [Key: Any] = [:]
        for name in [nil, "staging", "production"] { services[Key(type: type, name: name)] = Service() }
        for number in 1..<10 { services[Key(type: ObjectIdentifier(numbered(number)), name: nil)] = Service() }
        return switch row {
        case .singleton:
            Work { [services] count in
                for _ in 0..<count { consume(services[Key(type: type, name: nil)] as? any API) }
            }
        case .named:
            Work { [services] count in
                for _ in 0..<count { consume(services[Key(type: type, name: "staging")] as? any API) }
            }
        default: nil
        }
    }
}

/// What people have today if they have followed a blog post.
final class BlogPost: Contender {
    static let name = "blog post"
    static let lacks: Set<Row> = [.new]
    private let container = BlogPostContainer()

    func register<S: Sendable>(_ type: S.Type, name: String?, _ make: @escaping @Sendable () -> S) {
        container.register(type: type, name: name, service: make())
    }
    func registerNew<S: Sendable>(_ type: S.Type, _ make: @escaping @Sendable () -> S) {}
    func resolve<S: Sendable>(_ type: S.Type) -> S? { container.resolve(type: type) }
    func resolve<S: Sendable>(_ type: S.Type, name: String) -> S? { container.resolve(type: type, name: name) }
}
