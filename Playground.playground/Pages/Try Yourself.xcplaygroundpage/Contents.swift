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

@MainActor protocol Library: AnyObject {
    var librarian: Librarian? { get set }
}

@MainActor protocol Librarian: AnyObject {
    var library: Library { get }
}

final class TownLibrary: Library {
    var librarian: Librarian?
}

final class HeadLibrarian: Librarian {
    unowned let library: Library
    init(library: Library) { self.library = library }
}

let container = DependenciesContainer()
print(container)
// → scope      state      service

//: 1. **Register ★** Register `Books` as the `Catalog`. Require the catalog, and print its titles:
//:    `["Emma", "Ulysses"]`.
//: 2. **Names ★** Register `Films` as the `Catalog` with the name "films". Print the titles of all catalogs, with
//:    `resolveAll` and `flatMap`: `["Emma", "Ulysses", "Metropolis"]`.
//: 3. **Runtime arguments ★★** Register a factory for `Loan` that takes the title and the reader, and requires the
//:    catalog. Print the receipt of "Emma" for "Ada": `Ada has Emma`. What do you get for "Metropolis", and why?
//: 4. **A copy ★★** Write a catalog that has only "Dune", and register it in a copy of the container. In the copy, the
//:    receipt of "Dune" for "Ada" is `Ada has Dune`. In the original, it is `Dune is unknown`.
//: 5. **A circle ★★★** Register `TownLibrary` as the `Library`, and `HeadLibrarian` as the `Librarian`. Both live on
//:    the main actor, so begin their factories with `@MainActor in`. First let both factories ask for each other (set
//:    `librarian` in the factory), and print `container.verify()`. It builds all services in a copy, and lists the
//:    mistakes. Then fix the circle. Require a `library`:
//:    `library.librarian?.library === library` is `true`, and `container.verify()` prints
//:    `Loan (String, String): not checked`.

// Write your code here.

//: ## Solutions
//: The solutions have a container of their own. Exercises 1 and 2:
let solved = DependenciesContainer()

solved.register(type: Catalog.self) { Books() }
print(try solved.require(type: Catalog.self).titles)
// → ["Emma", "Ulysses"]

solved.register(type: Catalog.self, name: "films") { Films() }
print(solved.resolveAll(type: Catalog.self).flatMap(\.titles))
// → ["Emma", "Ulysses", "Metropolis"]

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

//: Exercise 5: the librarian gets the library in the factory, and the library gets its librarian in `injecting:`.
solved.register(type: Library.self) { @MainActor in
    TownLibrary()
} injecting: { @MainActor container, library in
    library.librarian = try container.require()
}
solved.register(type: Librarian.self) { @MainActor in HeadLibrarian(library: try $0.require()) }

let library = try solved.require(type: Library.self)
print(library.librarian?.library === library)
// → true
print(solved.verify())
// → Loan (String, String): not checked

//: [Previous](@previous)
