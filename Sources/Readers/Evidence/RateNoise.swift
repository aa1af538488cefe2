import Rotations
import SensorModels
import Vocabulary

/// A gyroscope that is quieter than any in degrees per second is in radians: by its noise at rest, or by all of its readings.
struct RateNoise {
    let text: String

    /// deg/s: chips have 0.003 to 0.01 per root hertz, over tens of hertz.
    private static let least = 0.0025
    /// deg/s, as above: with a sensor in SI beside it.
    private static let leastBesideSI = 0.005
    /// deg/s: offset and noise of a chip that rests are longer (offsets of 0.2 to 10 deg/s). Where it is not, the device rested, and a bias of
    /// less than 0.1 rad/s is found at rest.
    private static let leastLength = 0.1
    /// deg/s: shorter than the noise of a chip whose offset was taken out.
    private static let leastCalibrated = 0.01
    private static let window: Int64 = 2_000_000_000

    /// `nil` where the quietest two seconds are no quieter than that, or too few readings are in them.
    /// - Parameter force: of an accelerometer in m/s^2, that of boards and apps that give rad/s; empty where it is in g or there is none.
    init?(_ rate: VectorStream, beside force: VectorStream) {
        let readings = rate.sampledValues()
        let lengths = readings.map(\.length).sorted()
        if lengths.count >= 50, case let most = Percentile.of(sorted: lengths, 0.99), most > 0,
            most < Self.leastCalibrated
                || most < Self.leastLength && Self.isAtRest(force) && Self.isShort(readings)
        {
            text =
                "its readings of up to \(MagnitudeEvidence.shown(most)) are shorter than a gyroscope's offset and noise in deg/s"
            return
        }
        // What is constant is no reading.
        let quietest = Self.deviations(of: rate, fewest: 40) { part in
            (0..<3).allSatisfy { axis in Set(part.map { $0[axis] }).count >= 4 }
        }.map(\.largest).min()
        guard let quietest, quietest < Self.least else { return nil }
        text = "its noise at rest of \(MagnitudeEvidence.shown(quietest)) is below that of gyroscopes in deg/s"
    }

    /// m/s^2: readings of an accelerometer at rest are no further apart.
    private static let rest = 0.5

    private static func isAtRest(_ force: VectorStream) -> Bool {
        let readings = force.sampledValues()
        guard readings.count >= 50 else { return false }
        let median = readings.medians
        return Percentile.of(sorted: readings.map { ($0 - median).length }.sorted(), 0.95) < rest
    }

    /// Whether short readings at rest have an offset or next to no noise: where an offset was taken out, they are a chip's noise in deg/s.
    private static func isShort(_ readings: [Vector3]) -> Bool {
        let deviation = deviation(of: readings[...])
        return deviation.mean.length > deviation.total || deviation.largest < leastBesideSI
    }

    /// Standard deviations: of the axis that has most, and of all three.
    private static func deviation(of part: ArraySlice<Vector3>) -> (mean: Vector3, largest: Double, total: Double) {
        let mean = part.reduce(.zero, +) / Double(part.count)
        let variances = (0..<3).map { axis in
            part.reduce(0.0) { $0 + ($1[axis] - mean[axis]) * ($1[axis] - mean[axis]) } / Double(part.count)
        }
        return (mean, (variances.max() ?? 0).squareRoot(), variances.reduce(0, +).squareRoot())
    }

    /// Those over two seconds each.
    private static func deviations(
        of rate: VectorStream, fewest: Int, where isReading: (ArraySlice<Vector3>) -> Bool = { _ in true }
    ) -> [(mean: Vector3, largest: Double, total: Double)] {
        rate.windows(of: window).map { rate.values[$0] }.filter { $0.count >= fewest && isReading($0) }.map(deviation)
    }

    /// m/s^2 between the long and the short readings of a body that walks.
    private static let shaken = 1.5
    /// deg/s: what moves turns faster.
    private static let calm = 1.0

    /// Why a rate that is next to nothing in degrees cannot be in degrees, as text for reports: the device moved, which the accelerometer shows or
    /// the rate itself, that is lively and calm in turn. `nil` where it did not move.
    ///
    /// An engine shakes a device and does not turn it. So where it is shaken, the specific force of a second must turn with the rate.
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
        return "it moved, and its turns of up to \(MagnitudeEvidence.shown(fastest)) would be next to none in deg/s"
    }

    /// Whether a rate is lively and calm in turn, over two seconds each, and in motions that last longer than a vibration.
    private static func isLively(_ rate: VectorStream) -> Bool {
        let parts = deviations(of: rate, fewest: 20).map(\.total).sorted()
        let slow = deviations(of: rate.means(of: 200_000_000, fewest: 2), fewest: 5).map(\.total).sorted()
        guard parts.count >= 10, slow.count >= 10 else { return false }
        let lively = Percentile.of(sorted: parts, 0.8)
        return lively > 2.5 * Percentile.of(sorted: parts, 0.1) && Percentile.of(sorted: slow, 0.8) > 0.5 * lively
    }
}
