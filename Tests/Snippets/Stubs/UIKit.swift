// Stands in for Apple's UIKit: as much as the snippets need to be type-checked, on the main actor like the real one.

@MainActor open class UIResponder {
    public init() {}
}

@MainActor public protocol UIApplicationDelegate: AnyObject {}

extension UIApplicationDelegate {
    public static func main() {}
}

@MainActor open class UIViewController: UIResponder {
    public var title: String?
    open func viewDidLoad() {}
}
