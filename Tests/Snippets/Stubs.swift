// Stands in for SwiftUI and UIKit where there are none: as much of them as the snippets need to be type-checked, with the
// isolation of the real ones. It shows nothing on a screen.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if SWIFTUI
    @_exported import Observation

    @MainActor @preconcurrency public protocol View {
        associatedtype Body: View
        @ViewBuilder var body: Body { get }
    }

    @MainActor @preconcurrency public protocol Scene {
        associatedtype Body: Scene
        @SceneBuilder var body: Body { get }
    }

    @MainActor @preconcurrency public protocol App {
        associatedtype Body: Scene
        @SceneBuilder var body: Body { get }
        init()
    }

    extension App {
        public static func main() {}
    }

    extension Never: View, Scene {
        public var body: Never { return fatalError() }
    }

    public struct Text: View {
        nonisolated public init(_ content: String) {}
        public var body: Never { return fatalError() }
    }

    public struct WindowGroup<Content: View>: Scene {
        nonisolated public init(@ViewBuilder content: () -> Content) {}
        public var body: Never { return fatalError() }
    }

    @resultBuilder public enum ViewBuilder {
        public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    }

    @resultBuilder public enum SceneBuilder {
        public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    }

    @propertyWrapper public struct State<Value> {
        public var wrappedValue: Value
        public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    }
#else
    @MainActor open class UIResponder {
        public init() {}
    }

    @MainActor open class UIApplication: UIResponder {
        public struct LaunchOptionsKey: Hashable, Sendable {}
    }

    @MainActor public protocol UIApplicationDelegate: AnyObject {
        func application(
            _ application: UIApplication, didFinishLaunchingWithOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool
    }

    extension UIApplicationDelegate {
        public func application(
            _ application: UIApplication, didFinishLaunchingWithOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool { true }

        public static func main() {}
    }
#endif
