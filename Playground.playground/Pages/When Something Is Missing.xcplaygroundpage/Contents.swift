//: [Previous](@previous)
//:
//: # When Something Is Missing
//: The compiler can't find a missing service. So the error tells you which service is missing, which service needs it,
//: and how to fix it.
import Foundation

struct Disk: Sendable {}

struct Cache: Sendable {
    let disk: Disk
}

struct ImageLoader: Sendable {
    let cache: Cache
}

let container = DependenciesContainer()

//: ## A missing service
//: `resolve` returns nil if the service isn't registered.
print(container.resolve(type: Cache.self) == nil)
// → true

//: `require` throws a `ResolutionError`: one sentence that tells you how to fix the mistake, then the facts. If a
//: factory throws an error of its own, `require` throws that error.
container.register { ImageLoader(cache: try $0.require()) }
container.register { Cache(disk: try $0.require()) }
container.register(name: "external") { Disk() }

do {
    _ = try container.require(type: ImageLoader.self)
} catch {
    let module = String(reflecting: Disk.self).dropLast("Disk".count)  // a playground has a module name of its own
    print("\(error)".replacingOccurrences(of: module, with: "MyApp."))
}
// → Register 'Disk' before it is needed, in the container that has 'Cache' or in its parent: no container asks a child.
// →     type: MyApp.Disk
// →     path: ImageLoader → Cache → Disk
// →     registered for this type: Disk "external"

//: `resolve` would stop the program with this text. The image loader *is* registered, and nil would hide the mistake.
//:
//: ## A circle
//: The client needs a session, and the session needs a client. The error has properties for the reason and the path.
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

//: ## Find all missing services, before your users do
//: `verify()` builds every service in a copy, and returns the failures. In a test, write
//: `#expect(container.verify().failures.isEmpty)`.
for failure in container.verify().failures {
    print("✗", failure.registration)
}
// → ✗ ImageLoader
// → ✗ Cache

//: ## Exercise
//: Change the factory of `Cache` so that it asks for the external disk. Then `print(container.verify())` says that
//: every registration can be built.
//:
//: [Next](@next)
