// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    traits: [.trait(name: "Peers", description: "Fetches four libraries, and measures them as well.")],
    dependencies: [
        .package(name: "Locator", path: ".."),
        .package(url: "https://github.com/hmlongco/Resolver", exact: "1.5.1"),
        .package(url: "https://github.com/Swinject/Swinject", exact: "2.10.0"),
        .package(url: "https://github.com/hmlongco/Factory", exact: "3.2.1"),
        .package(url: "https://github.com/AliSoftware/Dip", exact: "7.1.1"),
    ],
    targets: [
        .systemLibrary(name: "Malloc"),  // a header that is missing in Swift's module of Linux's C library
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["Locator", .target(name: "Malloc", condition: .when(platforms: [.linux]))]
                + [("Resolver", "Resolver"), ("Swinject", "Swinject"), ("FactoryKit", "Factory"), ("Dip", "Dip")].map {
                    .product(name: $0, package: $1, condition: .when(traits: ["Peers"]))
                }),
    ]
)
