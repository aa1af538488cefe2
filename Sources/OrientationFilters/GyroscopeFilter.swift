import Rotations
import SensorModels
import Vocabulary

/// Strapdown integration of the gyroscope alone, from the orientation of the first force and the first field.
///
/// It shows the drift of the gyroscope: after a minute with a bias of 0.1 deg/s it is 6 degrees off. The rate between
/// two samples is their mean, which is exact for a constant rate whatever the stamps, and of second order otherwise.
public struct GyroscopeFilter: OrientationFilter {
    /// How gaps are treated, and the errors of the start and of the gyroscope.
    public struct Parameters: FilterParameters {
        /// Seconds; default 0.5. Over a longer step between two gyroscope samples nothing is integrated.
        public var longestStep = 0.5
        /// rad per axis: error of the first force as the vertical.
        public var startTiltSigma = 0.1
        /// rad: error of the first field as north.
        public var startHeadingSigma = 0.2
        /// rad/s per axis: the bias that is left in the readings (0.2 deg/s).
        public var biasSigma = 0.004
        /// rad/sqrt(s): random walk of the integrated gyroscope.
        public var gyroscopeNoise = 0.005
        /// sqrt(s): what scale and misalignment add to it per rad/s of rate.
        public var gyroscopeScaleNoise = 0.005

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "longestStep", unit: "s", in: 0.001...10,
                    "longest step of the gyroscope that is integrated; over a longer one the orientation is held",
                    small: "slow logs lose motion", large: "stale rates are integrated over gaps"
                ) { $1(&$0.longestStep) },
                ParameterDescriptor(
                    "startTiltSigma", unit: "rad", in: 0...3, "error of the first force as the vertical, per axis",
                    small: "over-confident after a start in motion", large: "pessimistic after a start at rest"
                ) { $1(&$0.startTiltSigma) },
                ParameterDescriptor(
                    "startHeadingSigma", unit: "rad", in: 0...3, "error of the first field as north",
                    small: "over-confident after a start near a magnet", large: "pessimistic heading"
                ) { $1(&$0.startHeadingSigma) },
                ParameterDescriptor(
                    "biasSigma", unit: "rad/s", in: 0...1, "bias that is left in the readings, per axis",
                    small: "over-confident after a minute", large: "pessimistic with a calibrated gyroscope"
                ) { $1(&$0.biasSigma) },
                .gyroscopeNoiseOfSigmas { $1(&$0.gyroscopeNoise) },
                .gyroscopeScaleNoiseOfSigmas { $1(&$0.gyroscopeScaleNoise) },
            ]
        }
    }

    /// The state after the samples so far.
    public struct State: FilterState {
        var startUp = StartUp()
        var orientation: Quaternion?
        var rate: Vector3?
        var time: Int64 = 0
        var hasHeading = false
        /// The integral of the rotation matrix, s: by it a bias in device axes becomes an error in the earth frame.
        var biasPath = Matrix3.zero
        /// Variance of what noise, scale and gaps have added, rad^2 per axis.
        var walk = 0.0
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "gyro",
        summary: "integration of the gyroscope from the first compass on",
        reference: "D. Titterton, J. Weston, Strapdown Inertial Navigation Technology, 2004, ch. 11",
        withoutGyroscope: nil, worksWithoutMagnetometer: true)

    /// The parameters.
    public let parameters: Parameters
    /// The state after the samples so far.
    public var state = State()
    private let longestStep: Int64
    private let noiseVariance: Double
    private let scaleVariance: Double

    /// A filter without samples.
    public init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
        longestStep = Int64(clamping: parameters.longestStep * 1e9)
        noiseVariance = parameters.gyroscopeNoise * parameters.gyroscopeNoise
        scaleVariance = parameters.gyroscopeScaleNoise * parameters.gyroscopeScaleNoise
    }

    /// Integrates the mean of the last and this rate, rad/s.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) {
        let step = time - state.time
        if let orientation = state.orientation, let last = state.rate, step > 0 {
            let dt = LogTime.seconds(step)
            if step <= longestStep {
                let mean = 0.5 * (last + rate)
                state.orientation = (orientation * Quaternion(rotationVector: dt * mean)).renormalized
                state.biasPath += dt * orientation.matrix
                state.walk += dt * (noiseVariance + scaleVariance * mean.lengthSquared)
            } else {
                state.walk += dt * AngleVariance.unobservedMotion
            }
        }
        state.rate = rate
        state.time = time
    }

    /// Used for the start alone.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        guard state.orientation == nil else { return }
        state.orientation = state.startUp.observe(force: force, at: time)
        state.hasHeading = state.startUp.field != nil
    }

    /// Used for the start alone.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        guard state.orientation == nil else { return }
        state.orientation = state.startUp.observe(field: field)
        state.hasHeading = true
    }

    /// The orientation with sigmas that grow; flags are unknown. `nil` as long as there is no gyroscope, the heading's
    /// sigma NaN where the start had no field.
    public var estimate: OrientationEstimate? {
        guard state.rate != nil, let orientation = state.orientation else { return nil }
        let p = parameters
        let bias = p.biasSigma * p.biasSigma
        let path = state.biasPath
        let heading = p.startHeadingSigma * p.startHeadingSigma + state.walk + bias * path.row2.lengthSquared
        let tilt =
            p.startTiltSigma * p.startTiltSigma + state.walk
            + bias * 0.5 * (path.row0.lengthSquared + path.row1.lengthSquared)
        return OrientationEstimate(
            orientation: orientation, headingSigma: state.hasHeading ? AngleVariance.sigma(heading) : .nan,
            inclinationSigma: AngleVariance.sigma(tilt))
    }
}
