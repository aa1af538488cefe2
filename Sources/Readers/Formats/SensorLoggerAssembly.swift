import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Puts the parts of a Sensor Logger recording together: which stream is the raw one, what the platform's signs and
/// frames are.
struct SensorLoggerAssembly {
    var metadata = SensorLoggerMetadata(values: [:])
    /// The parts by name, in the log's units.
    private var parts: [String: Recording] = [:]
    var warnings: [Warning] = []
    /// Whether the stamps are seconds since the recording began, since a spreadsheet rounded the others.
    var isElapsed = false
    /// Whether a table's stamps are times.
    var hasTimes = false

    /// Takes over a part that was read as a log of its own; three-axis parts are read as an accelerometer.
    mutating func add(_ name: String, _ part: Recording) {
        parts[name.lowercased()] = part
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
        log.recording.metadata.unixSecondsAtZero = isElapsed ? nil : 0
        log.recording.warnings = warnings
        func part(_ name: String) -> VectorStream { parts[name.lowercased()]?.accelerometer ?? VectorStream() }
        let conventions = SensorLoggerConventions(
            metadata, raw: part("AccelerometerUncalibrated"), gravity: part("Gravity"),
            attitude: parts["orientation"]?.attitude ?? QuaternionStream())
        func put(_ name: String, _ sensor: SensorKind, isRaw: Bool) {
            guard let path = Recording.vectorPath(of: sensor), !part(name).isEmpty else { return }
            log.recording[keyPath: path] = part(name)
            log.recording.provenance[sensor] = parts[name.lowercased()]?.provenance[.accelerometer]
            log.claims[sensor] = conventions.claim(sensor, source: name + suffix, isRaw: isRaw)
        }
        put("Accelerometer", .linearAcceleration, isRaw: false)
        put("Gravity", .gravity, isRaw: false)
        if !part("AccelerometerUncalibrated").isEmpty {
            put("AccelerometerUncalibrated", .accelerometer, isRaw: true)
        } else if !part("TotalAcceleration").isEmpty {
            put("TotalAcceleration", .accelerometer, isRaw: false)
        } else {
            log.recording.accelerometer = part("Gravity").combined(with: part("Accelerometer")) { $1 + $0 }
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
        for (name, sensor) in [("location", SensorKind.location), ("compass", .heading), ("orientation", .attitude)] {
            guard let part = parts[name] else { continue }
            log.recording.takeStream(of: sensor, from: part)
            log.recording.provenance[sensor] = part.provenance[sensor]
        }
        log.notes[.location] = ("deg", "WGS-84", "the app's documentation", "Location" + suffix)
        log.notes[.heading] = ("deg", "clockwise from magnetic north", "the app's documentation", "Compass" + suffix)
        putAttitude(conventions, suffix, into: &log)
        return log
    }

    private func putAttitude(_ conventions: SensorLoggerConventions, _ suffix: String, into log: inout RawLog) {
        guard !log.recording.attitude.isEmpty else { return }
        if let turn = conventions.attitudeTurn {
            log.recording.attitude.values = log.recording.attitude.values.map { turn * $0 }
        }
        log.recording.metadata.attitudeNorth = conventions.attitudeNorth
        log.notes[.attitude] = ("1", conventions.attitudeNote, conventions.by, "Orientation" + suffix)
        if conventions.platform == nil {
            log.warn(
                .frameUndecided,
                "the log does not name the platform, on which the frame of Orientation depends; Android's is used",
                "export the log with its Metadata")
        }
    }
}
