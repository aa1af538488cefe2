import Recordings
import SensorModels

/// The traces of indoor-location-competition-20: lines `<Unix ms> TAB TYPE_... TAB values`, `#` lines with the device.
///
/// Android's units and signs; the raw sensors are there beside the corrected ones. The rotation vector has x, y, z.
enum IndoorLocationFormat: RecordingFormat {
    static let name = "indoor-location-competition-20"

    static func recognises(_ input: LogInput) -> Bool {
        input.firstLines.prefix(40).contains { line in
            if line.hasPrefix("#\tstartTime:") { return true }
            let cells = line.utf8.split(separator: UInt8(ascii: "\t"), maxSplits: 2)
            return cells.count > 2 && cells[0].count == 13 && cells[0].allSatisfy { $0 &- 48 < 10 }
                && cells[1].starts(with: "TYPE_".utf8)
        }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let cells = LineCells(lines, separator: UInt8(ascii: "\t"))
        var collector = SampleCollector()
        var log = RawLog()
        while try cells.next() {
            if cells.bytes(0).first == UInt8(ascii: "#") {
                takeComment((0..<cells.count).map(cells.text), into: &log.recording.metadata)
                continue
            }
            guard cells.count >= 3, let time = cells.time(0, exponent: 6) else {
                collector.unreadable.add(line: cells.lineNumber)
                continue
            }
            let sensor = sensors.first { cells.isEqual(1, $0.type) }?.sensor
            guard sensor != nil || cells.isEqual(1, "TYPE_ROTATION_VECTOR") else { continue }
            let (x, y, z) = (cells.number(2), cells.number(3), cells.number(4))
            if let sensor {
                collector.add(sensor, x, y, z, at: time, line: cells.lineNumber)
            } else {
                collector.addAttitude([x, y, z], .vector, at: time, line: cells.lineNumber)
            }
        }
        try collector.finish(lines.source, lastLine: cells.lastLine, into: &log)
        log.recording.metadata.unixSecondsAtZero = 0
        log.recording.metadata.operatingSystem = "android"
        log.useCorrectedWhereNoRaw(accelerometerCorrected: \.linearAcceleration)
        AndroidClaims.add(to: &log, source: "TYPE_...")
        return try log.settled(name: input.name, options)
    }

    private static let sensors: [(type: StaticString, sensor: SensorKind)] = [
        // The place of the corrected accelerometer until the end; see `useCorrectedWhereNoRaw`.
        ("TYPE_ACCELEROMETER", .linearAcceleration), ("TYPE_ACCELEROMETER_UNCALIBRATED", .accelerometer),
        ("TYPE_GYROSCOPE", .gyroscopeCorrected), ("TYPE_GYROSCOPE_UNCALIBRATED", .gyroscope),
        ("TYPE_MAGNETIC_FIELD", .magnetometerCorrected), ("TYPE_MAGNETIC_FIELD_UNCALIBRATED", .magnetometer),
    ]

    private static func takeComment(_ cells: [String], into metadata: inout RecordingMetadata) {
        var values: [String: String] = [:]
        for cell in cells {
            let sides = cell.split(separator: ":", maxSplits: 1).map(String.init)
            if sides.count == 2 { values[sides[0]] = sides[1] }
        }
        if let brand = values["Brand"], let model = values["Model"] { metadata.device = "\(brand) \(model)" }
        if let start = values["startTime"] { metadata.start = start }
        if let site = values["SiteName"] { metadata.other["site"] = site }
    }
}

/// Units, signs and frames of Android's sensors (its API documentation).
enum AndroidClaims {
    private static let by = "Android's convention"

    static func add(to log: inout RawLog, source: String) {
        log.claim(.android, by: by) { _ in source }
        log.notes[.attitude] = ("1", "device to east, magnetic north, up", by, source)
        log.notes[.heading] = ("deg", "clockwise from magnetic north", by, source)
        log.notes[.location] = ("deg", "WGS-84", by, source)
        if !log.recording.attitude.isEmpty { log.recording.metadata.attitudeNorth = .magnetic }
    }
}

extension RawLog {
    /// Logs with a sensor corrected alone have it as the sensor itself. The corrected accelerometer has no stream of its
    /// own: it counts only where there is no raw one.
    mutating func useCorrectedWhereNoRaw(accelerometerCorrected: WritableKeyPath<Recording, VectorStream>? = nil) {
        if let path = accelerometerCorrected {
            if recording.accelerometer.isEmpty { recording.accelerometer = recording[keyPath: path] }
            recording[keyPath: path] = VectorStream()
            recording.provenance[.linearAcceleration] = nil
        }
        if recording.gyroscope.isEmpty {
            swap(&recording.gyroscope, &recording.gyroscopeCorrected)
            recording.provenance[.gyroscope] = recording.provenance.removeValue(forKey: .gyroscopeCorrected)
        }
        if recording.magnetometer.isEmpty {
            swap(&recording.magnetometer, &recording.magnetometerCorrected)
            recording.provenance[.magnetometer] = recording.provenance.removeValue(forKey: .magnetometerCorrected)
        }
    }
}
