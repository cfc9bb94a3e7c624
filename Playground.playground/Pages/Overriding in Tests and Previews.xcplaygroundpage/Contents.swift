//: [Previous](@previous)
//:
//: # Overriding in Tests and Previews
//: One test gets a fake service. The app and the other tests keep the real one. ([Welcome](Welcome) explains services,
//: factories and fakes.)
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
//: You create the model, so its property remembers the container that is `shared` at that moment. When you first read
//: the property, it asks this container, and keeps the answer.
final class GreetingModel {
    @Injected var greeting: Greeting
}

print(GreetingModel().greeting.text)
// → Good afternoon

//: ## A copy for a test
//: A copy has the same registrations as the app's container, but nothing that factories have built.
let copy = app.copy()
copy.register(type: Clock.self) { FixedClock(hour: 6) }

//: **Guess:** the copy has a new clock, but nobody has registered a new greeting. What does its greeting say?
print(try copy.require(type: Greeting.self).text)
// → Good morning

//: The copy builds its own greeting: it runs the same factory, in which `$0` is the copy now. That is why a factory
//: asks `$0`.
//:
//: ## Inside asShared
//: In `copy.asShared { … }`, `DependenciesContainer.shared` is the copy. So the model gets the fake, too:
let model = copy.asShared { GreetingModel() }

//: **Guess:** `asShared` has ended. What does this model say, and what does a new one say?
print(model.greeting.text)
// → Good morning
print(GreetingModel().greeting.text)
// → Good afternoon

//: The first model still asks the copy: it was created inside `asShared`. In a preview of a view with a `@State` model,
//: write `#Preview { copy.asShared { GreetingView() } }`. Objects that a callback, another
//: queue or an inner view creates later use the app's container again.
//:
//: In your tests, the trait `.container`, which you copy from the article *Testing* of the library, makes a copy for
//: each test. So tests can run at the same time:
//: ```
//: @Test(.container) func sixIsEarly() {
//:     DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
//:     #expect(GreetingModel().greeting.text == "Good morning")
//: }
//: ```
//: ## Try it yourself
//: 1. In the factory of the greeting, write `app` in place of `$0`, as in
//:    `app.register { Greeting(clock: try app.require()) }`. Which lines change? Does an error say so?
//: 2. Move the line `copy.register(…)` below the line that prints the first `Good morning`. What does the copy say now?
//:
//: *Solution:*
//: 1. Both `Good morning` become `Good afternoon`: the factory asks the app for the clock, also in a test, and no error
//:    says so. Write `$0` in factories.
//: 2. `Good afternoon`, in both places: the copy has built its greeting before it gets the fake, and keeps it. Register
//:    fakes first.
//:
//: [Next](@next)
