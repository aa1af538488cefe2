import Recordings
import SensorModels
import Vocabulary

/// GnssLogger and GPSTest: `#` lines name the fields of every tag, then
/// `UncalAccel,utcTimeMillis,elapsedRealtimeNanos,...`.
///
/// Android's units and signs. `Accel`, `Gyro` and `Mag` repeat the raw triple in some versions, so that the corrected
/// readings are made from the raw ones and their biases.
enum GnssLoggerFormat: RecordingFormat {
    static let name = "GnssLogger"

    static func recognises(_ input: LogInput) -> Bool {
        input.firstLines.first?.hasPrefix("#") == true
            && input.firstLines.prefix(60).contains { $0.hasPrefix("# Raw,") || $0.hasPrefix("# UncalAccel,") }
    }

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let fields = Self.fields(lines.firstLines)
        let fix = fields["Fix"] ?? []
        let cells = LineCells(lines, separator: UInt8(ascii: ","))
        var log = RawLog()
        var zero: Double?
        try cells.collect(into: &log) { collector in
            let line = cells.lineNumber
            guard cells.bytes(0).first != UInt8(ascii: "#"), !cells.isEqual(0, "Raw") else { return true }
            if cells.isEqual(0, "Fix") { return addFix(cells, fix, zero, &collector) }
            guard let kind = kinds.first(where: { cells.isEqual(0, $0.tag) })?.kind else { return true }
            guard let time = cells.time(2, exponent: 0), cells.count >= 6 else { return false }
            let utc = cells.number(1)
            if zero == nil, utc > 1e12, utc < 4e12 { zero = utc * 1e-3 - Double(time) * 1e-9 }
            let (x, y, z) = (cells.number(3), cells.number(4), cells.number(5))
            switch kind {
            case .raw(let raw, let corrected):
                collector.add(raw, x, y, z, at: time, line: line)
                if let corrected, cells.count >= 9 {
                    collector.add(
                        corrected, x - cells.number(6), y - cells.number(7), z - cells.number(8), at: time, line: line)
                }
            case .corrected(let sensor, let raw):
                // Only where there is no raw stream.
                if collector.count(of: raw) == 0 { collector.add(sensor, x, y, z, at: time, line: line) }
            case .orientation: collector.addHeading(degrees: x, at: time, line: line)
            }
            return true
        }
        // Lines without a bias before the first raw one are the same sensor's.
        if !log.recording.accelerometer.isEmpty { log.recording.linearAcceleration = VectorStream() }
        log.useCorrectedWhereNoRaw(accelerometerCorrected: \.linearAcceleration)
        log.recording.metadata.unixSecondsAtZero = zero
        log.recording.metadata.operatingSystem = "android"
        log.recording.metadata.device = fields["device"]?.joined(separator: " ")
        AndroidClaims.add(to: &log, source: "Uncal..., minus its bias where corrected")
        guard !log.recording.sensors.isEmpty else {
            throw lines.error(
                .noSamples, "found no Accel, Gyro or Mag line (only satellites), expected inertial sensors",
                "switch the sensors on in the app")
        }
        return try log.settled(name: input.name, options)
    }

    private enum Kind: Sendable {
        case raw(SensorKind, corrected: SensorKind?)
        case corrected(SensorKind, raw: SensorKind)
        case orientation
    }

    private static let kinds: [(tag: StaticString, kind: Kind)] = [
        ("UncalAccel", .raw(.accelerometer, corrected: nil)),
        ("UncalGyro", .raw(.gyroscope, corrected: .gyroscopeCorrected)),
        ("UncalMag", .raw(.magnetometer, corrected: .magnetometerCorrected)),
        ("Accel", .corrected(.linearAcceleration, raw: .accelerometer)),
        ("Gyro", .corrected(.gyroscopeCorrected, raw: .gyroscope)),
        ("Mag", .corrected(.magnetometerCorrected, raw: .magnetometer)), ("OrientationDeg", .orientation),
    ]

    /// The fields of every tag, by the file's own comments; the device's name as `device`.
    private static func fields(_ firstLines: [String]) -> [String: [String]] {
        var fields: [String: [String]] = [:]
        for line in firstLines where line.hasPrefix("#") {
            let cells = String(line.dropFirst()).commaCells
            if cells.count > 2 { fields[cells[0]] = cells }
            if let maker = line.components(after: "Manufacturer:"), let model = line.components(after: "Model:") {
                fields["device"] = [maker.split(separator: " ").first.map(String.init) ?? "", model.trimmedCell]
            }
        }
        return fields
    }

    /// - Returns: whether the line can be read.
    private static func addFix(
        _ cells: LineCells, _ names: [String], _ zero: Double?, _ collector: inout SampleCollector
    ) -> Bool {
        func position(_ name: String) -> Int? { names.firstIndex { $0.lowercased() == name } }
        func number(_ wanted: String...) -> Double {
            wanted.lazy.compactMap(position).first.map(cells.number) ?? CellValue.missing
        }
        var time = position("elapsedrealtimenanos").flatMap { cells.time($0, exponent: 0) }
        let utc = number("unixtimemillis", "(utc)timeinms", "utctimemillis")
        if time == nil, let zero, utc.isFinite { time = LogTime.nanoseconds(seconds: utc * 1e-3 - zero) }
        guard let time, time > 0 else { return false }
        let fix = SampleRules.fix(
            latitude: number("latitudedegrees", "latitude"), longitude: number("longitudedegrees", "longitude"),
            altitude: number("altitudemeters", "altitude"), accuracy: number("accuracymeters", "accuracy"),
            speed: number("speedmps", "speed"), course: number("bearingdegrees"))
        collector.addFix(fix, at: time, line: cells.lineNumber)
        return true
    }
}

/// GetSensorData's logs (IPIN competitions) and the EvAAL interface's lines:
/// `ACCE;app time;sensor time;x;y;z;accuracy`, `%` comments. The sensor's time is used. Android's signs and, unless the
/// magnitude says g, its units.
enum GetSensorDataFormat: RecordingFormat {
    static let name = "GetSensorData/IPIN"

    static func recognises(_ input: LogInput) -> Bool {
        let data = input.firstLines.first { !$0.isEmpty && !$0.hasPrefix("%") }
        if let data, let tag = data.split(separator: ";").first, tag.count == 4, data.contains(";") {
            return tags.contains(String(tag))
        }
        return input.firstLines.contains { $0.hasPrefix("%") && $0.contains("'ACCE;") }
    }

    private static let tags: Set<String> = [
        "ACCE", "GYRO", "MAGN", "AHRS", "PRES", "LIGH", "PROX", "HUMI", "TEMP", "SOUN", "GNSS", "WIFI", "BLUE", "BLE4",
        "RFID", "POSI", "IMUX", "IMUL",
    ]

    private static let sensors: [(tag: StaticString, sensor: SensorKind)] = [
        ("ACCE", .accelerometer), ("GYRO", .gyroscope), ("MAGN", .magnetometer),
    ]

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        let lines = try input.lines()
        let saysUnit = lines.firstLines.contains { $0.hasPrefix("%") && $0.contains("Acc_X(m/s^2)") }
        let cells = LineCells(lines, separator: UInt8(ascii: ";"))
        var log = RawLog()
        // From the app's clock to the sensors', for lines that have stamps of another clock only.
        var offset: Int64?
        try cells.collect(into: &log) { collector in
            if cells.bytes(0).first == UInt8(ascii: "%") { return true }
            guard cells.count >= 3, cells.bytes(0).count == 4 else { return false }
            let line = cells.lineNumber
            if cells.isEqual(0, "GNSS") {
                guard let offset, let time = cells.time(1, exponent: 9) else { return false }
                let fix = SampleRules.fix(
                    latitude: cells.number(3), longitude: cells.number(4), altitude: cells.number(5),
                    accuracy: cells.number(7), speed: cells.number(8), course: cells.number(6))
                collector.addFix(fix, at: LogTime.sum(time, offset), line: line)
                return true
            }
            let sensor = sensors.first { cells.isEqual(0, $0.tag) }?.sensor
            guard sensor != nil || cells.isEqual(0, "AHRS") else { return true }
            guard let time = cells.time(2, exponent: 9), cells.count >= 6 else { return false }
            if offset == nil, let app = cells.time(1, exponent: 9) { offset = time - app }
            if let sensor {
                collector.add(sensor, cells.number(3), cells.number(4), cells.number(5), at: time, line: line)
            } else {
                collector.addAttitude(
                    [cells.number(6), cells.number(7), cells.number(8)], .vector, at: time, line: line)
            }
            return true
        }
        AndroidClaims.add(to: &log, source: "ACCE;GYRO;MAGN;AHRS")
        if !saysUnit { log.claims[.accelerometer]?.unit = nil }
        return try log.settled(name: input.name, options)
    }
}

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
        var log = RawLog()
        var metadata = RecordingMetadata()
        try cells.collect(into: &log) { collector in
            if cells.bytes(0).first == UInt8(ascii: "#") {
                takeComment((0..<cells.count).map(cells.text), into: &metadata)
                return true
            }
            guard cells.count >= 3, let time = cells.time(0, exponent: 6) else { return false }
            let sensor = sensors.first { cells.isEqual(1, $0.type) }?.sensor
            guard sensor != nil || cells.isEqual(1, "TYPE_ROTATION_VECTOR") else { return true }
            let (x, y, z) = (cells.number(2), cells.number(3), cells.number(4))
            if let sensor {
                collector.add(sensor, x, y, z, at: time, line: cells.lineNumber)
            } else {
                collector.addAttitude([x, y, z], .vector, at: time, line: cells.lineNumber)
            }
            return true
        }
        log.recording.metadata = metadata
        log.recording.metadata.unixSecondsAtZero = 0
        log.recording.metadata.operatingSystem = "android"
        log.useCorrectedWhereNoRaw(accelerometerCorrected: \.linearAcceleration)
        AndroidClaims.add(to: &log, source: "TYPE_...")
        return try log.settled(name: input.name, options)
    }

    private static let sensors: [(type: StaticString, sensor: SensorKind)] = [
        // A temporary place for the corrected accelerometer; see `useCorrectedWhereNoRaw`.
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
    /// Reads a corrected sensor as the sensor itself where the log has no raw one. The corrected accelerometer has no
    /// stream of its own and is used only then.
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
