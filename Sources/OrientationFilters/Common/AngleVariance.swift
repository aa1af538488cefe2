/// Variances of angles, rad^2, as standard deviations.
enum AngleVariance {
    /// The standard deviation of an angle of which nothing is known, rad: pi / sqrt(3).
    static let ignorance = 1.813799364234218
    /// What an orientation that nothing measures gains per second, rad^2/s: a hand-held device, 70 degrees after a second.
    static let unobservedMotion = 1.44

    /// The standard deviation, rad, at most that of an angle of which nothing is known.
    @inline(__always)
    static func sigma(_ variance: Double) -> Double { min(variance.squareRoot(), ignorance) }
}
