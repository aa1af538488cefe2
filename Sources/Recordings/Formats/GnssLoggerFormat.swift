import SensorModels
import Vocabulary

/// GnssLogger and GPSTest: `#` lines name the fields of every tag, then `UncalAccel,utcTimeMillis,elapsedRealtimeNanos,...`.
///
/// Android's units and signs. `Accel`, `Gyro` and `Mag` repeat the raw triple in some versions, so that the corrected
/// readings are made from the raw ones and their biases.
enum GnssLoggerFormat: RecordingFormat {
    static let name = "GnssLogger"

    static func recognises(_ input: LogInput) -> Bool {
        guard case .file(let lines) = input, lines.firstLines.first?.hasPrefix("#") == true else { return false }
        return lines.firstLines.prefix(60).contains { $0.hasPrefix("# Raw,") || $0.hasPrefix("# UncalAccel,") }
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
            guard let kind = Kind(cells) else { continue }
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
        log.dropPlainBesideRaw()
        log.useCorrectedWhereNoRaw(accelerometerCorrected: \.linearAcceleration)
        log.recording.metadata.unixSecondsAtZero = zero
        log.recording.metadata.operatingSystem = "android"
        log.recording.metadata.device = fields["device"]?.joined(separator: " ")
        AndroidClaims.add(to: &log, source: "Uncal..., minus its bias where corrected")
        guard !log.recording.sensors.isEmpty else {
            throw SensorLabError(
                .badData, code: .noSamples, place: input.name,
                message: "found no Accel, Gyro or Mag line (only satellites), expected inertial sensors",
                advice: "switch the sensors on in the app")
        }
        return try log.settled(name: input.name, options)
    }

    private enum Kind {
        case raw(SensorKind, corrected: SensorKind?)
        case corrected(SensorKind, raw: SensorKind)
        case orientation

        init?(_ cells: LineCells) {
            if cells.isEqual(0, "UncalAccel") {
                self = .raw(.accelerometer, corrected: nil)
            } else if cells.isEqual(0, "UncalGyro") {
                self = .raw(.gyroscope, corrected: .gyroscopeCorrected)
            } else if cells.isEqual(0, "UncalMag") {
                self = .raw(.magnetometer, corrected: .magnetometerCorrected)
            } else if cells.isEqual(0, "Accel") {
                self = .corrected(.linearAcceleration, raw: .accelerometer)
            } else if cells.isEqual(0, "Gyro") {
                self = .corrected(.gyroscopeCorrected, raw: .gyroscope)
            } else if cells.isEqual(0, "Mag") {
                self = .corrected(.magnetometerCorrected, raw: .magnetometer)
            } else if cells.isEqual(0, "OrientationDeg") {
                self = .orientation
            } else {
                return nil
            }
        }
    }

    /// The fields of every tag, by the file's own comments; the device's name as `device`.
    private static func fields(_ firstLines: [String]) -> [String: [String]] {
        var fields: [String: [String]] = [:]
        for line in firstLines where line.hasPrefix("#") {
            let cells = line.dropFirst().split(separator: ",", omittingEmptySubsequences: false).map {
                String($0).trimmedCell
            }
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
        func number(_ wanted: String...) -> Double {
            for name in wanted {
                if let index = names.firstIndex(where: { $0.lowercased() == name }) { return cells.number(index) }
            }
            return CellValue.missing
        }
        var time: Int64?
        if let index = names.firstIndex(where: { $0.lowercased() == "elapsedrealtimenanos" }) {
            time = cells.time(index, exponent: 0)
        }
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

extension RawLog {
    /// Lines without bias that came before the first raw one are the same sensor's.
    fileprivate mutating func dropPlainBesideRaw() {
        if !recording.accelerometer.isEmpty { recording.linearAcceleration = VectorStream() }
    }
}
