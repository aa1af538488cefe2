import LinearAlgebra
import Rotations
import SensorModels
import Vocabulary

/// Whether a fitted calibration may be trusted, and if not, why and what to do.
///
/// A refused result has a large sigma and can still be applied, with a warning.
public struct CalibrationVerdict: Sendable, Hashable {
    /// True where the data determine the result.
    public var accepted: Bool
    /// Why it was refused, in one sentence; empty where accepted.
    public var reason = ""
    /// What to do about it, in one sentence; may be filled for an accepted result that could be better.
    public var advice = ""
    /// Refused for its sigma alone: the readings are good, but too few or of too few directions.
    public var isUncertain = false

    /// The data determine the result.
    public static let accepted = CalibrationVerdict(accepted: true)

    /// The data do not determine the result.
    public static func refused(_ reason: String, advice: String) -> CalibrationVerdict {
        CalibrationVerdict(accepted: false, reason: reason, advice: advice)
    }
}

extension CalibrationVerdict {
    /// The data do not determine the result: the fit ended with an error, whose text is shown where it is about the data.
    static func refused(by error: SensorLabError) -> CalibrationVerdict {
        guard error.isOfRoutine else { return refused("\(error.place): \(error.message)", advice: error.advice) }
        return refused(
            "the readings do not determine it: the fit's equations have no solution",
            advice: "record longer, and turn the device about all its axes")
    }
}

/// A sensor that was off: it gives no reading, or for the whole log the same one.
enum DeadSensor {
    /// Why a stream is of no use; `nil` for one that lives. A log of fewer than two readings is not judged.
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
    /// Why no calibration can be made of these readings and a gyroscope, whatever the method: a sensor that was off, a
    /// saturated axis, another unit; `nil` where nothing is found.
    public func refusal(gyroscope: VectorStream) -> CalibrationVerdict? {
        DeadSensor.refusal(gyroscope, name: "gyroscope") ?? MagnetometerDataCheck.beforeFit(self)
    }
}
