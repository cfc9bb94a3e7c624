//: # App Launch
//: This page is an app, from launch to its first screen. In a terminal, `swift run AppLaunch` runs it as a program.
#if canImport(Locator)
    import Locator  // only the program needs this
#endif

protocol API: Sendable { func titles() -> [String] }
struct HTTPClient: API {
    let host: String
    func titles() -> [String] { ["News from \(host)"] }
}
struct Feed: Sendable { let api: API }

//: ## Launch
//: One function registers all services:
func registerServices(in container: DependenciesContainer) {
    container.register {
        print("creating the feed")
        return Feed(api: try $0.require())
    }
    container.register(type: API.self) {
        print("creating the API")
        return HTTPClient(host: "example.org")
    }
}

//: Why `$0`? A feed needs an `API`, so its factory asks for one. It asks `$0`, the container that runs the factory. In
//: the app, this is the app's container. In a test, it is the container of the test, with a fake: see the next page.
//:
//: **Guess:** the function registers the feed before its `API`. Does the launch fail?
let app = DependenciesContainer.shared
registerServices(in: app)
print("everything is registered")
// → everything is registered

//: No. No factory runs at launch. So the order doesn't matter, and the launch is fast. In your app, add the file
//: `Locator.swift` to the target, and call the function in `init`:
//: ```
//: @main struct NewsApp: App {
//:     init() { registerServices(in: .shared) }
//:     var body: some Scene { WindowGroup { FeedView() } }
//: }
//: ```
//: ## The first screen
//: The model of the screen has a property with `@Injected`. You don't assign it: when you first read it, it gets the
//: feed from the app's container. **Guess:** which factory begins first, that of the feed or that of the API?
final class FeedModel { @Injected var feed: Feed }  // in an `@Observable` class, add @ObservationIgnored
let model = FeedModel()
print(model.feed.api.titles())
// → creating the feed
// → creating the API
// → ["News from example.org"]

//: The factory of the feed begins, and then asks for the API. (In Xcode, *Editor > Live View* shows the screen.)
#if canImport(PlaygroundSupport) && canImport(SwiftUI)
    import PlaygroundSupport
    import SwiftUI
    struct FeedView: View {
        @State private var model = FeedModel()
        var body: some View { List(model.feed.api.titles(), id: \.self) { Text($0) }.frame(width: 300, height: 200) }
    }
    PlaygroundPage.current.setLiveView(FeedView())
#endif

//: ## A name
//: With a name, you can register a second `API`, here of a test server. **Guess:** the name in `require` has a typing
//: mistake. Does it return the first `API`, which has no name? (In Xcode, `AppLaunch` has another name.)
app.register(type: API.self, name: "staging") { HTTPClient(host: "localhost") }
do { _ = try app.require(type: API.self, name: "stagign") } catch { print(error) }
// → Register 'API "stagign"' first, under exactly this type and name, in the container that was asked or its parent.
// →     type: AppLaunch.API
// →     path: API "stagign"
// →     registered for this type: API, API "staging"

//: ## Try it yourself
//: 1. Write `//` before `registerServices(in: app)`. At which line does the page stop, and what does the error say?
//: 2. `resolve` returns nil if a service isn't registered. Add these lines at the end. What does each `print` show?
//: ```
//: let empty = DependenciesContainer()
//: empty.register { Feed(api: try $0.require()) }
//: print(empty.resolve(type: API.self) as Any)
//: print(empty.resolve(type: Feed.self) as Any)
//: ```
//: *Solution:*
//: 1. It stops where you read `model.feed`: “Register 'Feed' first”. The last line of the error names the line of the
//:    property. A property can't throw this error, so it stops the app. (With `var feed: Feed?`, it would be nil.)
//: 2. The first one shows nil: no `API` is registered. The second one stops the page, with “Register 'API' first”: the
//:    factory of the feed fails, and `resolve` can't throw. If you need the service, call `require`.
//:
//: [Previous](@previous) | [Next](@next)
