import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The unit of a gyroscope by what it cannot have read: where nothing turns with it, it may still be too fast for one unit.
struct RateEvidence {
    /// deg/s; `nil` where neither is possible.
    let unit: LogUnit?
    /// As text for reports.
    let text: String
    /// Whether nothing but a force that does not turn speaks: the device may have moved with it.
    let isByForce: Bool

    /// rad/s: gyroscopes measure up to 4000 degrees per second.
    private static let fastest = 75.0
    /// rad/s: nearly all of them measure up to 2000, and no hand turns faster.
    private static let usual = 36.0
    /// A gyroscope's offset at rest, deg/s: those of data sheets are up to 20.
    private static let largestOffset = 30.0

    /// `nil` where rad/s is possible: that deg/s is not makes it no rad/s, since a turntable or a sensor's own counts are left as well.
    /// - Parameters:
    ///   - direction: specific force or gravity, which a turn about another axis than the vertical moves.
    ///   - isStated: the log gives a unit: only what is impossible counts against it.
    init?(_ rate: VectorStream, direction: VectorStream, isStated: Bool) {
        let lengths = rate.sampledValues().map(\.length).sorted()
        // A few readings may be damaged.
        let peak = lengths.count > 10 ? lengths[lengths.count - max(10, lengths.count / 200)] : 0
        let steady = isStated ? nil : SteadyTurn(rate)
        let offset = steady?.hasRest == false ? steady?.length ?? 0 : 0
        let isRadians = peak <= (isStated ? Self.fastest : Self.usual)
        let isDegrees =
            peak * LogUnit.degreesPerSecond.factor <= Self.fastest && offset <= Self.largestOffset
        isByForce = isDegrees && isRadians
        guard isDegrees else {
            guard !isRadians else { return nil }
            unit = nil
            text =
                offset > Self.largestOffset
                ? "its readings hardly change about \(MagnitudeEvidence.shown(offset)), which is no gyroscope's offset in deg/s or rad/s: "
                    + "a steady turn, as on a turntable, or the sensor's own counts"
                : "the size of its turns (up to \(MagnitudeEvidence.shown(peak)), which no unit makes possible: the sensor's own counts?)"
            return
        }
        if isByForce {
            guard let most = Self.largestFactor(rate, direction, isStated: isStated), most < 0.1 else { return nil }
            text = "the specific force (in rad/s such turns would move it)"
        } else {
            text =
                "the size of its turns (up to \(MagnitudeEvidence.shown(peak)), too fast for "
                + (peak > Self.fastest ? "rad/s)" : "a hand in rad/s)")
        }
        unit = .degreesPerSecond
    }

    /// Spans in which a direction is compared with the rate, nanoseconds; the turn that a bias in rad/s does not reach in them, radians; how many
    /// of them it takes.
    private static let spans: [(lengths: ClosedRange<Int64>, leastTurn: Double, fewest: Int)] = [
        (80_000_000...299_999_999, 0.08, 20), (700_000_000...1_500_000_000, 0.2, 8),
    ]
    /// Radians: a direction is back after a whole turn.
    private static let largestTurn = 2.0
    /// Parts of gravity: how much the length of a force that shows where down is may change, and how far it may be from gravity.
    ///
    /// On a swing the force turns with the device. Through an angle A its length changes by A * A about gravity, and the turns in a span are
    /// up to sqrt(2) * A: longer ones in rad/s are no swing's.
    private static let (largestPulse, largestExcess) = (0.03, 0.1)

    /// How many rad/s one unit can be at most, from a direction that turns less than the rate says; `nil` where the rate says
    /// too little.
    private static func largestFactor(_ rate: VectorStream, _ direction: VectorStream, isStated: Bool) -> Double? {
        let parts = direction.evidenceParts
        let (rate, direction) = (rate.within(parts), direction.within(parts))
        guard direction.count > 20, rate.count > 20 else { return nil }
        let integral = TurnIntegral(rate)
        return spans.prefix(isStated ? 1 : spans.count).lazy.compactMap { lengths, leastTurn, fewest in
            var (predicted, observed, count) = (0.0, 0.0, 0)
            var forces: [Double] = []
            for span in integral.spans(of: direction, lengths: lengths) {
                guard let a = span.from.normalized, let b = span.to.normalized,
                    lengths == spans[0].lengths || span.turn.length <= largestTurn
                else { continue }
                let turn = ((a + b) * 0.5).cross(span.turn)
                predicted += turn.lengthSquared
                observed += (b - a).lengthSquared
                count += 1
                if turn.length > leastTurn / 2 { forces += [span.from.length, span.to.length] }
            }
            guard count >= fewest, observed > 0, predicted > Double(count) * leastTurn * leastTurn else { return nil }
            forces.sort()
            let gravity = LogUnit.gravities.factor
            let pulse = (Percentile.of(sorted: forces, 0.95) - Percentile.of(sorted: forces, 0.05)) / gravity
            guard pulse < largestPulse, (Percentile.of(sorted: forces, 0.5) / gravity - 1).magnitude < largestExcess,
                predicted > Double(count) * 2 * pulse
            else { return nil }
            // What is observed is noise as well: the factor is smaller still.
            return (observed / predicted).squareRoot()
        }.first
    }
}

/// A turn at one rate nearly throughout a log, as on a turntable: about the vertical it moves neither gravity nor specific force.
struct SteadyTurn {
    /// In the unit of the rate.
    let length: Double
    /// Whether the log rests as well: then the turn is no offset of the gyroscope.
    let hasRest: Bool

    /// Nanoseconds.
    private static let leastRest: Int64 = 500_000_000

    /// `nil` where the readings change.
    init?(_ rate: VectorStream) {
        let readings = rate.sampledValues()
        guard readings.count >= 10 else { return nil }
        let median = readings.medians
        let apart = readings.map { ($0 - median).length }.sorted()
        length = median.length
        guard Percentile.of(sorted: apart, 0.9) < 0.3 * length else { return nil }
        // The readings of a part that is at rest for half a second; a sensor that has not begun gives a few zeros.
        var (start, isFound) = (0, false)
        for index in rate.values.indices where !isFound {
            if rate.values[index].length >= 0.15 * length { start = index + 1 }
            isFound = index >= start + 9 && rate.times[index] - rate.times[start] >= Self.leastRest
        }
        hasRest = isFound
    }
}
