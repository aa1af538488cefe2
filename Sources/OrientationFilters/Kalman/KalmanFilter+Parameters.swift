extension KalmanFilter {
    /// Noise, limits and times of the sensors, the motion and the field.
    ///
    /// Noise is given as spectral density wherever it adds up over time, so one value holds for every sampling rate.
    /// One set of defaults for all devices; `descriptors` says what small and large values do.
    public struct Parameters: FilterParameters {
        /// rad/sqrt(s): random walk of the integrated gyroscope, scale errors of slow motion included.
        public var gyroscopeNoise = 0.005
        /// sqrt(s): what scale and misalignment add to it per rad/s of rate.
        public var gyroscopeScaleNoise = 0.0015
        /// rad/s^3: second derivative of the rate, the error of integrating across a step.
        public var rateCurvature = 300.0
        /// rad/s per axis: the bias at the start (1.1 deg/s; the 6 deg/s of a phone are found as well).
        public var initialBiasSigma = 0.02
        /// rad/s/sqrt(s): random walk of the bias.
        public var biasWalk = 0.0001
        /// rad/s*sqrt(s): noise of the gyroscope as a measurement of its bias at rest.
        public var restNoise = 0.001
        /// m/s^2*sqrt(s): accelerations other than gravity, of a calm device.
        public var accelerometerNoise = 0.3
        /// m/s^2: the root mean square of such accelerations that doubles the accelerometer's variance.
        public var agitation = 5.0
        /// s: over which that mean square is taken.
        public var agitationTime = 3.0
        /// rad: error of the vertical that lasts (accelerometer calibration), which averaging does not remove.
        public var levelSigma = 0.012
        /// rad*sqrt(s): noise of the magnetic heading.
        public var magnetometerNoise = 0.2
        /// rad: error of the heading that lasts (calibration, buildings), which averaging does not remove.
        public var fieldSigma = 0.06
        /// Part of the magnitude: largest deviation of an undisturbed field from the reference.
        public var magnitudeTolerance = 0.1
        /// rad: largest deviation of an undisturbed field's dip from the reference.
        public var dipTolerance = 0.17
        /// Sigmas: largest innovation of the heading.
        public var headingGate = 4.0
        /// s: after this time of rejection the magnetometer is used again.
        public var recoveryTime = 60.0
        /// s: how long another field must stay the same, while the device turns, to become the reference.
        public var newFieldTime = 20.0
        /// s: a longer step between gyroscope samples is a gap, bridged by the motion model.
        public var longestStep = 0.5
        /// s: without a gyroscope, how fast a rate is forgotten.
        public var rateDecay = 0.06
        /// rad/s/sqrt(s): without a gyroscope, the noise that drives the rate.
        public var rateNoise = 20.0
        /// m/s^2*sqrt(s): without a gyroscope, accelerations that are not gravity.
        public var motionAccelerometerNoise = 0.5
        /// rad*sqrt(s): without a gyroscope, noise of the field's direction.
        public var motionMagnetometerNoise = 0.02
        /// Part of the magnitude: without a gyroscope, the deviation that doubles the field's variance.
        public var motionFieldTolerance = 0.06

        /// The defaults.
        public init() {}
    }
}

extension KalmanFilter.Parameters {
    /// The parameters for the catalogue.
    public static var descriptors: [ParameterDescriptor<Self>] { sensors + field + motion }

    private static var sensors: [ParameterDescriptor<Self>] {
        [
            .gyroscopeNoise { $1(&$0.gyroscopeNoise) },
            ParameterDescriptor(
                "gyroscopeScaleNoise", unit: "sqrt(s)", in: 0...1, "error by scale and misalignment per rad/s of rate",
                small: "fast turns leave errors that are corrected slowly",
                large: "accelerations in fast motion tilt the horizon"
            ) { $1(&$0.gyroscopeScaleNoise) },
            ParameterDescriptor(
                "rateCurvature", unit: "rad/s^3", in: 0...1e6,
                "second derivative of the rate: the error of long steps of the gyroscope",
                small: "over-confident after long steps", large: "slow gyroscopes have little weight"
            ) { $1(&$0.rateCurvature) },
            .initialBiasSigma { $1(&$0.initialBiasSigma) },
            .biasWalk { $1(&$0.biasWalk) },
            ParameterDescriptor(
                "restNoise", unit: "rad/s*sqrt(s)", in: 1e-7...1,
                "noise of the gyroscope as a measurement of bias at rest",
                small: "a rest sets the bias at once", large: "a rest changes the bias slowly"
            ) { $1(&$0.restNoise) },
            ParameterDescriptor(
                "accelerometerNoise", unit: "m/s^2*sqrt(s)", in: 1e-4...100,
                "accelerations other than gravity, of a calm device", small: "motion tilts the horizon",
                large: "tilt drifts with the gyroscope"
            ) { $1(&$0.accelerometerNoise) },
            ParameterDescriptor(
                "agitation", unit: "m/s^2", in: 1e-3...1e9,
                "root mean square acceleration that doubles the accelerometer's variance",
                small: "the accelerometer is hardly used in motion", large: "no adaptation"
            ) { $1(&$0.agitation) },
            ParameterDescriptor(
                "agitationTime", unit: "s", in: 0...1000, "time over which that mean square is taken",
                small: "single samples set the weight, and shakes tilt the horizon", large: "adapts late"
            ) { $1(&$0.agitationTime) },
            .levelSigma { $1(&$0.levelSigma) },
            .longestStep { $1(&$0.longestStep) },
        ]
    }

    private static var field: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "magnetometerNoise", unit: "rad*sqrt(s)", in: 1e-4...100, "noise of the magnetic heading",
                small: "follows the field, magnets included", large: "slow to find north"
            ) { $1(&$0.magnetometerNoise) },
            .fieldSigma { $1(&$0.fieldSigma) },
            .magnitudeTolerance { $1(&$0.magnitudeTolerance) },
            .dipTolerance { $1(&$0.dipTolerance) },
            ParameterDescriptor(
                "headingGate", in: 0.1...1e9, "largest innovation of the heading, in sigmas",
                small: "a wrong heading is kept until the recovery", large: "magnets drag the heading"
            ) { $1(&$0.headingGate) },
            .recoveryTime { $1(&$0.recoveryTime) },
            ParameterDescriptor(
                "newFieldTime", unit: "s", in: 0...1e9,
                "time in motion after which another steady field becomes the reference",
                small: "a magnet on the device is accepted", large: "another room counts as disturbed for long"
            ) { $1(&$0.newFieldTime) },
        ]
    }

    private static var motion: [ParameterDescriptor<Self>] {
        [
            .rateDecay { $1(&$0.rateDecay) },
            ParameterDescriptor(
                "rateNoise", unit: "rad/s/sqrt(s)", in: 1e-3...1e4,
                "without a gyroscope: the noise that drives the rate",
                small: "smooth and late", large: "quick and noisy"
            ) { $1(&$0.rateNoise) },
            ParameterDescriptor(
                "motionAccelerometerNoise", unit: "m/s^2*sqrt(s)", in: 1e-4...100,
                "without a gyroscope: accelerations other than gravity", small: "motion tilts the horizon",
                large: "only the field corrects the tilt"
            ) { $1(&$0.motionAccelerometerNoise) },
            ParameterDescriptor(
                "motionMagnetometerNoise", unit: "rad*sqrt(s)", in: 1e-4...100,
                "without a gyroscope: noise of the field's direction", small: "magnets tilt the horizon",
                large: "lags behind turns"
            ) { $1(&$0.motionMagnetometerNoise) },
            ParameterDescriptor(
                "motionFieldTolerance", in: 1e-4...1e9,
                "without a gyroscope: relative deviation of the magnitude that doubles the field's variance",
                small: "a badly calibrated magnetometer has little weight", large: "magnets tilt the horizon"
            ) { $1(&$0.motionFieldTolerance) },
        ]
    }
}
