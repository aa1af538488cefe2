import SensorModels

/// An app or a program with one-table logs that the wide reader knows by name: how its header is recognised, and what its
/// documentation adds.
struct WideDialect: Sendable {
    let name: String
    /// By the header and the lines above it.
    let recognises: @Sendable (_ firstLines: [String], _ names: [String]) -> Bool
    /// The source for the sign, and for units that the header does not give; `nil` for none.
    var documentation: String?
    /// Units that the documentation gives.
    var units: [SensorKind: LogUnit] = [:]
    /// Compact names (`a` of `ax`) that mean another sensor here than elsewhere.
    var meanings: [String: SensorKind] = [:]
    /// The documented sign of accelerations.
    var sign = SignConvention.android
    /// Whether the north of the device's attitude is the direction in which it began.
    var hasArbitraryNorth = false
    /// Whether the axes are an aircraft's (`ForwardRightDown`).
    var isForwardRightDown = false

    /// The dialects in the order in which they are tried; the last one accepts every table.
    static let all: [WideDialect] = [
        WideDialect(
            name: "HyperIMU", recognises: { lines, _ in lines.first?.hasPrefix("@ HyperIMU") == true },
            documentation: "Android's convention", units: androidUnits),
        WideDialect(
            name: "AndroSensor",
            recognises: { _, names in
                names.contains { $0.hasPrefix("YYYY-MO-DD HH-MI-SS") }
                    || names.contains { $0.hasPrefix("ACCELEROMETER X (m/s") }
            }, documentation: "Android's convention"),
        WideDialect(
            name: "Physics Toolbox",
            recognises: { _, names in
                let plain = Set(names.map { $0.lowercased() })
                let modes = [
                    ["gfx", "gfy", "gfz"], ["ax", "ay", "az", "wx"], ["wx", "wy", "wz"], ["bx", "by", "bz"],
                ]
                let total = !plain.isDisjoint(with: ["at", "atotal", "a total"]) && plain.contains("ax")
                // The app calls no column gx.
                return plain.contains("time") && !plain.contains("gx")
                    && (total || modes.contains { plain.isSuperset(of: $0) })
            }, documentation: "the app's documentation",
            units: [
                .accelerometer: .gravities, .linearAcceleration: .metresPerSecondSquared, .gyroscope: .radiansPerSecond,
                .magnetometer: .microtesla,
            ], meanings: ["a": .linearAcceleration]),
        WideDialect(
            name: "x-io Fusion",
            recognises: { _, names in
                names.first == "Time (s)" && names.contains("Gyroscope X (deg/s)")
                    && names.contains("Accelerometer X (g)")
            }, documentation: "the library's documentation"),
        WideDialect(
            name: "mavlogdump CSV",
            recognises: { _, names in
                (names.contains("TimeUS") || names.contains("TimeMS"))
                    && (names.contains("AccX") || names.contains("GyrX") || names.contains("MagX"))
            }, documentation: "ArduPilot's message definition",
            units: [
                .accelerometer: .metresPerSecondSquared, .gyroscope: .radiansPerSecond, .magnetometer: .milligauss,
            ], isForwardRightDown: true),
        WideDialect(
            name: "Sensor Logger (watch)",
            recognises: { _, names in
                let motion = ["seconds_elapsed", "rotationRateX", "gravityX", "accelerationX", "quaternionW"]
                return Set(names).isSuperset(of: motion)
            }, documentation: "CoreMotion's documentation",
            units: [
                .gravity: .gravities, .linearAcceleration: .gravities, .gyroscope: .radiansPerSecond,
            ], meanings: ["acceleration": .linearAcceleration], sign: .ios, hasArbitraryNorth: true),
        WideDialect(name: "wide CSV", recognises: { _, _ in true }),
    ]

    static let androidUnits: [SensorKind: LogUnit] = [
        .accelerometer: .metresPerSecondSquared, .gravity: .metresPerSecondSquared,
        .linearAcceleration: .metresPerSecondSquared, .gyroscope: .radiansPerSecond, .magnetometer: .microtesla,
        .gyroscopeCorrected: .radiansPerSecond, .magnetometerCorrected: .microtesla,
    ]

    /// Adds to a channel what the documentation says.
    func adjust(_ channel: inout TableSchema.Channel) {
        guard let documentation else { return }
        channel.document(
            unit: channel.claim.unit == nil ? units[channel.sensor] : nil, sign: sign, by: documentation)
    }
}
