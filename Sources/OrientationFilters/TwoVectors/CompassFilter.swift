import Rotations
import SensorModels

/// The tilt-compensated compass: no filter at all, the orientation of the latest force and the latest field.
///
/// The baseline of every comparison: right at rest in a clean field, wrong by every acceleration and every magnet. Its
/// sigmas follow from the scatter of the samples. The gyroscope is not used.
public struct CompassFilter: OrientationFilter {
    /// Lasting errors, for the sigmas; the orientation itself has no parameters.
    public struct Parameters: FilterParameters {
        /// rad: error of the vertical that lasts (accelerometer calibration), for the sigmas.
        public var levelSigma = 0.012
        /// rad: error of the heading that lasts (calibration, buildings), for the sigmas.
        public var fieldSigma = 0.06

        /// The floors of the sigmas.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                .levelSigma { $1(&$0.levelSigma) },
                .fieldSigma { $1(&$0.fieldSigma) },
            ]
        }
    }

    /// The latest samples and their short means.
    public struct State: FilterState {
        /// The latest force and field, and how the samples scatter.
        var latest = TwoVectorState()
        /// Means over `Self.smoothing`, m/s^2 and microtesla, device axes: for the sigmas alone.
        var force: Vector3?
        var field: Vector3?
        var forceClock = SampleClock()
        var fieldClock = SampleClock()
    }

    /// Time constant of the means about which the samples scatter, s: short, so that a turn is not taken for an error.
    static let smoothing = 0.1

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "compass",
        summary: "tilt-compensated compass from the latest samples, no filter",
        reference: "M. J. Caruso, IEEE PLANS 2000",
        withoutGyroscope: "no motion: only the latest sample", worksWithoutMagnetometer: true)

    /// The floors of the sigmas.
    public let parameters: Parameters
    /// The latest samples and their short means.
    public var state = State()

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Ignored.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {}

    /// Takes the force (m/s^2) as the direction up.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        state.latest.setForce(force, at: time)
        let mean = Self.approach(force, from: state.force, after: state.forceClock.step(to: time))
        state.force = mean
        state.latest.scatter.observe(force: force, about: mean, at: time)
    }

    /// Takes the horizontal part of the field (microtesla) as the direction north.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        state.latest.setField(field)
        let mean = Self.approach(field, from: state.field, after: state.fieldClock.step(to: time))
        state.field = mean
        state.latest.scatter.observe(field: field, about: mean, at: time)
    }

    @inline(__always)
    private static func approach(_ sample: Vector3, from mean: Vector3?, after dt: Double) -> Vector3 {
        guard let mean else { return sample }
        return mean + dt / (smoothing + dt) * (sample - mean)
    }

    /// The orientation; the sigmas follow from the scatter of the samples about their own means over a tenth of a
    /// second, flags are unknown.
    public var estimate: OrientationEstimate? {
        state.latest.estimate(levelSigma: parameters.levelSigma, fieldSigma: parameters.fieldSigma)
    }
}
