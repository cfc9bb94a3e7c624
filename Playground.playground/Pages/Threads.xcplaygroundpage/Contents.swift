//: # Threads
//: Any thread can use a container, and needs no lock. **But if several threads use a service with a `var`, the service
//: needs protection.** Remove the three `//`, and you see this error:
//: ## “stored property 'all' of 'Sendable'-conforming class 'Notes' is mutable”
import Foundation
let container = DependenciesContainer()

// nonisolated final class Notes: Sendable {
//     var all: [String] = []
// }

//: `Sendable` promises that any thread can use the notes. But if two threads change the array at the same time, a note
//: can be lost, or the app can crash. Write the `//` again. Three ways protect a `var`. (Next page: `nonisolated`.)
//:
//: ## 1. Screens use it: the main actor
//: The *main actor* runs the screens. With `@MainActor`, other code, such as this detached task, has to write `await`:
@MainActor final class Bookmarks {
    private(set) var all: [String] = []
    nonisolated init() {}
    func add(_ title: String) { all.append(title) }
}
container.register { Bookmarks() }
try container.require(type: Bookmarks.self).add("Emma")
try await Task.detached { try await container.require(type: Bookmarks.self).add("Ulysses") }.value
print(try container.require(type: Bookmarks.self).all)
// → ["Emma", "Ulysses"]

//: Why `nonisolated`? Any thread can run the factory, and call this `init`. With `init() {}`, the compiler complains;
//: without an `init`, Swift 6 mode adds a `nonisolated` one. The main actor still protects `all` and `add`.
//:
//: ## 2. Background code uses it: an actor
//: An actor never runs two calls at once. Other code, also the screens, writes `await`, and waits for its turn:
actor History {
    private(set) var all: [String] = []
    func add(_ title: String) { all.append(title) }
}
container.register { History() }
try await container.require(type: History.self).add("Ulysses")

//: ## 3. Code that can't write `await` uses it: a lock
//: Each use of `all` is inside the lock. The compiler can't check this: with `@unchecked Sendable`, you promise it.
nonisolated final class Tracker: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []
    init() { print("creating the tracker") }
    var count: Int { lock.withLock { all.count } }
    func track(_ event: String) { lock.withLock { all = all + [event] } }
}
container.register { Tracker() }

//: `concurrentPerform` runs its closure 1000 times, on several threads at once. **Guess:** no tracker exists yet. How
//: often does the page print `creating the tracker`?
DispatchQueue.concurrentPerform(iterations: 1000) { @Sendable _ in
    container.resolve(type: Tracker.self)?.track("tap")
}
print(try container.require(type: Tracker.self).count)
// → creating the tracker
// → 1000

//: Once. One thread runs the factory, and others that need the tracker wait for it. So don't wait in a factory for
//: another thread: if that thread needs the same service, both wait forever.
//:
//: ## Try it yourself
//: 1. In `track`, remove the lock: `{ all = all + [event] }`. Does the compiler say so? Run the page several times.
//: 2. Two screens show the notes, and a download in the background adds to them. Which way fits? Write the class.
//:
//: *Solution:*
//: 1. Nothing warns you, because of `@unchecked`. The page can print less than 1000, or crash, or still print 1000.
//: 2. The main actor: write the class like `Bookmarks`. Then the screens read the notes without `await`.
//:
//: [Previous](@previous) | [Next](@next)
