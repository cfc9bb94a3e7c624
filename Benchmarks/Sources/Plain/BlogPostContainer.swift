/// The container of many a blog post: a dictionary of instances, no lock.
public final class BlogPostContainer {
    private var services: [Key: Any] = [:]

    /// An empty container.
    public init() {}

    /// Keeps an instance under its type and name.
    public func register<T>(type: T.Type, name: String? = nil, service: Any) {
        services[Key(type: type, name: name)] = service
    }

    /// Returns the instance kept under that type and name.
    public func resolve<T>(type: T.Type, name: String? = nil) -> T? {
        services[Key(type: type, name: name)] as? T
    }
}

/// A class, as in the posts: each lookup allocates one.
private final class Key: Hashable {
    private let type: ObjectIdentifier
    private let name: String?

    init(type: Any.Type, name: String?) {
        self.type = ObjectIdentifier(type)
        self.name = name
    }

    static func == (one: Key, other: Key) -> Bool { one.type == other.type && one.name == other.name }

    func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(name)
    }
}
