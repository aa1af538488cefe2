// swift-tools-version: 6.1

import PackageDescription

/// A program that uses the app's library alone, and the tests of an app: `swift run --package-path Examples Replay`,
/// `swift test --package-path Examples`, `swift package --package-path Examples sensorlab compare LOG...`.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SensorLab", path: "..")],
    targets: [
        .executableTarget(
            name: "Replay", dependencies: [.product(name: "SensorLabRuntime", package: "SensorLab")]),
        .testTarget(
            name: "ReplayTests",
            dependencies: [
                .product(name: "SensorLabRuntime", package: "SensorLab"),
                .product(name: "SensorLabTesting", package: "SensorLab"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
