/// What the study may vary, by name (`NAME=VALUE`). Turns are radians, fields microtesla, forces m/s^2.
///
/// Where degrees of freedom are a choice, 0 means a Gaussian.
struct Parameters {
    // MARK: The window

    /// Between two nodes, s.
    var nodeInterval = 1.0
    /// Nodes; with the default interval also seconds.
    var window = 60.0
    /// Of Gauss-Newton per node.
    var iterations = 2.0
    /// Nodes between two retries from a wide loss; 0 is never.
    var retryEvery = 4.0
    /// How long after their motion the gyroscope's samples are stamped, s.
    var latency = 0.0035

    // MARK: Gyroscope

    /// rad/s in a band of 1 Hz: the turn of a second has this sigma in radians.
    var gyroscopeNoise = 0.0016
    /// Of the bias at the start, rad/s.
    var biasSigma = 0.01
    var biasDegreesOfFreedom = 1.0
    /// Of the bias, rad/s per square root of a second.
    var biasWalk = 0.00002
    /// Of each element of the gyroscope's distortion, no unit.
    var scaleSigma = 0.006
    var scaleDegreesOfFreedom = 0.0

    // MARK: Accelerometer

    /// m/s^2 in a band of 1 Hz.
    var accelerometerNoise = 0.1
    var accelerometerBiasSigma = 0.1
    /// Of the velocity at a node, m/s, with a second between nodes.
    var velocityNoise = 0.8
    /// Of the velocity and its changes; above 0.
    var velocityDegreesOfFreedom = 9.0

    // MARK: Magnetometer

    var magnetometerNoise = 1.0
    /// With degrees of freedom the loss is Student's t, else Geman and McClure's.
    var magnetometerDegreesOfFreedom = 0.0
    /// Where Geman and McClure's loss bends, in sigmas of the noise.
    var fieldTolerance = 1.6
    /// The least such place, microtesla.
    var smallestTolerance = 2.5
    var hardIronSigma = 3.0
    /// Times the variance of the hard iron where covariances are computed.
    var hardIronTail = 1.0
    /// Of each element of the soft iron's deviation from the identity, no unit.
    var softIronSigma = 0.05
    var softIronDegreesOfFreedom = 0.0
    /// Of the mean field's length: mean and standard deviation.
    var fieldMean = 46.0
    var fieldSpread = 25.0

    // MARK: Room

    /// Of the field's deviation from its mean, each axis.
    var roomSigma = 1.5
    /// In which the deviation is forgotten, s.
    var roomTime = 2.0
    var roomDegreesOfFreedom = 3.0

    // MARK: Inference

    /// Other than 0: noise and room are inferred, each that has a switch of its own.
    var infer = 1.0
    /// How many readings the values above count as.
    var inferPrior = 100.0
    var inferGyroscope = 1.0
    var inferMagnetometer = 1.0
    var inferRoom = 1.0
    var inferPersistence = 1.0

    // MARK: What is stated

    /// Added to the stated sigmas, rad: of the field as the compass sees it, and of the vertical.
    var fieldSigma = 0.025
    var levelSigma = 0.006

    private static var paths: [String: WritableKeyPath<Parameters, Double>] {
        [
            "nodeInterval": \.nodeInterval, "window": \.window, "iterations": \.iterations,
            "retryEvery": \.retryEvery, "latency": \.latency,
            "gyroscopeNoise": \.gyroscopeNoise, "biasSigma": \.biasSigma,
            "biasDegreesOfFreedom": \.biasDegreesOfFreedom, "biasWalk": \.biasWalk, "scaleSigma": \.scaleSigma,
            "scaleDegreesOfFreedom": \.scaleDegreesOfFreedom,
            "accelerometerNoise": \.accelerometerNoise, "accelerometerBiasSigma": \.accelerometerBiasSigma,
            "velocityNoise": \.velocityNoise, "velocityDegreesOfFreedom": \.velocityDegreesOfFreedom,
            "magnetometerNoise": \.magnetometerNoise,
            "magnetometerDegreesOfFreedom": \.magnetometerDegreesOfFreedom, "fieldTolerance": \.fieldTolerance,
            "smallestTolerance": \.smallestTolerance, "hardIronSigma": \.hardIronSigma,
            "hardIronTail": \.hardIronTail, "softIronSigma": \.softIronSigma,
            "softIronDegreesOfFreedom": \.softIronDegreesOfFreedom, "fieldMean": \.fieldMean,
            "fieldSpread": \.fieldSpread,
            "roomSigma": \.roomSigma, "roomTime": \.roomTime, "roomDegreesOfFreedom": \.roomDegreesOfFreedom,
            "infer": \.infer, "inferPrior": \.inferPrior, "inferGyroscope": \.inferGyroscope,
            "inferMagnetometer": \.inferMagnetometer, "inferRoom": \.inferRoom,
            "inferPersistence": \.inferPersistence,
            "fieldSigma": \.fieldSigma, "levelSigma": \.levelSigma,
        ]
    }

    static var names: [String] { paths.keys.sorted() }

    /// False where there is no parameter of this name.
    mutating func set(_ name: String, to value: Double) -> Bool {
        guard let path = Self.paths[name] else { return false }
        self[keyPath: path] = value
        return true
    }
}
