// swift-tools-version: 6.1

import PackageDescription

/// Measurements of speed, apart from the library so that its users do not build them.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SensorLab", path: "..")],
    targets: [
        .executableTarget(
            name: "FilterBenchmark", dependencies: [.product(name: "SensorLabRuntime", package: "SensorLab")])
    ],
    swiftLanguageModes: [.v6]
)
