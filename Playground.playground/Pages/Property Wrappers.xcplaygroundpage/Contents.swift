//: [Previous](@previous)
//:
//: # Property Wrappers
//: `@Injected` is a property that resolves itself.
#if canImport(Locator)
    import Locator
#endif

protocol API: Sendable {
    var host: String { get }
}

struct HTTPClient: API {
    let host: String
}

protocol Analytics: Sendable {}

let container = DependenciesContainer.shared
container.register(type: (any API).self) { HTTPClient(host: "live") }
container.register(type: (any API).self, name: "staging") { HTTPClient(host: "staging") }

//: ## In an object made by hand
//: The property is filled when it is first read, from the container that was `shared` when the object was made. That
//: suits what no factory makes, such as a view controller out of a storyboard.
final class FeedModel {
    @Injected var api: any API
    @Injected(name: "staging") var staging: any API
    @Injected var analytics: (any Analytics)?
}

let model = FeedModel()
print(model.api.host, model.staging.host)
// → live staging

//: An optional property is nil where nothing is registered. Any other stops the program in that case, and says in
//: which file and line the property is.
print(model.analytics == nil)
// → true

//: A preview or a test may simply assign another service.
model.api = HTTPClient(host: "canned")
print(model.api.host)
// → canned

//: ## In an object made by a container
//: Here the properties are filled as soon as the factory has returned. So what is missing shows at once, when the
//: screen is required and not when it is used.
protocol Screen: AnyObject {
    var title: String { get }
}

final class ArticleScreen: Screen {
    @Injected var api: any API
    @Injected(name: "beta") var beta: any API
    var title: String { "\(api.host), \(beta.host)" }
}

container.register(type: (any Screen).self) { ArticleScreen() }

do {
    _ = try container.require(type: (any Screen).self)
} catch {
    print("\(error)".split(separator: "\n")[0])
}
// → Register 'API "beta"' before it is needed, or ask for what is registered.

container.register(type: (any API).self, name: "beta") { HTTPClient(host: "beta") }
print(try container.require(type: (any Screen).self).title)
// → live, beta

//: ## Weak properties
//: `@WeakInjected` does not keep its service alive. With it an object knows the one that owns it. Wrappers close a
//: circle by themselves.
protocol Editor: AnyObject {
    var toolbar: any Toolbar { get }
}

protocol Toolbar: AnyObject {
    var editor: (any Editor)? { get }
}

final class TextEditor: Editor {
    @Injected var toolbar: any Toolbar
}

final class TextToolbar: Toolbar {
    @WeakInjected var editor: (any Editor)?
}

container.register(type: (any Editor).self, scope: .weak) { TextEditor() }
container.register(type: (any Toolbar).self, scope: .weak) { TextToolbar() }

var editor = container.resolve(type: (any Editor).self)
let toolbar = editor?.toolbar
print(toolbar?.editor === editor)
// → true
editor = nil
print(toolbar?.editor == nil)
// → true

//: ## Exercise
//: Write `struct ConsoleAnalytics: Analytics {}`, and register it just before the model is made. `true` turns into
//: `false` where the page prints whether the model's analytics are nil.
//:
//: [Next](@next)
