import Database

/// Aggregates of a study that SQL lacks: `ratio_low(a, n)` and `ratio_high(a, n)`, the 95 % interval of sum(a) / sum(n) with
/// trials as clusters: whole trials are resampled, since the samples of one trial are correlated. NULL for fewer than five.
enum StudyStatistics {
    static let functions = [
        FleetStatistics.ofPairs("ratio_low") { FleetStatistics.interval(ofRatio: $0)?.low },
        FleetStatistics.ofPairs("ratio_high") { FleetStatistics.interval(ofRatio: $0)?.high },
    ]
}
