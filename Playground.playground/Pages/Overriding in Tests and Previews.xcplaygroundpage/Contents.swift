//: [Previous](@previous)
//:
//: # Overriding in Tests and Previews
//: One test gets a fake service. The app and the other tests keep the real one.
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
//: While a test with the trait `.container` runs, `DependenciesContainer.shared` is a copy of the app's container. The
//: registrations of the test change only this copy.
//: ```
//: @Test(.container) func sixIsEarly() {
//:     DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
//:     #expect(screen() == "Good morning")
//: }
//: ```
//: Copy the trait from the article *Testing* into your tests.
//:
//: ## Without the trait
//: The trait calls `copy` and `asShared`. A copy has the same registrations, but no instances. So the copy builds a new
//: greeting, with the clock of the copy.
let copy = DependenciesContainer.shared.copy()
copy.asShared {
    DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
    print(screen())
}
// → Good morning

print(screen())
// → Good afternoon

//: ## In a preview
//: SwiftUI asks a view for its body later. Then `shared` is the app's container again. But a property with `@Injected`
//: keeps using the container that was `shared` when you created the model.
final class GreetingModel {
    @Injected var greeting: Greeting
}

let model = copy.asShared { GreetingModel() }
print(model.greeting.text)
// → Good morning

//: ## Exercise
//: Change the hour of the copy's clock to 23, and let `Greeting` say "Good night" from 22 on. The two lines that print
//: `Good morning` then print `Good night`.
//:
//: [Next](@next)
