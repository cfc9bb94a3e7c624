// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Harness", targets: ["Harness"])],
    dependencies: [.package(name: "Locator", path: "..")],
    targets: [
        .target(name: "Machine"),
        // A module of its own, because every container is measured from another module.
        .target(name: "Plain"),
        .target(name: "Harness", dependencies: ["Machine", "Plain", .product(name: "Locator", package: "Locator")]),
        .executableTarget(name: "Benchmarks", dependencies: ["Harness"]),
    ]
)
