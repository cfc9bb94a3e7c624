// As much of SwiftUI and UIKit as the snippets need to be type-checked, on the main actor like the real ones.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Observation

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

@MainActor public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

@MainActor public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

extension Never: View, Scene {
    public var body: Never { return fatalError() }
}

public struct Text: View {
    public init(_ content: String) {}
    public var body: Never { return fatalError() }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { return fatalError() }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

@propertyWrapper public struct State<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

public protocol ObservableObject: AnyObject {}

@propertyWrapper public struct Published<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

@MainActor @propertyWrapper public struct StateObject<Object: ObservableObject> {
    public let wrappedValue: Object
    public init(wrappedValue: @autoclosure @escaping () -> Object) { self.wrappedValue = wrappedValue() }
}

@MainActor open class UIResponder {
    public init() {}
}

@MainActor public protocol UIApplicationDelegate: AnyObject {}

extension UIApplicationDelegate {
    public static func main() {}
}
