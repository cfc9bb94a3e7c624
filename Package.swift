// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Locator",
    // The oldest that have task-local values.
    platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Locator", targets: ["Locator"]),
        // For apps with several frameworks: linked into each of them, the first one would exist several times.
        .library(name: "LocatorDynamic", type: .dynamic, targets: ["Locator"]),
    ],
    targets: [
        .target(name: "Locator"),
        // A page of the playground, as a program.
        .executableTarget(
            name: "AppLaunch", dependencies: ["Locator"],
            path: "Playground.playground/Pages/App Launch.xcplaygroundpage"),
        .testTarget(name: "LocatorTests", dependencies: ["Locator"]),
    ]
)
