//: [Previous](@previous)
//:
//: # Threads
//: Any thread can use a container: **the container needs no lock. A service with a `var` does need protection**, if
//: several threads use it. ([Welcome](Welcome) explains containers and factories.)
import Foundation

let container = DependenciesContainer()

//: ## A service that changes
//: This is the first service that most apps need: a store with a `var`. Remove the three `//`, and read the heading.
//: ## “stored property 'all' of 'Sendable'-conforming class 'Notes' is mutable”
// nonisolated final class Notes: Sendable {
//     var all: [String] = []
// }

//: `Sendable` promises that any thread can use the object, and `nonisolated` that it belongs to no actor. But if two
//: threads change the array at the same time, a note is lost, or the app crashes. (In Swift 5 mode, nothing warns you.)
//: Write the three `//` again: there are three ways out.
//:
//: ## 1. Only screens use it: the main actor
//: Screens run on the main actor, one after the other. Begin the factory with `@MainActor in`. Then only code on the
//: main actor can ask for the service, such as this page.
@MainActor final class Bookmarks {
    var all: [String] = []
}

container.register { @MainActor in Bookmarks() }
try container.require(type: Bookmarks.self).all.append("Emma")
print(try container.require(type: Bookmarks.self).all)
// → ["Emma"]

//: ## 2. Other code can wait for it: an actor
//: An `actor` lets one caller in, and the others wait with `await`.
actor History {
    private(set) var all: [String] = []
    func add(_ title: String) { all.append(title) }
}

container.register { History() }
try await container.require(type: History.self).add("Ulysses")
print(try await container.require(type: History.self).all)
// → ["Ulysses"]

//: ## 3. Any thread uses it, without `await`: a lock
//: The compiler doesn't know what a lock does. With `@unchecked Sendable`, you promise that it guards each use of `all`.
nonisolated final class Notes: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []
    var count: Int { lock.withLock { all.count } }
    func add(_ note: String) { lock.withLock { all = all + [note] } }
}

container.register {
    print("creating the notes")
    return Notes()
}

//: `concurrentPerform` runs its closure 1000 times, on several threads at once. **Guess:** no notes exist yet. How many
//: times does the page print `creating the notes`?
DispatchQueue.concurrentPerform(iterations: 1000) { @Sendable [container] _ in
    container.resolve(type: Notes.self)?.add("milk")
}
print(try container.require(type: Notes.self).count)
// → creating the notes
// → 1000

//: Once. One thread runs the factory, and those that need the notes wait for it. So a factory shouldn't wait for
//: another thread: if that one needs the notes, too, both wait forever.
//:
//: ## Try it yourself
//: 1. In `add`, remove the lock: `{ all = all + [note] }`. Run the page several times. What does the compiler say?
//: 2. A download in the background and a screen both need a list of downloads. Which of the three ways do you choose?
//:
//: *Solution:*
//: 1. Nothing: you have promised that the class is safe. The page might print less than 1000, or crash, or print 1000
//:    as if all were well. That is why such a mistake is hard to find.
//: 2. An `actor`, or a class with a lock if the screen can't wait. With the main actor, the download would have to go
//:    to the main actor for each change.
//:
//: [Next](@next)
