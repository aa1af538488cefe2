// swift-tools-version: 6.1

import PackageDescription

/// Programs that use the app's library alone: `swift run --package-path Examples Replay`.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SensorLab", path: "..")],
    targets: [
        .executableTarget(
            name: "Replay", dependencies: [.product(name: "SensorLabRuntime", package: "SensorLab")])
    ],
    swiftLanguageModes: [.v6]
)
