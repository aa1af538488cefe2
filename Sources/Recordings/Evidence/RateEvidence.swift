import Rotations
import SensorModels
import Vocabulary

/// The unit of a gyroscope by what it cannot have read: where nothing turns with it, it may still be too fast for one unit.
struct RateEvidence {
    /// The unit that is left; `nil` where none is.
    let unit: LogUnit?
    /// As text for reports.
    let text: String

    /// rad/s: gyroscopes measure up to 4000 degrees per second.
    private static let fastest = 75.0
    /// rad in a span of 0.1 to 0.3 s: a bias turns by less.
    private static let leastTurn = 0.08

    /// `nil` where both units are possible.
    /// - Parameter direction: specific force or gravity, which a turn about another axis than the vertical moves.
    init?(_ rate: VectorStream, direction: VectorStream) {
        let units = LogUnit.units(of: .rate)
        let lengths = rate.sampledValues().map(\.length).sorted()
        // A few readings may be damaged.
        let peak = lengths.count > 10 ? lengths[lengths.count - max(10, lengths.count / 200)] : 0
        let left = units.filter { peak * $0.factor <= Self.fastest }
        guard left.count == units.count else {
            unit = left.first
            text =
                "the size of its turns (up to \(MagnitudeEvidence.shown(peak))"
                + (left.isEmpty ? ", which no unit makes possible: the sensor's own counts?)" : ", too fast for rad/s)")
            return
        }
        guard let slowest = Self.largestFactor(rate, direction), slowest < 0.1, slowest > 0.005 else { return nil }
        unit = .degreesPerSecond
        text = "the specific force, which such turns in rad/s would move,"
    }

    /// How many rad/s one unit can be at most, from a direction that turns less than the rate says; `nil` where the rate says
    /// too little.
    private static func largestFactor(_ rate: VectorStream, _ direction: VectorStream) -> Double? {
        let parts = direction.evidenceParts
        let (rate, direction) = (rate.within(parts), direction.within(parts))
        guard direction.count > 20, rate.count > 20 else { return nil }
        var (predicted, observed, spans) = (0.0, 0.0, 0)
        for span in TurnIntegral(rate).spans(of: direction, lengths: 80_000_000...299_999_999) {
            guard let a = span.from.normalized, let b = span.to.normalized else { continue }
            predicted += ((a + b) * 0.5).cross(span.turn).lengthSquared
            observed += (b - a).lengthSquared
            spans += 1
        }
        guard spans >= 20, observed > 0, predicted > Double(spans) * leastTurn * leastTurn else { return nil }
        // What is observed is noise as well: the factor is smaller still.
        return (observed / predicted).squareRoot()
    }
}
