//: [Previous](@previous)
//:
//: # App Launch
//: An app from launch to its first screen. This page uses what [Welcome](Welcome) explains: containers and factories.
//: In a terminal, `swift run AppLaunch` runs it as a program. Only the program needs `import Locator`.
import Foundation

#if canImport(Locator)
    import Locator
#endif

protocol API: Sendable {
    func titles() -> [String]
}

struct HTTPClient: API {
    let host: String
    func titles() -> [String] { ["News from \(host)"] }
}

struct Feed: Sendable {
    let api: API
}

//: ## Launch
//: One function registers all services. The factory of the feed takes `$0`, the container that runs it, and asks it for
//: an `API`. A name, such as "staging", tells two services of one type apart.
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
print("== Launch: everything is registered")
let app = DependenciesContainer.shared
registerServices(in: app)
// → == Launch: everything is registered

//: No. No factory runs at launch, so launch is fast, and the order doesn't matter.
//:
//: ## The first screen
//: Which factory begins first?
print("\n== The first screen asks for the feed")
print(try app.require(type: Feed.self).api.titles())
// →
// → == The first screen asks for the feed
// → creating the feed
// → creating the API
// → ["News from example.org"]

//: The factory of the feed begins, and asks for the API. In Xcode, open *Adjust Editor Options > Live View* to see the
//: screen. Change the host above, and the screen changes.
#if canImport(PlaygroundSupport) && canImport(SwiftUI)
    import PlaygroundSupport
    import SwiftUI

    struct FeedView: View {
        let titles: [String]
        var body: some View { List(titles, id: \.self) { Text($0) }.frame(width: 300, height: 200) }
    }

    PlaygroundPage.current.setLiveView(FeedView(titles: try app.require(type: Feed.self).api.titles()))
#endif

//: ## Something is missing
print("\n== The screen asks for a name that isn't registered")
do {
    _ = try app.require(type: API.self, name: "stagign")
} catch {
    let module = String(reflecting: Feed.self).dropLast("Feed".count)  // a playground has a module name of its own
    let text = "\(error)".replacingOccurrences(of: module, with: "News.")
    print(text.replacingOccurrences(of: ". A", with: ".\nA"))  // one sentence on each line
}
// →
// → == The screen asks for a name that isn't registered
// → Register 'API "stagign"' first, under exactly this type and name, in the container that was asked or in its parent.
// → A singleton's factory asks the container where the singleton was registered.
// →     type: News.API
// →     path: API "stagign"
// →     registered for this type: API, API "staging"

//: ## Try it yourself
//: 1. Which services does `print(app)` show? Guess, then add the line at the end of the page.
//: 2. A service that is allowed to be missing is `resolve`'s task: it returns nil. Write `let api: API =
//:    app.resolve(name: "stagign")!` at the end. What do you learn about the mistake?
//:
//: *Solution:*
//: 1. Three lines, such as `API "staging": singleton`. `print` runs no factory.
//: 2. Nothing: `!` stops the page without a reason. Write `try app.require(name: "stagign")` if you need the service.
//:
//: [Next](@next)
