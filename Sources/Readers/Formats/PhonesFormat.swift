import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A folder with one table per sensor (`accelerometer.csv.gz`, ...) and `meta.json` with units, signs and clock.
///
/// The layout of the phone recordings with motion-capture reference that were made from T. Michel et al., On Attitude
/// Estimation with Smartphones (IEEE PerCom 2017). Nothing but the tables below and `meta.json` is opened: the
/// ground truth of biases and disturbances beside them is for scoring alone.
enum PhonesFormat: RecordingFormat {
    static let name = "phones"

    static func recognises(_ input: LogInput) -> Bool {
        guard case .folder(let folder) = input, folder.entries.contains(metaFile) else { return false }
        return sensors.contains { folder.table($0.stem) != nil }
    }

    static let metaFile = "meta.json"

    /// The tables with three columns x, y, z that hold a sensor.
    private static let sensors: [(stem: String, sensor: SensorKind)] = [
        ("accelerometer", .accelerometer), ("gyroscope", .gyroscope), ("magnetometer", .magnetometer),
        ("magnetometer_device", .magnetometerCorrected), ("linear_acceleration", .linearAcceleration),
    ]

    /// The tables with four columns qw, qx, qy, qz that hold an orientation.
    private static let orientations: [(stem: String, sensor: SensorKind)] = [
        ("attitude", .attitude), ("reference", .reference),
    ]

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .folder(let folder) = input else { throw input.unrecognised }
        let meta = try PhoneMetadata(folder, options.assumptions)
        var recording = Recording(metadata: meta.metadata)
        for (stem, sensor) in sensors + orientations {
            guard let file = folder.table(stem) else { continue }
            recording.provenance[sensor] = try meta.provenance(of: sensor, file: file)
            let factor = LogUnit.Quantity(of: sensor) == nil ? 1 : try meta.factor(of: sensor)
            let turn = sensor == .attitude ? meta.attitudeTurn : nil
            try readTable(folder, file, sensor, factor: factor, turn: turn, into: &recording)
        }
        try addCorrected(.gyroscopeCorrected, from: \.gyroscope, "gyroscope_bias_device", folder, meta, &recording)
        try addCorrected(
            .magnetometerCorrected, from: \.magnetometer, "magnetometer_bias_device", folder, meta, &recording)
        addGravity(&recording)
        return RawLog(recording: recording).documented(by: "meta.json", options)
    }

    /// Reads one table; one without samples becomes a warning, since the other files may be usable.
    private static func readTable(
        _ folder: LogFolder, _ file: String, _ sensor: SensorKind, factor: Double = 1, turn: Quaternion? = nil,
        into recording: inout Recording
    ) throws {
        let isOrientation = orientations.contains { $0.sensor == sensor }
        let columns = isOrientation ? ["qw", "qx", "qy", "qz"] : ["x", "y", "z"]
        try folder.read(file) { lines in
            guard let header = try lines.nextLine() else {
                return recording.warnings.add(
                    .emptyStream, place: lines.source.name, "the file has no complete line", advice: .copyAgain)
            }
            let names = header.commaCells
            guard let time = names.firstIndex(of: "t"), let positions = names.positions(of: columns) else {
                throw lines.error(
                    .unknownHeader, line: 1,
                    "found \"\(header.prefix(60))\", expected t,\(columns.joined(separator: ","))",
                    "copy the file again")
            }
            var channel = TableSchema.Channel(sensor, positions, claim: StreamClaim(source: file))
            channel.vector?.factor = factor
            channel.orientation?.turn = turn
            do {
                try [channel].read(lines, TableLayout(names: names, time: time, numeric: []), into: &recording)
            } catch let error as SensorLabError where error.code == .noSamples {
                recording.warnings.append(Warning(.emptyStream, error))
            }
        }
    }

    /// Corrected reading = raw - bias; a bias holds until its next change, the first one also before it was written.
    private static func addCorrected(
        _ sensor: SensorKind, from raw: KeyPath<Recording, VectorStream>, _ stem: String, _ folder: LogFolder,
        _ meta: PhoneMetadata, _ recording: inout Recording
    ) throws {
        guard let file = folder.table(stem), let path = Recording.vectorPath(of: sensor) else { return }
        var table = Recording()
        try readTable(folder, file, sensor, factor: try meta.factor(of: sensor), into: &table)
        recording.warnings += table.warnings
        let bias = table[keyPath: path]
        guard !bias.isEmpty else { return }
        var corrected = recording[keyPath: raw]
        var current = 0
        for index in corrected.times.indices {
            while current + 1 < bias.count && bias.times[current + 1] <= corrected.times[index] { current += 1 }
            corrected.values[index] -= bias.values[current]
        }
        recording[keyPath: path] = corrected
        recording.provenance[sensor] = try meta.provenance(of: sensor, file: "raw minus \(file)")
    }

    /// Gravity = accelerometer - linear acceleration at the latter's stamps (some phones gave it five times a second),
    /// the accelerometer interpolated in time between neighbours at most 0.1 s apart.
    ///
    /// Interpolation, hold and nearest reading were compared for either stream: this comes nearest to the constant
    /// length of the phones' gravity.
    private static func addGravity(_ recording: inout Recording) {
        guard !recording.linearAcceleration.isEmpty else { return }
        recording.gravity = recording.accelerometer.combined(with: recording.linearAcceleration) { $0 - $1 }
        recording.provenance[.gravity] = StreamProvenance(
            unit: "m/s^2", convention: "the accelerometer's sign: face up z = +9.81",
            decidedBy: "derived: accelerometer minus linear_acceleration, since the log has no gravity",
            source: "accelerometer, interpolated, minus linear_acceleration")
    }
}

/// The contents of a phones folder's `meta.json`.
struct PhoneMetadata {
    private let file: File
    private let isIOS: Bool
    private let assumptions: [Assumption]

    private struct File: Decodable {
        struct Site: Decodable {
            var latitude: Double
            var longitude: Double
            var altitude_m: Double?
            var place: String?
        }
        var device: String?
        var os: String
        var name: String?
        var date: String?
        var start_unix_s: Double?
        var units: [String: String]
        var sign_convention: String
        var attitude_frame: String?
        var site: Site?
        var subject: String?
        var kind: String?
        var calibration_day: String?
        var calibration_recordings: [String]?
    }

    /// - Parameter assumptions: the user's, which override the file's units and signs.
    /// - Throws: `SensorLabError` (bad data) for a file that is no such JSON or contradicts itself.
    init(_ folder: LogFolder, _ assumptions: [Assumption]) throws {
        self.assumptions = assumptions
        let name = PhonesFormat.metaFile
        let bytes = try folder.readAll(name)
        let path = "\(folder.path)/\(name)"
        do {
            file = try JSONDecoder().decode(File.self, from: Data(bytes))
        } catch {
            throw SensorLabError(
                .badData, code: .badMetadata, place: path,
                message: "found no readable description of the log, expected JSON with os, units and sign_convention",
                advice: "copy the file again")
        }
        let signs = file.sign_convention.lowercased()
        isIOS = file.os.lowercased() == "ios"
        guard signs.hasPrefix(isIOS ? "ios" : "android"), isIOS || file.os.lowercased() == "android" else {
            throw SensorLabError(
                .badData, code: .contradiction, place: path,
                message:
                    "found os \"\(file.os)\" and sign_convention \"\(file.sign_convention.prefix(40))\", expected both of "
                    + "ios or both of android",
                advice: "correct the file: with a wrong sign every result is wrong")
        }
    }

    var metadata: RecordingMetadata {
        var result = RecordingMetadata()
        result.name = file.name
        result.device = file.device
        result.operatingSystem = file.os
        result.start = file.date
        let day = file.start_unix_s.flatMap { (0..<1e10).contains($0) ? Int(clamping: $0 / 86_400) : nil }
        result.date = file.date.flatMap { CalendarDate($0) } ?? day.flatMap { CalendarDate(daysSince1970: $0) }
        // No wall clock at zero: `start_unix_s` lies 119 to 134 s behind `date` in the 25 of 28 trials that have both,
        // which is their duration: it is when the recording was closed, within some ten seconds.
        result.other["closed-unix-s"] = file.start_unix_s.map { "\($0)" }
        result.place = file.site.map {
            GeodeticPosition(latitude: $0.latitude, longitude: $0.longitude, height: $0.altitude_m ?? 0)
        }
        result.placeHasHeight = file.site.map { $0.altitude_m != nil } ?? true
        result.referenceNorth = .true
        result.attitudeNorth = .magnetic
        result.other["site"] = file.site?.place
        result.other["subject"] = file.subject
        result.other["kind"] = file.kind
        result.other["calibration-day"] = file.calibration_day
        result.other["calibration-recordings"] = file.calibration_recordings?.joined(separator: " ")
        return result
    }

    /// The rotation from the device's attitude to east-north-up; `nil` where none is needed.
    var attitudeTurn: Quaternion? {
        guard let frame = file.attitude_frame, frame.contains("x magnetic north, y west") else { return nil }
        return .aboutVertical(.pi / 2)
    }

    /// From the log's unit and sign to those of a recording.
    /// - Throws: `SensorLabError` (bad data) for a unit that is not known.
    func factor(of sensor: SensorKind) throws -> Double {
        let unit = assumedUnit(of: sensor)?.rawValue ?? statedUnit(of: sensor)
        guard let known = LogUnit(spelling: unit, of: sensor) else {
            throw SensorLabError(
                .badData, code: .unknownUnit, place: PhonesFormat.metaFile,
                message:
                    "found the unit \"\(unit)\" for \(sensor.rawValue), expected one of \(LogUnit.list(for: sensor))",
                advice: "correct the file, or give --assume \(sensor.rawValue)=UNIT")
        }
        return sign(of: sensor) == .ios ? -known.factor : known.factor
    }

    func provenance(of sensor: SensorKind, file name: String) throws -> StreamProvenance {
        var convention = CanonicalColumns.convention(of: sensor).convention
        if sign(of: sensor) == .ios { convention = "ios: face up z = -1 g" }
        if sensor == .attitude, attitudeTurn != nil { convention = "device to x magnetic north, y west, z up" }
        let unit = assumedUnit(of: sensor)
        let isAssumed = unit != nil || assumptions.sign(of: sensor) != nil
        return StreamProvenance(
            unit: unit?.rawValue ?? statedUnit(of: sensor), convention: convention,
            decidedBy: isAssumed ? "--assume; else \(PhonesFormat.metaFile)" : PhonesFormat.metaFile, source: name)
    }

    /// Linear acceleration has one sign on both platforms here.
    private func sign(of sensor: SensorKind) -> SignConvention {
        guard sensor == .accelerometer else { return assumptions.last { $0.sensor == sensor }?.sign ?? .android }
        return assumptions.sign(of: sensor) ?? (isIOS ? .ios : .android)
    }

    /// What a device derives from a sensor has that sensor's unit.
    private func assumedUnit(of sensor: SensorKind) -> LogUnit? {
        let source: SensorKind? =
            switch sensor {
            case .linearAcceleration: .accelerometer
            case .magnetometerCorrected: .magnetometer
            default: nil
            }
        return assumptions.unit(of: sensor) ?? source.flatMap(assumptions.unit)
    }

    private func statedUnit(of sensor: SensorKind) -> String {
        switch sensor {
        case .accelerometer, .linearAcceleration, .gravity: return file.units["accelerometer"] ?? ""
        case .gyroscope, .gyroscopeCorrected: return file.units["gyroscope"] ?? ""
        case .magnetometer, .magnetometerCorrected: return file.units["magnetometer"] ?? ""
        default: return "1"
        }
    }
}
