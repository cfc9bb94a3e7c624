//: [Previous](@previous)
//:
//: # Threads
//: You can call a container on any thread, in a task, and in a factory. You don't need a lock or a queue.
//: ([Welcome](Welcome) explains containers and factories.)
import Foundation

//: ## Many threads, one instance
//: `concurrentPerform` runs its closure a hundred times, on several threads at once. **Guess:** no database is open
//: yet. How many are opened?
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

//: One: the database is a singleton. The first thread runs its factory, the others wait until the factory has returned.
//:
//: ## A slow factory
//: Another thread loads a map, and its factory takes long. A semaphore is a gate: `wait()` stops, until `signal()`
//: opens it. So this factory goes on when the page says so. (Your factories should not wait: see the exercise.)
nonisolated struct Map: Sendable {}
nonisolated struct Settings: Sendable {}

let (started, gate, loaded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
container.register { Settings() }
container.register { [started, gate] in
    started.signal()
    gate.wait()
    return Map()
}
Thread.detachNewThread { [container, loaded] in
    print("the map is loaded:", container.resolve(type: Map.self) != nil)
    loaded.signal()
}
started.wait()  // until the factory of the map runs

//: **Guess:** the map isn't loaded yet. Does this page now wait for it?
print("the settings are there:", container.resolve(type: Settings.self) != nil)
// → the settings are there: true

//: No. The container holds no lock while a factory runs, so only a thread that asks for the map waits for it.
gate.signal()
loaded.wait()
// → the map is loaded: true

//: ## Try it yourself
//: Ask for the `Map`, not for the `Settings`, before `gate.signal()`. The page doesn't end. Why?
//:
//: *Solution:* this page waits for the factory of the map, and the factory waits for this page, which would open the
//: gate later. No container can help here. So don't wait in a factory for another thread, a task, a queue or a lock.
//:
//: [Next](@next)
