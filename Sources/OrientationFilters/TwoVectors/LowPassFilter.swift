import Rotations
import SensorModels

/// The classic low-pass: y = w y + (1 - w) x on the vectors of accelerometer and magnetometer, then the compass.
///
/// One step per sample of that sensor, at its own rate; the first sample is passed through and the last value is held
/// for the other sensor's samples. The time constant is therefore -T / ln w at a sampling interval T: it changes with
/// the phone. Vectors are filtered, never angles, so 359 and 1 degree average to 0. The gyroscope is not used.
public struct LowPassFilter: OrientationFilter {
    /// The weights of the old values, and lasting errors for the sigmas.
    public struct Parameters: FilterParameters {
        /// Weight of the accelerometer's old value, without unit, 0 (no filter) ... 1 (frozen); default 0.8.
        public var accelerometerWeight = 0.8
        /// Weight of the magnetometer's old value, without unit, 0 (no filter) ... 1 (frozen); default 0.8.
        public var magnetometerWeight = 0.8
        /// rad: error of the vertical that lasts (accelerometer calibration), for the sigmas.
        public var levelSigma = 0.012
        /// rad: error of the heading that lasts (calibration, buildings), for the sigmas.
        public var fieldSigma = 0.06

        /// The classic 0.8, and the floors of the sigmas.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                .accelerometerWeight { $1(&$0.accelerometerWeight) },
                ParameterDescriptor(
                    "magnetometerWeight", in: 0...0.999999, "weight of the old value in the magnetometer's low-pass",
                    small: "the heading is as noisy as the sensor", large: "the heading lags behind a turn"
                ) { $1(&$0.magnetometerWeight) },
                .levelSigma { $1(&$0.levelSigma) },
                .fieldSigma { $1(&$0.fieldSigma) },
            ]
        }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "lowpass",
        summary: "exponential low-pass (0.8 old + 0.2 new) of both vectors, then compass",
        reference: "exponential smoothing, R. G. Brown 1956",
        withoutGyroscope: "no motion: the vectors are constant apart from noise", worksWithoutMagnetometer: true)

    /// The weights and the floors of the sigmas.
    public let parameters: Parameters
    /// The filtered force and field, and how the samples scatter about them.
    public var state = TwoVectorState()

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Ignored.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {}

    /// One step of the accelerometer's low-pass, m/s^2.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        var smoothed = force
        if let old = state.force {
            let weight = parameters.accelerometerWeight
            smoothed = weight * old + (1 - weight) * force
        }
        state.setForce(smoothed, at: time)
        state.scatter.observe(force: force, about: smoothed, at: time)
    }

    /// One step of the magnetometer's low-pass, microtesla.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        var smoothed = field
        if let old = state.field {
            let weight = parameters.magnetometerWeight
            smoothed = weight * old + (1 - weight) * field
        }
        state.setField(smoothed)
        state.scatter.observe(field: field, about: smoothed, at: time)
    }

    /// The orientation alone, which costs less than `estimate`; `nil` until it is defined.
    @inlinable public var orientation: Quaternion? {
        // Inlined, it reads two vectors; called, it would copy the whole filter.
        @inline(__always) get { state.orientation }
    }

    /// The orientation; the sigmas follow from the scatter of the samples about the filtered
    /// vectors, flags are unknown.
    public var estimate: OrientationEstimate? {
        state.estimate(levelSigma: parameters.levelSigma, fieldSigma: parameters.fieldSigma)
    }
}
