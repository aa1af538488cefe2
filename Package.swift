// swift-tools-version: 6.1

import PackageDescription

/// The floors of the house, lowest first (docs/reference/architecture.md): each target imports only lower ones.
let package = Package(
    name: "SensorLab",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .executable(name: "sensorlab", targets: ["sensorlab"]),
        .library(
            name: "SensorLab",
            targets: [
                "Vocabulary", "JSON", "Rotations", "Geomagnetism", "LinearAlgebra", "Geodesy", "SensorModels",
                "Files", "Database", "HighResolutionField", "Recordings", "OrientationFilters", "Figures", "Readers",
                "ProjectionCore", "Simulation", "Calibration", "Smoothing", "Evaluation", "Analysis", "Fleet",
                "Reporting", "FleetReporting", "LiveTuning",
            ]),
        .library(name: "SensorLabTesting", targets: ["SensorLabTesting"]),
        .library(
            name: "SensorLabRuntime",
            targets: [
                "Vocabulary", "JSON", "Rotations", "Geomagnetism", "Geodesy", "SensorModels", "OrientationFilters",
                "ProjectionCore",
            ]),
        .library(name: "HighResolutionField", targets: ["HighResolutionField"]),
        .library(name: "CSensorLab", type: .static, targets: ["CInterface"]),
        .plugin(name: "SensorLabCommand", targets: ["SensorLabCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-numerics", from: "1.1.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
    ],
    targets: [
        // Floor 0
        .target(name: "Vocabulary", dependencies: [.realModule]),
        // Floor 1
        .target(name: "Rotations", dependencies: ["Vocabulary", .realModule]),
        .target(name: "Geomagnetism", dependencies: ["Vocabulary", .realModule], exclude: ["Resources"]),
        .target(name: "JSON", dependencies: ["Vocabulary"]),
        .systemLibrary(
            name: "CLAPACK", pkgConfig: "lapack", providers: [.apt(["liblapack-dev", "libblas-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CSensorLab"),
        // Floor 2
        .target(
            name: "LinearAlgebra",
            dependencies: ["Vocabulary", .target(name: "CLAPACK", condition: .when(platforms: [.linux]))],
            linkerSettings: [.linkedFramework("Accelerate", .when(platforms: [.macOS, .iOS]))]),
        .target(name: "Geodesy", dependencies: ["Rotations", "Vocabulary", .realModule]),
        .target(name: "SensorModels", dependencies: ["JSON", "Rotations", "Vocabulary", .realModule]),
        .target(name: "HighResolutionField", dependencies: ["Geomagnetism", "Vocabulary"], exclude: ["Resources"]),
        .target(name: "Files", dependencies: ["JSON", "Vocabulary", "CZlib"]),
        .target(name: "Database", dependencies: ["Vocabulary", "CSQLite"]),
        // Floor 3
        .target(
            name: "Recordings", dependencies: ["Files", "LinearAlgebra", "SensorModels", "Rotations", "Vocabulary"]),
        .target(name: "OrientationFilters", dependencies: ["SensorModels", "Rotations", "Vocabulary", .realModule]),
        .target(name: "Judge", dependencies: ["SensorModels", "Rotations", "Vocabulary", .realModule]),
        .target(name: "Figures", dependencies: ["Files", "SensorModels", "Vocabulary"]),
        // Floor 4
        .target(
            name: "Readers",
            dependencies: [
                "Judge", "Recordings", "Files", "Database", "LinearAlgebra", "SensorModels", "JSON", "Rotations",
                "Vocabulary",
            ]),
        .target(
            name: "ProjectionCore",
            dependencies: [
                "Geodesy", "Geomagnetism", "OrientationFilters", "SensorModels", "JSON", "Rotations", "Vocabulary",
                .realModule,
            ]),
        .target(
            name: "Simulation",
            dependencies: [
                "Recordings", "SensorModels", "Rotations", "Vocabulary", "Geodesy", "Geomagnetism", .realModule,
            ]),
        .target(
            name: "Calibration",
            dependencies: [
                "LinearAlgebra", "Recordings", "Files", "SensorModels", "Rotations", "Vocabulary", "OrientationFilters",
                "Geomagnetism", "Geodesy", .realModule,
            ]),
        // Floor 5
        .target(
            name: "Smoothing",
            dependencies: [
                "Calibration", "OrientationFilters", "LinearAlgebra", "SensorModels", "Rotations", "Vocabulary",
                .realModule,
            ]),
        // Floor 6
        .target(
            name: "Evaluation",
            dependencies: [
                "Calibration", "ProjectionCore", "OrientationFilters", "LinearAlgebra", "Recordings", "Files",
                "SensorModels", "Geodesy", "Rotations", "Vocabulary", .realModule,
            ]),
        // Floor 7
        .target(
            name: "Analysis",
            dependencies: [
                "Evaluation", "Smoothing", "ProjectionCore", "Calibration", "OrientationFilters", "Recordings",
                "Files", "SensorModels", "LinearAlgebra", "Geodesy", "Geomagnetism", "HighResolutionField", "JSON",
                "Rotations",
                "Vocabulary",
            ]),
        .target(
            name: "SensorLabTesting",
            dependencies: [
                "Evaluation", "Calibration", "OrientationFilters", "Recordings", "Readers", "SensorModels",
                "Geomagnetism",
                "Geodesy", "Rotations", "Vocabulary",
            ]),
        // Floor 8
        .target(
            name: "Fleet",
            dependencies: [
                "Analysis", "Evaluation", "Recordings", "Files", "Database", "SensorModels", "JSON", "Rotations",
                "Vocabulary",
            ]),
        .target(
            name: "Reporting",
            dependencies: [
                "Analysis", "Evaluation", "Smoothing", "ProjectionCore", "Calibration", "OrientationFilters",
                "Figures", "Recordings", "Files", "SensorModels", "JSON", "Rotations", "Vocabulary", "Geodesy",
                "Geomagnetism", .product(name: "Mustache", package: "swift-mustache"),
            ],
            exclude: ["Resources"]),
        .target(
            name: "CInterface",
            dependencies: [
                "CSensorLab", "Analysis", "Evaluation", "Smoothing", "ProjectionCore", "Calibration",
                "OrientationFilters", "Recordings", "Readers", "Files", "SensorModels", "JSON", "Geomagnetism",
                "Rotations", "Vocabulary",
            ]),
        // Floor 9
        .target(
            name: "FleetReporting",
            dependencies: ["Fleet", "Reporting", "Analysis", "Evaluation", "Smoothing", "Figures", "Files"],
            exclude: ["Resources"]),
        .target(
            name: "LiveTuning",
            dependencies: [
                "Reporting", "Analysis", "Evaluation", "Smoothing", "ProjectionCore", "Calibration",
                "OrientationFilters", "Figures", "Recordings", "Files", "SensorModels", "Rotations", "Vocabulary",
            ],
            exclude: ["Resources"]),
        // Floor 10
        .executableTarget(
            name: "sensorlab",
            dependencies: [
                "LiveTuning", "FleetReporting", "Reporting", "Fleet", "Analysis", "Evaluation", "Smoothing",
                "ProjectionCore", "Calibration", "Simulation", "OrientationFilters", "Figures",
                "Recordings", "Readers", "Files", "SensorModels", "Geodesy", "Geomagnetism", "HighResolutionField",
                "Rotations", "Vocabulary", "CSensorLab",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // Tests mirror the sources.
        .target(
            name: "TestSupport", dependencies: ["SensorModels", "Rotations", "Vocabulary", .realModule],
            path: "Tests/TestSupport"),
        .tests(of: "Vocabulary", using: ["SensorModels"]),
        .tests(of: "JSON", using: ["Files"]),
        .tests(of: "Rotations"),
        .tests(of: "Geomagnetism", using: ["HighResolutionField"]),
        .tests(of: "LinearAlgebra"),
        .tests(of: "Geodesy", using: ["Rotations"]),
        .tests(of: "Files"),
        .tests(of: "Database", using: ["Files"]),
        .tests(of: "Recordings", using: ["Readers", "SensorModels", "Rotations"]),
        .tests(
            of: "Readers",
            using: ["Judge", "Recordings", "Files", "Database", "SensorModels", "Rotations", "CZlib"]),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .tests(of: "OrientationFilters", using: ["SensorModels", "Rotations", "Recordings", "AllocationCounter"]),
        .tests(of: "Judge", using: ["SensorModels", "Rotations"]),
        .tests(of: "Figures", using: ["Files"]),
        .tests(
            of: "ProjectionCore",
            using: [
                "Simulation", "Geodesy", "Geomagnetism", "OrientationFilters", "SensorModels", "JSON", "Rotations",
                "AllocationCounter",
            ]),
        .tests(
            of: "Simulation", using: ["Readers", "Calibration", "Recordings", "SensorModels", "Geodesy", "Rotations"],
            optimised: true),
        .tests(
            of: "Calibration",
            using: ["Readers", "Files", "Recordings", "SensorModels", "Geodesy", "JSON", "Rotations", "LinearAlgebra"],
            optimised: true),
        .tests(
            of: "Smoothing",
            using: [
                "Readers", "LinearAlgebra", "Calibration", "OrientationFilters", "Simulation", "Recordings",
                "SensorModels", "Rotations",
            ]),
        .tests(
            of: "Evaluation",
            using: [
                "Smoothing", "ProjectionCore", "Calibration", "OrientationFilters", "Simulation", "Recordings",
                "SensorModels", "Geodesy", "Rotations",
            ]),
        .tests(
            of: "Analysis",
            using: [
                "Readers", "Files", "Evaluation", "ProjectionCore", "Calibration", "OrientationFilters", "Recordings",
                "SensorModels", "Rotations", "Simulation", "Geodesy", "Geomagnetism",
            ]),
        .tests(of: "SensorLabTesting", using: ["Recordings", "SensorModels", "Rotations"]),
        .tests(
            of: "Fleet",
            using: [
                "Files", "Database", "Analysis", "Evaluation", "Recordings", "SensorModels", "Simulation", "Rotations",
            ]),
        .tests(
            of: "Reporting",
            using: [
                "Readers", "Files", "Analysis", "Evaluation", "Calibration", "Simulation", "ProjectionCore",
                "OrientationFilters", "Recordings", "LinearAlgebra", "SensorModels", "Geodesy", "Rotations",
                "Geomagnetism", "HighResolutionField", "JSON", "Smoothing", "Figures", "CZlib",
            ]),
        .tests(of: "FleetReporting", using: ["Fleet", "Figures", "Analysis", "Files"]),
        .tests(
            of: "LiveTuning",
            using: [
                "Readers", "Analysis", "Reporting", "ProjectionCore", "Recordings", "OrientationFilters",
                "SensorModels", "Rotations",
            ]),
        .tests(of: "CInterface", using: ["CSensorLab", "SensorModels", "Rotations"]),
        .testTarget(
            name: "sensorlabTests",
            dependencies: ["TestSupport", "Recordings", "SensorModels", "Rotations", "Vocabulary"],
            swiftSettings: .ofTests),
        // Belongs to no floor: it builds and starts the tool.
        .plugin(
            name: "SensorLabCommand",
            capability: .command(
                intent: .custom(verb: "sensorlab", description: "Runs sensorlab, such as `sensorlab compare LOG...`."))),
    ],
    swiftLanguageModes: [.v6]
)

extension Target.Dependency {
    static var realModule: Target.Dependency { .product(name: "RealModule", package: "swift-numerics") }
}

extension [SwiftSetting] {
    /// Tests are not optimised, whatever the build is: that would take more processor time than all they test.
    static var ofTests: [SwiftSetting] { [.unsafeFlags(["-Onone"])] }
}

extension Target {
    /// The test target of a module; `using` names the other modules that its tests import.
    /// - Parameter optimised: for tests that simulate much themselves.
    static func tests(of module: String, using others: [String] = [], optimised: Bool = false) -> Target {
        let dependencies = Set([module, "TestSupport", "Vocabulary"] + others).sorted()
        return .testTarget(
            name: "\(module)Tests", dependencies: dependencies.map { .byName(name: $0) },
            swiftSettings: optimised ? [] : .ofTests)
    }
}
