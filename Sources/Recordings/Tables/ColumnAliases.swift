import SensorModels

/// The names that logs give to sensors: the one table behind the wide CSV reader and the readers of files per sensor
/// (`docs/reference/formats.md` lists it).
enum ColumnAliases {
    /// What a stem means.
    struct Meaning: Sendable {
        var sensor: SensorKind
        /// A unit that is part of the name.
        var unit: LogUnit?
    }

    /// The meaning of a stem as `ColumnName` has it; a vendor's words in front of it do not count.
    static func meaning(of stem: String) -> Meaning? {
        var words = stem.split(separator: " ")
        while !words.isEmpty {
            if let found = stems[words.joined(separator: " ")] { return found }
            // `accelerometer m s2`: a unit's words behind the name.
            for count in 1...2 where words.count > count {
                let name = words.dropLast(count).joined(separator: " ")
                let unit = words.suffix(count).joined(separator: "/")
                if var found = stems[name], let quantity = LogUnit.Quantity(of: found.sensor),
                    let known = LogUnit(spelling: unit == "rad" ? "rad/s" : unit, quantity: quantity)
                {
                    found.unit = known
                    return found
                }
            }
            words.removeFirst()
        }
        return nil
    }

    /// Short names whose axis is written without a mark: `ax`, `gyrx`, `gFx`.
    static func compact(_ stem: String) -> (meaning: Meaning, axis: Int)? {
        let word = stem.replacing(" ", with: "")
        guard let last = word.last, let axis = ["x": 0, "y": 1, "z": 2][last], word.count > 1,
            let meaning = stems[String(word.dropLast())]
        else { return nil }
        return (meaning, axis)
    }

    private static let stems: [String: Meaning] = {
        var table: [String: Meaning] = [:]
        func add(_ sensor: SensorKind, _ names: String..., unit: LogUnit? = nil) {
            for name in names { table[name] = Meaning(sensor: sensor, unit: unit) }
        }
        add(
            .accelerometer, "a", "acc", "accel", "accelerometer", "acceleration", "accelerometer acceleration",
            "total acceleration", "accelerometer uncalibrated", "raw accelerometer", "acce", "imu acc", "acc raw")
        add(.accelerometer, "gf", "g force", "gforce", unit: .gravities)
        add(
            .gyroscope, "g", "w", "gyr", "gyro", "gyroscope", "angular velocity", "angular rate", "rotation rate",
            "gyro rotation", "omega", "rate", "gyroscope uncalibrated", "angvel", "gyr raw")
        add(
            .magnetometer, "m", "b", "mag", "magn", "magnetometer", "magnetic field", "magnetic", "magneto",
            "magnetometer uncalibrated", "compass field", "mag raw")
        add(.gravity, "gravity", "grav")
        add(
            .linearAcceleration, "linear acceleration", "linear accelerometer", "lin acc", "linacc",
            "user acceleration",
            "linear accel", "lacc", "lin")
        add(.attitude, "q", "quat", "quaternion", "rotation vector", "attitude", "orientation quaternion", "rot")
        add(.reference, "opt q", "ref q", "optq", "refq", "ground truth q", "gt q")
        return table
    }()
}
