import GRDB

/// Aggregates of a study that SQL lacks: `ratio_low(a, n)` and `ratio_high(a, n)`, the 95 % interval of sum(a) / sum(n) with
/// trials as clusters: whole trials are resampled, since the samples of one trial are correlated. NULL for fewer than five.
enum StudyStatistics {
    static let functions = [
        DatabaseFunction("ratio_low", argumentCount: 2, pure: true, aggregate: RatioLow.self),
        DatabaseFunction("ratio_high", argumentCount: 2, pure: true, aggregate: RatioHigh.self),
    ]

    private struct RatioLow: DatabaseAggregate {
        private var pairs: [(part: Double, whole: Double)] = []
        mutating func step(_ arguments: [DatabaseValue]) { pairs += arguments.pairs }
        func finalize() -> (any DatabaseValueConvertible)? { FleetStatistics.interval(ofRatio: pairs)?.low }
    }

    private struct RatioHigh: DatabaseAggregate {
        private var pairs: [(part: Double, whole: Double)] = []
        mutating func step(_ arguments: [DatabaseValue]) { pairs += arguments.pairs }
        func finalize() -> (any DatabaseValueConvertible)? { FleetStatistics.interval(ofRatio: pairs)?.high }
    }
}
