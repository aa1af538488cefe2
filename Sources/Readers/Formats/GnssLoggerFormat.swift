import Recordings
import SensorModels
import Vocabulary

/// GnssLogger and GPSTest: `#` lines name the fields of every tag, then `UncalAccel,utcTimeMillis,elapsedRealtimeNanos,...`.
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
        var collector = SampleCollector()
        var zero: Double?
        while try cells.next() {
            let line = cells.lineNumber
            guard cells.bytes(0).first != UInt8(ascii: "#"), !cells.isEqual(0, "Raw") else { continue }
            if cells.isEqual(0, "Fix") {
                addFix(cells, fix, zero, &collector)
                continue
            }
            guard let kind = kinds.first(where: { cells.isEqual(0, $0.tag) })?.kind else { continue }
            guard let time = cells.time(2, exponent: 0), cells.count >= 6 else {
                collector.unreadable.add(line: line)
                continue
            }
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
        }
        var log = RawLog()
        try collector.finish(lines.source, lastLine: cells.lastLine, into: &log)
        // Lines without bias that came before the first raw one are the same sensor's.
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

    private static func addFix(
        _ cells: LineCells, _ names: [String], _ zero: Double?, _ collector: inout SampleCollector
    ) {
        func position(_ name: String) -> Int? { names.firstIndex { $0.lowercased() == name } }
        func number(_ wanted: String...) -> Double {
            wanted.lazy.compactMap(position).first.map(cells.number) ?? CellValue.missing
        }
        var time = position("elapsedrealtimenanos").flatMap { cells.time($0, exponent: 0) }
        let utc = number("unixtimemillis", "(utc)timeinms", "utctimemillis")
        if time == nil, let zero, utc.isFinite { time = LogTime.nanoseconds(seconds: utc * 1e-3 - zero) }
        guard let time, time > 0 else {
            collector.unreadable.add(line: cells.lineNumber)
            return
        }
        let fix = SampleRules.fix(
            latitude: number("latitudedegrees", "latitude"), longitude: number("longitudedegrees", "longitude"),
            altitude: number("altitudemeters", "altitude"), accuracy: number("accuracymeters", "accuracy"),
            speed: number("speedmps", "speed"), course: number("bearingdegrees"))
        collector.addFix(fix, at: time, line: cells.lineNumber)
    }
}
