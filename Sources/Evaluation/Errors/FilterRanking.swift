import SensorModels
import Vocabulary

/// The difference between two estimators in one metric, first minus second: negative where the first is better.
public struct FilterDifference: Codable, Sendable, Hashable {
    /// The two estimators.
    public var first, second: String
    /// The metric's name.
    public var metric: String
    /// First minus second, in the metric's unit.
    public var difference: Double
    /// Its 95 % interval by paired bootstrap; null for fewer than five recordings or blocks.
    @Nullable public var interval: BootstrapInterval?

    /// First minus second in a metric.
    public init(first: String, second: String, metric: String, difference: Double, interval: BootstrapInterval?) {
        (self.first, self.second, self.metric, self.difference) = (first, second, metric, difference)
        self.interval = interval
    }

    /// Whether the interval excludes zero.
    public var isClear: Bool { interval?.excludesZero ?? false }
}

/// The ranks of estimators by one metric, over the recordings that all of them completed.
public struct FilterRanking: Codable, Sendable, Hashable {
    /// One estimator's place.
    public struct Place: Codable, Sendable, Hashable {
        /// The estimator's name.
        public var filter: String
        /// Mean rank over the recordings, 1 = best; equal values share their mean rank (M. Friedman, JASA 32, 1937).
        public var meanRank: Double
        /// Recordings on which no other estimator is better.
        public var wins: Int
    }

    /// The metric's name.
    public var metric: String
    /// Number of ranked recordings.
    public var recordings: Int
    /// From the best mean rank to the worst.
    public var places: [Place]

    /// - Parameters:
    ///   - metric: the metric to rank by.
    ///   - filters: the names of the estimators.
    ///   - values: per recording, one value per estimator in the order of `filters`; recordings with a missing value
    ///     are omitted.
    public init(metric: Metric, filters: [String], values: [[Double?]]) {
        let rows = values.compactMap { row -> [Double]? in
            let known = row.compactMap { $0.map(metric.distance) }
            return known.count == filters.count ? known : nil
        }
        var ranks = [Double](repeating: 0, count: filters.count)
        var wins = [Int](repeating: 0, count: filters.count)
        for row in rows {
            for (index, value) in row.enumerated() {
                let smaller = row.count { $0 < value }
                let equal = row.count { $0 == value }
                ranks[index] += Double(smaller) + Double(equal + 1) / 2
                if smaller == 0 { wins[index] += 1 }
            }
        }
        self.metric = metric.name
        recordings = rows.count
        places =
            rows.isEmpty
            ? []
            : filters.indices
                .map { Place(filter: filters[$0], meanRank: ranks[$0] / Double(rows.count), wins: wins[$0]) }
                .sorted { ($0.meanRank, $0.filter) < ($1.meanRank, $1.filter) }
    }
}
