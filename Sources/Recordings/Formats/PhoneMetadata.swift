import Foundation
import Rotations
import SensorModels
import Vocabulary

/// The contents of a phones folder's `meta.json`.
struct PhoneMetadata {
    private let file: File
    private let isIOS: Bool

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

    /// - Throws: `SensorLabError` (bad data) for a file that is no such JSON or contradicts itself.
    init(_ folder: LogFolder) throws {
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
        let day = file.start_unix_s.flatMap { (0..<1e10).contains($0) ? Int($0 / 86_400) : nil }
        result.date = file.date.flatMap { CalendarDate($0) } ?? day.flatMap { CalendarDate(daysSince1970: $0) }
        // No wall clock at zero: `start_unix_s` lies 119 to 134 s behind `date` in 25 of the 28 trials that have both, as
        // long as these last: it is when the recording was closed, within some ten seconds.
        result.other["closed-unix-s"] = file.start_unix_s.map { "\($0)" }
        result.place = file.site.map {
            GeodeticPosition(latitude: $0.latitude, longitude: $0.longitude, height: $0.altitude_m ?? 0)
        }
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
        let unit = self.unit(of: sensor)
        let sign = isIOS && sensor == .accelerometer ? -1.0 : 1.0
        switch (sensor, unit) {
        case (.accelerometer, "g"), (.linearAcceleration, "g"): return sign * 9.80665
        case (.accelerometer, "m/s^2"), (.linearAcceleration, "m/s^2"): return sign
        case (.gyroscope, "rad/s"), (.gyroscopeCorrected, "rad/s"): return 1
        case (.magnetometer, "uT"), (.magnetometerCorrected, "uT"): return 1
        default:
            throw SensorLabError(
                .badData, code: .unknownUnit, place: PhonesFormat.metaFile,
                message: "found the unit \"\(unit)\" for \(sensor.rawValue), expected m/s^2 or g, rad/s, uT",
                advice: "correct the file")
        }
    }

    func provenance(of sensor: SensorKind, file name: String) throws -> StreamProvenance {
        var convention = CanonicalColumns.convention(of: sensor).convention
        if isIOS && sensor == .accelerometer { convention = "ios: face up z = -1 g" }
        if sensor == .attitude, attitudeTurn != nil { convention = "device to x magnetic north, y west, z up" }
        return StreamProvenance(
            unit: unit(of: sensor), convention: convention, decidedBy: PhonesFormat.metaFile, source: name)
    }

    private func unit(of sensor: SensorKind) -> String {
        switch sensor {
        case .accelerometer, .linearAcceleration, .gravity: return file.units["accelerometer"] ?? ""
        case .gyroscope, .gyroscopeCorrected: return file.units["gyroscope"] ?? ""
        case .magnetometer, .magnetometerCorrected: return file.units["magnetometer"] ?? ""
        default: return "1"
        }
    }
}
