//: [Previous](@previous)
//:
//: # Runtime Arguments
//: Somebody taps on an article. The screen knows which one it is, but only the container knows the `API` that loads
//: it. So pass the number when you ask. ([Welcome](Welcome) explains containers and factories.)
struct API: Sendable { func text(of id: Int) -> String { "Article \(id)" } }

struct Page: Sendable {
    let api: API
    let id, fontSize: Int
    var summary: String { "\(api.text(of: id)), font size \(fontSize)" }
}

let container = DependenciesContainer()
container.register { API() }

//: ## A factory with arguments
//: The factory takes the container first, then the arguments. It runs each time you ask, so you get a new page.
container.register { (container, id: Int, fontSize: Int) in
    Page(api: try container.require(), id: id, fontSize: fontSize)
}

print(try container.require(type: Page.self, arguments: 7, 24).summary)
// → Article 7, font size 24

//: ## Other arguments
//: **Guess:** does the next factory, which takes only a number, replace the first one?
container.register { (container, id: Int) in
    try container.require(type: Page.self, arguments: id, 16)
}

print(try container.require(type: Page.self, arguments: 8).summary)
// → Article 8, font size 16

//: No: it even asks the first one. The type, the name and the types of the arguments belong together.
//:
//: ## The wrong arguments
//: If `require` finds nothing, it throws a `ResolutionError`. Your code can compare its `reason`. If you print the
//: error, it says how to fix the mistake. **Guess:** a server sends numbers as `Int64`. Which factory runs?
let id: Int64 = 9
do {
    print(try container.require(type: Page.self, arguments: id).summary)
} catch let error as ResolutionError {
    print(error.reason)
}
// → notRegistered

//: None: the types must match exactly. (But two arguments of one type, such as two numbers, can be exchanged unseen.)
//:
//: ## Try it yourself
//: 1. Print the whole error, `print(error)`. Then find two ways to get `Article 9, font size 16`.
//: 2. Register a factory without the container: `container.register { (name: String) in API() }`. Read the message of
//:    the compiler. How do you write a factory that doesn't need the container?
//: 3. In the first factory, write `let api = try container.require()`, and then `return Page(api: api, …)`. Read the
//:    message. What is missing?
//:
//: *Solution:*
//: 1. The error says “Pass exactly the registered `arguments:`”, and lists what is registered. Pass `Int(id)`, or
//:    register a third factory, with `id: Int64`.
//: 2. The container is missing. It comes first, also if you don't use it: `{ (_, name: String) in API() }`. The message
//:    is `expects 0 arguments, but 1 was used`. With other factories, its numbers differ.
//: 3. The type of `api` is missing, so the message is about `Never`. Write `let api: API = try container.require()`.
//:    (Outside of factories, the message says `Say which type`.)
//:
//: [Next](@next)
