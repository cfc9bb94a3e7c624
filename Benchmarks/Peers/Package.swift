// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Peers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Benchmarks", path: ".."),
        .package(url: "https://github.com/hmlongco/Resolver", exact: "1.5.1"),
        .package(url: "https://github.com/Swinject/Swinject", exact: "2.10.0"),
        .package(url: "https://github.com/hmlongco/Factory", exact: "3.2.1"),
        .package(url: "https://github.com/AliSoftware/Dip", exact: "7.1.1"),
    ],
    targets: [
        .executableTarget(
            name: "Peers",
            dependencies: [
                .product(name: "Harness", package: "Benchmarks"),
                "Resolver", "Swinject", .product(name: "FactoryKit", package: "Factory"), "Dip",
            ],
            // Most of them are not written for Swift 6.
            swiftSettings: [.swiftLanguageMode(.v5)])
    ]
)
