// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Locator",
    products: [
        .library(name: "Locator", targets: ["Locator"])
    ],
    targets: [
        .target(name: "Locator"),
        .testTarget(name: "LocatorTests", dependencies: ["Locator"]),
    ]
)
