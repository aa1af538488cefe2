/// One number of an `ErrorProfile` with its name, unit and ideal value: an entry of tables, baselines and bootstraps.
public struct Metric: Sendable, Hashable {
    /// The name in files, such as `heading.rmse`.
    public let name: String
    /// The displayed name, such as `heading, RMSE`.
    public let title: String
    /// `degrees`, `seconds`, `milliseconds`, or empty for a dimensionless number.
    public let unit: String
    /// The value of a perfect estimator; a larger distance from it is worse.
    public let ideal: Double
    /// The number of its units that a tolerance treats like one degree.
    public let scale: Double
    /// How it follows from those of a log's parts.
    public let pooling: Pooling
    private let path: @Sendable (ErrorProfile) -> Double?

    /// How a number of a whole log follows from those of its parts, each with its duration.
    public enum Pooling: Sendable, Hashable {
        /// The mean.
        case mean
        /// The root of the mean square.
        case meanSquare
        /// The largest.
        case maximum
        /// That of the first part.
        case first
    }

    init(
        _ name: String, _ title: String, unit: String = "degrees", ideal: Double = 0,
        scale: Double = 1, _ pooling: Pooling = .mean, _ path: @escaping @Sendable (ErrorProfile) -> Double?
    ) {
        (self.name, self.title, self.unit) = (name, title, unit)
        (self.ideal, self.scale, self.pooling, self.path) = (ideal, scale, pooling, path)
    }

    /// The metric's value; `nil` where the profile lacks it, for example for a filter without sigma.
    public func value(of profile: ErrorProfile) -> Double? { path(profile) }

    /// Distance of a value from the ideal, in the metric's unit; smaller is better.
    public func distance(_ value: Double) -> Double { (value - ideal).magnitude }

    /// Metrics with equal names are equal.
    public static func == (a: Metric, b: Metric) -> Bool { a.name == b.name }
    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Metric {
    /// RMSE of the total error.
    public static let totalRMSE = Metric("total.rmse", "total, RMSE", .meanSquare) { $0.total?.rmseDegrees }
    /// Mean of the total error: the definition of Michel et al.
    public static let totalMean = Metric("total.mean", "total, mean") { $0.total?.meanDegrees }
    /// RMSE of the heading.
    public static let headingRMSE = Metric("heading.rmse", "heading, RMSE", .meanSquare) { $0.heading?.rmseDegrees }
    /// RMSE of the heading after one constant offset per recording is removed.
    public static let headingAfterOffsetRMSE = Metric(
        "headingAfterOffset.rmse", "heading after one offset, RMSE", .meanSquare
    ) {
        $0.headingAfterOffset?.rmseDegrees
    }
    /// RMSE of the inclination.
    public static let inclinationRMSE = Metric("inclination.rmse", "inclination, RMSE", .meanSquare) {
        $0.inclination?.rmseDegrees
    }
    /// RMSE of the inclination after the mount is removed.
    public static let inclinationMountRemovedRMSE = Metric(
        "inclinationMountRemoved.rmse", "inclination (mount removed), RMSE", .meanSquare
    ) { $0.inclinationMountRemoved?.rmseDegrees }

    /// The metrics of the standard tables, of differences and of ranks.
    public static let principal = [totalRMSE, headingRMSE, headingAfterOffsetRMSE, inclinationRMSE]

    /// Every metric, in the order of the tables.
    public static let all: [Metric] =
        statistics("total", "total") { $0.total }
        + statistics("heading", "heading") { $0.heading }
        + statistics("headingAfterOffset", "heading after one offset") { $0.headingAfterOffset }
        + statistics("inclination", "inclination") { $0.inclination }
        + statistics("inclinationMountRemoved", "inclination (mount removed)") { $0.inclinationMountRemoved }
        + statistics("rho", "rho") { $0.rho }
        + [
            Metric("headingOffset", "constant of the heading") { $0.headingOffsetDegrees },
            Metric("convergence", "convergence time", unit: "seconds", .first) { $0.convergenceSeconds },
            Metric("jitter", "jitter of the heading", .meanSquare) { $0.jitterDegrees },
            Metric("lag", "lag of the heading", unit: "milliseconds", scale: 100) { $0.lagMilliseconds },
            Metric("covered", "share of samples covered", unit: "", ideal: 1) { $0.covered },
            Metric("headingSigma.coverage95", "heading inside its own 95 %", unit: "", ideal: 0.95) {
                $0.headingSigma?.coverage95
            },
            Metric("headingSigma.nees", "heading, NEES", unit: "", ideal: 1) { $0.headingSigma?.nees },
            Metric("inclinationSigma.coverage95", "inclination inside its own 95 %", unit: "", ideal: 0.95) {
                $0.inclinationSigma?.coverage95
            },
            Metric("inclinationSigma.nees", "inclination, NEES", unit: "", ideal: 1) { $0.inclinationSigma?.nees },
        ]

    /// The metric with this name.
    public static func named(_ name: String) -> Metric? { all.first { $0.name == name } }

    private static func statistics(
        _ name: String, _ title: String, _ path: @escaping @Sendable (ErrorProfile) -> ErrorStatistics?
    ) -> [Metric] {
        [
            Metric("\(name).rmse", "\(title), RMSE", .meanSquare) { path($0)?.rmseDegrees },
            Metric("\(name).mean", "\(title), mean") { path($0)?.meanDegrees },
            Metric("\(name).median", "\(title), median") { path($0)?.medianDegrees },
            Metric("\(name).p95", "\(title), 95 %") { path($0)?.p95Degrees },
            Metric("\(name).maximum", "\(title), maximum", .maximum) { path($0)?.maximumDegrees },
        ]
    }
}
