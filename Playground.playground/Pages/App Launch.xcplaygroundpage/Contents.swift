//: [Previous](@previous)
//:
//: # App Launch
//: This page is an app, from launch to its first screen. ([Welcome](Welcome) explains containers and factories.) In a
//: terminal, `swift run AppLaunch` runs it as a program. Only the program needs the `import`.
#if canImport(Locator)
    import Locator
#endif

protocol API: Sendable { func titles() -> [String] }
struct HTTPClient: API {
    let host: String
    func titles() -> [String] { ["News from \(host)"] }
}

struct Feed: Sendable { let api: API }

//: ## Launch
//: One function registers all services. In the factory of the feed, `$0` is the container, which gives the feed its
//: `API`. A name, such as "staging", tells two services of one type apart.
func registerServices(in container: DependenciesContainer) {
    container.register {
        print("creating the feed")
        return Feed(api: try $0.require())
    }
    container.register(type: API.self) {
        print("creating the API")
        return HTTPClient(host: "example.org")
    }
    container.register(type: API.self, name: "staging") { HTTPClient(host: "localhost") }
}

//: **Guess:** the feed needs an `API`, which is registered after it. Does this fail?
let app = DependenciesContainer.shared
registerServices(in: app)
print("everything is registered")
// → everything is registered

//: No. No factory runs at launch, so launch is fast, and the order doesn't matter. In an app, add the file
//: `Locator.swift` to the target, and call the function in `init`:
//: ```
//: @main struct NewsApp: App {
//:     init() { registerServices(in: .shared) }
//:     var body: some Scene { WindowGroup { FeedView() } }
//: }
//: ```
//: ## The first screen
//: The model of the screen has a property with `@Injected`. It asks at the first read, here the app's container.
//: **Guess:** which factory begins first, that of the feed or that of the API?
final class FeedModel { @Injected var feed: Feed }  // in an `@Observable` class: @ObservationIgnored @Injected
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

//: ## Something is missing
//: The name in this line has a typing mistake. `require` throws an error, which says how to fix it:
do { _ = try app.require(type: API.self, name: "stagign") } catch { print(error) }
// → Register 'API "stagign"' first, under exactly this type and name, in the container that was asked or its parent.
// →     type: AppLaunch.API
// →     path: API "stagign"
// →     registered for this type: API, API "staging"

//: (`AppLaunch` is the module, which has another name in Xcode.) For a service that can be missing, call `resolve`: it
//: returns nil if the service isn't registered, as with this typing mistake. **But if a registered service can't be
//: built, `resolve` stops the app.** So in factories, and if you need the service, call `require`.
//:
//: ## Try it yourself
//: 1. Which services does `print(app)` show? Guess, then add the line at the end of the page.
//: 2. This container has a feed, but no `API`. Guess what each line does, then add them at the end of the page.
//: ```
//: let empty = DependenciesContainer()
//: empty.register { Feed(api: try $0.require()) }
//: print(empty.resolve(type: API.self) as Any)
//: print(empty.resolve(type: Feed.self) as Any)
//: ```
//: *Solution:*
//: 1. Three lines, such as `API "staging": singleton`.
//: 2. The first `print` shows nil: no `API` is registered. The second stops the page, with “Register 'API' first”: the
//:    feed is registered, but can't be built. With `try empty.require(type: Feed.self)`, you can catch the error.
//:
//: [Next](@next)
