/// The overlapping Allan deviation (D. W. Allan 1966; W. J. Riley, Handbook of Frequency Stability Analysis, NIST SP
/// 1065, 2008, sections 5.2.4 and 5.4.1).
public enum AllanDeviation {
    /// The curve at averaging times of m = 1, 2, 4 ... sample intervals, up to a third of the log. O(n log n).
    ///
    /// - Parameters:
    ///   - samples: one axis at rest, evenly spaced, any unit.
    ///   - interval: seconds between samples, > 0.
    /// - Returns: empty for fewer than nine samples.
    public static func curve(of samples: [Double], interval: Double) -> [AllanPoint] {
        guard samples.count >= 9, interval > 0 else { return [] }
        // The integral without the mean: the second difference does not depend on it, but rounding does.
        let mean = samples.reduce(0, +) / Double(samples.count)
        var integral = [0.0]
        integral.reserveCapacity(samples.count + 1)
        for sample in samples { integral.append(integral[integral.count - 1] + (sample - mean)) }
        var points: [AllanPoint] = []
        var m = 1
        while 3 * m <= samples.count {
            var sum = 0.0
            for k in 0...(integral.count - 1 - 2 * m) {
                let difference = integral[k + 2 * m] - 2 * integral[k + m] + integral[k]
                sum += difference * difference
            }
            let variance = sum / (2 * Double(m * m) * Double(integral.count - 2 * m))
            points.append(
                AllanPoint(
                    tau: Double(m) * interval, deviation: variance.squareRoot(),
                    degreesOfFreedom: degreesOfFreedom(points: integral.count, m: m)))
            m *= 2
        }
        return points
    }

    /// The smaller of the degrees of freedom for white noise and for a random walk of the rate (Riley 2008, table 5).
    static func degreesOfFreedom(points: Int, m: Int) -> Double {
        let (n, m) = (Double(points), Double(m))
        let white = (3 * (n - 1) / (2 * m) - 2 * (n - 2) / n) * 4 * m * m / (4 * m * m + 5)
        let walk = (n - 2) / m * ((n - 1) * (n - 1) - 3 * m * (n - 1) + 4 * m * m) / ((n - 3) * (n - 3))
        return max(1, min(white, walk))
    }
}

/// One point of an Allan deviation curve.
public struct AllanPoint: Sendable, Codable, Hashable {
    /// Averaging time, seconds.
    public var tau: Double
    /// Overlapping Allan deviation, the unit of the samples.
    public var deviation: Double
    /// Equivalent degrees of freedom of its square.
    public var degreesOfFreedom: Double
}
