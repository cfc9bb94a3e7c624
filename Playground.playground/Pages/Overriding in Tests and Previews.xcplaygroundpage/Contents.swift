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

let app = DependenciesContainer.shared
app.register(type: Clock.self) { FixedClock(hour: 15) }
app.register { Greeting(clock: try $0.require()) }

//: ## A model
//: When you first read a property with `@Injected`, it asks the container that was `shared` when you created the model.
final class GreetingModel {
    @Injected var greeting: Greeting
}

print(GreetingModel().greeting.text)
// → Good afternoon

//: ## In a test
//: Copy the trait `.container` from the article *Testing* into your tests. While a test with this trait runs, `shared`
//: is a copy of the app's container, and the registrations of the test change only this copy:
//: ```
//: @Test(.container) func sixIsEarly() {
//:     DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
//:     #expect(GreetingModel().greeting.text == "Good morning")
//: }
//: ```
//: ## How the trait works
//: A copy has the same registrations as the app's container, but no instances. So the copy builds a new greeting, with
//: the clock of the copy. Inside `asShared`, `shared` is the copy.
let copy = app.copy()
copy.register(type: Clock.self) { FixedClock(hour: 6) }

let model = copy.asShared { GreetingModel() }

//: ## In a preview
//: SwiftUI shows a preview after `asShared` has returned. But this model still uses the copy, because you created the
//: model inside `asShared`. The second model asks the app's container:
print(model.greeting.text)
// → Good morning
print(GreetingModel().greeting.text)
// → Good afternoon

//: You can also assign a service to the property:
model.greeting = Greeting(clock: FixedClock(hour: 18))
print(model.greeting.text)
// → Good afternoon

//: ## Try it yourself
//: Change `Greeting` so that it says "Good night" from 22 o'clock on. Then change one number, so that the page prints
//: `Good night` in place of `Good morning`. Why does the next line, `Good afternoon`, stay the same?
//:
//: *Solution:* change the clock of the copy to 22. The next line prints the greeting of another model. This model was
//: created outside `asShared`, so it asks the app's container.
//:
//: [Next](@next)
