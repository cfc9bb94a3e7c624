//: [Previous](@previous)
//:
//: # Overriding in Tests and Previews
//: How one test gets a fake service, while the app and the tests beside it keep theirs.
#if canImport(Locator)
    import Locator
#endif

//: ## The app
//: A greeting is made out of a clock. The screen asks `shared` for it, as code in an app does.
protocol Clock: Sendable {
    var hour: Int { get }
}

struct SystemClock: Clock {
    let hour = 15  // a real one would ask the system
}

struct FixedClock: Clock {
    let hour: Int
}

struct Greeting: Sendable {
    let clock: any Clock
    var text: String { clock.hour < 12 ? "Good morning" : "Good afternoon" }
}

func screen() -> String {
    DependenciesContainer.shared.resolve(type: Greeting.self)?.text ?? "no greeting"
}

DependenciesContainer.shared.register(type: (any Clock).self) { SystemClock() }
DependenciesContainer.shared.register { Greeting(clock: try DependenciesContainer.shared.require()) }

print(screen())
// → Good afternoon

//: ## Copy, override, resolve
//: A copy has the registrations, and none of the instances built so far. Overriding the clock is enough: whatever is
//: built in the copy is built out of the copy's services, however deep the clock is hidden.
let early = DependenciesContainer.shared.copy()
early.register(type: (any Clock).self) { FixedClock(hour: 6) }

print(early.resolve(type: Greeting.self)?.text ?? "no greeting")
// → Good morning

//: ## Code that asks `shared`
//: `withValue` makes the copy the shared container for a closure and for the tasks started in it. It is a task-local
//: value: nothing to put back afterwards, and other tests that run at the same time don't notice.
DependenciesContainer.$shared.withValue(early) {
    print(screen())
}
// → Good morning
print(screen())
// → Good afternoon

//: So a test looks like this:
//: ```
//: @Test func `the morning has a greeting of its own`() {
//:     let container = DependenciesContainer.shared.copy()
//:     container.register(type: (any Clock).self) { FixedClock(hour: 6) }
//:     DependenciesContainer.$shared.withValue(container) {
//:         #expect(screen() == "Good morning")
//:     }
//: }
//: ```
//: ## Previews
//: Let one function make a container with all the fakes, and make the model of a preview in it.
extension DependenciesContainer {
    static func preview() -> DependenciesContainer {
        let container = DependenciesContainer.shared.copy()
        container.register(type: (any Clock).self, service: FixedClock(hour: 9))
        return container
    }
}

final class GreetingModel {
    @Injected var greeting: Greeting
}

let model = DependenciesContainer.$shared.withValue(.preview()) { GreetingModel() }

//: SwiftUI asks a view for its body later, when `shared` is the app's container again. A model with `@Injected`
//: properties doesn't mind: they remember the container in which it was made.
print(model.greeting.text)
// → Good morning

//: In an app:
//: ```
//: #Preview {
//:     GreetingView(model: DependenciesContainer.$shared.withValue(.preview()) { GreetingModel() })
//: }
//: ```
//: ## Starting over
//: `reset()` forgets the instances and keeps the registrations. `removeAll()` forgets both.
early.removeAll()
print(early.isRegistered(type: Greeting.self), DependenciesContainer.shared.isRegistered(type: Greeting.self))
// → false true

//: ## Exercise
//: A preview at night: let the container of the preview say 23 o'clock, and let the greeting be "Good night" from 22
//: on. The line that the model prints becomes `Good night`; all the others stay.
//:
//: [Next](@next)
