import OrientationFilters

/// The assumptions of the maximum a posteriori estimator about sensors, motion and field; one set of defaults for all
/// devices.
public struct MapParameters: FilterParameters {
    /// s between the nodes of the chain.
    public var nodeInterval = 1.0
    /// rad/sqrt(s): random walk of the integrated gyroscope, beyond bias and scale.
    public var gyroscopeNoise = 0.0016
    /// rad/s/sqrt(s): random walk of the bias.
    public var biasWalk = 0.00002
    /// No unit: scale and misalignment of the gyroscope, each of nine elements.
    public var scaleSigma = 0.006
    /// m/s*sqrt(s): velocity of the device, as the noise of a measurement of zero velocity.
    public var velocityNoise = 0.8
    /// m/s^2*sqrt(s): noise of the integrated specific force.
    public var accelerometerNoise = 0.1
    /// m/s^2 per axis: bias of the accelerometer.
    public var accelerometerBiasSigma = 0.1
    /// s: delay of the gyroscope's stamps; the result is predicted ahead by it.
    public var latency = 0.0035
    /// Microtesla per axis: noise of a reading.
    public var magnetometerNoise = 1.0
    /// Microtesla per axis: deviation of the field in the room from its mean.
    public var roomSigma = 1.0
    /// s of motion after which the device is at another place of the room.
    public var roomTime = 3.0
    /// No unit: how fast a resting device changes its place, relative to a moving one.
    public var restShare = 1.0
    /// Microtesla: hard iron left by the calibration.
    public var hardIronSigma = 0.5
    /// No unit: soft iron left by the calibration, per element.
    public var softIronSigma = 0.005
    /// Standard deviations beyond which a reading loses weight.
    public var fieldTolerance = 1.3
    /// s: a recording, or its part between two holes, of this length or more is long: `roomSigma` is multiplied by 1.5,
    /// `fieldTolerance` by 1.25, `roomTime` by 2/3.
    public var longRecording = 60.0
    /// rad: permanent error of the heading (the field of a whole room, calibration).
    public var fieldSigma = 0.025
    /// No unit: relative growth of `fieldSigma` with the share of disturbed readings.
    public var disturbedGrowth = 2.0
    /// rad: permanent error of the vertical (calibration).
    public var levelSigma = 0.006

    /// The defaults.
    public init() {}

    /// The parameters for a recording, or its part between two holes, of a duration in seconds.
    ///
    /// A short recording visits few places: its mean field and iron absorb what these have in common, so that less
    /// deviation is left, and one magnet is a large part of the data. A long one visits enough places to outvote each
    /// of them, if none has much weight (docs/studies/estimators-tried.md has the trials).
    func adapted(to duration: Double) -> MapParameters {
        guard duration >= longRecording else { return self }
        var wide = self
        wide.roomSigma *= 1.5
        wide.roomTime /= 1.5
        wide.fieldTolerance *= 1.25
        return wide
    }

    /// The descriptors for the catalogue.
    public static var descriptors: [ParameterDescriptor<MapParameters>] {
        [
            ParameterDescriptor(
                "nodeInterval", unit: "s", in: 0.1...10, "time between two nodes of the estimator", small: "slow",
                large: "the gyroscope's noise and the bias's motion are smoothed over too long a time"
            ) { $1(&$0.nodeInterval) },
            ParameterDescriptor(
                "gyroscopeNoise", unit: "rad/sqrt(s)", in: 1e-6...1, "random walk of the integrated gyroscope",
                small: "the gyroscope is trusted over accelerations and the field",
                large: "accelerations and magnets cause errors"
            ) { $1(&$0.gyroscopeNoise) },
            ParameterDescriptor(
                "biasWalk", unit: "rad/s/sqrt(s)", in: 1e-9...0.1, "random walk of the gyroscope bias",
                small: "the bias is one constant", large: "the bias accelerations and magnets cause errors"
            ) { $1(&$0.biasWalk) },
            .scaleSigmaOfModel { $1(&$0.scaleSigma) },
            .velocityNoiseOfModel { $1(&$0.velocityNoise) },
            .accelerometerNoiseOfModel { $1(&$0.accelerometerNoise) },
            .accelerometerBiasSigmaOfModel { $1(&$0.accelerometerBiasSigma) },
            .latencyOfModel { $1(&$0.latency) },
            ParameterDescriptor(
                "magnetometerNoise", unit: "microtesla", in: 0.01...100, "noise of a reading, per axis",
                small: "over-confident", large: "pessimistic"
            ) { $1(&$0.magnetometerNoise) },
            ParameterDescriptor(
                "roomSigma", unit: "microtesla", in: 0.01...100,
                "deviation of the room's field, per axis (below longRecording)",
                small: "the local field turns the heading", large: "the calibration takes long to learn"
            ) { $1(&$0.roomSigma) },
            ParameterDescriptor(
                "roomTime", unit: "s", in: 0.05...1000,
                "time in motion over which the field changes (below longRecording)",
                small: "readings at one place count as many independent ones",
                large: "a whole log counts as a few readings"
            ) { $1(&$0.roomTime) },
            ParameterDescriptor(
                "restShare", in: 1e-4...1, "rate of the field's change at rest, as a share of that in motion",
                small: "a rest counts as one reading", large: "a rest counts as much as motion"
            ) { $1(&$0.restShare) },
            ParameterDescriptor(
                "hardIronSigma", unit: "microtesla", in: 1e-3...1000, "hard iron after the calibration",
                small: "errors of the calibration remain", large: "the room's field is taken for iron in the device"
            ) { $1(&$0.hardIronSigma) },
            ParameterDescriptor(
                "softIronSigma", in: 1e-6...1, "soft iron after the calibration, per element",
                small: "errors of the calibration remain", large: "the room's field is taken for iron in the device"
            ) { $1(&$0.softIronSigma) },
            ParameterDescriptor(
                "fieldTolerance", in: 0.5...100,
                "residual in sigmas from which a reading loses weight (below longRecording)",
                small: "readings of an uneven room are lost", large: "weak magnets turn the heading"
            ) { $1(&$0.fieldTolerance) },
            ParameterDescriptor(
                "longRecording", unit: "s", in: 1...1e6,
                "from this length on, roomSigma is 1.5 and fieldTolerance 1.25 times as large, and roomTime two thirds",
                small: "one magnet turns a short log", large: "a long log loses readings of an uneven room"
            ) { $1(&$0.longRecording) },
            ParameterDescriptor(
                "fieldSigma", unit: "rad", in: 0...3, "sigmas: constant error of the heading (room, calibration)",
                small: "over-confident heading", large: "pessimistic heading"
            ) { $1(&$0.fieldSigma) },
            ParameterDescriptor(
                "disturbedGrowth", in: 0...100,
                "sigmas: growth of that error with the share of disturbed readings, in fieldSigma",
                small: "over-confident near magnets", large: "pessimistic near magnets"
            ) { $1(&$0.disturbedGrowth) },
            ParameterDescriptor(
                "levelSigma", unit: "rad", in: 0...1, "sigmas: constant error of the vertical (calibration)",
                small: "over-confident inclination", large: "pessimistic inclination"
            ) { $1(&$0.levelSigma) },
        ]
    }
}
