import Judge
import LinearAlgebra
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The constant offset of a raw magnetometer (its hard iron) and the strength of the field around it, from the log
/// alone.
///
/// A phone's raw readings are 300 to 700 microtesla long, of which the Earth's field is 25 to 65, so length and
/// direction mean something only about this offset. It need not be accurate here, only good enough to tell units a
/// factor of ten apart, and up from down.
struct HardIronEvidence {
    /// The offset, in the log's unit.
    let offset: Vector3
    /// Median length of the readings about it, in the log's unit: the strength of the field.
    let radius: Double
    /// Whether the strength of the field is reliable. If not, the offset still tells up from down.
    let isFirm: Bool
    /// rad/s in one unit of the gyroscope; `nil` where the fit used none.
    let rateFactor: Double?
    /// Correlation of the field's changes with the gyroscope's turns; 0 without a gyroscope.
    var rateCorrelation = 0.0

    /// Largest standard deviation of the offset, as a share of the field.
    private static let largestShare = 0.4
    /// Spans between two readings that are compared with the gyroscope, nanoseconds: long enough for a turn, short
    /// enough for turns to add up.
    private static let lengths: ClosedRange<Int64> = 100_000_000...500_000_000
    /// Turns within a span, radians.
    private static let turns = 0.02...0.6
    /// Most spans of a fit; more add nothing.
    private static let mostSpans = 4000

    /// The best estimate; `nil` where the log hardly turned or a magnet disturbed it.
    /// - Parameter rate: the gyroscope, in any unit that logs use.
    static func found(in field: VectorStream, rate: VectorStream) -> HardIronEvidence? {
        let parts = field.evidenceParts
        return fromTurning(field.within(parts), rate.within(parts)) ?? fromSphere(field)
    }

    /// From the gyroscope. The field d is fixed in the room, so that in device axes dd/dt = d x w. With the reading
    /// m = d + b and w = k g (g in the log's unit), a span in which g adds up to the turn q changes the reading by
    /// k (mean m) x q + q x (k b): linear in the four unknowns k and k b.
    ///
    /// - Returns: `nil` where k is no unit of a gyroscope, or offset and field cannot be separated.
    static func fromTurning(_ field: VectorStream, _ rate: VectorStream) -> HardIronEvidence? {
        guard field.count > 30, rate.count > 30 else { return nil }
        let spans = TurnIntegral(rate).spans(of: field, lengths: lengths)
        // The unit of the rate is still unknown: with a wrong one most spans turn too much or too little, and k is far
        // from 1.
        for factor in rate.rateFactors {
            let usable = spans.filter { turns.contains(factor * $0.turn.length) }
            if let found = fitted(field, usable, factor) { return found }
        }
        return nil
    }

    /// - Parameter factor: rad/s in one unit of the gyroscope, on trial.
    private static func fitted(_ field: VectorStream, _ spans: [TurnSpan], _ factor: Double) -> HardIronEvidence? {
        guard spans.count >= 30 else { return nil }
        let (rows, changes) = spans.sampled(mostSpans).equations(factor)
        guard let solution = try? Matrix(rows).leastSquares(changes, method: .qr), let covariance = solution.covariance
        else { return nil }
        let x = solution.parameters
        guard (0.7...1.4).contains(x[0]) else { return nil }
        let offset = Vector3(x[1], x[2], x[3]) / x[0]
        let sigma = (covariance[1, 1] + covariance[2, 2] + covariance[3, 3]).squareRoot() / x[0]
        let total = changes.reduce(0) { $0 + $1 * $1 }
        guard let radius = MagnitudeEvidence.medianLength(field, about: offset), radius > 0,
            sigma <= largestShare * radius, solution.weightedSumOfSquares < 0.6 * total
        else { return nil }
        return HardIronEvidence(
            offset: offset, radius: radius, isFirm: true, rateFactor: x[0] * factor,
            rateCorrelation: (1 - solution.weightedSumOfSquares / total).squareRoot())
    }

    /// From the readings alone: a sphere, |m|^2 = 2 m.b + c, which is firm (`isFirm`) only in a log that turned through
    /// many directions. With fewer turns its centre still lies on the right side.
    static func fromSphere(_ field: VectorStream) -> HardIronEvidence? {
        guard field.count >= 100 else { return nil }
        let readings = field.sampledValues(mostSpans)
        // About the mean, since squares of large offsets lose digits.
        let mean = readings.reduce(.zero, +) / Double(readings.count)
        let centred = readings.map { $0 - mean }
        guard
            let solution = try? Matrix(centred.map { [2 * $0.x, 2 * $0.y, 2 * $0.z, 1] }).leastSquares(
                centred.map(\.lengthSquared), method: .qr)
        else { return nil }
        let x = solution.parameters
        let centre = Vector3(x[0], x[1], x[2])
        let lengths = centred.map { ($0 - centre).length }
        guard let radius = Percentile.upperMedian(lengths), radius > 0 else { return nil }
        let scatter = (lengths.reduce(0) { $0 + ($1 - radius) * ($1 - radius) } / Double(lengths.count)).squareRoot()
        guard scatter <= 0.12 * radius,
            let spread = try? Matrix(centred.map { [$0.x / radius, $0.y / radius, $0.z / radius] }).sampleCovariance(),
            let directions = try? spread.covariance.symmetricEigen(), let thinnest = directions.values.min(),
            thinnest >= 0.003
        else { return nil }
        return HardIronEvidence(
            offset: mean + centre, radius: radius, isFirm: scatter <= 0.06 * radius && thinnest >= 0.05,
            rateFactor: nil)
    }
}

extension VectorStream {
    /// rad/s in one unit of a gyroscope's readings: of every unit, and for whole numbers of every chip's counts.
    var rateFactors: [Double] {
        LogUnit.units(of: .rate).map(\.factor)
            + (isWhole ? ReadingUnit.inCounts(for: .gyroscope).compactMap(\.factor) : [])
    }
}

extension [TurnSpan] {
    /// At most about so many of them, evenly spaced.
    func sampled(_ most: Int) -> [TurnSpan] {
        stride(from: 0, to: count, by: Swift.max(1, count / most)).map { self[$0] }
    }

    /// The equations for k and k b of `HardIronEvidence.fromTurning`, and the changes of the readings.
    /// - Parameters:
    ///   - factor: rad/s in one unit of the gyroscope.
    ///   - turned: what is done to the readings before.
    func equations(
        _ factor: Double, _ turned: (Vector3) -> Vector3 = { $0 }
    ) -> (rows: [[Double]], changes: [Double]) {
        var rows: [[Double]] = []
        var changes: [Double] = []
        for span in self {
            let q = factor * span.turn
            let (change, known) = (turned(span.to - span.from), turned(0.5 * (span.from + span.to)).cross(q))
            rows += [[known.x, 0, -q.z, q.y], [known.y, q.z, 0, -q.x], [known.z, -q.y, q.x, 0]]
            changes += [change.x, change.y, change.z]
        }
        return (rows, changes)
    }
}
