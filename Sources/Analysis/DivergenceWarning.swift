import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// A filter that has diverged says so, whether or not the log has a reference (`TrackConsistency`).
enum DivergenceWarning {
    /// `nil` where the track agrees with the sensors, or cannot be judged.
    static func of(_ name: String, _ consistency: TrackConsistency) -> Warning? {
        guard consistency.hasDiverged else { return nil }
        let advice =
            "check axes, signs and units of the sensors (`sensorlab info`), calibrate gyroscope and magnetometer, or use "
            + "another filter"
        if let time = consistency.firstNonFinite {
            return Warning(
                code: "filter-diverged",
                message: "\(name) has diverged: its orientation is not finite from t = "
                    + "\(LogTime.seconds(time)) s on",
                advice: "set its parameters nearer to their defaults, and " + advice)
        }
        let contradictions = [
            text(consistency.tilt, "vertical", "the calm accelerometer"),
            text(consistency.heading, "heading", "the compass"),
        ].compactMap { $0 }
        return Warning(
            code: "filter-diverged",
            message: "\(name) has diverged: " + contradictions.joined(separator: "; "), advice: advice)
    }

    private static func text(_ windows: TrackConsistency.Windows, _ what: String, _ sensor: String) -> String? {
        guard windows.isContradicted else { return nil }
        let degrees = Int(Angle.degrees(windows.deviation).rounded())
        return "in \(windows.contradicting) of \(windows.judged) windows of \(Int(TrackConsistency.window)) s its "
            + "\(what) contradicts \(sensor) by far more than it claims to be wrong (\(degrees) degrees RMS)"
    }
}
