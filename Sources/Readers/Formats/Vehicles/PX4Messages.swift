import Vocabulary

/// Which of PX4's messages hold which sensor (the comments of its message definitions, `msg/*.msg`).
///
/// `sensor_combined` is what the vehicle itself flies with: accelerometer and gyroscope of its primary unit, corrected by
/// its calibration, in the body's axes; `vehicle_magnetometer` is the corrected field. `sensor_accel`, `sensor_gyro` and
/// `sensor_mag` are the readings of every single sensor, in the axes of its board.
enum PX4Messages {
    /// The streams of `sensor_combined`, as `VehicleStreams` has them.
    static let combinedForce = "sensor_combined.accelerometer_m_s2"
    static let combinedRate = "sensor_combined.gyro_rad"
    /// Logs of before 2019 have the corrected field here.
    static let combinedField = "sensor_combined.magnetometer_ga"
    static let force = "sensor_accel"
    static let rate = "sensor_gyro"
    static let rawField = "sensor_mag"
    static let field = "vehicle_magnetometer"
    static let attitude = "vehicle_attitude"
    /// The newer name, and the older one.
    static let fixes = ["sensor_gps", "vehicle_gps_position"]
    private static let selection = "sensor_selection"

    static func isWanted(_ name: String) -> Bool {
        [force, rate, rawField, field, attitude, selection, "sensor_combined"].contains(name) || fixes.contains(name)
    }

    static func isWanted(parameter name: String) -> Bool {
        name.isParameter(beginningWith: ["CAL_MAG", "SENS_BOARD"])
    }

    /// Fields whose first value that is not 0 counts: which sensor it is, and the time of day.
    static func facts(of name: String) -> [String] {
        switch name {
        case rawField, field: ["device_id"]
        case selection: ["mag_device_id"]
        case _ where fixes.contains(name): ["time_utc_usec"]
        default: []
        }
    }

    /// How a message's samples are read.
    static func recipes(
        of name: String, instance: Int, _ layout: ULogDefinitions.Layout, _ streams: inout VehicleStreams
    ) -> [SampleRecipe<PackedNumber>] {
        // The time of the measurement where the message has it, else that of the message.
        let time = layout.number("timestamp_sample") ?? layout.number("timestamp")
        func recipe(
            _ stream: Int, _ value: SampleRecipe<PackedNumber>.Value, relative: String? = nil
        ) -> SampleRecipe<PackedNumber> {
            SampleRecipe(
                stream: stream, instance: instance, time: time, exponent: 3,
                relative: relative.flatMap { layout.number($0) }, value: value)
        }
        switch name {
        case "sensor_combined":
            // Instances beyond the first are of other programs.
            guard instance == 0 else { return [] }
            return [
                (combinedRate, "gyro_rad", nil),
                (combinedForce, "accelerometer_m_s2", "accelerometer_timestamp_relative"),
                (combinedField, "magnetometer_ga", "magnetometer_timestamp_relative"),
            ].compactMap { stream, field, relative in
                layout.vector(field).map { recipe(streams.vector(stream, 0), .vector($0), relative: relative) }
            }
        case force, rate, rawField, field:
            return layout.vector(name == field ? "magnetometer_ga" : nil).map {
                [recipe(streams.vector(name, instance), .vector($0))]
            } ?? []
        case attitude:
            let q = (0...3).compactMap { layout.number("q[\($0)]") }
            guard instance == 0, q.count == 4 else { return [] }
            return [recipe(streams.attitude(name, 0), .quaternion(q[0], q[1], q[2], q[3]))]
        case _ where fixes.contains(name):
            guard instance == 0, let fields = fix(layout) else { return [] }
            return [recipe(streams.fix(name, 0), .fix(fields))]
        default: return []
        }
    }

    /// Degrees since version 1.14, before that whole numbers of 1e-7 degrees and millimetres.
    private static func fix(_ layout: ULogDefinitions.Layout) -> FixFields<PackedNumber>? {
        guard let latitude = layout.number("latitude_deg") ?? layout.number("lat", divisor: .tenMillion),
            let longitude = layout.number("longitude_deg") ?? layout.number("lon", divisor: .tenMillion)
        else { return nil }
        return FixFields(
            latitude: latitude, longitude: longitude,
            altitude: layout.number("altitude_ellipsoid_m") ?? layout.number("alt_ellipsoid", divisor: .thousand),
            accuracy: layout.number("eph"), speed: layout.number("vel_m_s"),
            course: layout.number("cog_rad", divisor: .radiansPerDegree),
            courseAccuracy: layout.number("c_variance_rad", divisor: .radiansPerDegree),
            kind: layout.number("fix_type"))
    }
}
