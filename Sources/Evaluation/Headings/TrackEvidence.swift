import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// How well the readings of gyroscope and magnetometer follow from a track: the evidence that every log has, with which
/// filters are compared where there is no reference.
///
/// Were the track right, a reading of the magnetometer would be hard iron plus one field, northward and down, in the
/// device's axes, and the device would turn as the gyroscope says but for one bias. Iron, field and bias are fitted to
/// each track; readings are taken as the sensors gave them, so that no calibration favours the filters that had it.
/// What is left, second by second, is Student's t, since magnets are no noise: the mean of its negative logarithm is
/// the misfit. A compass explains every reading and contradicts the gyroscope, an integrated gyroscope the reverse, and
/// a filter that follows a magnet, or a bias that is none, explains one of them worse than it could.
///
/// It compares tracks, as a likelihood does (A. P. Dawid, Statistical Theory: The Prequential Approach, Journal of the
/// Royal Statistical Society A 147(2), 1984); an error in degrees it is not.
public struct TrackEvidence: Codable, Sendable, Hashable {
    /// Mean over the seconds of twice the negative logarithm of Student's t, without its constant: of the
    /// magnetometer's readings, and of the gyroscope's turns.
    public let field, turn: Double
    /// Share of the seconds whose readings are within `near` scales of what the track explains.
    public let explained: Double

    /// From its parts.
    public init(field: Double, turn: Double, explained: Double) {
        (self.field, self.turn, self.explained) = (field, turn, explained)
    }

    /// Of both sensors; the smaller, the better.
    public var misfit: Double { field + Self.turnShare * turn }

    /// What a track turns too far it turns back: two seconds count as one.
    private static let turnShare = 0.5

    /// The scale of a second's mean reading, microtesla: noise, and the room's field where the device is moved.
    static let fieldScale = 2.0
    /// The scale of a second's turn, rad: a drift of the bias, and what a filter may correct.
    static let turnScale = 0.012
    /// Degrees of freedom.
    private static let freedom = 3.0
    /// Of `explained`.
    private static let near = 3.0
    /// With fewer seconds there is no evidence.
    private static let fewest = 5
    /// Of hard iron and field before the log, microtesla.
    private static let (ironSigma, earthSigma) = (300.0, 100.0)
    /// Orientations that are older are not compared with a sample, nanoseconds.
    private static let longestAge: Int64 = 50_000_000
    /// Over a longer step of the gyroscope no turn is known, nanoseconds.
    private static let longestStep: Int64 = 200_000_000
    /// Of a sum of samples, nanoseconds.
    private static let second: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - track: device to earth.
    ///   - input: the streams as the sensors gave them.
    ///   - declination: from the track's north to magnetic north, clockwise, rad.
    /// - Returns: `nil` without a gyroscope or a magnetometer, or with less than some seconds of both.
    public init?(_ track: OrientationTrack, _ input: FilterInput, declination: Double = 0) {
        let turns = Self.turns(track, input.gyroscope)
        let seconds = Self.seconds(track, input.magnetometer, declination)
        guard turns.count >= Self.fewest, seconds.count >= Self.fewest,
            let residuals = Self.fieldResiduals(seconds)
        else { return nil }
        field = Self.mean(residuals.map { Self.cost($0, Self.fieldScale) })
        // The bias turns with the device within a second: it is taken off before, as far as it is known.
        let bias = Self.centre(turns)
        let rest = Self.turns(track, input.gyroscope, bias: bias)
        let centre = Self.centre(rest)
        turn = Self.mean(rest.map { Self.cost($0 - centre, Self.turnScale) })
        let within = residuals.count { $0.length < Self.near * Self.fieldScale }
        explained = Double(within) / Double(residuals.count)
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    private static func cost(_ residual: Vector3, _ scale: Double) -> Double {
        (freedom + 3) * Double.log(1 + residual.lengthSquared / (scale * scale * freedom))
    }

    private static func weight(_ residual: Vector3, _ scale: Double) -> Double {
        (freedom + 3) / (freedom + residual.lengthSquared / (scale * scale))
    }

    /// A track's orientations by ascending time.
    private struct Reader {
        let track: OrientationTrack
        var row = 0

        /// That of the last row before or at a time; `nil` where it is too old or not finite.
        mutating func orientation(at time: Int64) -> Quaternion? {
            while row + 1 < track.count && track.times[row + 1] <= time { row += 1 }
            guard row < track.count, track.times[row] <= time, time - track.times[row] < longestAge else { return nil }
            let orientation = track.estimates[row].orientation
            return orientation.isFinite ? orientation : nil
        }
    }

    // MARK: Gyroscope

    /// Of each second, by how much the track turned beyond the gyroscope, per second: rad, device axes.
    private static func turns(
        _ track: OrientationTrack, _ gyroscope: VectorStream, bias: Vector3 = .zero
    ) -> [Vector3] {
        var reader = Reader(track: track)
        var found: [Vector3] = []
        var start: (time: Int64, orientation: Quaternion)?
        var turn = Quaternion.identity
        var last: (time: Int64, rate: Vector3)?
        for (time, rate) in zip(gyroscope.times, gyroscope.values) {
            if let last {
                let step = LogTime.difference(time, last.time)
                if step <= 0 || step > longestStep { start = nil }
                turn = turn * Quaternion(rotationVector: LogTime.seconds(step) * (0.5 * (last.rate + rate) + bias))
            }
            last = (time, rate)
            if let start, time - start.time < second { continue }
            let orientation = reader.orientation(at: time)
            if let start, let orientation {
                let missed = (start.orientation * turn).conjugate * orientation
                found.append((1 / LogTime.seconds(time - start.time)) * missed.rotationVector)
            }
            start = orientation.map { (time, $0) }
            turn = .identity
        }
        return found
    }

    /// A robust mean, from the median of each axis on: the bias, less its sign.
    private static func centre(_ values: [Vector3]) -> Vector3 {
        var centre = Robust.median(values)
        for _ in 0..<steps {
            var (sum, weights) = (Vector3.zero, 0.0)
            for value in values {
                let weight = weight(value - centre, turnScale)
                sum += weight * value
                weights += weight
            }
            centre = (1 / weights) * sum
        }
        return centre
    }

    // MARK: Magnetometer

    /// Means over a second.
    private struct Second {
        var reading = Vector3.zero
        /// Magnetic north and up in the device's axes.
        var north = Vector3.zero
        var up = Vector3.zero
    }

    private static func seconds(
        _ track: OrientationTrack, _ magnetometer: VectorStream, _ declination: Double
    ) -> [Second] {
        let north = Vector3(Double.sin(declination), Double.cos(declination), 0)
        var reader = Reader(track: track)
        var found: [Second] = []
        var (sum, count, end) = (Second(), 0.0, Int64.min)
        func close() {
            guard count > 0 else { return }
            let share = 1 / count
            found.append(Second(reading: share * sum.reading, north: share * sum.north, up: share * sum.up))
        }
        for (time, reading) in zip(magnetometer.times, magnetometer.values) {
            guard let orientation = reader.orientation(at: time) else { continue }
            if time >= end {
                close()
                (sum, count, end) = (Second(), 0, time + second)
            }
            let back = orientation.conjugate
            sum.reading += reading
            sum.north += back.rotate(north)
            sum.up += back.rotate(Vector3(0, 0, 1))
            count += 1
        }
        close()
        return found
    }

    /// How often weights are computed anew, from a wide scale on, which becomes narrower each time: graduated
    /// non-convexity, after A. Blake, A. Zisserman, Visual Reconstruction, 1987.
    private static let steps = 25
    private static let (wide, narrowing) = (50.0, 0.75)

    /// What hard iron and one field do not explain, microtesla.
    private static func fieldResiduals(_ seconds: [Second]) -> [Vector3]? {
        var residuals = seconds.map { _ in Vector3.zero }
        var scale = wide
        for step in 0..<steps {
            let weights = step == 0 ? seconds.map { _ in 1.0 } : residuals.map { weight($0, scale) }
            guard let x = solution(seconds, weights) else { return nil }
            for (i, second) in seconds.enumerated() {
                residuals[i] = second.reading - Vector3(x[0], x[1], x[2]) - x[3] * second.north - x[4] * second.up
            }
            scale = max(fieldScale, narrowing * scale)
        }
        return residuals
    }

    /// Hard iron, and the field's components to the north and up: weighted least squares.
    private static func solution(_ seconds: [Second], _ weights: [Double]) -> [Double]? {
        var square = Matrix(rows: 5, columns: 5)
        var right = [Double](repeating: 0, count: 5)
        for i in 0..<5 {
            let sigma = (i < 3 ? ironSigma : earthSigma) / fieldScale
            square[i, i] = 1 / (sigma * sigma)
        }
        for (second, weight) in zip(seconds, weights) {
            let columns = (second.north, second.up)
            for i in 0..<3 {
                square[i, i] += weight
                right[i] += weight * second.reading[i]
                square[3, i] += weight * columns.0[i]
                square[4, i] += weight * columns.1[i]
            }
            square[3, 3] += weight * columns.0.lengthSquared
            square[4, 3] += weight * columns.0.dot(columns.1)
            square[4, 4] += weight * columns.1.lengthSquared
            right[3] += weight * columns.0.dot(second.reading)
            right[4] += weight * columns.1.dot(second.reading)
        }
        return try? Cholesky(square).solve(right)
    }
}
