import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

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
        // No wall clock at zero: `start_unix_s` lies 119 to 134 s behind `date` in 25 of the 28 trials that have both, as
        // long as these last: it is when the recording was closed, within some ten seconds.
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

    /// The turn that brings the device's attitude to east-north-up; `nil` where it is there already.
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
