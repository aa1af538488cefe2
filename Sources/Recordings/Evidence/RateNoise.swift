import Rotations
import SensorModels
import Vocabulary

/// A gyroscope that is quieter than any in degrees per second is in radians: by its noise at rest, or by all of its readings.
struct RateNoise {
    let text: String

    /// deg/s: chips have 0.003 to 0.01 per root hertz, over tens of hertz.
    private static let least = 0.0025
    /// deg/s: offset and noise of a chip that rests are longer (offsets of 0.2 to 10 deg/s). Where it is not, the device rested, and a bias of
    /// less than 0.1 rad/s is found at rest.
    private static let leastLength = 0.1
    private static let window: Int64 = 2_000_000_000

    /// `nil` where the quietest two seconds are no quieter than that, or too few readings are in them.
    init?(_ rate: VectorStream) {
        let lengths = rate.sampledValues().map(\.length).sorted()
        if lengths.count >= 50, case let most = Percentile.of(sorted: lengths, 0.99), most > 0, most < Self.leastLength
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

    /// Standard deviations of the axes over two seconds each.
    private static func deviations(
        of rate: VectorStream, fewest: Int, where isReading: (ArraySlice<Vector3>) -> Bool = { _ in true }
    ) -> [(largest: Double, total: Double)] {
        var result: [(largest: Double, total: Double)] = []
        var start = 0
        while start < rate.count {
            let end = rate.times.prefixLength { $0 < rate.times[start] + window }
            let part = rate.values[start..<max(end, start + 1)]
            start += part.count
            guard part.count >= fewest, isReading(part) else { continue }
            let mean = part.reduce(.zero, +) / Double(part.count)
            let variances = (0..<3).map { axis in
                part.reduce(0.0) { $0 + ($1[axis] - mean[axis]) * ($1[axis] - mean[axis]) } / Double(part.count)
            }
            result.append(((variances.max() ?? 0).squareRoot(), variances.reduce(0, +).squareRoot()))
        }
        return result
    }

    /// m/s^2 between the long and the short readings of a body that walks.
    private static let shaken = 1.5
    /// deg/s: what moves turns faster.
    private static let calm = 1.0

    /// Why a rate that is next to nothing in degrees cannot be in degrees, as text for reports: the device moved, which the accelerometer shows or
    /// the rate itself, that is lively and calm in turn. `nil` where it did not move.
    /// - Parameter force: m/s^2.
    static func calmness(of rate: VectorStream, beside force: VectorStream) -> String? {
        let rates = rate.sampledValues().map(\.length).sorted()
        guard rates.count >= 50, case let fastest = Percentile.of(sorted: rates, 0.99), fastest < calm, fastest > 0
        else {
            return nil
        }
        let lengths = force.sampledValues().map(\.length).sorted()
        let isShaken =
            lengths.count >= 50
            && Percentile.of(sorted: lengths, 0.9) - Percentile.of(sorted: lengths, 0.1) > shaken
        let parts = deviations(of: rate, fewest: 20).map(\.total).sorted()
        let isLively =
            parts.count >= 10 && Percentile.of(sorted: parts, 0.8) > 2.5 * Percentile.of(sorted: parts, 0.1)
        guard isShaken || isLively else { return nil }
        return "it moved, and its turns of up to \(MagnitudeEvidence.shown(fastest)) would be next to none in deg/s"
    }
}
