extension SensorLabFilter.Parameters {
    /// The parameters for the catalogue.
    public static var descriptors: [ParameterDescriptor<Self>] { gyroscope + accelerometer + field + gates + answer }

    private static var gyroscope: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "gyroscopeNoise", unit: "rad/sqrt(s)", in: 1e-6...1, "random walk of the integrated gyroscope",
                small: "trusts the gyroscope; slow to correct", large: "follows accelerations and magnets",
                at: \.gyroscopeNoise),
            ParameterDescriptor(
                "initialBiasSigma", unit: "rad/s", in: 0...1, "gyroscope bias at the start, per axis",
                small: "a bias of several deg/s is learnt too slowly",
                large: "a moving start or a magnet is taken for bias", at: \.initialBiasSigma),
            ParameterDescriptor(
                "biasWalk", unit: "rad/s/sqrt(s)", in: 0...0.1, "random walk of the gyroscope bias",
                small: "the bias is held", large: "the bias follows accelerations and magnets", at: \.biasWalk),
            ParameterDescriptor(
                "scaleSigma", in: 0...1, "scale and misalignment of the gyroscope, each of nine elements",
                small: "turns leave heading errors", large: "a wrong field is explained by the gyroscope",
                at: \.scaleSigma),
            ParameterDescriptor(
                "latency", unit: "s", in: 0...0.1,
                "how late the gyroscope is stamped; the answer is turned ahead by it",
                small: "the answer lags in fast turns", large: "the answer overshoots in fast turns", at: \.latency),
            ParameterDescriptor(
                "longestStep", unit: "s", in: 0.001...10, "longer steps of the gyroscope are gaps",
                small: "slow gyroscopes are ignored", large: "stale rates are integrated over gaps", at: \.longestStep),
        ]
    }

    private static var accelerometer: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "accelerometerNoise", unit: "m/s^2*sqrt(s)", in: 1e-4...100, "noise of the accelerometer",
                small: "clipping and shocks tilt the horizon", large: "tilt drifts with the gyroscope",
                at: \.accelerometerNoise),
            ParameterDescriptor(
                "accelerometerBiasSigma", unit: "m/s^2", in: 0...10, "bias of the accelerometer, per axis",
                small: "the bias tilts the horizon", large: "slow to level", at: \.accelerometerBiasSigma),
            ParameterDescriptor(
                "velocityNoise", unit: "m/s*sqrt(s)", in: 1e-3...1e4,
                "velocity of the device, as the noise of measuring it as zero",
                small: "walking and waving tilt the horizon", large: "tilt drifts with the gyroscope",
                at: \.velocityNoise),
        ]
    }

    private static var field: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "magnetometerNoise", unit: "sqrt(s)", in: 1e-4...100, "noise of the field, as a part of it",
                small: "follows the field, magnets included", large: "slow to find north", at: \.magnetometerNoise),
            ParameterDescriptor(
                "shapeShare", in: 1e-3...1e6, "variance of magnitude and dip as a share of the heading's",
                small: "an uneven field is taken for hard iron", large: "hard iron is learnt slowly", at: \.shapeShare),
            ParameterDescriptor(
                "hardIronSigma", in: 0...10,
                "hard iron that the calibration has left, part of the field, per axis",
                small: "the calibration is believed", large: "an uneven field is taken for hard iron",
                at: \.hardIronSigma),
        ]
    }

    private static var gates: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "fieldTolerance", in: 1e-3...1e9,
                "deviation of magnitude and dip that makes a sample count a quarter, part of the field",
                small: "rejects a badly calibrated magnetometer", large: "weak magnets pass", at: \.fieldTolerance),
            ParameterDescriptor(
                "headingTolerance", unit: "rad", in: 1e-3...1e9,
                "deviation of the heading that makes a sample count a quarter",
                small: "a wrong heading is kept until the recovery", large: "magnets drag the heading",
                at: \.headingTolerance),
            ParameterDescriptor(
                "magnitudeTolerance", in: 0.001...1e9,
                "largest deviation of an undisturbed field's magnitude, as a part",
                small: "rejects a badly calibrated magnetometer", large: "weak magnets pass", at: \.magnitudeTolerance),
            ParameterDescriptor(
                "dipTolerance", unit: "rad", in: 0.001...4, "largest deviation of an undisturbed field's dip",
                small: "rejects the field when the tilt is off", large: "weak magnets pass", at: \.dipTolerance),
            ParameterDescriptor(
                "magnetTolerance", in: 0.001...1e9,
                "deviation that can only be a magnet, part of the field: the latest turns of the heading are taken back",
                small: "good corrections are taken back", large: "what a magnet did while it was weak remains",
                at: \.magnetTolerance),
            ParameterDescriptor(
                "recoveryTime", unit: "s", in: 0...1e9, "after this time of rejection the field is believed again",
                small: "a magnet that stays is believed soon", large: "starves long in a new field", at: \.recoveryTime),
        ]
    }

    private static var answer: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "headingShare", in: 0...10, "the answer's heading sigma as a share of the filter's",
                small: "over-confident soon after the start", large: "pessimistic", at: \.headingShare),
            ParameterDescriptor(
                "fieldSigma", unit: "rad", in: 0...3, "error of the heading that lasts (calibration, buildings)",
                small: "over-confident heading", large: "pessimistic heading", at: \.fieldSigma),
            ParameterDescriptor(
                "disturbedSigma", unit: "rad", in: 0...3, "error of the heading where the field was rejected for long",
                small: "over-confident near magnets", large: "pessimistic near magnets", at: \.disturbedSigma),
            ParameterDescriptor(
                "levelSigma", unit: "rad", in: 0...1, "error of the vertical that lasts (calibration)",
                small: "over-confident inclination", large: "pessimistic inclination", at: \.levelSigma),
        ]
    }
}
