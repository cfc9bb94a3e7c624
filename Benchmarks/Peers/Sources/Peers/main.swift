import Harness

let libraries: [any Contender.Type] = [
    ResolverLibrary.self, SwinjectLibrary.self, FactoryLibrary.self, DipLibrary.self,
]
let rows = Row.allCases.filter { !(Row.costs + [.arguments, .bytes]).contains($0) }
let limitsBesideLibraries =
    rows.map { Limit($0, to: "Resolver", "Swinject", "Factory", "Dip", atMost: 1, "safer is not to be slower") }
    + [
        Limit(.arguments, to: "Factory", atMost: 1.6, "it calls a property's closure, and looks nothing up"),
        Limit(.bytes, atMost: 285, "a name, a scope, a number and a factory for each"),
        Limit(.bytesBuilt, atMost: 318, "and a box for the service"),
        Limit(.launch, to: "Resolver", atMost: 0.33, "no metadata is made for a service, and no string"),
        Limit(.compile, to: "Resolver", atMost: 0.6, "generic code is not copied for each service"),
        Limit(.code, atMost: 520, "as little as a call to register and one to resolve"),
        Limit(.codeSmall, atMost: 620, "the same"),
        Limit(.codeAlone, atMost: 93, "what it does for threads, actors, circles and errors"),
    ]
try measure(containers + libraries, limits: limits + limitsBesideLibraries)
