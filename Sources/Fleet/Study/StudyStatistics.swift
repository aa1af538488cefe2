import Evaluation
import GRDB
import Vocabulary

/// Aggregates of a study that SQL lacks: `ratio_low(a, n)` and `ratio_high(a, n)`, the 95 % interval of sum(a) / sum(n) with
/// trials as clusters: whole trials are resampled, since the samples of one trial are correlated. NULL for fewer than five.
enum StudyStatistics {
    static let functions = [
        DatabaseFunction("ratio_low", argumentCount: 2, pure: true, aggregate: RatioLow.self),
        DatabaseFunction("ratio_high", argumentCount: 2, pure: true, aggregate: RatioHigh.self),
    ]

    /// Percentile bootstrap over the trials; order does not matter.
    static func interval(ofRatio pairs: [(part: Double, whole: Double)]) -> BootstrapInterval? {
        let pairs = pairs.filter { $0.whole > 0 }.sorted { ($0.whole, $0.part) < ($1.whole, $1.part) }
        return PairedBootstrap(units: pairs.count).interval { draw in
            let sums = draw.reduce(into: (0.0, 0.0)) {
                $0.0 += pairs[Int($1)].part
                $0.1 += pairs[Int($1)].whole
            }
            return sums.0 / sums.1
        }
    }

    private struct RatioLow: DatabaseAggregate {
        private var pairs: [(part: Double, whole: Double)] = []
        mutating func step(_ arguments: [DatabaseValue]) { pairs.append(arguments) }
        func finalize() -> (any DatabaseValueConvertible)? { interval(ofRatio: pairs)?.low }
    }

    private struct RatioHigh: DatabaseAggregate {
        private var pairs: [(part: Double, whole: Double)] = []
        mutating func step(_ arguments: [DatabaseValue]) { pairs.append(arguments) }
        func finalize() -> (any DatabaseValueConvertible)? { interval(ofRatio: pairs)?.high }
    }
}

extension [(part: Double, whole: Double)] {
    fileprivate mutating func append(_ arguments: [DatabaseValue]) {
        let numbers = arguments.compactMap { Double.fromDatabaseValue($0) }
        if numbers.count == 2 { append((numbers[0], numbers[1])) }
    }
}
