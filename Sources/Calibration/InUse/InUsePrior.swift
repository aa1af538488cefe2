import Rotations

/// What is known before the log: values and standard deviations.
struct InUsePrior: Sendable {
    /// rad/s.
    var bias = Vector3.zero
    /// rad/s (2 deg/s).
    var biasSigma = 0.035
    /// Scale and misalignment of the gyroscope, per element, no unit: 1 %. A looser prior takes over the field's part.
    var distortionSigma = 0.01
    /// Turn of the gyroscope's axes against the accelerometer's beyond that, rad per axis; nil = as `distortionSigma` says.
    var turnSigma: Double?
    /// What the specific force's information counts.
    var forceShare = 1.0
    /// Soft iron and misalignment of the magnetometer, per element, no unit.
    var softIronSigma = 0.05
    /// The Earth's field northwards and upwards, microtesla; nil = not known.
    var field: (north: Double, up: Double)?
    /// Buildings bend the field by this, microtesla.
    var fieldSigma = 10.0
    /// m/s^2.
    var forceBiasSigma = 0.1
    /// Seconds.
    var delaySigma = 0.02
    /// The slow correction of the attitude walks by this from node to node, rad (0.3 deg).
    var correctionSigma = 0.00524
    /// Noise of the magnetometer and of the model of the field, microtesla.
    var magneticSigma = 2.0
    /// What a reading's information counts: neighbours share their errors.
    var magneticShare = 0.3
}
