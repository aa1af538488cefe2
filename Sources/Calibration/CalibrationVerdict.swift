import LinearAlgebra
import Rotations
import SensorModels
import Vocabulary

/// Whether a fitted calibration can be trusted; if not, the reason and the advice.
///
/// A refused result has a large sigma and can still be applied, with a warning.
public struct CalibrationVerdict: Sendable, Hashable {
    /// True where the data determine the result.
    public var accepted: Bool
    /// The reason for the refusal, in one sentence; empty where accepted.
    public var reason = ""
    /// What to do, in one sentence; may also be given for an accepted result that could be better.
    public var advice = ""
    /// Whether it is refused for its sigma alone: the readings are good, but too few or in too few directions.
    public var isUncertain = false

    /// The data determine the result.
    public static let accepted = CalibrationVerdict(accepted: true)

    /// The data do not determine the result.
    public static func refused(_ reason: String, advice: String) -> CalibrationVerdict {
        CalibrationVerdict(accepted: false, reason: reason, advice: advice)
    }
}

extension CalibrationVerdict {
    /// The data do not determine the result: the fit ended with an error, whose text is shown where it concerns the
    /// data.
    static func refused(by error: SensorLabError) -> CalibrationVerdict {
        guard error.isOfRoutine else { return refused("\(error.place): \(error.message)", advice: error.advice) }
        return refused(
            "the readings do not determine the calibration: the fit's equations have no solution",
            advice: "record longer, and turn the device about all its axes")
    }
}

/// Detects a sensor that was off: it gives no reading, or the same one for the whole log.
enum DeadSensor {
    /// Why a stream is unusable; `nil` for a usable one. A log of fewer than two readings is not judged.
    static func refusal(_ stream: VectorStream, name: String) -> CalibrationVerdict? {
        guard !stream.isEmpty else {
            return .refused("there is no \(name) in the log", advice: "record the \(name)")
        }
        let finite = stream.values.filter(\.isFinite)
        guard let first = finite.first else {
            return .refused("no \(name) reading is finite", advice: "record the \(name)")
        }
        guard finite.count > 1, finite.allSatisfy({ $0 == first }) else { return nil }
        return .refused(
            "all \(name) readings are \(first == .zero ? "zero" : "the same"): the sensor was off",
            advice: "check the recording, and the device")
    }
}

extension MagnetometerSamples {
    /// Why no method can calibrate with these readings and a gyroscope: a sensor that was off, a saturated axis,
    /// another unit; `nil` where nothing is found.
    public func refusal(gyroscope: VectorStream) -> CalibrationVerdict? {
        DeadSensor.refusal(gyroscope, name: "gyroscope") ?? MagnetometerDataCheck.beforeFit(self)
    }
}
