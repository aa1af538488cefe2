import Calibration
import Recordings
import SensorModels

/// Finds the calibration that a log gets.
public enum CalibrationStep {
    /// - Returns: the sections to apply, refused ones included, and what there is to say about them.
    /// - Throws: `SensorLabError` for unreadable calibration files.
    public static func calibration(
        for recording: Recording, choice: CalibrationChoice, field: GeomagnetismSection?
    ) throws -> (set: CalibrationSet, warnings: [Warning]) {
        var set = CalibrationSet()
        switch choice {
        case .none:
            return (set, [])
        case .files(let paths):
            for path in paths {
                var file = try CalibrationFile.read(path: path)
                file.magnetometer?.source = path
                file.gyroscope?.source = path
                file.accelerometer?.source = path
                set.merge(file)
            }
        case .auto:
            break
        }
        return (set, [])
    }
}

extension CalibrationSection {
    init(_ set: CalibrationSet) {
        self.init()
        magnetometer = set.magnetometer
        gyroscope = set.gyroscope
        accelerometer = set.accelerometer
    }
}
