/// Noise and priors of the model. Turns are radians, fields microtesla, forces m/s^2.
public struct TrajectoryParameters: FilterParameters {
    // MARK: The window

    /// Between two nodes, s.
    public var nodeInterval = 1.0
    /// Nodes; with the default interval also seconds.
    public var window = 60.0
    /// Of Gauss-Newton per node.
    package var iterations = 2.0
    /// Most solutions between two retries; 0 is never.
    package var retryEvery = 8.0
    /// By what share of its nodes the window grows from a solution to the next; 0 solves at every node.
    package var growth = 0.0
    /// How long after their motion the gyroscope's samples are stamped, s.
    public var latency = 0.0035
    /// Between two readings of the magnetometer that are used, s.
    package var readingInterval = 0.09

    // MARK: Gyroscope

    /// rad/s in a band of 1 Hz: the turn of a second has this sigma in radians.
    public var gyroscopeNoise = 0.0016
    /// Of the bias at the start, rad/s, where the gyroscope is calibrated.
    public var biasSigma = 0.0007
    /// Of the bias, rad/s per square root of a second.
    public var biasWalk = 0.00002
    /// Of each element of the gyroscope's distortion, no unit.
    public var scaleSigma = 0.006

    // MARK: Rest

    /// Of the rate of a device at rest, each axis, rad/s.
    package var restSigma = 0.002
    /// Of the rate of one that is not.
    package var turnSigma = 0.2
    /// For how long a rest or a steady turn lasts, s.
    package var restTime = 20.0
    /// Of the change of the mean rate from an interval to the next while the device turns steadily or rests, rad/s.
    package var steadySigma = 0.003

    // MARK: Accelerometer

    /// m/s^2 in a band of 1 Hz.
    public var accelerometerNoise = 0.1
    /// Per axis, m/s^2.
    public var accelerometerBiasSigma = 0.1
    /// Of the velocity at a node, m/s, with a second between nodes.
    public var velocityNoise = 0.8
    /// Of the velocity and its changes; above 0.
    package var velocityDegreesOfFreedom = 9.0

    // MARK: Magnetometer

    /// Of a reading, each axis, microtesla.
    public var magnetometerNoise = 1.0
    /// Where Geman and McClure's loss bends, in sigmas of the noise.
    public var fieldTolerance = 1.6
    /// The least such place, microtesla.
    package var smallestTolerance = 2.5
    /// Microtesla, where the magnetometer is calibrated.
    public var hardIronSigma = 1.5
    /// From the sigma of bias or hard iron at one level of calibration to that at the next, which is worse.
    package var levelRatio = 12.0
    /// Of each element of the soft iron's deviation from the identity, no unit.
    public var softIronSigma = 0.03
    /// Of the mean field's length: mean.
    public var fieldMean = 46.0
    /// Of the mean field's length: standard deviation.
    public var fieldSpread = 25.0

    // MARK: Room

    /// Of the field's deviation from its mean, each axis.
    public var roomSigma = 1.5
    /// In which the deviation is forgotten, s.
    public var roomTime = 2.0
    /// Of the innovations, Student's t; 0 is a Gaussian.
    package var roomDegreesOfFreedom = 3.0

    // MARK: Inference

    /// How many readings the expected noise of gyroscope and magnetometer, and size and persistence of the room, count
    /// as.
    package var inferPrior = 1000.0
    /// Share of the difference of two evidences that counts, as residuals are not independent.
    package var evidenceShare = 0.5

    // MARK: What is stated

    /// Added to the stated sigma of the heading, rad: the field as the compass sees it.
    public var fieldSigma = 0.025
    /// Added to the stated sigma of the inclination, rad.
    public var levelSigma = 0.006

    /// The defaults.
    public init() {}
}
