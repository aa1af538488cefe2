import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The unit of a gyroscope by impossible values: where nothing turns with it, it may still be too fast for one unit.
struct RateEvidence {
    /// deg/s; `nil` where neither deg/s nor rad/s is possible.
    let unit: LogUnit?
    /// As text for reports.
    let text: String
    /// Whether the only evidence is a force that does not turn: the device may have moved with it.
    let isByForce: Bool

    /// rad/s: the fastest gyroscopes measure 4000 degrees per second.
    private static let fastest = 75.0
    /// rad/s: nearly all gyroscopes measure up to 2000 degrees per second, and no hand turns faster.
    private static let usual = 36.0
    /// Largest offset at rest, deg/s; data sheets give up to 20.
    private static let largestOffset = 30.0

    /// `nil` where rad/s is possible. Impossible deg/s do not prove rad/s, since a turntable or counts remain.
    /// - Parameters:
    ///   - direction: specific force or gravity, which a turn about any axis but the vertical moves.
    ///   - isStated: the log gives a unit, so that only impossible values count against it.
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
                ? "its readings stay near \(MagnitudeEvidence.shown(offset)), too much for a gyroscope's offset in deg/s or rad/s: "
                    + "a steady turn, as on a turntable, or the sensor's own counts"
                : "the size of its turns (up to \(MagnitudeEvidence.shown(peak)), too much in any unit: the sensor's own counts?)"
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

    /// Spans in which a direction is compared with the rate, nanoseconds; the turn in them that a bias in rad/s does
    /// not reach, radians; and how many of them are needed.
    private static let spans: [(lengths: ClosedRange<Int64>, leastTurn: Double, fewest: Int)] = [
        (80_000_000...299_999_999, 0.08, 20), (700_000_000...1_500_000_000, 0.2, 8),
    ]
    /// Radians: a direction is back after a whole turn.
    private static let largestTurn = 2.0
    /// Relative to gravity: how much the length of a force that indicates down may change, and how far it may be from
    /// gravity.
    ///
    /// On a swing the force turns with the device. With an amplitude A its length changes by A * A about gravity, and
    /// the turns in a span are up to sqrt(2) * A: larger ones in rad/s are not a swing's.
    private static let (largestPulse, largestExcess) = (0.03, 0.1)

    /// Largest possible rad/s in one unit, from a direction that turns less than the rate says; `nil` where the rate is
    /// too small.
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
            // The observed turn contains noise as well, so the factor is even smaller.
            return (observed / predicted).squareRoot()
        }.first
    }
}

/// A turn at one rate nearly throughout a log, as on a turntable: about the vertical it moves neither gravity nor
/// specific force.
struct SteadyTurn {
    /// Length of the rate, in its unit.
    let length: Double
    /// Whether the log rests as well, so that the turn is no offset of the gyroscope.
    let hasRest: Bool

    /// Shortest rest, nanoseconds.
    private static let leastRest: Int64 = 500_000_000

    /// `nil` where the readings change.
    init?(_ rate: VectorStream) {
        let readings = rate.sampledValues()
        guard readings.count >= 10 else { return nil }
        let median = readings.medians
        let apart = readings.map { ($0 - median).length }.sorted()
        length = median.length
        guard Percentile.of(sorted: apart, 0.9) < 0.3 * length else { return nil }
        // Looks for readings at rest for half a second; a sensor that has not started gives a few zeros.
        var (start, isFound) = (0, false)
        for index in rate.values.indices where !isFound {
            if rate.values[index].length >= 0.15 * length { start = index + 1 }
            isFound = index >= start + 9 && rate.times[index] - rate.times[start] >= Self.leastRest
        }
        hasRest = isFound
    }
}

/// A gyroscope that is quieter than any in deg/s is in rad/s: by its noise at rest, or by the size of all its readings.
struct RateNoise {
    let text: String

    /// deg/s: chips have 0.003 to 0.01 per root hertz, over tens of hertz.
    private static let least = 0.0025
    /// The same beside a sensor in SI units.
    private static let leastBesideSI = 0.005
    /// deg/s: offset and noise of a chip at rest are longer (offsets of 0.2 to 10 deg/s). Should that be wrong, the
    /// device rested, and a bias of less than 0.1 rad/s is found at rest.
    private static let leastLength = 0.1
    /// deg/s: less than the noise of a chip whose offset was removed.
    private static let leastCalibrated = 0.01
    private static let window: Int64 = 2_000_000_000

    /// `nil` where the quietest two seconds are no quieter than that, or have too few readings.
    /// - Parameter force: of an accelerometer in m/s^2, as boards and apps that give rad/s have it; empty where it is
    ///   in g or there is none.
    init?(_ rate: VectorStream, beside force: VectorStream) {
        let readings = rate.sampledValues()
        let lengths = readings.map(\.length).sorted()
        if lengths.count >= 50, case let most = Percentile.of(sorted: lengths, 0.99), most > 0,
            most < Self.leastCalibrated
                || most < Self.leastLength && Self.isAtRest(force) && Self.isShort(readings)
        {
            text =
                "its readings of up to \(MagnitudeEvidence.shown(most)) are below a gyroscope's offset and noise in deg/s"
            return
        }
        // Constant readings were not measured.
        let quietest = Self.deviations(of: rate, fewest: 40) { part in
            (0..<3).allSatisfy { axis in Set(part.map { $0[axis] }).count >= 4 }
        }.map(\.largest).min()
        guard let quietest, quietest < Self.least else { return nil }
        text = "its noise at rest of \(MagnitudeEvidence.shown(quietest)) is below that of gyroscopes in deg/s"
    }

    /// Largest spread of an accelerometer's readings at rest, m/s^2.
    private static let rest = 0.5

    private static func isAtRest(_ force: VectorStream) -> Bool {
        let readings = force.sampledValues()
        guard readings.count >= 50 else { return false }
        let median = readings.medians
        return Percentile.of(sorted: readings.map { ($0 - median).length }.sorted(), 0.95) < rest
    }

    /// Whether short readings at rest have an offset or next to no noise: where an offset was taken out, they are a
    /// chip's noise in deg/s.
    private static func isShort(_ readings: [Vector3]) -> Bool {
        let deviation = deviation(of: readings[...])
        return deviation.mean.length > deviation.total || deviation.largest < leastBesideSI
    }

    /// Standard deviations: of the noisiest axis, and of all three.
    private static func deviation(of part: ArraySlice<Vector3>) -> (mean: Vector3, largest: Double, total: Double) {
        let mean = part.reduce(.zero, +) / Double(part.count)
        let variances = (0..<3).map { axis in
            part.reduce(0.0) { $0 + ($1[axis] - mean[axis]) * ($1[axis] - mean[axis]) } / Double(part.count)
        }
        return (mean, (variances.max() ?? 0).squareRoot(), variances.reduce(0, +).squareRoot())
    }

    /// The deviations over windows of two seconds.
    private static func deviations(
        of rate: VectorStream, fewest: Int, where isReading: (ArraySlice<Vector3>) -> Bool = { _ in true }
    ) -> [(mean: Vector3, largest: Double, total: Double)] {
        rate.windows(of: window).map { rate.values[$0] }.filter { $0.count >= fewest && isReading($0) }.map(deviation)
    }

    /// m/s^2 between the long and the short readings of a walking body.
    private static let shaken = 1.5
    /// deg/s: a moving device turns faster.
    private static let calm = 1.0

    /// Why a rate that is tiny in deg/s cannot be in deg/s, as text for reports: the device moved, as the accelerometer
    /// or the alternation of lively and calm rates shows. `nil` where it did not move.
    ///
    /// An engine shakes a device without turning it. So where it is shaken, the 1 s means of the specific force must
    /// turn with the rate.
    /// - Parameter force: of an accelerometer in m/s^2; empty where it is in g or there is none.
    static func calmness(of rate: VectorStream, beside force: VectorStream) -> String? {
        let rates = rate.sampledValues().map(\.length).sorted()
        let lengths = force.sampledValues().map(\.length).sorted()
        guard rates.count >= 50, lengths.count >= 50, case let fastest = Percentile.of(sorted: rates, 0.99),
            fastest < calm, fastest > 0
        else { return nil }
        let isShaken = Percentile.of(sorted: lengths, 0.9) - Percentile.of(sorted: lengths, 0.1) > shaken
        let turns =
            isShaken
            ? TurningEvidence.ratioOfMeans(rate, force).flatMap { RateScale($0, correlation: 0) }
                == .unit(.radiansPerSecond)
            : isLively(rate)
        guard turns else { return nil }
        return "it moved, and its turns of up to \(MagnitudeEvidence.shown(fastest)) would be nearly zero in deg/s"
    }

    /// Whether a rate alternates between lively and calm, over two seconds each, in motions that last longer than a
    /// vibration.
    private static func isLively(_ rate: VectorStream) -> Bool {
        let parts = deviations(of: rate, fewest: 20).map(\.total).sorted()
        let slow = deviations(of: rate.means(of: 200_000_000, fewest: 2), fewest: 5).map(\.total).sorted()
        guard parts.count >= 10, slow.count >= 10 else { return false }
        let lively = Percentile.of(sorted: parts, 0.8)
        return lively > 2.5 * Percentile.of(sorted: parts, 0.1) && Percentile.of(sorted: slow, 0.8) > 0.5 * lively
    }
}

/// Angles that wrap around: within half a circle, or from 0 to a whole one, with jumps of nearly a whole circle between
/// neighbours that hardly change otherwise. No rate does that.
struct AngleWraps {
    /// The readings before and behind the first jump.
    let before, after: Double

    /// Half a circle in degrees, radians and milliradians.
    private static let halfCircles: [Double] = [180, .pi, 3142]

    /// `nil` for readings that do not wrap around.
    init?<Numbers: RandomAccessCollection<Double>>(_ numbers: Numbers) where Numbers.Index == Int {
        let largest = numbers.lazy.map(\.magnitude).max() ?? 0
        guard
            let half = Self.halfCircles.first(where: {
                0.9 * $0 < largest && largest < 1.001 * $0 || 1.8 * $0 < largest && largest < 2.002 * $0
            }), largest < 1.5 * half || numbers.allSatisfy({ $0 >= 0 })
        else { return nil }
        let steps = zip(numbers, numbers.dropFirst()).map { ($1 - $0).magnitude }
        guard let usual = Percentile.upperMedian(steps), usual < 0.1 * half,
            let first = steps.indices.first(where: { index in
                steps[index] > 1.6 * half && (index == 0 || steps[index - 1] < 0.3 * half)
            })
        else { return nil }
        (before, after) = (numbers[first], numbers[first + 1])
    }

    /// By the first axis that wraps around.
    init?(_ stream: VectorStream) {
        let found = (0..<3).lazy.compactMap { axis in AngleWraps(stream.values.lazy.map { $0[axis] }) }.first
        guard let found else { return nil }
        self = found
    }
}

/// The unit of a gyroscope by the steps between its readings: those of a chip, in deg/s, mdps or rad/s.
///
/// All readings are multiples of the step, or all differences to the first one where an offset was removed. A single
/// other reading rejects the step: rounded readings are multiples of it only here and there.
struct RateResolution {
    let unit: LogUnit
    /// As text for reports.
    let text: String

    /// Largest probability that readings of any other kind are multiples of a step.
    private static let luck = 1e-7
    private static let most = 1500

    /// `nil` where the readings have no chip's step, or one in several units.
    init?(_ rate: VectorStream) {
        let readings = rate.sampledValues(2000)
        guard readings.count >= 20, let first = readings.first else { return nil }
        let axes = (0..<3).map { axis in readings.map { $0[axis] } }
        let grid = Self.grid(axes.joined())
        let differences = (0..<3).map { axis in axes[axis].map { $0 - first[axis] } }
        var found: [(unit: LogUnit, step: Double)] = []
        for (unit, scale) in [
            (LogUnit.degreesPerSecond, 1.0), (.millidegreesPerSecond, 1000),
            (.radiansPerSecond, Angle.radiansPerDegree),
        ] {
            let step = GyroscopeChips.steps.lazy.map { $0 * scale }.first { step in
                Self.areMultiples(axes.joined(), of: step, grid: grid, roundings: 1)
                    || Self.areMultiples(differences.joined(), of: step, grid: grid, roundings: 2)
            }
            if let step { found.append((unit, step)) }
        }
        guard let (unit, step) = found.first, found.count == 1 else { return nil }
        self.unit = unit
        text = "all its readings are multiples of \(MagnitudeEvidence.shown(step)), a chip's step in \(unit.rawValue)"
    }

    /// Place value of the last decimal of any of the numbers; 0 for more than nine decimals.
    private static func grid(_ numbers: some Sequence<Double>) -> Double {
        var (places, scale) = (0, 1.0)
        for number in numbers {
            while (number * scale - (number * scale).rounded()).magnitude > 1e-6 {
                (places, scale) = (places + 1, scale * 10)
                if places > 9 { return 0 }
            }
        }
        return 1 / scale
    }

    /// Whether numbers are multiples of a step but not of a multiple of it, and too many for chance.
    /// - Parameters:
    ///   - grid: place value of their last decimal.
    ///   - roundings: to the grid, in each number.
    private static func areMultiples(
        _ numbers: some Sequence<Double>, of step: Double, grid: Double, roundings: Double
    ) -> Bool {
        var seen: Set<Double> = []
        var (odds, untested, common) = (1.0, 0, 0)
        // A step with as many decimals was not rounded.
        let isOnGrid = grid > 0 && (step / grid - (step / grid).rounded()).magnitude < 1e-6
        let (error, leastOdds) = isOnGrid ? (0, max(0.02, grid / step)) : (0.5 * roundings * grid, 0.02)
        for number in numbers where number != 0 && seen.insert(number.magnitude).inserted {
            // Programs print at least six significant digits.
            let room = (error + 2e-6 * number.magnitude) / step + 1e-6
            guard room < 0.2 else {
                untested += 1
                continue
            }
            let count = number.magnitude / step
            guard (count - count.rounded()).magnitude <= room else { return false }
            odds *= max(2 * room, leastOdds)
            common = greatestCommonDivisor(common, Int(clamping: count.rounded()))
            if seen.count >= most { break }
        }
        return odds < luck && common == 1 && 5 * untested < seen.count
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
