//: [Previous](@previous)
//:
//: # Threads
//: Any thread can use a container: **the container needs no lock. A service with a `var` does need protection**, if
//: several threads use it. (Below, `nonisolated` says that a type doesn't belong to the main actor: see the next page.)
import Foundation

let container = DependenciesContainer()

//: ## A service that changes
//: Many apps begin with such a service: a store with a `var`. Remove the three `//`, and the compiler says:
//: ## “stored property 'all' of 'Sendable'-conforming class 'Notes' is mutable”
// nonisolated final class Notes: Sendable {
//     var all: [String] = []
// }

//: `Sendable` promises that any thread can use the notes. But if two threads change the array at the same time, a note
//: can be lost, or the app can crash. (In Swift 5 mode, you can leave out `Sendable`, and nothing warns you.) Write the
//: `//` again. There are three ways to protect a `var`.
//:
//: ## 1. Only screens use it: the main actor
//: The *main actor* runs the screens. Write `@MainActor` before the class, and begin the factory with `@MainActor in`.
//: Code on other threads compiles, but there, `require` throws an error, and `resolve` stops the app.
@MainActor final class Bookmarks { var all: [String] = [] }
container.register { @MainActor in Bookmarks() }
try container.require(type: Bookmarks.self).all.append("Emma")
print(try container.require(type: Bookmarks.self).all)
// → ["Emma"]

//: ## 2. Other code can wait for it: an actor
//: An actor works for one caller at a time. The others wait for it, so each of them writes `await`.
actor History {
    private(set) var all: [String] = []
    func add(_ title: String) { all.append(title) }
}

container.register { History() }
try await container.require(type: History.self).add("Ulysses")
print(try await container.require(type: History.self).all)
// → ["Ulysses"]

//: ## 3. Any thread uses it, without `await`: a lock
//: Each use of `all` is inside the lock. The compiler can't check this: with `@unchecked Sendable`, you promise it.
nonisolated final class Tracker: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []
    var count: Int { lock.withLock { all.count } }
    func track(_ event: String) { lock.withLock { all = all + [event] } }
}

container.register {
    print("creating the tracker")
    return Tracker()
}

//: `concurrentPerform` runs its closure 1000 times, on several threads at once. **Guess:** no tracker exists yet. How
//: often does the page print `creating the tracker`?
DispatchQueue.concurrentPerform(iterations: 1000) { @Sendable [container] _ in
    container.resolve(type: Tracker.self)?.track("tap")
}
print(try container.require(type: Tracker.self).count)
// → creating the tracker
// → 1000

//: Once. One thread runs the factory, and other threads that need the tracker wait for it. So don't wait in a factory
//: for another thread: if that thread needs the same service, both wait forever.
//:
//: ## Try it yourself
//: 1. In `track`, remove the lock: `{ all = all + [event] }`. Does the compiler say so? Run the page several times.
//: 2. Repair the notes: two screens show them, and a download in the background adds to them, without `@MainActor`.
//:
//: *Solution:*
//: 1. Nothing warns you, because of `@unchecked`. The page can print less than 1000, or crash, or still print 1000.
//: 2. The main actor is no help: the download would get an error. With an actor, the screens write `await`, in a task.
//:    If a screen needs the notes at once, choose a lock.
//:
//: [Next](@next)
