import Rotations
import SensorModels
import Vocabulary

/// The unit of the time by the turning: what turns with the gyroscope shows how long a second is.
///
/// A time that is read ten times too long makes every turn of the gyroscope ten times too large, and none of its units explains that.
struct ClockEvidence {
    /// What one unit of the time that was read is.
    let factor: Double
    /// The direction that turned, as text for reports.
    let of: String

    /// Other units of time, and counts of 100 ns or of 0.1 ms.
    private static let factors = [0.1, 10, 0.001, 1000]
    /// Rates of gyroscopes that turn about, hertz.
    private static let rates = 4.0...2500
    /// Of the turn that was seen, in a unit of the gyroscope.
    private static let ratios = 0.8...1.25
    private static let leastCorrelation = 0.9

    /// `nil` where no unit of time explains the turns, or several do.
    /// - Parameters:
    ///   - force: of gravity or an accelerometer.
    ///   - field: of a magnetometer, its own offset in it.
    ///   - units: that the rate may be in.
    init?(rate: VectorStream, force: VectorStream, field: VectorStream, units: [LogUnit]) {
        let intervals = zip(rate.times, rate.times.dropFirst()).prefix(2000).map { Double($1 - $0) }.filter { $0 > 0 }
        guard let interval = Percentile.upperMedian(intervals) else { return nil }
        let fitting = Self.factors.filter { Self.rates.contains(1e9 / (interval * $0)) }.compactMap { factor in
            Self.direction(
                rate.scaledTimes(factor), force.scaledTimes(factor), field.scaledTimes(factor), units
            ).map { (factor: factor, of: $0) }
        }
        guard fitting.count == 1 else { return nil }
        (factor, of) = fitting[0]
    }

    /// The direction that turns as a rate in one of the units says; `nil` without one.
    private static func direction(
        _ rate: VectorStream, _ force: VectorStream, _ field: VectorStream, _ units: [LogUnit]
    ) -> String? {
        func fits(_ ratio: Double, _ correlation: Double) -> Bool {
            correlation > leastCorrelation && units.contains { ratios.contains(ratio / $0.factor) }
        }
        if let found = TurningEvidence.fit(rate, force), fits(found.ratio, found.correlation) {
            return "specific force"
        }
        if let found = HardIronEvidence.fromTurning(field, rate), let ratio = found.rateFactor,
            fits(ratio, found.rateCorrelation)
        {
            return "field"
        }
        return nil
    }
}

extension VectorStream {
    /// A part of the stream with times from its first on, in another unit.
    fileprivate func scaledTimes(_ factor: Double) -> VectorStream {
        guard let first = times.first else { return self }
        let count = Swift.min(self.count, 20_000)
        return VectorStream(
            times: times.prefix(count).map { Int64(clamping: (Double($0 - first) * factor).rounded()) },
            values: Array(values.prefix(count)))
    }
}
