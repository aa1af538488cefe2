import Calibration
import Recordings
import SensorModels
import Vocabulary

/// Finds the calibration that a log gets.
enum CalibrationStep {
    /// - Returns: the sections, refused ones included, and what there is to say about them.
    /// - Throws: `SensorLabError` for unreadable calibration files.
    static func calibration(
        for recording: Recording, choice: CalibrationChoice, field: GeomagnetismSection?
    ) throws -> (set: CalibrationSet, warnings: [Warning]) {
        switch choice {
        case .none: return (CalibrationSet(), [])
        case .auto: return AutoCalibration.calibration(for: recording, field: field)
        case .files(let paths) where paths.contains { $0.lowercased() == "auto" }:
            let auto = AutoCalibration.calibration(for: recording, field: field)
            let given = try calibration(
                for: recording, choice: .files(paths.filter { $0.lowercased() != "auto" }), field: field)
            return (auto.set.overridden(by: given.set), auto.warnings + given.warnings)
        case .files(let paths):
            return try merged(
                try paths.map { FittedCalibration(name: $0, file: try CalibrationFile.read(path: $0)) }, for: recording)
        case .fitted(let calibrations): return try merged(calibrations, for: recording)
        }
    }

    private static func merged(
        _ calibrations: [FittedCalibration], for recording: Recording
    ) throws -> (set: CalibrationSet, warnings: [Warning]) {
        var set = CalibrationSet()
        var warnings: [Warning] = []
        var owners: [SensorKind: String] = [:]
        for calibration in calibrations {
            let (path, file) = (calibration.name, calibration.file)
            for (sensor, _) in file.sections {
                if let other = owners.updateValue(path, forKey: sensor) {
                    throw SensorLabError(
                        .usage, code: "calibration-given-twice", place: "--calibration \(path)",
                        message: "it calibrates the \(sensor.rawValue), and so does \(other)",
                        advice: "give one file per sensor")
                }
            }
            set.merge(file, source: path)
            for (sensor, section) in file.sections where !section.accepted {
                warnings.append(
                    Warning(
                        code: "\(sensor.rawValue)-calibration-refused",
                        message: "\(path): the \(sensor.rawValue)'s calibration was refused when it was made "
                            + "(\(section.reason)); it is applied all the same",
                        advice: section.missing ?? "make a better one with `sensorlab calibrate`"))
            }
            // A heading's constant belongs to no stream.
            for (sensor, section) in file.sections where sensor != .heading {
                let named = SensorKind(rawValue: section.stream)
                if named.map({ recording.vectors(of: $0).isEmpty }) ?? true {
                    warnings.append(
                        Warning(
                            code: "calibration-of-another-stream",
                            message:
                                "\(path): the calibration was made for the stream \(section.stream), which the log lacks"
                                + "; it is applied to what the log has of the \(sensor.rawValue)",
                            advice: "make one from a log with the same streams"))
                }
            }
        }
        return (set, warnings)
    }
}

extension CalibrationSection {
    init(_ set: CalibrationSet) {
        self.init()
        magnetometer = set.magnetometer
        gyroscope = set.gyroscope
        accelerometer = set.accelerometer
        heading = set.heading
    }
}
