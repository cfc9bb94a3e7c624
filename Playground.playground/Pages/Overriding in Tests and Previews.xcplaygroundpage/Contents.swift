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
//: A property with `@Injected` asks the container that was `shared` when you created the model. It asks when you first
//: read it.
final class GreetingModel {
    @Injected var greeting: Greeting
}

print(GreetingModel().greeting.text)
// → Good afternoon

//: ## A copy for a test
//: A copy has the same registrations as the app's container, but no instances.
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

//: **Guess:** `asShared` has ended. What do the two models say?
print(model.greeting.text)
// → Good morning
print(GreetingModel().greeting.text)
// → Good afternoon

//: The first model still asks the copy: it was created inside `asShared`. A preview does the same.
//:
//: In your tests, the trait `.container` from the article *Testing* makes a copy for each test, so tests can run at the
//: same time:
//: ```
//: @Test(.container) func sixIsEarly() {
//:     DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
//:     #expect(GreetingModel().greeting.text == "Good morning")
//: }
//: ```
//: ## Try it yourself
//: 1. In the factory of the greeting, write `app` in place of `$0`, as in `app.register { Greeting(clock: try
//:    app.require()) }`. Which lines change? Does an error say so?
//: 2. Move the line `copy.register(…)` down, behind the first `Good morning`. What does the copy's greeting say now?
//:
//: *Solution:*
//: 1. Both `Good morning` become `Good afternoon`: the factory asks the app for the clock, also in a test, and no error
//:    says so. Write `$0` in factories.
//: 2. `Good afternoon`, in both places: the copy has built its greeting before it gets the fake, and keeps it. Register
//:    fakes first.
//:
//: [Next](@next)
