//: [Previous](@previous)
//:
//: # Overriding in Tests and Previews
//: One test gets a fake service. The app and the other tests keep the real one. ([Welcome](Welcome) explains services,
//: factories and fakes.)
protocol Clock: Sendable { var hour: Int { get } }
struct FixedClock: Clock { let hour: Int }

struct Greeting: Sendable {
    let clock: Clock
    var text: String { clock.hour < 12 ? "Good morning" : "Good afternoon" }
}

func registerServices(in container: DependenciesContainer) {
    container.register(type: Clock.self) { FixedClock(hour: 15) }
    container.register { Greeting(clock: try $0.require()) }
}

let app = DependenciesContainer.shared
registerServices(in: app)

//: ## A model
//: When you create this model, its property remembers the container that is `shared` at that moment. When you first
//: read the property, it asks this container, and keeps the service.
final class GreetingModel { @Injected var greeting: Greeting }
print(GreetingModel().greeting.text)
// → Good afternoon

//: ## A copy for a test
//: A copy has the registrations of the app's container. It doesn't have the services that factories have built.
let copy = app.copy()
copy.register(type: Clock.self) { FixedClock(hour: 6) }

//: **Guess:** the copy has a new clock, but nobody has registered a new greeting. What does its greeting say?
print(try copy.require(type: Greeting.self).text)
// → Good morning

//: The copy runs the factory of the greeting again, and now `$0` is the copy. That is why a factory asks `$0`.
//:
//: ## Inside asShared
//: In `copy.asShared { … }`, `DependenciesContainer.shared` is the copy. So the model gets the fake, too:
let model = copy.asShared { GreetingModel() }

//: **Guess:** `asShared` has ended. What does this model say, and what does a new one say?
print(model.greeting.text)
// → Good morning
print(GreetingModel().greeting.text)
// → Good afternoon

//: The first model asks the copy, because it was created inside `asShared`. So in a preview of a view with a `@State`
//: model, write `#Preview { copy.asShared { GreetingView() } }`. (Objects that are created later, such as on a tap, use
//: the app's container again.)
//:
//: In your tests, a trait makes a copy for each test, so tests can run at the same time (see the article *Testing*):
//: ```
//: @Test(.container) func sixIsEarly() {
//:     DependenciesContainer.shared.register(type: Clock.self) { FixedClock(hour: 6) }
//:     #expect(GreetingModel().greeting.text == "Good morning")
//: }
//: ```
//: ## Not everything is copied
//: `service:` registers an object that exists already. (On the main actor, it doesn't have to be `Sendable`.)
final class Favorites { var titles: [String] = [] }
app.register(type: Favorites.self, service: Favorites())
let test = app.copy()
try test.require(type: Favorites.self).titles.append("Emma")

//: **Guess:** the copy has changed its favorites. How many titles does the app have?
print(try app.require(type: Favorites.self).titles)
// → ["Emma"]

//: One: both have the same object, also if a factory returns such an object, as in `{ old }`. So create a new one:
test.register(type: Favorites.self, service: Favorites())
print(try test.require(type: Favorites.self).titles)
// → []
//:
//: ## Try it yourself
//: No error tells you about these three mistakes. Guess first, then try each one alone, and undo it.
//: 1. In the factory of the greeting, write `app` in place of `$0`. Which lines of the page change?
//: 2. Move the line `copy.register(…)` below the line that prints the first `Good morning`. What does the copy say now?
//: 3. Write `registerServices(in: copy)` below `copy.register(…)`. What does the copy say now?
//:
//: *Solution:*
//: 1. Both `Good morning` become `Good afternoon`: the factory asks the app for the clock, also in a test.
//: 2. `Good afternoon`: the copy has built its greeting, and this greeting keeps the old clock. Register fakes first.
//: 3. `Good afternoon`: the last registration wins. Register fakes after the services of the app.
//:
//: [Next](@next)
