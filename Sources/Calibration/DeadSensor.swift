import Rotations
import SensorModels

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
