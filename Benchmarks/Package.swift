// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "Peers", description: "Fetches four libraries, and measures them as well.")],
    dependencies: [
        .package(name: "Locator", path: ".."),
        .package(url: "https://github.com/hmlongco/Resolver", exact: "1.5.1"),
        .package(url: "https://github.com/Swinject/Swinject", exact: "2.10.0"),
        .package(url: "https://github.com/hmlongco/Factory", exact: "3.2.1"),
        .package(url: "https://github.com/AliSoftware/Dip", exact: "7.1.1"),
    ],
    targets: [
        // A header that Swift's own module of the C library leaves out.
        .systemLibrary(name: "Malloc"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "Locator", package: "Locator"),
                .target(name: "Malloc", condition: .when(platforms: [.linux])),
                .product(name: "Resolver", package: "Resolver", condition: .when(traits: ["Peers"])),
                .product(name: "Swinject", package: "Swinject", condition: .when(traits: ["Peers"])),
                .product(name: "FactoryKit", package: "Factory", condition: .when(traits: ["Peers"])),
                .product(name: "Dip", package: "Dip", condition: .when(traits: ["Peers"])),
            ]),
    ]
)
