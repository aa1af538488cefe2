import Calibration
import Recordings
import SensorModels

/// The directions of the field that a magnetometer's calibration was made from.
public enum CalibrationCoverage {
    /// - Returns: `nil` where the file has no magnetometer or the log lacks its stream.
    public static func of(_ recording: Recording, calibratedBy file: CalibrationFile) -> DirectionCoverage? {
        guard let section = file.magnetometer, let stream = SensorKind(rawValue: section.stream) else { return nil }
        let model = section.model
        let readings = recording.vectors(of: stream).values.filter(\.isFinite).map(model.apply)
        return readings.isEmpty
            ? nil : DirectionCoverage(calibrated: readings, fieldPointsDown: (section.dipDegrees ?? 1) > 0)
    }
}
