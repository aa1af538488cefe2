extension KalmanFilter.Parameters {
    /// The parameters for the catalogue.
    public static var descriptors: [ParameterDescriptor<Self>] { sensors + field + motion }

    private static var sensors: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "gyroscopeNoise", unit: "rad/sqrt(s)", in: 1e-6...1, "random walk of the integrated gyroscope",
                small: "trusts the gyroscope; slow to correct tilt and heading",
                large: "follows accelerations and magnets", at: \.gyroscopeNoise),
            ParameterDescriptor(
                "gyroscopeScaleNoise", unit: "sqrt(s)", in: 0...1, "what scale and misalignment add per rad/s of rate",
                small: "fast turns leave errors that are corrected slowly",
                large: "fast motion lets accelerations through", at: \.gyroscopeScaleNoise),
            ParameterDescriptor(
                "rateCurvature", unit: "rad/s^3", in: 0...1e6,
                "second derivative of the rate: the error of long steps of the gyroscope",
                small: "over-confident after hiccups", large: "distrusts slow gyroscopes", at: \.rateCurvature),
            ParameterDescriptor(
                "initialBiasSigma", unit: "rad/s", in: 0...1, "gyroscope bias at the start, per axis",
                small: "a bias of several deg/s is learnt too slowly",
                large: "a moving start or a magnet is taken for bias", at: \.initialBiasSigma),
            ParameterDescriptor(
                "biasWalk", unit: "rad/s/sqrt(s)", in: 0...0.1, "random walk of the gyroscope bias",
                small: "the bias is held", large: "the bias follows accelerations and magnets", at: \.biasWalk),
            ParameterDescriptor(
                "restNoise", unit: "rad/s*sqrt(s)", in: 1e-7...1,
                "noise of the gyroscope as a measurement of bias at rest",
                small: "a rest sets the bias at once", large: "rests teach little", at: \.restNoise),
            ParameterDescriptor(
                "accelerometerNoise", unit: "m/s^2*sqrt(s)", in: 1e-4...100,
                "accelerations that are not gravity, of a calm device", small: "motion tilts the horizon",
                large: "tilt drifts with the gyroscope", at: \.accelerometerNoise),
            ParameterDescriptor(
                "agitation", unit: "m/s^2", in: 1e-3...1e9,
                "root mean square acceleration that doubles the accelerometer's variance",
                small: "the accelerometer is hardly used in motion", large: "no adaptation", at: \.agitation),
            ParameterDescriptor(
                "agitationTime", unit: "s", in: 0...1000, "time over which that mean square is taken",
                small: "weights single samples, which turns shakes into tilt", large: "adapts late", at: \.agitationTime
            ),
            ParameterDescriptor(
                "levelSigma", unit: "rad", in: 0...1, "error of the vertical that lasts (accelerometer calibration)",
                small: "over-confident inclination", large: "pessimistic inclination", at: \.levelSigma),
            ParameterDescriptor(
                "longestStep", unit: "s", in: 0.001...10, "longer steps of the gyroscope are gaps",
                small: "slow gyroscopes are ignored", large: "stale rates are integrated over gaps", at: \.longestStep),
        ]
    }

    private static var field: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "magnetometerNoise", unit: "rad*sqrt(s)", in: 1e-4...100, "noise of the magnetic heading",
                small: "follows the field, magnets included", large: "slow to find north", at: \.magnetometerNoise),
            ParameterDescriptor(
                "fieldSigma", unit: "rad", in: 0...3, "error of the heading that lasts (calibration, buildings)",
                small: "over-confident heading, tight gate", large: "pessimistic heading, wide gate", at: \.fieldSigma),
            ParameterDescriptor(
                "magnitudeTolerance", in: 0.001...1e9,
                "largest deviation of an undisturbed field's magnitude, as a part",
                small: "rejects a badly calibrated magnetometer", large: "weak magnets pass", at: \.magnitudeTolerance),
            ParameterDescriptor(
                "dipTolerance", unit: "rad", in: 0.001...4, "largest deviation of an undisturbed field's dip",
                small: "rejects the field when the tilt is off", large: "weak magnets pass", at: \.dipTolerance),
            ParameterDescriptor(
                "headingGate", in: 0.1...1e9, "largest innovation of the heading, in sigmas",
                small: "a wrong heading is kept until the recovery", large: "magnets drag the heading",
                at: \.headingGate),
            ParameterDescriptor(
                "recoveryTime", unit: "s", in: 0...1e9, "after this time of rejection the magnetometer is used again",
                small: "a magnet that stays is believed soon", large: "starves long in a new field", at: \.recoveryTime),
            ParameterDescriptor(
                "newFieldTime", unit: "s", in: 0...1e9,
                "how long another field must stay the same, in motion, to become the reference",
                small: "a magnet that turns along is believed", large: "another room is disturbed for long",
                at: \.newFieldTime),
        ]
    }

    private static var motion: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "rateDecay", unit: "s", in: 0.001...100, "without a gyroscope: how fast a rate is forgotten",
                small: "lags behind turns", large: "overshoots where a turn ends", at: \.rateDecay),
            ParameterDescriptor(
                "rateNoise", unit: "rad/s/sqrt(s)", in: 1e-3...1e4,
                "without a gyroscope: the noise that drives the rate",
                small: "smooth and late", large: "quick and noisy", at: \.rateNoise),
            ParameterDescriptor(
                "motionAccelerometerNoise", unit: "m/s^2*sqrt(s)", in: 1e-4...100,
                "without a gyroscope: accelerations that are not gravity", small: "motion tilts the horizon",
                large: "tilt comes from the field alone", at: \.motionAccelerometerNoise),
            ParameterDescriptor(
                "motionMagnetometerNoise", unit: "rad*sqrt(s)", in: 1e-4...100,
                "without a gyroscope: noise of the field's direction", small: "magnets tilt the horizon",
                large: "lags behind turns", at: \.motionMagnetometerNoise),
            ParameterDescriptor(
                "motionFieldTolerance", in: 1e-4...1e9,
                "without a gyroscope: deviation of the magnitude, as a part, that doubles the field's variance",
                small: "a badly calibrated magnetometer is distrusted", large: "magnets tilt the horizon",
                at: \.motionFieldTolerance),
        ]
    }
}
