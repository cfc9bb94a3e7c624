//: [Previous](@previous)
//:
//: # Threads
//: You can call a container on any thread. While a factory runs, other threads wait only if they need its service. The
//: semaphores on this page let the threads meet in the same order each time.
import Foundation

let container = DependenciesContainer()

//: ## A hundred threads, one instance
//: A hundred threads ask for the database, and add a row to it. The factory waits until all threads have started. It
//: runs only once, and every thread gets the same database.
nonisolated final class Database: @unchecked Sendable {
    private let lock = NSLock()
    private var rows = 0
    func addRow() { lock.withLock { rows += 1 } }
    var count: Int { lock.withLock { rows } }
}

let hasStarted = DispatchSemaphore(value: 0)
container.register {
    print("opening the database")
    for _ in 1...100 { hasStarted.wait() }
    return Database()
}

let threads = DispatchGroup()
for _ in 1...100 {
    threads.enter()
    Thread.detachNewThread {
        hasStarted.signal()
        try! container.require(type: Database.self).addRow()
        threads.leave()
    }
}
threads.wait()
// → opening the database
print("rows:", try container.require(type: Database.self).count)
// → rows: 100

//: ## A slow factory
//: Another thread asks for the map, and the factory of the map is slow. Meanwhile, this thread asks for the settings,
//: and gets them without waiting.
nonisolated struct Map: Sendable {}
nonisolated struct Settings: Sendable {}

let mapHasBegun = DispatchSemaphore(value: 0)
let mapCanEnd = DispatchSemaphore(value: 0)

container.register { Settings() }
container.register {
    print("loading the map …")
    mapHasBegun.signal()
    mapCanEnd.wait()  // a slow download
    return Map()
}

let background = DispatchGroup()
DispatchQueue.global().async(group: background) {
    _ = try! container.require(type: Map.self)
    print("the map is loaded")
}

mapHasBegun.wait()
_ = try container.require(type: Settings.self)
print("the settings are here")
mapCanEnd.signal()
background.wait()
// → loading the map …
// → the settings are here
// → the map is loaded

//: ## A factory that waits for a queue
//: The factory of the cache calls `queue.sync`, which waits for an earlier block on the queue. This block asks for the
//: disk. If the container held a lock while a factory runs, both would wait for each other forever.
nonisolated struct Disk: Sendable {}
nonisolated struct Cache: Sendable {}

let queue = DispatchQueue(label: "files")
let cacheHasBegun = DispatchSemaphore(value: 0)

container.register { Disk() }
container.register {
    cacheHasBegun.signal()
    return queue.sync { Cache() }
}

queue.async {
    cacheHasBegun.wait()
    _ = try! container.require(type: Disk.self)
    print("the block has the disk")
}
_ = try container.require(type: Cache.self)
print("the cache is built")
// → the block has the disk
// → the cache is built

//: ## Exercise
//: After `mapHasBegun.wait()`, ask for the `Map`, not for the `Settings`. The page doesn't end. Why?
//:
//: *Solution:* this thread waits for the map, and its factory waits for `mapCanEnd.signal()`, which this thread would
//: call later. So a factory must not wait for a thread that needs the same service.
//:
//: [Next](@next)
