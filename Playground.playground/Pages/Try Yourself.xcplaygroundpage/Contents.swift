//: # Try Yourself
//: Build a small app for a town library, which lends books and films. This page has only its types, and prints nothing
//: yet. You write the rest, step by step. Compare it with the solution at the end.
protocol Catalog: Sendable { var titles: [String] { get } }
struct Books: Catalog { let titles = ["Emma", "Ulysses"] }
struct Films: Catalog { let titles = ["Metropolis"] }
struct Librarian: Sendable { let name: String }
struct Loan: Sendable {
    let catalog: Catalog
    let title, reader: String
    var receipt: String { catalog.titles.contains(title) ? "\(reader) has \(title)" : "\(title) is unknown" }
}
struct Desk: Sendable {
    @Injected var catalog: Catalog
    @Injected var librarian: Librarian
    var sign: String { "\(librarian.name) lends \(catalog.titles)" }
}

//: 1. **Launch ★** Write a function `registerServices(in container: DependenciesContainer)`. It registers `Books` as
//:    the `Catalog`. Call it with a new container, `app`. Require the catalog, and print its titles.
//: 2. **A name ★** Also register `Films` as the `Catalog`, with the name "films". Print the titles of both catalogs.
//: 3. **Arguments ★★** Also register a factory for `Loan` that takes the title and the reader. Print the receipt of
//:    "Emma" for "Ada". **Guess** first: what is the receipt of "Metropolis"?
//: 4. **Verify ★★** `app.verify()` runs the factories that take no arguments, and returns the errors. A desk needs a
//:    `Librarian`. **Guess:** does `print(app.verify().map(\.service))` show that? And if you register `Desk` first?
//: 5. **The first screen ★★** Create a `Desk` in `app.asShared { … }`, and print its sign. The page stops. What does
//:    the error say? Register what is missing.
//: 6. **A test ★★** In a copy, register a fake catalog that has only "Dune". Print the sign of a desk that uses the
//:    copy, and the receipt of "Dune" for "Ada" in the copy and in the app.
//: 7. **A forgotten type ★★** Register the fake in another copy, this time without `type:`. **Guess:** what does the
//:    sign of its desk say? Does `verify` find the mistake?
//: 8. **A mistake ★★★** Change the factory of `Loan` so that it asks `app` in place of its container. Which line
//:    changes? Does `verify` find it?

// Write your app here.

//: ## Solutions
//: To run this code in place of yours, delete yours, and write `true` in the next line.
#if false
    func registerServices(in container: DependenciesContainer) {
        container.register(type: Catalog.self) { Books() }
        container.register(type: Catalog.self, name: "films") { Films() }
        container.register { (container, title: String, reader: String) in
            Loan(catalog: try container.require(), title: title, reader: reader)
        }
    }
    let app = DependenciesContainer()
    registerServices(in: app)
    print(try app.require(type: Catalog.self).titles, try app.require(type: Catalog.self, name: "films").titles)
    // → ["Emma", "Ulysses"] ["Metropolis"]
    // 3. The factory asks for the catalog without a name, which has only books:
    print(try app.require(type: Loan.self, arguments: "Emma", "Ada").receipt)
    // → Ada has Emma
    print(try app.require(type: Loan.self, arguments: "Metropolis", "Ada").receipt)
    // → Metropolis is unknown
    // 4. `verify` doesn't see a desk that you create. But if the desk is registered, it sees that something is missing:
    print(app.verify().map(\.service))
    // → []
    app.register { Desk() }
    print(app.verify().map(\.service))
    // → ["Desk"]
    // 5. The error says “Register 'Librarian' first”, and names the line of the property.
    app.register { Librarian(name: "Ada") }
    print(app.asShared { Desk() }.sign)
    // → Ada lends ["Emma", "Ulysses"]
    // 6. Register the fake before the copy builds anything:
    struct Fake: Catalog { let titles = ["Dune"] }
    let copy = app.copy()
    copy.register(type: Catalog.self) { Fake() }
    print(copy.asShared { Desk() }.sign)
    // → Ada lends ["Dune"]
    print(try copy.require(type: Loan.self, arguments: "Dune", "Ada").receipt)
    // → Ada has Dune
    print(try app.require(type: Loan.self, arguments: "Dune", "Ada").receipt)
    // → Dune is unknown
    // 7. The desk asks for a `Catalog`, not for a `Fake`. `verify` finds nothing: nothing is missing.
    let other = app.copy()
    other.register { Fake() }
    print(other.asShared { Desk() }.sign, other.verify().count)
// → Ada lends ["Emma", "Ulysses"] 0
#endif
//: 8. The receipt of the copy becomes `Dune is unknown`: it uses the app's catalog. There is no error, and `verify`
//:    doesn't find it. So a factory asks the container that it gets.
//:
//: [Previous](@previous)
