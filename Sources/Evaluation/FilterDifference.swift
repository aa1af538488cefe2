import SensorModels
import Vocabulary

/// The difference between two estimators in one metric, first minus second: negative where the first is better.
public struct FilterDifference: Codable, Sendable, Hashable {
    /// The first estimator.
    public var first: String
    /// The second one.
    public var second: String
    /// The metric's name.
    public var metric: String
    /// First minus second, in the metric's unit.
    public var difference: Double
    /// Its 95 % interval by paired bootstrap; null where fewer than five recordings or blocks say nothing.
    @Nullable public var interval: BootstrapInterval?

    /// From its parts.
    public init(first: String, second: String, metric: String, difference: Double, interval: BootstrapInterval?) {
        self.first = first
        self.second = second
        self.metric = metric
        self.difference = difference
        _interval = Nullable(wrappedValue: interval)
    }

    /// Whether the interval excludes zero.
    public var isClear: Bool { interval?.excludesZero ?? false }
}
