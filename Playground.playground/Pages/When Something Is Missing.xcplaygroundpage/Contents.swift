//: [Previous](@previous)
//:
//: # When Something Is Missing
//: A locator finds out while the program runs that a service is missing. So it should say which one, who wanted it and
//: what to do.
import Foundation

#if canImport(Locator)
    import Locator
#endif

struct Disk: Sendable {}

struct Cache: Sendable {
    let disk: Disk
}

struct ImageLoader: Sendable {
    let cache: Cache
}

/// Prints an error as it is, but for the name of this page's module, which Xcode makes up.
func show(_ error: any Error) {
    let module = String(reflecting: Disk.self).dropLast("Disk".count)
    print("\(error)".replacingOccurrences(of: module, with: "MyApp."))
}

let container = DependenciesContainer()

//: ## Nothing is registered
//: `resolve` returns nil, which is how to ask for something that may be absent.
print(container.resolve(type: Cache.self) == nil)
// → true

//: `require` throws a `ResolutionError`: one sentence that says what to do, then the facts.
do {
    _ = try container.require(type: Cache.self)
} catch {
    show(error)
}
// → Register 'Cache' before it is needed, or ask for what is registered.
// →     type: MyApp.Cache
// →     path: Cache
// →     registered for this type: nothing

//: ## Something deeper down is missing
//: The path says who needed it. The image loader and the cache are registered, and nobody claims otherwise.
container.register { ImageLoader(cache: try DependenciesContainer.shared.require()) }
container.register { Cache(disk: try DependenciesContainer.shared.require()) }
container.register(name: "external") { Disk() }

do {
    _ = try container.require(type: ImageLoader.self)
} catch {
    show(error)
}
// → Register 'Disk' before it is needed, or ask for what is registered.
// →     type: MyApp.Disk
// →     path: ImageLoader → Cache → Disk
// →     registered for this type: Disk "external"

//: The last line helps against typing errors: there is a disk, under a name.
//:
//: **And `resolve`?** It does not return nil here, but stops the program with the same text. The image loader *is*
//: registered; that it can't be built is a mistake in the program. Hidden in a nil, it would come to light far from here.
//:
//: ## Two that need each other
//: The client signs its requests with the session's token, and the session gets its token through the client. The
//: circle is found before the stack overflows, also where two threads close it.
struct Client: Sendable {
    init(session: Session) {}
}

struct Session: Sendable {
    init(client: Client) {}
}

let network = DependenciesContainer()
network.autoregister(initializer: Client.init)
network.autoregister(initializer: Session.init)

do {
    _ = try network.require(type: Client.self)
} catch {
    show(error)
}
// → Break the circle: resolve one of its services in `injecting:` instead of its factory.
// →     type: MyApp.Client
// →     path: Client → Session → Client
// →     registered for this type: Client

//: ## A factory that throws
//: Its own error comes out of `require`. Nothing half-built is kept: the next resolve tries again.
enum NetworkError: Error {
    case offline
}

container.register(type: URL.self) { throw NetworkError.offline }

do {
    _ = try container.require(type: URL.self)
} catch {
    show(error)
}
// → offline

//: ## Find them all, before your users do
//: `verify()` builds every registration in a throw-away copy, and returns those that fail. One line in a test is enough:
//: `#expect(container.verify().isEmpty)`.
for failure in container.verify().failures {
    print("✗", failure.registration)
}
// → ✗ ImageLoader
// → ✗ Cache
// → ✗ URL

//: ## Look at a container
//: `print` shows what can be resolved, what of it is built, and whether it is the container's own or its parent's.
container.register { Disk() }
_ = container.resolve(type: ImageLoader.self)
print(container)
// → type         name        scope      state      from
// → ImageLoader  -           singleton  built      own
// → Cache        -           singleton  built      own
// → Disk         "external"  singleton  not built  own
// → URL          -           singleton  not built  own
// → Disk         -           singleton  built      own

//: ## Exercise
//: Print `container.verify()` itself at the end of the page: it says `URL: offline`. Register a URL that can be built,
//: one line above: now it says that every registration can be built.
//:
//: [Next](@next)
