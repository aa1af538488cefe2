extension ComplementaryFilter {
    /// Time constants, gains and noise of the sensors; one set of defaults for all devices.
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
        /// rad: the part of a larger correction that is used for the bias.
        public var biasCorrection = 0.3
        /// m/s^2: root mean square acceleration that halves the correction of the bias by the tilt.
        public var biasAgitation = 2.0
        /// Part of the magnitude: deviation of the field that halves the correction of the bias by the heading.
        public var biasFieldTolerance = 0.1
        /// rad/s per axis: the bias at the start, for the sigmas.
        public var startBiasSigma = 0.02
        /// rad/s per axis: error of the bias that lasts, for the sigmas.
        public var biasSigma = 0.002
        /// rad/sqrt(s): random walk of the integrated gyroscope, for the sigmas.
        public var gyroscopeNoise = 0.005
        /// sqrt(s): what scale and misalignment add to it per rad/s of rate, for the sigmas.
        public var gyroscopeScaleNoise = 0.0015
        /// s: correlation time of accelerations (those of steps and shakes cancel within a tenth of a
        /// second), for the sigmas.
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
        /// Part of the magnitude: without a gyroscope, the deviation that halves the weight of the field's dip.
        public var fieldTolerance = 0.06

        /// The defaults.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] { withGyroscope + bias + sigmas + motion }

        private static var withGyroscope: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "accelerometerTime", unit: "s", in: 1e-4...1e6, "time constant of the tilt's correction",
                    small: "motion tilts the horizon", large: "tilt drifts with the gyroscope"
                ) { $1(&$0.accelerometerTime) },
                ParameterDescriptor(
                    "magnetometerTime", unit: "s", in: 1e-4...1e6, "time constant of the heading's correction",
                    small: "magnets drag the heading", large: "heading drifts with the gyroscope's bias"
                ) { $1(&$0.magnetometerTime) },
                .longestStep { $1(&$0.longestStep) },
            ]
        }

        private static var bias: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "biasTime", unit: "s", in: 1...1e9, "time constant of the bias's correction, after the start",
                    small: "the bias follows accelerations and magnets", large: "the bias stays at its start value"
                ) { $1(&$0.biasTime) },
                ParameterDescriptor(
                    "biasLimit", unit: "rad/s", in: 0...10, "largest bias; 0 estimates none",
                    small: "a raw gyroscope turns tilt and heading away", large: "a magnet can cause a large bias"
                ) { $1(&$0.biasLimit) },
                ParameterDescriptor(
                    "biasCorrection", unit: "rad", in: 0...10, "largest correction that is used for the bias",
                    small: "a large bias is learnt slowly", large: "shakes and magnets are taken for bias"
                ) { $1(&$0.biasCorrection) },
                ParameterDescriptor(
                    "biasAgitation", unit: "m/s^2", in: 1e-3...1e9,
                    "root mean square acceleration that halves the correction of the bias by the tilt",
                    small: "the bias is learnt only while the device is calm", large: "accelerations are taken for bias"
                ) { $1(&$0.biasAgitation) },
                ParameterDescriptor(
                    "biasFieldTolerance", in: 1e-4...1e9,
                    "relative deviation of the field's magnitude that halves the correction of the bias by the heading",
                    small: "no bias is learnt with a badly calibrated magnetometer",
                    large: "magnets are taken for bias"
                ) { $1(&$0.biasFieldTolerance) },
            ]
        }

        private static var sigmas: [ParameterDescriptor<Parameters>] {
            let small = "over-confident"
            let large = "pessimistic"
            return [
                ParameterDescriptor(
                    "startBiasSigma", unit: "rad/s", in: 0...1, "sigmas: bias at the start, per axis", small: small,
                    large: large
                ) { $1(&$0.startBiasSigma) },
                ParameterDescriptor(
                    "biasSigma", unit: "rad/s", in: 0...1, "sigmas: error of the bias that lasts, per axis",
                    small: small, large: large
                ) { $1(&$0.biasSigma) },
                .gyroscopeNoiseOfSigmas { $1(&$0.gyroscopeNoise) },
                .gyroscopeScaleNoiseOfSigmas { $1(&$0.gyroscopeScaleNoise) },
                ParameterDescriptor(
                    "accelerationTime", unit: "s", in: 0...1e6, "sigmas: correlation time of accelerations",
                    small: small,
                    large: large
                ) { $1(&$0.accelerationTime) },
                ParameterDescriptor(
                    "disturbanceTime", unit: "s", in: 0...1e6, "sigmas: correlation time of the field's disturbances",
                    small: small, large: large
                ) { $1(&$0.disturbanceTime) },
                .levelSigma { $1(&$0.levelSigma) },
                .fieldSigma { $1(&$0.fieldSigma) },
            ]
        }

        private static var motion: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "motionAccelerometerTime", unit: "s", in: 1e-4...1e6,
                    "without a gyroscope: time constant of the accelerometer", small: "follows every shake",
                    large: "lags behind the motion"
                ) { $1(&$0.motionAccelerometerTime) },
                ParameterDescriptor(
                    "motionMagnetometerTime", unit: "s", in: 1e-4...1e6,
                    "without a gyroscope: time constant of the magnetometer", small: "as noisy as the sensor",
                    large: "lags behind turns"
                ) { $1(&$0.motionMagnetometerTime) },
                ParameterDescriptor(
                    "rateGain", in: 0...0.5,
                    "without a gyroscope: share of a correction per time constant that is added to the rate",
                    small: "lags behind turns", large: "overshoots, then becomes unstable"
                ) { $1(&$0.rateGain) },
                .rateDecay { $1(&$0.rateDecay) },
                ParameterDescriptor(
                    "fieldTolerance", in: 1e-4...1e9,
                    "without a gyroscope: relative deviation of the magnitude that halves the weight of the dip",
                    small: "a badly calibrated magnetometer corrects the heading only",
                    large: "magnets tilt the horizon"
                ) { $1(&$0.fieldTolerance) },
            ]
        }
    }
}
