import RealModule
import Vocabulary

/// Stated accuracies of a source of headings, compared with its actual errors, over time and by the stated value.
///
/// Checks values such as Core Location's `headingAccuracy`: is the error within the stated accuracy as often as it
/// should be?
public struct ClaimedAccuracy: Codable, Sendable, Hashable {
    /// A subset of the pairs: an interval of time, or a range of stated accuracies.
    public struct Row: Codable, Sendable, Hashable {
        /// Start and end of the interval, seconds of the log's clock, or smallest and largest stated accuracy, degrees.
        public var from, to: Double
        /// Pairs of headings: of the source and of the reference.
        public var samples: Int
        /// Pairs with a stated accuracy.
        public var claims: Int
        /// Median of the stated accuracies, degrees; nil if there are none.
        public var claimedDegrees: Double?
        /// Root mean square of the error, degrees.
        public var rmsErrorDegrees: Double
        /// 95th percentile of the absolute errors, degrees.
        public var p95ErrorDegrees: Double
        /// Share of the errors within the stated accuracy; nil if none is stated. 0.68 for a consistent standard
        /// deviation, 1 for a valid bound.
        public var withinClaim: Double?
    }

    /// The source of the headings: a filter's name, `device attitude` or `device heading`.
    public var source: String
    /// Rows by time; intervals without a pair are omitted.
    public var overTime: [Row]
    /// Rows by stated accuracy; empty if none is stated.
    public var byClaim: [Row]
    /// All pairs.
    public var total: Row

    /// Limits of the stated accuracies, degrees.
    static let claimLimits = [0.0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 180]

    /// - Parameters:
    ///   - source: name of the source, for the table.
    ///   - times: seconds of the log's clock, ascending.
    ///   - claimed: stated accuracies, degrees; NaN where unknown.
    ///   - errors: degrees, wrapped.
    ///   - interval: length of the rows over time, seconds, > 0.
    /// - Returns: `nil` without pairs. Precondition: equal counts.
    public init?(source: String, times: [Double], claimed: [Double], errors: [Double], interval: Double = 10) {
        precondition(times.count == claimed.count && times.count == errors.count, "one claim and one error per time")
        guard let first = times.first, let last = times.last else { return nil }
        self.source = source
        func row(_ from: Double, _ to: Double, _ indices: [Int]) -> Row? {
            guard !indices.isEmpty else { return nil }
            let sizes = indices.map { errors[$0].magnitude }.sorted()
            let claims = indices.filter { claimed[$0].isFinite }
            let within = claims.count { errors[$0].magnitude <= claimed[$0] }
            return Row(
                from: from, to: to, samples: indices.count, claims: claims.count,
                claimedDegrees: Percentile.median(claims.map { claimed[$0] }),
                rmsErrorDegrees: (sizes.reduce(0) { $0 + $1 * $1 } / Double(sizes.count)).squareRoot(),
                p95ErrorDegrees: Percentile.of(sorted: sizes, 0.95),
                withinClaim: claims.isEmpty ? nil : Double(within) / Double(claims.count))
        }
        let numbers = times.map { Int(clamping: ($0 / interval).rounded(.down)) }
        let byNumber = Dictionary(grouping: times.indices) { numbers[$0] }
        overTime = byNumber.keys.sorted().compactMap {
            row(Double($0) * interval, (Double($0) + 1) * interval, byNumber[$0] ?? [])
        }
        byClaim = zip(Self.claimLimits, Self.claimLimits.dropFirst()).compactMap { low, high in
            row(low, high, times.indices.filter { claimed[$0] >= low && claimed[$0] < high })
        }
        guard let all = row(first, last, Array(times.indices)) else { return nil }
        total = all
    }
}
