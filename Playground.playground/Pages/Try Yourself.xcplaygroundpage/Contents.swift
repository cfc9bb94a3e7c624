//: [Previous](@previous)
//:
//: # Try Yourself
//: Build a small app for a town library, which lends books and films. This page has only its types. You write the rest,
//: step by step. If you are stuck, the solution is at the end.
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

final class Desk {
    @Injected var catalog: Catalog
    @Injected var librarian: Librarian
    var sign: String { "\(librarian.name) lends \(catalog.titles)" }
}

struct Librarian: Sendable {
    let name: String
}

//: 1. **Launch ★** Write a function `registerServices(in container: DependenciesContainer)`. It registers `Books` as
//:    the `Catalog`. Call it with a new container, `app`. Require the catalog, and print its titles.
//: 2. **A name ★** Also register `Films` as the `Catalog`, with the name "films". Print the titles of both catalogs.
//: 3. **Arguments ★★** Also register a factory for `Loan` that takes the title and the reader. Print the receipt of
//:    "Emma" for "Ada". **Guess** first: what is the receipt of "Metropolis"?
//: 4. **The first screen ★★** Create a `Desk` in `app.asShared { … }`, and print its sign. The page stops. What does
//:    the error say? Register what is missing.
//: 5. **A test ★★** In a copy, register a catalog that has only "Dune". Print the sign of a desk that uses the copy,
//:    and the receipt of "Dune" for "Ada" in the copy and in the app.
//: 6. **A mistake ★★★** Change the factory of `Loan` so that it asks `app` in place of its container. Which line
//:    changes? Then print `app.verify().map(\.service)`: `verify` builds each service without arguments in a copy, and
//:    lists the errors. Make a mistake that it finds.

// Write your app here.

//: ## Solutions
func registerSolution(in container: DependenciesContainer) {
    container.register(type: Catalog.self) { Books() }
    container.register(type: Catalog.self, name: "films") { Films() }
    container.register { (container, title: String, reader: String) in
        Loan(catalog: try container.require(), title: title, reader: reader)
    }
    container.register { Librarian(name: "Ada") }
}

let solved = DependenciesContainer()
registerSolution(in: solved)
print(try solved.require(type: Catalog.self).titles, try solved.require(type: Catalog.self, name: "films").titles)
// → ["Emma", "Ulysses"] ["Metropolis"]

//: The factory of the loan asks for the catalog without a name, which has only books:
print(try solved.require(type: Loan.self, arguments: "Emma", "Ada").receipt)
// → Ada has Emma
print(try solved.require(type: Loan.self, arguments: "Metropolis", "Ada").receipt)
// → Metropolis is unknown

//: Without the last registration, the error says “Register 'Librarian' first”, and names the line of the property.
print(solved.asShared { Desk() }.sign)
// → Ada lends ["Emma", "Ulysses"]

struct SolvedFake: Catalog {
    let titles = ["Dune"]
}

let solvedCopy = solved.copy()
solvedCopy.register(type: Catalog.self) { SolvedFake() }
print(solvedCopy.asShared { Desk() }.sign)
// → Ada lends ["Dune"]
print(try solvedCopy.require(type: Loan.self, arguments: "Dune", "Ada").receipt)
// → Ada has Dune
print(try solved.require(type: Loan.self, arguments: "Dune", "Ada").receipt)
// → Dune is unknown

//: If the factory of `Loan` asks `app`, the receipt of the copy is `Dune is unknown`, too: a test would use the app's
//: catalog, without an error. `verify` lists, for example, a service that asks for itself:
solved.register { Librarian(name: try $0.require(type: Librarian.self).name) }
print(solved.verify().map(\.service))
// → ["Librarian"]

//: [Previous](@previous)
