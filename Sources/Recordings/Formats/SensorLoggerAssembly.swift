import Rotations
import SensorModels
import Vocabulary

/// Puts the parts of a Sensor Logger recording together: which stream is the raw one, what the platform's signs and
/// frames are.
struct SensorLoggerAssembly {
    var metadata = SensorLoggerMetadata(values: [:])
    /// Three-axis parts by name, in the log's units.
    private var vectors: [String: VectorStream] = [:]
    private var attitude = QuaternionStream()
    private var location = SampleStream<LocationFix>()
    private var heading = SampleStream<Double>()
    var warnings: [Warning] = []
    private var provenance: [String: StreamProvenance] = [:]

    /// Takes over a part that was read as a log of its own; three-axis parts are read as an accelerometer.
    mutating func add(_ name: String, _ part: Recording) {
        var sensor = SensorKind.accelerometer
        switch SensorLoggerConventions.part(of: name) {
        case .attitude: (sensor, attitude) = (.attitude, part.attitude)
        case .location: (sensor, location) = (.location, part.location)
        case .heading: (sensor, heading) = (.heading, part.heading)
        default: vectors[name.lowercased()] = part.accelerometer
        }
        provenance[name.lowercased()] = part.provenance[sensor]
        warnings += part.warnings.map { warning in
            var warning = warning
            let unnamed = "accelerometer:"
            if warning.message.hasPrefix(unnamed) {
                warning.message = "\(name):" + warning.message.dropFirst(unnamed.count)
            }
            return warning
        }
    }

    /// - Parameter suffix: of the parts' names in `info`, such as `.csv`.
    func log(suffix: String) -> RawLog {
        var log = RawLog()
        metadata.apply(to: &log.recording.metadata)
        // The stamps are UTC nanoseconds.
        log.recording.metadata.unixSecondsAtZero = 0
        log.recording.warnings = warnings
        let conventions = SensorLoggerConventions(
            metadata, raw: part("AccelerometerUncalibrated"), gravity: part("Gravity"), attitude: attitude)
        func put(_ name: String, _ sensor: SensorKind, isRaw: Bool) {
            guard let path = Recording.vectorPath(of: sensor), !part(name).isEmpty else { return }
            log.recording[keyPath: path] = part(name)
            log.recording.provenance[sensor] = provenance[name.lowercased()]
            log.claims[sensor] = conventions.claim(sensor, source: name + suffix, isRaw: isRaw)
        }
        put("Accelerometer", .linearAcceleration, isRaw: false)
        put("Gravity", .gravity, isRaw: false)
        if !part("AccelerometerUncalibrated").isEmpty {
            put("AccelerometerUncalibrated", .accelerometer, isRaw: true)
        } else if !part("TotalAcceleration").isEmpty {
            put("TotalAcceleration", .accelerometer, isRaw: false)
        } else if let sum = Self.sum(part("Accelerometer"), part("Gravity")) {
            log.recording.accelerometer = sum
            log.claims[.accelerometer] = conventions.claim(
                .accelerometer, source: "Accelerometer\(suffix) + Gravity\(suffix)", isRaw: false)
        }
        if log.recording.accelerometer.isEmpty, !log.recording.linearAcceleration.isEmpty {
            log.recording.standIns[.accelerometer] = .linearAcceleration
            log.warn(
                .noGravity,
                "the app's Accelerometer is without gravity, and the log has no Gravity: it is linearAcceleration here, and "
                    + "there is no specific force",
                "record Gravity or the uncalibrated accelerometer too")
        }
        for (raw, corrected, name) in [
            (SensorKind.gyroscope, SensorKind.gyroscopeCorrected, "Gyroscope"),
            (.magnetometer, .magnetometerCorrected, "Magnetometer"),
        ] {
            put(name + "Uncalibrated", raw, isRaw: true)
            put(name, part(name + "Uncalibrated").isEmpty ? raw : corrected, isRaw: false)
        }
        log.recording.location = location
        log.recording.heading = heading
        log.recording.provenance[.location] = provenance["location"]
        log.recording.provenance[.heading] = provenance["compass"]
        log.notes[.location] = ("deg", "WGS-84", "the app's documentation", "Location" + suffix)
        log.notes[.heading] = ("deg", "clockwise from magnetic north", "the app's documentation", "Compass" + suffix)
        putAttitude(conventions, suffix, into: &log)
        return log
    }

    private func putAttitude(_ conventions: SensorLoggerConventions, _ suffix: String, into log: inout RawLog) {
        guard !attitude.isEmpty else { return }
        log.recording.attitude = attitude
        if let turn = conventions.attitudeTurn {
            log.recording.attitude.values = attitude.values.map { turn * $0 }
        }
        log.recording.metadata.attitudeNorth = conventions.attitudeNorth
        log.recording.provenance[.attitude] = provenance["orientation"]
        log.notes[.attitude] = ("1", conventions.attitudeNote, conventions.by, "Orientation" + suffix)
        if conventions.platform == nil {
            log.warn(
                .frameUndecided,
                "the log does not name the platform, on which the frame of Orientation depends; Android's is used",
                "export the log with its Metadata")
        }
    }

    private func part(_ name: String) -> VectorStream { vectors[name.lowercased()] ?? VectorStream() }

    /// Acceleration without gravity plus gravity at the former's stamps, gravity interpolated where its stamps differ.
    static func sum(_ linear: VectorStream, _ gravity: VectorStream) -> VectorStream? {
        var result = VectorStream()
        var interpolation = Interpolation(gravity.times, longestGap: 100_000_000)
        for (time, value) in zip(linear.times, linear.values) {
            guard let (index, fraction) = interpolation.bracket(time) else { continue }
            let a = gravity.values[index]
            let b = gravity.values[min(index + 1, gravity.count - 1)]
            result.append(value + (fraction == 0 ? a : a + fraction * (b - a)), at: time)
        }
        return result.isEmpty ? nil : result
    }
}
