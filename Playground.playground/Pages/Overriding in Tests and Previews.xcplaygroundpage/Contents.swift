//: # Overriding in Tests and Previews
//: One test gets a fake service. The app and the other tests keep the real one. This is the app:
protocol Clock: Sendable { var hour: Int { get } }
struct FixedClock: Clock { let hour: Int }
struct Greeting: Sendable {
    let clock: Clock
    var text: String { clock.hour < 12 ? "Good morning" : "Good afternoon" }
}
final class GreetingModel { @Injected var greeting: Greeting }

func registerServices(in container: DependenciesContainer) {
    container.register(type: Clock.self) { FixedClock(hour: 15) }
    container.register { Greeting(clock: try $0.require()) }
}
let app = DependenciesContainer.shared
registerServices(in: app)
print(GreetingModel().greeting.text)
// → Good afternoon

//: ## A container for a test
//: The same function registers the services in a new container. Then a fake clock replaces the real one:
let test = DependenciesContainer()
registerServices(in: test)
test.register(type: Clock.self) { FixedClock(hour: 6) }

//: **Guess:** nobody has registered another greeting. What does the greeting of this container say?
print(try test.require(type: Greeting.self).text)
// → Good morning

//: `test` runs the factory of the greeting. So `$0` is `test`, which has the fake.
//:
//: ## A model for a test
//: No factory creates the model, so there is no `$0`. Its property asks the container that is `shared` when you create
//: the model. While `test.asShared { … }` runs, `DependenciesContainer.shared` is `test`:
let model = test.asShared { GreetingModel() }

//: **Guess:** `asShared` has ended. What does this model say, and what does a new one say?
print(model.greeting.text)
// → Good morning
print(GreetingModel().greeting.text)
// → Good afternoon

//: The model remembers `test`. The new model was created outside of `asShared`, so it asks the app's container.
//:
//: ## A complete test
//: Each test has its own container, so many tests can run at the same time. (The article *Testing* has a trait for it.)
//: ```
//: import Testing  // and `@testable import NewsApp`
//:
//: @MainActor @Test func sixIsEarly() {
//:     let container = DependenciesContainer()
//:     registerServices(in: container)
//:     container.register(type: Clock.self) { FixedClock(hour: 6) }
//:     let model = container.asShared { GreetingModel() }
//:     #expect(model.greeting.text == "Good morning")
//: }
//: ```
//: ## A preview
//: ```
//: #Preview {
//:     let container = DependenciesContainer()
//:     let _ = registerServices(in: container)
//:     let _ = container.register(type: Clock.self) { FixedClock(hour: 6) }
//:     container.asShared { GreetingView() }
//: }
//: ```
//: ## A copy
//: A copy has the same registrations, and builds its own services. **Guess:** `service:` registers an object that
//: exists. Does a copy get its own object?
final class Favorites { var titles: [String] = [] }
app.register(type: Favorites.self, service: Favorites())
try app.copy().require(type: Favorites.self).titles.append("Emma")
print(try app.require(type: Favorites.self).titles)
// → ["Emma"]

//: No: the copy has changed the favorites of the app. So a test that changes them registers new `Favorites()` first.
//:
//: ## Try it yourself
//: No error tells you about these mistakes. Which lines of the page change?
//: 1. In the factory of the greeting, write `app` in place of `$0`.
//: 2. Move the line `test.register(…)` below the line that prints the first `Good morning`.
//: 3. Move the line `test.register(…)` above `registerServices(in: test)`.
//:
//: *Solution:* each time, both `Good morning` become `Good afternoon`.
//: 1. The factory asks the app, also in a test. (`DependenciesContainer.shared` works: in a factory, it is `$0`.)
//: 2. The container has built its greeting, which keeps the real clock. So register a fake before you ask.
//: 3. The last registration wins. So register a fake after the services of the app.
//:
//: [Previous](@previous) | [Next](@next)
