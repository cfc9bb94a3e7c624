//: # Runtime Arguments
//: Somebody taps on an article. Only the list knows its number, and only the container knows the `API` that loads it.
struct API: Sendable { func text(of id: Int) -> String { "Article \(id)" } }
struct Article: Sendable {
    let api: API
    let id, fontSize: Int
    var summary: String { "\(api.text(of: id)), font size \(fontSize)" }
}

//: ## A factory with arguments
//: The factory takes the container first. Then come the *arguments*, with their types: the number and the font size.
let container = DependenciesContainer()
container.register { API() }
container.register { (container, id: Int, fontSize: Int) in
    Article(api: try container.require(), id: id, fontSize: fontSize)
}

//: Pass the arguments when you ask. With `arguments:`, you always have to write `type:`, too.
print(try container.require(type: Article.self, arguments: 7, 24).summary)
// → Article 7, font size 24

//: Each such call builds a new article. So a factory with arguments has no `scope:`.
//:
//: ## Other arguments
//: **Guess:** the next factory takes only a number. Does it replace the first one?
container.register { (container, id: Int) in try container.require(type: Article.self, arguments: id, 16) }
print(try container.require(type: Article.self, arguments: 7).summary)
// → Article 7, font size 16

//: No: both stay, and the second asks the first. The container finds them by type, name, and the types of arguments.
//:
//: ## The wrong type
//: **Guess:** a server sends the number as an `Int64`. Which factory runs?
let id: Int64 = 9
print(container.resolve(type: Article.self, arguments: id)?.summary ?? "no article")
// → no article

//: None: an `Int64` isn't an `Int`. So `resolve` returns nil.
//:
//: ## Try it yourself
//: 1. At the end, write `print(try container.require(type: Article.self, arguments: id).summary)`. What does the error
//:    say? Find two ways to get `Article 9, font size 16`.
//: 2. Exchange two arguments: write `arguments: 24, 7`. Who finds this mistake, the compiler or the container?
//: 3. Register a factory that needs no container: `container.register { (name: String) in API() }`. The message
//:    misleads you: what is missing?
//:
//: *Solution:*
//: 1. It says “Pass exactly the registered `arguments:`”, and lists what is registered. Pass `Int(id)`, or register a
//:    third factory, with `id: Int64`.
//: 2. Nobody: the page prints `Article 24, font size 7`. If the font size has a type of its own, such as a
//:    `struct FontSize: Sendable`, `require` throws an error.
//: 3. The container is missing. It comes first, also if you don't use it: `{ (_, name: String) in API() }`.
//:
//: [Previous](@previous) | [Next](@next)
