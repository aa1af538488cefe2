extension ComplementaryFilter {
    /// Time constants, gains, and what is believed about the sensors; one set of defaults serves all devices.
    public struct Parameters: FilterParameters {
        /// s: time constant of the tilt's correction by the accelerometer.
        public var accelerometerTime = 3.0
        /// s: time constant of the heading's correction by the magnetometer.
        public var magnetometerTime = 16.0
        /// s: over a longer step between gyroscope samples nothing is integrated, the motion model takes over.
        public var longestStep = 0.5
        /// s: time constant of the bias's correction, after the start.
        public var biasTime = 100.0
        /// rad/s: the largest bias (11 deg/s; phones were seen with 6).
        public var biasLimit = 0.2
        /// rad: of a larger correction, no more than this teaches the bias.
        public var biasCorrection = 0.3
        /// m/s^2: root mean square acceleration that halves what the tilt teaches the bias.
        public var biasAgitation = 2.0
        /// Part of the magnitude: deviation of the field that halves what the heading teaches the bias.
        public var biasFieldTolerance = 0.1
        /// rad/s per axis: the bias at the start, for the sigmas.
        public var startBiasSigma = 0.02
        /// rad/s per axis: error of the bias that lasts, for the sigmas.
        public var biasSigma = 0.002
        /// rad/sqrt(s): random walk of the integrated gyroscope, for the sigmas.
        public var gyroscopeNoise = 0.005
        /// sqrt(s): what scale and misalignment add to it per rad/s of rate, for the sigmas.
        public var gyroscopeScaleNoise = 0.0015
        /// s: correlation time of accelerations (those of steps and shakes cancel within a tenth of a second), for the sigmas.
        public var accelerationTime = 0.05
        /// s: correlation time of the field's disturbances, for the sigmas.
        public var disturbanceTime = 0.25
        /// rad: error of the vertical that lasts (accelerometer calibration), for the sigmas.
        public var levelSigma = 0.012
        /// rad: error of the heading that lasts (calibration, buildings), for the sigmas.
        public var fieldSigma = 0.06
        /// s: without a gyroscope, the accelerometer's time constant.
        public var motionAccelerometerTime = 0.045
        /// s: without a gyroscope, the magnetometer's time constant.
        public var motionMagnetometerTime = 0.02
        /// Without unit: without a gyroscope, the part of a correction per time constant that becomes a rate.
        public var rateGain = 0.2
        /// s: without a gyroscope, how fast a rate is forgotten.
        public var rateDecay = 0.06
        /// Part of the magnitude: without a gyroscope, the deviation that halves the trust in the field's dip.
        public var fieldTolerance = 0.06

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] { withGyroscope + bias + sigmas + motion }

        private static var withGyroscope: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "accelerometerTime", unit: "s", in: 1e-4...1e6, "time constant of the tilt's correction",
                    small: "motion tilts the horizon", large: "tilt drifts with the gyroscope", at: \.accelerometerTime),
                ParameterDescriptor(
                    "magnetometerTime", unit: "s", in: 1e-4...1e6, "time constant of the heading's correction",
                    small: "magnets drag the heading", large: "heading drifts with the gyroscope's bias",
                    at: \.magnetometerTime),
                ParameterDescriptor(
                    "longestStep", unit: "s", in: 0.001...10, "longer steps of the gyroscope are gaps",
                    small: "slow gyroscopes are ignored", large: "stale rates are integrated over gaps",
                    at: \.longestStep),
            ]
        }

        private static var bias: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "biasTime", unit: "s", in: 1...1e9, "time constant of the bias's correction, after the start",
                    small: "the bias follows accelerations and magnets", large: "the bias of the start is held",
                    at: \.biasTime),
                ParameterDescriptor(
                    "biasLimit", unit: "rad/s", in: 0...10, "largest bias; 0 estimates none",
                    small: "a raw gyroscope drags tilt and heading", large: "a magnet can teach a large bias",
                    at: \.biasLimit),
                ParameterDescriptor(
                    "biasCorrection", unit: "rad", in: 0...10, "largest correction that teaches the bias",
                    small: "a large bias is learnt slowly", large: "shakes and magnets are taken for bias",
                    at: \.biasCorrection),
                ParameterDescriptor(
                    "biasAgitation", unit: "m/s^2", in: 1e-3...1e9,
                    "root mean square acceleration that halves what the tilt teaches the bias",
                    small: "only a calm device teaches", large: "accelerations are taken for bias",
                    at: \.biasAgitation),
                ParameterDescriptor(
                    "biasFieldTolerance", in: 1e-4...1e9,
                    "deviation of the field's magnitude, as a part, that halves what the heading teaches the bias",
                    small: "a badly calibrated magnetometer teaches nothing", large: "magnets are taken for bias",
                    at: \.biasFieldTolerance),
            ]
        }

        private static var sigmas: [ParameterDescriptor<Parameters>] {
            let small = "over-confident"
            let large = "pessimistic"
            return [
                ParameterDescriptor(
                    "startBiasSigma", unit: "rad/s", in: 0...1, "sigmas: bias at the start, per axis", small: small,
                    large: large, at: \.startBiasSigma),
                ParameterDescriptor(
                    "biasSigma", unit: "rad/s", in: 0...1, "sigmas: error of the bias that lasts, per axis",
                    small: small, large: large, at: \.biasSigma),
                ParameterDescriptor(
                    "gyroscopeNoise", unit: "rad/sqrt(s)", in: 0...1, "sigmas: random walk of the integrated gyroscope",
                    small: small, large: large, at: \.gyroscopeNoise),
                ParameterDescriptor(
                    "gyroscopeScaleNoise", unit: "sqrt(s)", in: 0...1,
                    "sigmas: what scale and misalignment add per rad/s of rate", small: small, large: large,
                    at: \.gyroscopeScaleNoise),
                ParameterDescriptor(
                    "accelerationTime", unit: "s", in: 0...1e6, "sigmas: correlation time of accelerations",
                    small: small,
                    large: large, at: \.accelerationTime),
                ParameterDescriptor(
                    "disturbanceTime", unit: "s", in: 0...1e6, "sigmas: correlation time of the field's disturbances",
                    small: small, large: large, at: \.disturbanceTime),
                ParameterDescriptor(
                    "levelSigma", unit: "rad", in: 0...1, "sigmas: error of the vertical that lasts", small: small,
                    large: large, at: \.levelSigma),
                ParameterDescriptor(
                    "fieldSigma", unit: "rad", in: 0...3, "sigmas: error of the heading that lasts", small: small,
                    large: large, at: \.fieldSigma),
            ]
        }

        private static var motion: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "motionAccelerometerTime", unit: "s", in: 1e-4...1e6,
                    "without a gyroscope: time constant of the accelerometer", small: "follows every shake",
                    large: "lags behind the motion", at: \.motionAccelerometerTime),
                ParameterDescriptor(
                    "motionMagnetometerTime", unit: "s", in: 1e-4...1e6,
                    "without a gyroscope: time constant of the magnetometer", small: "as noisy as the sensor",
                    large: "lags behind turns", at: \.motionMagnetometerTime),
                ParameterDescriptor(
                    "rateGain", in: 0...0.5,
                    "without a gyroscope: part of a correction per time constant that becomes a rate",
                    small: "lags behind turns", large: "overshoots, at last unstable", at: \.rateGain),
                ParameterDescriptor(
                    "rateDecay", unit: "s", in: 0.001...100, "without a gyroscope: how fast a rate is forgotten",
                    small: "lags behind turns", large: "overshoots where a turn ends", at: \.rateDecay),
                ParameterDescriptor(
                    "fieldTolerance", in: 1e-4...1e9,
                    "without a gyroscope: deviation of the magnitude, as a part, that halves the trust in the dip",
                    small: "a badly calibrated magnetometer gives the heading alone", large: "magnets tilt the horizon",
                    at: \.fieldTolerance),
            ]
        }
    }
}
