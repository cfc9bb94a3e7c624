import Foundation

/// As little as a container can do that is safe on threads: a typed box by its type's identity, behind a lock.
public final class BoxContainer: @unchecked Sendable {
    private class AnyBox {}

    private final class Box<T>: AnyBox {
        let value: T
        init(_ value: T) { self.value = value }
    }

    private let lock = NSLock()
    private var boxes: [ObjectIdentifier: AnyBox] = [:]

    /// An empty container.
    public init() {}

    /// Keeps an instance under its type.
    public func register<T>(type: T.Type, service: T) {
        lock.lock()
        boxes[ObjectIdentifier(type)] = Box(service)
        lock.unlock()
    }

    /// Returns the instance kept under that type.
    public func resolve<T>(type: T.Type) -> T? {
        lock.lock()
        defer { lock.unlock() }
        guard let box = boxes[ObjectIdentifier(type)] else { return nil }
        return unsafeDowncast(box, to: Box<T>.self).value
    }
}
