// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Locator",
    products: [
        .library(name: "Locator", targets: ["Locator"])
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
