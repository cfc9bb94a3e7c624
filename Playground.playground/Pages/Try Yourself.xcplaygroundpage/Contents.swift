//: [Previous](@previous)
//:
//: # Try Yourself
//: A small library, and five exercises for it. Each continues the one before.
#if canImport(Locator)
    import Locator
#endif

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

protocol Library: AnyObject {
    var librarian: Librarian? { get set }
}

protocol Librarian: AnyObject {
    var library: Library { get }
}

final class TownLibrary: Library {
    var librarian: Librarian?
}

final class HeadLibrarian: Librarian {
    unowned let library: Library
    init(library: Library) { self.library = library }
}

let container = DependenciesContainer.shared
print(container)
// → scope      state      service

//: 1. **Register ★** Register `Books` as the `Catalog`, resolve it, and print its titles: `["Emma", "Ulysses"]`.
//: 2. **Names ★** Register `Films` as the catalog with the name "films". Print the titles of all catalogs, with
//:    `resolveAll` and `flatMap`: `["Emma", "Ulysses", "Metropolis"]`.
//: 3. **Runtime arguments ★★** Register a factory for `Loan` that takes the title and the reader, and resolves the
//:    catalog. Print the receipt of "Emma" for "Ada": `Ada has Emma`. What does it print for "Metropolis", and why?
//: 4. **An override ★★** Write a catalog that has only "Dune", and register it in a copy of the container. There the
//:    receipt of "Dune" for "Ada" is `Ada has Dune`, in the original `Dune is unknown`.
//: 5. **A circle ★★★** Register `TownLibrary` as the `Library` and `HeadLibrarian` as the `Librarian`, so that for a
//:    resolved library `library.librarian?.library === library` is `true`. First let both factories ask for each other,
//:    and read what `verify()` says. At the end, it says `Loan (String, String): not checked`.

// Your code.

//: You have seen all of it. Now copy `Locator.swift` into a project of yours.
//:
//: [Previous](@previous)
