extension SensorLabFilter {
    /// Noise, limits and times of the sensors, the motion and the field; one set of defaults for all devices.
    ///
    /// Noise that adds up over time is a spectral density, so one value holds for every sampling rate. `descriptors`
    /// says what small and large values do, docs/studies/estimators-tried.md how the defaults were chosen.
    public struct Parameters: FilterParameters {
        /// rad/sqrt(s): random walk of the integrated gyroscope, beyond bias and scale.
        public var gyroscopeNoise = 0.0024
        /// rad/s per axis: the bias at the start (2.6 deg/s; 6 deg/s of a phone are found as well).
        public var initialBiasSigma = 0.045
        /// rad/s/sqrt(s): random walk of the bias.
        public var biasWalk = 0.00005
        /// Without unit: scale and misalignment of the gyroscope, each of nine elements.
        public var scaleSigma = 0.0026
        /// Without unit: scale error that the axes of a gyroscope have in common where it was not calibrated.
        public var commonScaleSigma = 0.015
        /// m/s^2*sqrt(s): noise of the accelerometer.
        public var accelerometerNoise = 0.13
        /// m/s^2 per axis: bias of the accelerometer.
        public var accelerometerBiasSigma = 0.15
        /// m/s*sqrt(s): velocity of the device, as the noise of measuring it as zero.
        public var velocityNoise = 1.2
        /// s: how late the gyroscope is stamped (its digital filter); the answer is turned ahead by it.
        public var latency = 0.0035
        /// s: a longer step between gyroscope samples is a gap, bridged by the motion model.
        public var longestStep = 0.5
        /// Part of the field, times sqrt(s): noise of the magnetometer, buildings included.
        public var magnetometerNoise = 0.195
        /// Without unit: variance of the field's magnitude and dip as a share of the heading's.
        public var shapeShare = 1.0
        /// Part of the field, per axis: the hard iron that a calibration leaves where it does not hold.
        public var hardIronSigma = 0.08
        /// Part of the field, per axis: the hard iron that a calibration leaves where it holds.
        public var calibratedHardIronSigma = 0.01
        /// Part of the field: deviation of magnitude and dip that makes a block count a quarter.
        public var fieldTolerance = 0.3
        /// rad: deviation of the heading that makes a block count a quarter.
        public var headingTolerance = 1.0
        /// Part of the magnitude: largest deviation of an undisturbed field from the reference.
        public var magnitudeTolerance = 0.3
        /// rad: largest deviation of an undisturbed field's dip from the reference.
        public var dipTolerance = 0.3
        /// Part of the field: a deviation that can only be a magnet; the corrections just before are rolled back.
        public var magnetTolerance = 0.8
        /// s: after this time of rejection the magnetometer is used again.
        public var recoveryTime = 90.0
        /// Without unit: heading sigma of the output as a share of the filter's, whose noise holds the robustness.
        public var headingShare = 0.5
        /// rad: error of the heading that lasts (calibration, buildings).
        public var fieldSigma = 0.015
        /// rad: error of the heading where the field has been rejected for long.
        public var disturbedSigma = 0.12
        /// Without unit: error of the heading as a share of the field's recent scatter about it.
        public var scatterShare = 0.3
        /// rad: error of the vertical that lasts (calibration).
        public var levelSigma = 0.008

        /// The defaults.
        public init() {}
    }
}

extension SensorLabFilter.Parameters {
    /// The parameters for the catalogue.
    public static var descriptors: [ParameterDescriptor<Self>] { gyroscope + accelerometer + field + gates + answer }

    private static var gyroscope: [ParameterDescriptor<Self>] {
        [
            .gyroscopeNoise { $1(&$0.gyroscopeNoise) },
            .initialBiasSigma { $1(&$0.initialBiasSigma) },
            .biasWalk { $1(&$0.biasWalk) },
            ParameterDescriptor(
                "scaleSigma", in: 0...1, "scale and misalignment of the gyroscope, each of nine elements",
                small: "turns leave heading errors", large: "errors of the field are taken for errors of the gyroscope"
            ) { $1(&$0.scaleSigma) },
            ParameterDescriptor(
                "commonScaleSigma", in: 0...1, "scale error that the gyroscope's axes have in common, uncalibrated",
                small: "turns leave heading errors", large: "it is learnt slowly"
            ) { $1(&$0.commonScaleSigma) },
            ParameterDescriptor(
                "latency", unit: "s", in: 0...0.1,
                "delay of the gyroscope's stamps; the output is predicted by it",
                small: "the output lags in fast turns", large: "the output overshoots in fast turns"
            ) { $1(&$0.latency) },
            .longestStep { $1(&$0.longestStep) },
        ]
    }

    private static var accelerometer: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "accelerometerNoise", unit: "m/s^2*sqrt(s)", in: 1e-4...100, "noise of the accelerometer",
                small: "clipping and shocks tilt the horizon", large: "tilt drifts with the gyroscope"
            ) { $1(&$0.accelerometerNoise) },
            ParameterDescriptor(
                "accelerometerBiasSigma", unit: "m/s^2", in: 0...10, "bias of the accelerometer, per axis",
                small: "the bias tilts the horizon", large: "slow to level"
            ) { $1(&$0.accelerometerBiasSigma) },
            ParameterDescriptor(
                "velocityNoise", unit: "m/s*sqrt(s)", in: 1e-3...1e4,
                "velocity of the device, as the noise of measuring it as zero",
                small: "walking and waving tilt the horizon", large: "tilt drifts with the gyroscope"
            ) { $1(&$0.velocityNoise) },
        ]
    }

    private static var field: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "magnetometerNoise", unit: "sqrt(s)", in: 1e-4...100, "noise of the field, as a share of it",
                small: "follows the field, magnets included", large: "slow to find north"
            ) { $1(&$0.magnetometerNoise) },
            ParameterDescriptor(
                "shapeShare", in: 1e-3...1e6, "variance of magnitude and dip as a share of the heading's",
                small: "an uneven field is taken for hard iron", large: "hard iron is learnt slowly"
            ) { $1(&$0.shapeShare) },
            ParameterDescriptor(
                "hardIronSigma", in: 0...10,
                "hard iron after a calibration that does not hold, share of the field, per axis",
                small: "hard iron that remains turns the heading", large: "an uneven field is taken for hard iron"
            ) { $1(&$0.hardIronSigma) },
            ParameterDescriptor(
                "calibratedHardIronSigma", in: 0...10,
                "hard iron after a calibration that holds, share of the field, per axis",
                small: "hard iron is learnt slowly", large: "an uneven field is taken for hard iron"
            ) { $1(&$0.calibratedHardIronSigma) },
        ]
    }

    private static var gates: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "fieldTolerance", in: 1e-3...1e9,
                "deviation of magnitude and dip at which a sample's weight is a quarter, share of the field",
                small: "rejects a badly calibrated magnetometer", large: "weak magnets pass"
            ) { $1(&$0.fieldTolerance) },
            ParameterDescriptor(
                "headingTolerance", unit: "rad", in: 1e-3...1e9,
                "deviation of the heading at which a sample's weight is a quarter",
                small: "a wrong heading is kept until the recovery", large: "magnets drag the heading"
            ) { $1(&$0.headingTolerance) },
            .magnitudeTolerance { $1(&$0.magnitudeTolerance) },
            .dipTolerance { $1(&$0.dipTolerance) },
            ParameterDescriptor(
                "magnetTolerance", in: 0.001...1e9,
                "share of the field that only a magnet causes: the latest corrections are rolled back",
                small: "good corrections are rolled back", large: "errors from while the magnet was weak remain"
            ) { $1(&$0.magnetTolerance) },
            .recoveryTime { $1(&$0.recoveryTime) },
        ]
    }

    private static var answer: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "headingShare", in: 0...10, "heading sigma of the output as a share of the filter's",
                small: "over-confident soon after the start", large: "pessimistic"
            ) { $1(&$0.headingShare) },
            .fieldSigma { $1(&$0.fieldSigma) },
            ParameterDescriptor(
                "disturbedSigma", unit: "rad", in: 0...3, "error of the heading where the field was rejected for long",
                small: "over-confident near magnets", large: "pessimistic near magnets"
            ) { $1(&$0.disturbedSigma) },
            ParameterDescriptor(
                "scatterShare", in: 0...10, "error of the heading as a share of the field's recent scatter about it",
                small: "over-confident near magnets", large: "pessimistic in an uneven field"
            ) { $1(&$0.scatterShare) },
            .levelSigma { $1(&$0.levelSigma) },
        ]
    }
}
