import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// By how much a compass is off at each stamp of a clock, by cause: the heading that the magnetometer's readings show,
/// held as the track holds the device, against the reference. Radians, counter-clockwise; they add up, but for whole
/// turns, to the compass's error less `usual`.
struct CompassErrors {
    /// Magnets, iron and currents of the place.
    let field: [Double]
    /// The device's own iron, as far as the readings' calibration left it.
    let iron: [Double]
    /// The delay of the readings.
    let delay: [Double]
    /// The tilt of the track: shaking, mostly.
    let tilt: [Double]
    /// What is left in all of the log.
    let usual: Double

    /// Of the calibration's fit, nanoseconds: the errors of readings that are nearer are the same.
    private static let apart: Int64 = 500_000_000
    /// The delays that are tried, nanoseconds.
    private static let delays = stride(from: Int64(-100_000_000), through: 100_000_000, by: 5_000_000)
    /// The scale of delays, nanoseconds.
    private static let usualDelay = 20_000_000.0
    private static let mostReadings = 2000

    /// `nil` where too few readings lie within the clock.
    /// - Parameters:
    ///   - readings: microtesla.
    ///   - drivers: the clock, the reference and the track.
    ///   - declination: from the track's north to magnetic north, clockwise, radians.
    init?(_ readings: VectorStream, _ drivers: ErrorDrivers, declination: Double) {
        let margin = Self.delays.lazy.map(\.magnitude).max().map { Int64(clamping: $0) } ?? 0
        let (first, last) = (drivers.times[0] + margin, drivers.times[drivers.times.count - 1] - margin)
        guard first < last else { return nil }
        let inside = readings.clipped(to: first...last)
        guard inside.count >= 20 else { return nil }
        let delay = Self.delay(inside, drivers.reference)
        var late = OrientationCursor(drivers.reference)
        let paired = zip(inside.times, inside.values).compactMap { time, reading in
            late.orientation(at: time - delay).map { (time: time, reading: reading, orientation: $0) }
        }
        var next = Int64.min
        let spread = paired.filter { pair in
            guard pair.time >= next else { return false }
            next = pair.time + Self.apart
            return true
        }
        guard let model = IronAgainstReference(spread.map { ($0.reading, $0.orientation) }) else { return nil }

        // The field in the earth's axes: as the reading was stamped, at its own time, without iron, by the track.
        var (stamped, own) = (OrientationCursor(drivers.reference), OrientationCursor(drivers.track))
        var sums = [Fields](repeating: Fields(), count: drivers.times.count)
        var place = 0
        for pair in paired {
            guard let reference = stamped.orientation(at: pair.time), let track = own.orientation(at: pair.time)
            else { continue }
            while place + 1 < sums.count,
                (drivers.times[place + 1] - pair.time).magnitude <= (drivers.times[place] - pair.time).magnitude
            {
                place += 1
            }
            sums[place].stamped += reference.rotate(pair.reading)
            sums[place].timed += pair.orientation.rotate(pair.reading)
            sums[place].corrected += pair.orientation.rotate(model.corrected(pair.reading))
            sums[place].own += track.rotate(pair.reading)
        }
        // A stamp without a reading keeps the last one, or has the first one.
        var known = sums.first { $0.stamped != .zero } ?? Fields()
        for index in sums.indices {
            if sums[index].stamped == .zero { sums[index] = known } else { known = sums[index] }
        }

        func error(_ field: Vector3) -> Double { Angle.wrap(Double.atan2(y: field.x, x: field.y) - declination) }
        let corrected = sums.map { error($0.corrected) }
        var mean = CircularStatistics()
        corrected.forEach { mean.add($0) }
        let usual = Robust.centre(corrected, from: mean.mean ?? 0, scale: Self.calm)
        self.usual = usual
        field = corrected.map { Angle.wrap($0 - usual) }
        iron = sums.indices.map { Angle.wrap(error(sums[$0].timed) - corrected[$0]) }
        self.delay = sums.map { Angle.wrap(error($0.stamped) - error($0.timed)) }
        // With the track's tilt, and turned back by its own error.
        tilt = sums.indices.map {
            Angle.wrap(drivers.errors[$0] + error(sums[$0].own) - error(sums[$0].stamped))
        }
    }

    /// The scatter of a calm compass, radians.
    private static let calm = 0.1

    private struct Fields {
        var stamped = Vector3.zero
        var timed = Vector3.zero
        var corrected = Vector3.zero
        var own = Vector3.zero
    }

    /// The delay with which the field scatters least in the earth's axes: a likelihood with one error a second, and
    /// delays of some hundredths of a second before.
    private static func delay(_ readings: VectorStream, _ reference: QuaternionStream) -> Int64 {
        let stride = max(1, readings.count / mostReadings)
        let picked = Swift.stride(from: 0, to: readings.count, by: stride)
        func cost(_ delay: Int64) -> Double {
            var cursor = OrientationCursor(reference)
            let fields = picked.compactMap { index in
                cursor.orientation(at: readings.times[index] - delay).map { $0.rotate(readings.values[index]) }
            }
            let centre = Robust.median(fields)
            let scatter = Percentile.median(fields.map { ($0 - centre).length }) ?? 0
            return readings.duration * Double.log(scatter + 1e-3) + Double(delay.magnitude) / usualDelay
        }
        return delays.map { (delay: $0, cost: cost($0)) }.min { $0.cost < $1.cost }?.delay ?? 0
    }
}

/// Hard and soft iron that readings show against a reference: reading = soft * field + hard, with one field in the
/// earth's axes. Magnets are no noise: weights are Geman and McClure's, from a wide scale on (graduated non-convexity,
/// A. Blake, A. Zisserman, Visual Reconstruction, 1987; H. Yang et al., IEEE Robotics and Automation Letters 5(2),
/// 2020).
struct IronAgainstReference {
    /// Microtesla, device axes.
    let hard: Vector3
    private let inverse: Matrix3

    /// Of hard iron, microtesla, and of each element of soft iron less the identity, before the log.
    private static let (hardSigma, softSigma) = (200.0, 0.03)
    /// The least scale of a residual, microtesla: rooms.
    private static let leastScale = 0.5
    private static let (steps, narrowing) = (60, 0.85)

    /// `nil` with too few readings, or where they determine nothing.
    /// - Parameter readings: microtesla, device axes, with the orientation of the device, device to earth.
    init?(_ readings: [(reading: Vector3, orientation: Quaternion)]) {
        guard readings.count >= 20 else { return nil }
        var field = Robust.median(readings.map { $0.orientation.rotate($0.reading) })
        var (hard, soft, inverse) = (Vector3.zero, Matrix3.identity, Matrix3.identity)
        var weights = readings.map { _ in 1.0 }
        var scale = Double.infinity
        for _ in 0..<Self.steps {
            let expected = readings.map { $0.orientation.unrotate(field) }
            guard
                let fit = Self.fit(
                    readings.map(\.reading), expected, weights,
                    noise: scale.isFinite ? max(Self.leastScale, scale) : Self.hardSigma),
                let inverted = fit.soft.inverse
            else { return nil }
            (hard, soft, inverse) = (fit.hard, fit.soft, inverted)
            let distances = zip(readings, expected).map { ($0.reading - soft * $1 - hard).length }
            let typical = max(Self.leastScale, (Percentile.median(distances) ?? 0) / 1.54)
            let start = scale.isFinite ? scale : max(Self.leastScale, distances.max() ?? 0)
            scale = max(Self.narrowing * start, 2 * typical)
            weights = distances.map { distance in
                let share = 1 / (1 + (distance / scale) * (distance / scale))
                return share * share
            }
            var (sum, total) = (Vector3.zero, 0.0)
            for ((reading, orientation), weight) in zip(readings, weights) {
                sum += weight * orientation.rotate(inverse * (reading - hard))
                total += weight
            }
            field = (1 / total) * sum
        }
        (self.hard, self.inverse) = (hard, inverse)
    }

    /// The field without the iron, device axes.
    func corrected(_ reading: Vector3) -> Vector3 { inverse * (reading - hard) }

    /// Weighted least squares of the readings over the expected field and a constant, with the priors.
    private static func fit(
        _ readings: [Vector3], _ expected: [Vector3], _ weights: [Double], noise: Double
    ) -> (hard: Vector3, soft: Matrix3)? {
        let prior = (noise / softSigma) * (noise / softSigma)
        var square = Matrix.diagonal([prior, prior, prior, (noise / hardSigma) * (noise / hardSigma)])
        var right = Matrix(rows: 4, columns: 3)
        for i in 0..<3 { right[i, i] = prior }
        for ((reading, field), weight) in zip(zip(readings, expected), weights) {
            let row = [field.x, field.y, field.z, 1]
            for i in 0..<4 {
                for j in 0...i { square[i, j] += weight * row[i] * row[j] }
                for axis in 0..<3 { right[i, axis] += weight * row[i] * reading[axis] }
            }
        }
        guard let solution = try? Cholesky(square).solve(right) else { return nil }
        func column(_ i: Int) -> Vector3 { Vector3(solution[i, 0], solution[i, 1], solution[i, 2]) }
        return (column(3), Matrix3(columns: column(0), column(1), column(2)))
    }
}
