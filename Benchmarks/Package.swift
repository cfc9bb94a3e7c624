// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Locator", path: "..")
        // The library you use today goes here…
    ],
    targets: [
        .systemLibrary(name: "Heap"),
        // A module of its own, because every container is measured from another module.
        .target(name: "BlogPost"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BlogPost", "Heap",
                .product(name: "Locator", package: "Locator"),
                // … and here.
            ]),
    ]
)
