//: # Welcome to Locator
//: A comment with `// →` shows what the code above it prints. At **Guess**, guess before you read on. At the end of a
//: page, try one experiment at a time, and undo it. The library's article *Problems* explains errors and messages.
//:
//: ## The problem
//: This model of a screen creates its own client. So even a test or a preview of the screen needs a server: nobody can
//: give the model another client.
struct HTTPClient { func titles() -> [String] { ["News from the server"] } }
struct OldModel { let client = HTTPClient() }
print(OldModel().client.titles())
// → ["News from the server"]

//: ## Register
//: Instead, the model asks a *container* (a service locator) for an `API`. What it gets, such as the client, is a
//: *service*. Before, you *register* the service: you give the container the type that others ask for, here `API`,
//: and a *factory*, the closure that creates the service.
protocol API: Sendable { func titles() -> [String] }  // `Sendable`: any thread can use it (see the page Threads)
extension HTTPClient: API {}

let container = DependenciesContainer.shared  // the app has one container, `shared`
container.register(type: API.self) {
    print("creating the client")
    return HTTPClient()
}

//: **Guess:** has the page printed `creating the client` now?
print("registered")
// → registered

//: No. The factory runs when somebody asks for the service.
//:
//: ## Require
//: `require` returns the service, or throws an error if it is missing.
struct Model {
    let api: API
    init() throws { api = try DependenciesContainer.shared.require() }  // Swift knows that an `API` is needed
}
let old = try Model()
print(old.api.titles())
// → creating the client
// → ["News from the server"]

//: **Guess:** does the next model create another client?
print(try Model().api.titles())
// → ["News from the server"]

//: No. The container keeps the first one: the service is a *singleton*.
//:
//: ## Replace
//: A *fake* takes the place of a service in a test or in a preview. The last registration of a type wins. **Guess:**
//: the first model has the client of the server. Does it show the title of the fake now?
struct FakeAPI: API { func titles() -> [String] { ["A title for a test"] } }
container.register(type: API.self) { FakeAPI() }
print(old.api.titles(), try Model().api.titles())
// → ["News from the server"] ["A title for a test"]

//: No: it keeps its client. A new model gets the fake.

//: ## When you don't need a locator
//: If you can pass the client to the `init` of the model, do that: everybody sees what the model needs. A locator helps
//: if many screens pass the client on, and don't use it themselves.
//:
//: ## Try it yourself
//: 1. Remove `type: API.self` in the first registration. Where does the page stop, and what does the error say?
//: 2. Remove `type: API.self` in the second registration. What does the last line print?
//:
//: *Solution:*
//: 1. At the first model: “Register 'API' first”. The last line of the error has what is registered, an `HTTPClient`.
//: 2. Twice `["News from the server"]`, without an error: the fake is a `FakeAPI`, and replaces nothing.
//:
//: [Next](@next)
