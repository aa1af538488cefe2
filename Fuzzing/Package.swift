// swift-tools-version: 6.1

import PackageDescription

/// Fuzz targets are a package of their own: all modules are built with the instrumentation of libFuzzer (`make fuzz`).
let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SensorLab", path: "..")],
    targets: [
        .systemLibrary(name: "LibFuzzer"),
        // Its folder Samples holds links to what the tests of Readers write of every format.
        .executableTarget(
            name: "Fuzzer", dependencies: ["LibFuzzer", .product(name: "SensorLab", package: "SensorLab")]),
    ],
    swiftLanguageModes: [.v6]
)
