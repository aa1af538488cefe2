import Vocabulary

extension TrajectoryParameters {
    /// The parameters for the catalogue; those of the solver and of the retries are not among them.
    public static var descriptors: [ParameterDescriptor<Self>] { window + inertial + iron + room + answer }

    private static var window: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "nodeInterval", unit: "s", in: 0.1...10, "time between two nodes", small: "slow",
                large: "the bias's motion and the room's field are smoothed over too long a time"
            ) { $1(&$0.nodeInterval) },
            ParameterDescriptor(
                "window", unit: "nodes", in: 4...1000, "length of the window; older nodes are a Gaussian prior",
                small: "an early decision is not taken back", large: "slow, more memory"
            ) { $1(&$0.window) },
            ParameterDescriptor(
                "latency", unit: "s", in: -0.1...0.1, "delay of the gyroscope's stamps",
                small: "the output lags in turns", large: "the output leads in turns"
            ) { $1(&$0.latency) },
        ]
    }

    private static var inertial: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "gyroscopeNoise", unit: "rad/sqrt(s)", in: 1e-6...1,
                "random walk of the integrated gyroscope, expected; it is estimated",
                small: "the gyroscope is trusted over accelerations and the field",
                large: "accelerations and magnets cause errors"
            ) { $1(&$0.gyroscopeNoise) },
            .initialBiasSigma { $1(&$0.biasSigma) },
            ParameterDescriptor(
                "biasWalk", unit: "rad/s/sqrt(s)", in: 1e-9...0.1, "random walk of the gyroscope bias",
                small: "the bias is one constant", large: "the bias follows accelerations and magnets"
            ) { $1(&$0.biasWalk) },
            ParameterDescriptor(
                "scaleSigma", in: 1e-6...0.2, "scale error and misalignment of the gyroscope, per element",
                small: "taken as calibrated", large: "errors of field and accelerations are taken for it"
            ) { $1(&$0.scaleSigma) },
            ParameterDescriptor(
                "accelerometerNoise", unit: "m/s^2*sqrt(s)", in: 1e-4...100, "noise of the integrated specific force",
                small: "shocks tilt", large: "the tilt drifts with the gyroscope"
            ) { $1(&$0.accelerometerNoise) },
            ParameterDescriptor(
                "accelerometerBiasSigma", unit: "m/s^2", in: 1e-6...10, "bias of the accelerometer, per axis",
                small: "taken as calibrated", large: "the tilt is learnt only from turns"
            ) { $1(&$0.accelerometerBiasSigma) },
            ParameterDescriptor(
                "velocityNoise", unit: "m/s*sqrt(s)", in: 1e-3...1000,
                "velocity of the device, as the noise of a measurement of zero",
                small: "accelerations tilt", large: "the tilt drifts with the gyroscope"
            ) { $1(&$0.velocityNoise) },
        ]
    }

    private static var iron: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "magnetometerNoise", unit: "microtesla", in: 0.01...100,
                "noise of a reading, per axis, expected; it is estimated", small: "over-confident",
                large: "pessimistic"
            ) { $1(&$0.magnetometerNoise) },
            ParameterDescriptor(
                "fieldTolerance", in: 0.5...100, "residual in sigmas from which a reading loses weight",
                small: "readings of an uneven room are lost", large: "weak magnets turn the heading"
            ) { $1(&$0.fieldTolerance) },
            ParameterDescriptor(
                "hardIronSigma", unit: "microtesla", in: 1e-3...1000,
                "hard iron, where the magnetometer is calibrated; larger sigmas are tried",
                small: "hard iron is learnt slowly", large: "the room's field is taken for iron in the device"
            ) { $1(&$0.hardIronSigma) },
            ParameterDescriptor(
                "softIronSigma", in: 1e-6...1, "soft iron, per element",
                small: "soft iron remains", large: "the room's field is taken for iron in the device"
            ) { $1(&$0.softIronSigma) },
            ParameterDescriptor(
                "fieldMean", unit: "microtesla", in: 1...1000, "length of the field, expected",
                small: "a strong field is taken for hard iron", large: "hard iron is taken for field"
            ) { $1(&$0.fieldMean) },
            ParameterDescriptor(
                "fieldSpread", unit: "microtesla", in: 0.01...1000, "standard deviation of that length",
                small: "field and hard iron are told apart early, if the length is right",
                large: "they are told apart by turns alone"
            ) { $1(&$0.fieldSpread) },
        ]
    }

    private static var room: [ParameterDescriptor<Self>] {
        [
            ParameterDescriptor(
                "roomSigma", unit: "microtesla", in: 0.01...100,
                "deviation of the room's field, per axis, expected; it is estimated",
                small: "the local field turns the heading", large: "the calibration takes long to learn"
            ) { $1(&$0.roomSigma) },
            ParameterDescriptor(
                "roomTime", unit: "s", in: 0.05...1000, "time in which that deviation is forgotten, expected",
                small: "readings at one place count as many independent ones",
                large: "a long stay counts as a few readings"
            ) { $1(&$0.roomTime) },
        ]
    }

    private static var answer: [ParameterDescriptor<Self>] {
        [
            .fieldSigma { $1(&$0.fieldSigma) },
            .levelSigma { $1(&$0.levelSigma) },
        ]
    }
}

/// Whole numbers of the solver, safe for any value.
extension TrajectoryParameters {
    /// Of the window.
    var mostNodes: Int { Self.whole(window, 2...100_000) }
    /// Of Gauss and Newton per node.
    var steps: Int { Self.whole(iterations, 1...100) }
    /// 0 is never.
    var solutionsBetweenRetries: Int { Self.whole(retryEvery, 0...1_000_000) }
    /// Of the magnetometer in an interval; twice as many as come at its rate.
    var mostReadings: Int { Self.whole(2 * nodeInterval / readingInterval, 2...10_000) + 2 }

    /// The levels of calibration, from good to none: how large bias and hard iron are is one of three orders of
    /// magnitude.
    static let levels = 0...2

    /// Of the bias at the start, rad/s.
    func biasSigma(_ level: Int) -> Double { biasSigma * ratio(level) }
    /// Microtesla.
    func hardIronSigma(_ level: Int) -> Double { hardIronSigma * ratio(level) }

    private func ratio(_ level: Int) -> Double { level == 0 ? 1 : level == 1 ? levelRatio : levelRatio * levelRatio }

    private static func whole(_ x: Double, _ range: ClosedRange<Int>) -> Int {
        guard x >= Double(range.lowerBound) else { return range.lowerBound }
        return x < Double(range.upperBound) ? Int(clamping: x) : range.upperBound
    }
}
