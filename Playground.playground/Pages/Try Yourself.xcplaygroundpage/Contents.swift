//: [Previous](@previous)
//:
//: # Try Yourself
//: A town library lends books and films. Here are its types, and five exercises. Each exercise continues the previous
//: exercise. The solutions are at the end.
protocol Catalog: Sendable {
    var titles: [String] { get }
}

struct Books: Catalog {
    let titles = ["Emma", "Ulysses"]
}

struct Films: Catalog {
    let titles = ["Metropolis"]
}

struct Loan: Sendable {
    let catalog: Catalog
    let title: String
    let reader: String
    var receipt: String { catalog.titles.contains(title) ? "\(reader) has \(title)" : "\(title) is unknown" }
}

struct Library: Sendable {
    let town = "Bath"
    @Injected var librarian: Librarian
}

struct Librarian: Sendable {
    let name = "Ada"
    let library: Library
}

let container = DependenciesContainer()

//: 1. **Register ★** Register `Books` as the `Catalog`. Require the catalog, and print its titles:
//:    `["Emma", "Ulysses"]`.
//: 2. **Names ★** Register `Films` as the `Catalog` with the name "films". Print its titles: `["Metropolis"]`.
//: 3. **Runtime arguments ★★** Register a factory for `Loan` that takes the title and the reader, and requires the
//:    catalog. Print the receipt of "Emma" for "Ada": `Ada has Emma`. What do you get for "Metropolis", and why?
//: 4. **A copy ★★** Write a catalog that has only "Dune", and register it in a copy of the container. In the copy, the
//:    receipt of "Dune" for "Ada" is `Ada has Dune`. In the original, it is `Dune is unknown`.
//: 5. **A circle ★★★** The library and the librarian need each other. Register only the `Library`, and print
//:    `container.verify().map(\.service)`. `verify` builds all services in a copy, and returns the mistakes. It prints
//:    `["Library"]`, because nothing is registered for the property. Then register the `Librarian`, and print
//:    `verify()` again: `[]`. Require the `Library`. `library.librarian.library.town` is `Bath`.

// Write your code here.

//: ## Solutions
//: The solutions have a container of their own. Exercises 1 and 2:
let solved = DependenciesContainer()

solved.register(type: Catalog.self) { Books() }
print(try solved.require(type: Catalog.self).titles)
// → ["Emma", "Ulysses"]

solved.register(type: Catalog.self, name: "films") { Films() }
print(try solved.require(type: Catalog.self, name: "films").titles)
// → ["Metropolis"]

//: Exercise 3: the factory asks for the catalog without a name. This catalog has only books, so the film is unknown.
solved.register { (container, title: String, reader: String) in
    Loan(catalog: try container.require(), title: title, reader: reader)
}
print(try solved.require(type: Loan.self, arguments: "Emma", "Ada").receipt)
// → Ada has Emma
print(try solved.require(type: Loan.self, arguments: "Metropolis", "Ada").receipt)
// → Metropolis is unknown

//: Exercise 4:
struct ScienceFiction: Catalog {
    let titles = ["Dune"]
}

let copy = solved.copy()
copy.register(type: Catalog.self) { ScienceFiction() }
print(try copy.require(type: Loan.self, arguments: "Dune", "Ada").receipt)
// → Ada has Dune
print(try solved.require(type: Loan.self, arguments: "Dune", "Ada").receipt)
// → Dune is unknown

//: Exercise 5: the librarian gets the library in its factory. The container fills the property of the library.
solved.register { Library() }
print(solved.verify().map(\.service))
// → ["Library"]

solved.register { Librarian(library: try $0.require()) }
print(solved.verify().map(\.service))
// → []

let library = try solved.require(type: Library.self)
print(library.librarian.library.town)
// → Bath

//: [Previous](@previous)
