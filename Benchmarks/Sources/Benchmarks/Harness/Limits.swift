/// What the project asks of itself. The last three only count where Resolver is measured, too.
let limits = [
    Limit(row: .singleton, name: "Locator", other: "Dictionary", atMost: 1),
    Limit(row: .singleton, name: "Locator", other: "blog post", atMost: 0.6),
    Limit(row: .singleton, name: "Locator, shared", other: "blog post", atMost: 0.75),
    Limit(row: .named, name: "Locator", other: "Dictionary", atMost: 1),
    Limit(row: .named, name: "Locator", other: "blog post", atMost: 0.6),
    Limit(row: .named, name: "Locator, shared", other: "blog post", atMost: 0.75),
    Limit(row: .among100000, name: "Locator", otherRow: .among10, other: "Locator", atMost: 1.5),
    Limit(row: .new, name: "Locator, shared", other: "Resolver", atMost: 0.8),
    Limit(row: .new, name: "Locator", other: "Resolver", atMost: 0.8),
    Limit(row: .threads, name: "Locator", other: "Resolver", atMost: 0.5),
]
