//: [Previous](@previous)
//:
//: # Threads
//: You can call a container on any thread, in a task, and in a factory. You don't need a lock or a queue.
import Foundation

//: ## Many threads, one instance
//: `concurrentPerform` runs its closure a hundred times, on several threads at once. All of them ask for the database.
//: The factory runs only once. The other threads wait until it has returned, and get the same database.
nonisolated final class Database: Sendable {}  // any thread can use it: see the page Swift 6

nonisolated func askOnManyThreads(_ container: DependenciesContainer) {
    DispatchQueue.concurrentPerform(iterations: 100) { _ in
        _ = container.resolve(type: Database.self)
    }
}

let container = DependenciesContainer()
container.register {
    print("opening the database")
    return Database()
}
askOnManyThreads(container)
// → opening the database

//: ## A slow factory
//: Only threads that need the same service wait for its factory. While the map is loading, another thread asks for
//: the settings, and gets them at once. The container holds no lock while a factory runs. Otherwise, the factory of the
//: map would wait for the other thread, and the other thread for the lock, forever.
nonisolated struct Map: Sendable {}
nonisolated struct Settings: Sendable {}

container.register { Settings() }
container.register { container in
    print("loading the map …")
    let work = DispatchGroup()
    DispatchQueue.global().async(group: work) {
        print("another thread has the settings:", container.resolve(type: Settings.self) != nil)
    }
    work.wait()  // until the closure above has ended
    return Map()
}

print("the map is loaded:", container.resolve(type: Map.self) != nil)
// → loading the map …
// → another thread has the settings: true
// → the map is loaded: true

//: ## Try it yourself
//: Let the other thread ask for the `Map`, not for the `Settings`. The page doesn't end. Why?
//:
//: *Solution:* the other thread waits for the map, and the factory of the map waits for the other thread. So a factory
//: must not wait for a thread that needs the same service.
//:
//: [Next](@next)
