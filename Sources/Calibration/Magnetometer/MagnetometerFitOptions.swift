/// The assumptions and the method of a magnetometer fit.
public struct MagnetometerFitOptions: Sendable {
    /// The method.
    public var method = MagnetometerFitMethod.map
    /// The rung of the ladder; nil = chosen by its cross-validated predicted heading error.
    public var rung: MagnetometerFitRung?
    /// F, the strength of the Earth's field at the log's place, microtesla, from a geomagnetic model; nil = unknown:
    /// the scale stays open and det S = 1.
    public var fieldStrength: Double?
    /// The dip (inclination) of the field there, radians, positive downwards; nil = estimated from gravity.
    public var dip: Double?
    /// Standard deviation of the known dip, radians. Default 2 degrees: 0.2 from the model, the rest from buildings.
    public var dipSigma = 0.035
    /// Standard deviation of each element of L = log S around 0, no unit. Default 0.06: phones measured 0.02 to 0.05.
    public var softIronSigma = 0.06
    /// Whether gravity is used where recorded; false = magnitude alone.
    public var usesGravity = true
    /// A pose whose predicted heading sigma from the calibration exceeds this is refused, radians. Default 3 degrees.
    public var largestHeadingSigma = 0.0524

    /// Longer recordings are thinned evenly to this many readings: an hour at 100 Hz then takes as long as two minutes.
    public var largestSampleCount = 5000
    /// Threads, at least 1: the rungs of the ladder are fitted in parallel. The result does not depend on it.
    public var jobs = 1

    /// The defaults: robust maximum a posteriori, everything estimated.
    public init() {}
}

/// The estimator of the parameters of m_calibrated = S (m_raw - h).
public enum MagnetometerFitMethod: String, Sendable, Codable, CaseIterable {
    /// Robust maximum a posteriori: magnitude and, where gravity is known, dip; S = exp(L) with a prior on L. The
    /// default.
    case map
    /// Robust geometric least squares of |S (m - h)| - F with S = exp(L), without a prior and without gravity.
    case geometric
}

/// How much of S is fitted.
public enum MagnetometerFitRung: String, Sendable, Codable, CaseIterable {
    /// S = identity (times the scale): hard iron alone.
    case sphere
    /// S diagonal.
    case axisAligned = "axis-aligned"
    /// S symmetric.
    case ellipsoid
}
