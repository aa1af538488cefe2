// swift-tools-version: 6.1

import PackageDescription

/// Benchmarks are a package of their own, so that users of the library do not build them:
/// `swift package --package-path Benchmarks benchmark`.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "SensorLab", path: ".."),
        // Without traits: jemalloc, which counts allocations, is not needed.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "GeomagnetismBenchmarks",
            dependencies: [
                .product(name: "SensorLabRuntime", package: "SensorLab"),
                .product(name: "HighResolutionField", package: "SensorLab"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/GeomagnetismBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        // Compared with other calculators, and timed beside them: scripts/geomagnetism.
        .executableTarget(
            name: "GeomagnetismDriver",
            dependencies: [
                .product(name: "SensorLabRuntime", package: "SensorLab"),
                .product(name: "HighResolutionField", package: "SensorLab"),
            ]),
        // Timed beside Python packages in one run, which the plug-in cannot do: scripts/benchmarks/filters.
        .executableTarget(
            name: "FilterBenchmark", dependencies: [.product(name: "SensorLabRuntime", package: "SensorLab")]),
        .executableTarget(
            name: "ProjectionBenchmark", dependencies: [.product(name: "SensorLabRuntime", package: "SensorLab")]),
        // Many sets of parameters over recordings that are read once: scripts/studies/filter.
        .executableTarget(
            name: "FilterStudy", dependencies: [.product(name: "SensorLabRuntime", package: "SensorLab")]),
        // Accuracy, not speed: make bench-calibration.
        .executableTarget(
            name: "CalibrationBenchmark", dependencies: [.product(name: "SensorLab", package: "SensorLab")]),
        // The tables and the picture of docs/studies/estimators.md: make sbc.
        .executableTarget(name: "SigmaCalibration", dependencies: [.product(name: "SensorLab", package: "SensorLab")]),
        // The table, of which docs/reference/geodesy.md has an excerpt, and its picture: make geodesy-errors.
        .executableTarget(name: "GeodesyErrors", dependencies: [.product(name: "SensorLab", package: "SensorLab")]),
    ],
    swiftLanguageModes: [.v6]
)
