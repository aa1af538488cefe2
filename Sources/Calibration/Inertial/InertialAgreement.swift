import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Whether gyroscope and accelerometer agree: on the turn of the device against the vertical, and on the size of
/// gravity.
///
/// The specific force is gravity plus acceleration. The mean acceleration over a time is the change of velocity divided
/// by that time: of the motion of a hand, an arm or a leg, nearly nothing is left after two seconds (P. G. Savage, J.
/// Guid. Control Dyn. 21(2), 1998: the velocity integral of strapdown navigation). So the forces of two seconds, turned
/// into one frame by the gyroscope, have the vertical as their mean, and those of the next two seconds the same one.
/// The angle between the two is the turn that the gyroscope missed: by a wrong scale, sign or axis, clipping, a late
/// clock, or a jump of the bias. A constant bias is no disagreement: filters estimate it, and here it is fitted and
/// removed. Hard knocks leave a larger angle, since they clip and exceed the sample rate: in proportion to the root
/// mean square of the acceleration.
///
/// Turns about the vertical are not observable.
public struct InertialAgreement: Sendable, Hashable {
    /// Root mean square of the steps, radians.
    public private(set) var deviation = 0.0
    /// The share of the steps that neither the device's acceleration nor noise explains.
    public private(set) var unexplained = 0.0
    /// The median length of the mean force, m/s^2: gravity, if the stream has the right unit.
    public private(set) var gravity = 0.0
    /// The median acceleration, root mean square over two seconds, relative to `gravity`.
    public private(set) var acceleration = 0.0
    /// The constant bias that was removed, rad/s.
    public private(set) var bias = Vector3.zero

    /// An angle is explained up to `least`, radians, plus `perAcceleration` times the acceleration relative to gravity.
    /// In 84 trials with three phones (walking, running, swung), four fifths are within two thirds of it, also in the
    /// worst trial.
    public static let least = Angle.radians(12)
    /// Radians, or shares of gravity, for an acceleration of one g, root mean square.
    public static let perAcceleration = 0.5
    /// A larger share of unexplained steps is a contradiction.
    public static let largestShare = 0.2
    /// Largest relative deviation of the mean force's length from gravity for an accelerometer at rest: due to offsets
    /// and scale.
    public static let leastLength = 0.15
    /// The fewest steps for a result: ten seconds.
    private static let fewest = 7
    /// One second: a mean covers two cells, and the next one begins one cell later.
    private static let cell: Int64 = 1_000_000_000
    /// Data around a longer pause of the gyroscope are left out, nanoseconds.
    private static let longestPause: Int64 = 250_000_000

    /// Whether the gyroscope explains the turns of the force.
    public var isTurnExplained: Bool { unexplained <= Self.largestShare }

    /// Whether the force has the length of gravity: clipped knocks shorten it, in proportion to the acceleration.
    public var isGravity: Bool {
        (gravity / AccelerometerFit.standardGravity - 1).magnitude
            <= Self.leastLength + Self.perAcceleration * acceleration
    }

    /// Error of orientations from what the gyroscope misses over two seconds, radians, standard deviation; 0 where it
    /// misses nothing.
    public var sigmaOfTurn: Double { isTurnExplained ? 0 : deviation }

    /// Error of a filter that takes the rest of the force for an acceleration, radians, standard deviation; 0 where the
    /// force is gravity.
    public var sigmaOfLength: Double {
        isGravity ? 0 : Double.atan((gravity / AccelerometerFit.standardGravity - 1).magnitude)
    }

    /// `nil` where the streams overlap for less than ten seconds without a pause.
    public init?(gyroscope: VectorStream, force: VectorStream) {
        guard gyroscope.count > 1, force.count > 1 else { return nil }
        var steps: [Step] = []
        // The bias enters linearly while it is small: a few passes converge.
        for pass in 0..<5 {
            let means = Means(gyroscope, force, bias: bias)
            steps = means.steps
            guard steps.count >= Self.fewest else { return nil }
            gravity = RobustStatistics.median(means.lengths)
            guard pass < 4, let change = Self.bias(of: steps), change.length > 0.003 else { break }
            bias += change
        }
        let sizes = steps.map(\.size)
        deviation = (sizes.reduce(0) { $0 + $1 * $1 } / Double(sizes.count)).squareRoot()
        let accelerations = steps.map { $0.acceleration(gravity) / gravity }
        acceleration = RobustStatistics.median(accelerations)
        let strange = zip(sizes, accelerations).count { $0 > Self.least + Self.perAcceleration * $1 }
        unexplained = Double(strange) / Double(steps.count)
    }

    /// From one mean to the next.
    private struct Step {
        var size: Double
        /// The sines of the angle between the two, about the device's axes.
        var vector: Vector3
        /// The vertical in device axes between the two.
        var up: Vector3
        /// Means of the force's length and of its square over both.
        var length, square: Double

        /// Root mean square of the force's length about gravity, m/s^2.
        func acceleration(_ gravity: Double) -> Double {
            max(0, square - 2 * gravity * length + gravity * gravity).squareRoot()
        }
    }

    /// The constant rate that explains most of the steps, rad/s, by Huber's weights; `nil` where the device turned too
    /// little to separate its axes.
    private static func bias(of steps: [Step]) -> Vector3? {
        let length = 2 * Double(cell) * 1e-9
        var (found, weights) = (Vector3.zero, [Double](repeating: 1, count: steps.count))
        for _ in 0..<10 {
            // The rate about the vertical is not observable: a weak prior keeps it at 0.
            var (normal, right) = (Matrix3(diagonal: Vector3(1e-6, 1e-6, 1e-6)), Vector3.zero)
            for (step, weight) in zip(steps, weights) {
                let horizontal = Matrix3.identity - Matrix3.outer(step.up, step.up)
                normal += (weight * length * length) * horizontal
                right += (weight * length) * (horizontal * step.vector)
            }
            guard let inverse = normal.inverse else { return nil }
            found = inverse * right
            let residuals = steps.map { ($0.vector - length * (found - found.dot($0.up) * $0.up)).length }
            let scale = 1.5 * max(RobustStatistics.median(residuals), 1e-9)
            weights = residuals.map { RobustStatistics.huberWeight($0 / scale) }
        }
        return found
    }

    /// The force over cells of a second, in the frame of the first reading, by the gyroscope.
    private struct Means {
        private(set) var steps: [Step] = []
        private(set) var lengths: [Double] = []

        private struct Cell {
            var sum = Vector3.zero
            /// Sums of the lengths and of their squares.
            var length = 0.0
            var square = 0.0
            var count = 0
            /// Device to the frame at the start of the cell.
            var orientation = Quaternion.identity
            /// Whether the gyroscope paused in it.
            var isBroken = false

            static func + (a: Cell, b: Cell) -> Cell {
                Cell(
                    sum: a.sum + b.sum, length: a.length + b.length, square: a.square + b.square,
                    count: a.count + b.count)
            }

            mutating func add(_ force: Vector3) {
                sum += force
                length += force.length
                square += force.lengthSquared
                count += 1
            }
        }

        init(_ gyroscope: VectorStream, _ force: VectorStream, bias: Vector3) {
            let cells = Self.cells(gyroscope, force, bias)
            let counts = cells.filter { !$0.isBroken && $0.count > 0 }.map { Double($0.count) }
            guard cells.count >= 4, !counts.isEmpty else { return }
            // A cell may lack some readings, but not half of them.
            let fewest = max(1, Int(clamping: 0.6 * RobustStatistics.median(counts)))
            let isUsable = cells.map { !$0.isBroken && $0.count >= fewest }
            for index in 2..<(cells.count - 1) where isUsable[(index - 2)...(index + 1)].allSatisfy({ $0 }) {
                let (before, after) = (cells[index - 2] + cells[index - 1], cells[index] + cells[index + 1])
                guard let first = before.sum.normalized, let second = after.sum.normalized else { continue }
                lengths.append(after.sum.length / Double(after.count))
                let own = cells[index].orientation
                let (a, b) = (own.unrotate(first), own.unrotate(second))
                let (both, count) = (before + after, Double(before.count + after.count))
                steps.append(
                    Step(
                        size: first.angle(to: second), vector: a.cross(b), up: (a + b).normalized ?? a,
                        length: both.length / count, square: both.square / count))
            }
        }

        /// One pass; the rate between two readings is their mean.
        private static func cells(_ gyroscope: VectorStream, _ force: VectorStream, _ bias: Vector3) -> [Cell] {
            var cells: [Cell] = []
            guard let start = gyroscope.times.first else { return cells }
            var (orientation, reading) = (Quaternion.identity, 0)
            while reading < force.count, force.times[reading] < start { reading += 1 }
            var key = Int64.min
            var last = start
            func open(_ time: Int64, broken: Bool) {
                let own = (time - start) / cell
                guard own != key else { return }
                // A pause is one broken cell, however long, so that the cost depends on the samples alone.
                if own != key + 1, key >= 0 { cells.append(Cell(isBroken: true)) }
                key = own
                cells.append(Cell(orientation: orientation, isBroken: broken))
            }
            for index in gyroscope.values.indices {
                let time = gyroscope.times[index]
                let rate = 0.5 * (gyroscope.values[index] + gyroscope.values[max(index - 1, 0)]) - bias
                let isKnown = time - last <= longestPause && rate.isFinite
                let turn = isKnown ? LogTime.seconds(time - last) * rate : .zero
                // A force between two gyroscope readings is rotated by the middle of the step.
                let middle = orientation * Quaternion(rotationVector: 0.5 * turn)
                while reading < force.count, force.times[reading] < time {
                    if isKnown, force.values[reading].isFinite, !cells.isEmpty {
                        cells[cells.count - 1].add(middle.rotate(force.values[reading]))
                    }
                    reading += 1
                }
                if !isKnown, !cells.isEmpty { cells[cells.count - 1].isBroken = true }
                orientation = (orientation * Quaternion(rotationVector: turn)).renormalized
                open(time, broken: !isKnown)
                last = time
            }
            // The last cell is incomplete.
            if !cells.isEmpty { cells.removeLast() }
            return cells
        }
    }
}
