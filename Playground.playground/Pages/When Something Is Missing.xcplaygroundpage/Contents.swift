//: [Previous](@previous)
//:
//: # When Something Is Missing
//: A missing service shows when the program runs. So the error says which one, who needed it and what to do.
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

let container = DependenciesContainer()

//: ## A missing service
//: `resolve` returns nil if what it is asked for is not registered.
print(container.resolve(type: Cache.self) == nil)
// → true

//: `require` throws a `ResolutionError`: a sentence that says what to do, then the facts. A factory's own error comes
//: out as it is.
container.register { ImageLoader(cache: try $0.require()) }
container.register { Cache(disk: try $0.require()) }
container.register(name: "external") { Disk() }

do {
    _ = try container.require(type: ImageLoader.self)
} catch {
    let module = String(reflecting: Disk.self).dropLast("Disk".count)  // a playground makes it up
    print("\(error)".replacingOccurrences(of: module, with: "MyApp."))
}
// → Register 'Disk' before it is needed, in the container that has 'Cache' or in its parent: neither asks its children.
// →     type: MyApp.Disk
// →     path: ImageLoader → Cache → Disk
// →     registered for this type: Disk "external"

//: `resolve` would stop the program with this text: the image loader *is* registered, and nil would hide the mistake.
//:
//: ## A circle
//: The client needs a session, and the session needs a client. An error has its parts, too.
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
} catch let error as ResolutionError {
    print(error.reason, error.path)
}
// → circular ["Client", "Session", "Client"]

//: ## Find them all, before your users do
//: `verify()` builds everything in a copy, and returns what fails. In a test, write
//: `#expect(container.verify().failures.isEmpty)`.
for failure in container.verify().failures {
    print("✗", failure.registration)
}
// → ✗ ImageLoader
// → ✗ Cache

//: ## Exercise
//: Let the cache ask for the external disk. Then `print(container.verify())` says that every registration can be built.
//:
//: [Next](@next)
