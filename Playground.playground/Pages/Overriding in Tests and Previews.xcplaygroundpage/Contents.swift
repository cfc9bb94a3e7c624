//: [Previous](@previous)
//:
//: # Overriding in Tests and Previews
//: One test gets a fake service, while the app and the tests beside it keep theirs.
#if canImport(Locator)
    import Locator
#endif

protocol Clock: Sendable {
    var hour: Int { get }
}

struct FixedClock: Clock {
    let hour: Int
}

struct Greeting: Sendable {
    let clock: Clock
    var text: String { clock.hour < 12 ? "Good morning" : "Good afternoon" }
}

func screen() -> String {
    DependenciesContainer.shared.resolve(type: Greeting.self)?.text ?? "no greeting"
}

DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 15) }
DependenciesContainer.shared.register { Greeting(clock: try $0.require()) }

print(screen())
// → Good afternoon

//: ## In a test
//: The trait `.container` makes a copy of the container the `shared` one while the test runs. What the test registers
//: is for this test only, also where code asks `shared` late and deep down.
//: ```
//: @Test(.container) func sixIsEarly() {
//:     DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
//:     #expect(screen() == "Good morning")
//: }
//: ```
//: The article *Testing* has the trait, to be copied into your tests.
//:
//: ## By hand
//: The trait does this. A copy has the registrations, and none of the instances built so far; so the greeting is built
//: anew, with the copy's clock.
let copy = DependenciesContainer.shared.copy()
copy.asShared {
    DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
    print(screen())
}
// → Good morning

print(screen())
// → Good afternoon

//: ## In a preview
//: SwiftUI asks a view for its body later, when `shared` is the app's container again. But `@Injected`, a property that
//: is filled with a service, remembers the container in which the model was made.
final class GreetingModel {
    @Injected var greeting: Greeting
}

let model = copy.asShared { GreetingModel() }
print(model.greeting.text)
// → Good morning

//: ## Exercise
//: Let the copy's clock say 23, and let it be "Good night" from 22 on. Both lines of the copy become `Good night`.
//:
//: [Next](@next)
