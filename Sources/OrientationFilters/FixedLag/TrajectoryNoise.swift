import RealModule

/// Noise and room as inferred.
package struct TrajectoryNoise: FilterState {
    /// As the parameters of the same names.
    package var gyroscope: Double
    package var magnetometer: Double
    /// Part of the room's field that lasts from a node to the next.
    package var persistence: Double
    /// Variance of the rest, each axis, microtesla^2.
    package var roomVariance: Double
    /// How badly the sensors are calibrated: which of the sigmas of the parameters holds, of the bias at the start and
    /// of the hard iron.
    package var biasLevel = 0
    package var hardIronLevel = 0
    /// Of each interval, of the equation of its rooms: Student's t by weights.
    var roomWeights: [Double] = []

    init(_ parameters: TrajectoryParameters) {
        (gyroscope, magnetometer) = (parameters.gyroscopeNoise, parameters.magnetometerNoise)
        (persistence, roomVariance) = (Self.persistence(parameters), Self.roomVariance(parameters))
    }

    var isFinite: Bool { (gyroscope + magnetometer + persistence + roomVariance).isFinite }

    static func persistence(_ p: TrajectoryParameters) -> Double { Double.exp(-p.nodeInterval / p.roomTime) }

    static func roomVariance(_ p: TrajectoryParameters) -> Double {
        let persistence = persistence(p)
        return p.roomSigma * p.roomSigma * (1 - persistence * persistence)
    }

    /// Twice the negative logarithm of the densities' factors and of the priors of the variances, but for constants.
    func cost(_ p: TrajectoryParameters, _ intervals: Int, _ readings: Int) -> Double {
        func prior(_ variance: Double, _ mean: Double) -> Double {
            p.inferPrior * (Double.log(variance / mean) + mean / variance)
        }
        let m = magnetometer * magnetometer
        return 3 * Double(intervals) * Double.log(roomVariance) + 3 * Double(readings) * Double.log(m)
            + prior(gyroscope * gyroscope, p.gyroscopeNoise * p.gyroscopeNoise)
            + prior(m, p.magnetometerNoise * p.magnetometerNoise)
            + prior(roomVariance, Self.roomVariance(p))
    }
}
