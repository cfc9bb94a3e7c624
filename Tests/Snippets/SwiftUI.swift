// Stands for Apple's SwiftUI on Linux: only what the snippets need to be type-checked, on the main actor like the real
// interface. That has been used by hand: see CONTRIBUTING.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Observation

@MainActor public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

@MainActor public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

@MainActor public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View, Scene {
    public var body: Never { return fatalError() }
}

@MainActor @resultBuilder public enum ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Text { Text("") }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { return fatalError() }
}

public struct Text: View {
    public init(_ content: String) {}
    public var body: Never { return fatalError() }
}

public struct NavigationStack<Root: View>: View {
    public init<Path>(path: Binding<Path>, @ViewBuilder root: () -> Root) {}
    public var body: Never { return fatalError() }
}

public struct Binding<Value> {}

@propertyWrapper public struct State<Value> {
    private let value: Value
    public var wrappedValue: Value {
        get { value }
        nonmutating set {}
    }
    public init(wrappedValue: Value) { value = wrappedValue }
}

@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public var projectedValue: Bindable<Value> { self }
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding()
    }
}
