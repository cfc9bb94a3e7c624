// Stands in for Apple's SwiftUI: as much as the snippets need to be type-checked, on the main actor like the real one.
// `Tests/Snippets/run` expands the macros `#Preview` and `@Entry`.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Combine
@_exported public import Observation

// MARK: - Apps and views

@MainActor public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

@MainActor public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { return fatalError() }
}

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View, Scene {
    public var body: Never { return fatalError() }
}

extension View {
    public func onAppear(perform action: @escaping () -> Void) -> some View { self }
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View { self }
}

/// What several views become in a `body`.
public struct SomeViews: View {
    public var body: Never { return fatalError() }
}

@MainActor @resultBuilder public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<First: View, Second: View>(_ first: First, _ second: Second) -> SomeViews {
        SomeViews()
    }
    public static func buildEither<Content: View>(first: Content) -> SomeViews { SomeViews() }
    public static func buildEither<Content: View>(second: Content) -> SomeViews { SomeViews() }
}

public struct Text: View {
    public init(_ content: String) {}
    public var body: Never { return fatalError() }
}

public struct Button: View {
    public init(_ title: String, action: @escaping @MainActor () -> Void) {}
    public var body: Never { return fatalError() }
}

public struct NavigationStack<Root: View>: View {
    public init<Path>(path: Binding<Path>, @ViewBuilder root: () -> Root) {}
    public var body: Never { return fatalError() }
}

// MARK: - Properties

public protocol DynamicProperty {}

@dynamicMemberLookup public struct Binding<Value> {
    public var wrappedValue: Value
    public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding<Member>(wrappedValue: wrappedValue[keyPath: member])
    }
}

@propertyWrapper public struct State<Value>: DynamicProperty {
    private let value: Value
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { Binding(wrappedValue: value) }
    public init(wrappedValue: Value) { value = wrappedValue }
    public init(initialValue: Value) { value = initialValue }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding(wrappedValue: wrappedValue[keyPath: member])
    }
}

@MainActor @propertyWrapper public struct ObservedObject<Object: ObservableObject>: DynamicProperty {
    public var wrappedValue: Object
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }

    @MainActor @dynamicMemberLookup public struct Wrapper {
        fileprivate let object: Object
        public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Object, Member>) -> Binding<Member> {
            Binding(wrappedValue: object[keyPath: member])
        }
    }
}

@MainActor @propertyWrapper public struct StateObject<Object: ObservableObject>: DynamicProperty {
    private let object: () -> Object
    public var wrappedValue: Object { object() }
    public var projectedValue: ObservedObject<Object>.Wrapper { .init(object: object()) }
    public init(wrappedValue: @autoclosure @escaping () -> Object) { object = wrappedValue }
}

public struct EnvironmentValues {}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
    private let keyPath: KeyPath<EnvironmentValues, Value>
    public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
}
