// Stands in for UIKit where there is none: as much of it as the README's snippets need to be type-checked.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

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
