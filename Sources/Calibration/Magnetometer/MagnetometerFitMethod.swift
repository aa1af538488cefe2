/// How the parameters of m_calibrated = S (m_raw - h) are found.
public enum MagnetometerFitMethod: String, Sendable, Codable, CaseIterable {
    /// Robust maximum a posteriori: magnitude and, where gravity is known, dip; S = exp(L) with a prior on L. The
    /// default.
    case map
    /// Robust geometric least squares of |S (m - h)| - F with S = exp(L), without a prior and without gravity.
    case geometric
    /// Ellipsoid-specific algebraic fit (Li & Griffiths 2004): always an ellipsoid, pulled towards round ones.
    case liGriffiths
    /// Algebraic quadric of unit length by SVD (Merayo et al. 2000): fast, not bound to be an ellipsoid.
    case quadric
    /// Adjusted least squares (Markovsky, Kukush & Van Huffel 2004): the quadric without the bias that noise gives it.
    case adjusted
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
