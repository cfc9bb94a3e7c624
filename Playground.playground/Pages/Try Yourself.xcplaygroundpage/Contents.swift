//: [Previous](@previous)
//:
//: # Try Yourself
//: A small library, and five exercises for it. Each of them continues the one before. The services are below; write
//: your code after them.
#if canImport(Locator)
    import Locator
#endif

protocol Catalogue: Sendable {
    var titles: [String] { get }
}

struct Books: Catalogue {
    let titles = ["Emma", "Ulysses"]
}

struct Films: Catalogue {
    let titles = ["Metropolis"]
}

struct Loan: Sendable {
    let catalogue: any Catalogue
    let title: String
    let reader: String
    var receipt: String { catalogue.titles.contains(title) ? "\(reader) has \(title)" : "\(title) is unknown" }
}

protocol Library: AnyObject {
    var librarian: (any Librarian)? { get set }
}

protocol Librarian: AnyObject {
    var library: any Library { get }
}

final class TownLibrary: Library {
    var librarian: (any Librarian)?
}

final class HeadLibrarian: Librarian {
    unowned let library: any Library
    init(library: any Library) { self.library = library }
}

let container = DependenciesContainer()
print(container)
// → DependenciesContainer: nothing is registered

//: ## 1. Register ★
//: Register `Books` as the `Catalogue`, resolve it, and print its titles: `["Emma", "Ulysses"]`.
//:
//: ## 2. Names ★
//: Register `Films` as the catalogue with the name "films". Print the titles of all catalogues, with `resolveAll` and
//: `flatMap`: `["Emma", "Ulysses", "Metropolis"]`.
//:
//: ## 3. Runtime arguments ★★
//: Register a factory for `Loan` that takes the title and the reader, and resolves the catalogue. Print the receipt of
//: "Emma" for "Ada": `Ada has Emma`. What does it print for "Metropolis", and what did you expect?
//:
//: ## 4. An override ★★
//: Write a catalogue that has nothing but "Dune", and register it in a copy of the container. There the receipt of
//: "Dune" for "Ada" is `Ada has Dune`, in the original `Dune is unknown`.
//:
//: ## 5. A circle ★★★
//: Register `TownLibrary` as the `Library` and `HeadLibrarian` as the `Librarian`, so that the librarian of a resolved
//: library has this very library: `library.librarian?.library === library` is `true`. First let both factories ask for
//: each other, and read what `verify()` says. At the end, this prints `Loan (String, String): not checked`:
//: ```
//: print(container.verify())
//: ```

// Your code.

//: You have seen all of it. Now copy `Locator.swift` into a project of yours.
