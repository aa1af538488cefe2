import LinearAlgebra
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// How an AR world turned about the vertical against the gyroscope, from each observation to the next. A relocalisation
/// turns the poses but not the gyroscope; a disturbed compass affects neither.
///
/// Each pose is propagated to the next one by the gyroscope's readings. Their bias and the delay of the poses' clock
/// are fitted to all steps together (Huber's weights, so that jumps do not count), from rotation vectors in device
/// axes: session - gyroscope = bias dt - delay (rate at the end - rate at the start).
public struct WorldTurns: Sendable, Hashable {
    /// Growth of the offset (true heading minus heading in the world) since the previous observation, radians; NaN for
    /// the first one and where the gyroscope has a hole in between.
    public private(set) var growths: [Double]
    /// Turn of the device about the vertical since then by the gyroscope, counter-clockwise, radians; may exceed half a
    /// turn. NaN likewise.
    public private(set) var turns: [Double]
    /// Delay of the poses' stamps against the gyroscope's, seconds.
    public private(set) var delay = 0.0

    /// The longest pause between readings that is not a hole, nanoseconds.
    private static let longestPause: Int64 = 100_000_000
    /// A clock with a larger delay is another one, seconds.
    private static let largestDelay = 0.5

    /// - Parameters:
    ///   - poses: the device's orientation in a level frame of the session.
    ///   - gyroscope: rad/s, device axes; its bias does not matter.
    public init(poses: QuaternionStream, gyroscope: VectorStream) {
        growths = [Double](repeating: .nan, count: poses.count)
        turns = growths
        var bias = Vector3.zero
        var steps = GyroscopePath(gyroscope, bias: bias, longestPause: Self.longestPause).steps(poses, delay: 0)
        // Both enter linearly while they are small: three passes converge. The bias is subtracted from the rates and
        // not from a step's rotation, since the device turns within the pauses of the poses.
        for _ in 0..<3 {
            guard let fit = Self.fit(steps) else { return }
            bias -= fit.bias
            guard (delay + fit.delay).magnitude <= Self.largestDelay else { break }
            delay += fit.delay
            steps = GyroscopePath(gyroscope, bias: bias, longestPause: Self.longestPause).steps(poses, delay: delay)
        }
        for step in steps {
            let predicted = poses.values[step.index - 1] * step.rotation
            growths[step.index] = (poses.values[step.index] * predicted.conjugate).twistAboutVertical
            turns[step.index] = step.turned.dot(poses.values[step.index - 1].conjugate.rotate(Vector3(0, 0, 1)))
        }
    }

    /// Bias and delay from the steps; `nil` for too few.
    private static func fit(_ steps: [Step]) -> (bias: Vector3, delay: Double)? {
        let short = steps.indices.filter { steps[$0].seconds <= longestStep }
        guard short.count >= 20 else { return nil }
        let rates = steps.map { $0.rotation.rotationVector / $0.seconds }
        let changes = steps.indices.map { index -> Vector3 in
            guard index > 0, index + 1 < steps.count, steps[index + 1].index == steps[index].index + 1,
                steps[index - 1].index == steps[index].index - 1
            else { return .zero }
            return (rates[index + 1] - rates[index - 1]) / 2
        }
        var (bias, delay) = (Vector3.zero, 0.0)
        var weights = [Double](repeating: 1, count: steps.count)
        for _ in 0..<8 {
            var (normal, right) = (Matrix(rows: 4, columns: 4), [Double](repeating: 0, count: 4))
            for index in short {
                let (step, change, weight) = (steps[index], changes[index], weights[index])
                let rows = [(change.x, step.excess.x), (change.y, step.excess.y), (change.z, step.excess.z)]
                for (axis, row) in rows.enumerated() {
                    normal[axis, axis] += weight * step.seconds * step.seconds
                    normal[axis, 3] += weight * step.seconds * row.0
                    normal[3, axis] += weight * step.seconds * row.0
                    normal[3, 3] += weight * row.0 * row.0
                    right[axis] += weight * step.seconds * row.1
                    right[3] += weight * row.0 * row.1
                }
            }
            // Without faster turns, the delay is not determined.
            normal[3, 3] += 1e-9
            guard let solution = try? normal.solve(right) else { return nil }
            (bias, delay) = (Vector3(solution[0], solution[1], solution[2]), -solution[3])
            let residuals = steps.indices.map {
                (steps[$0].excess - bias * steps[$0].seconds + changes[$0] * delay).length
            }
            // The median length of a vector of three unit Gaussians is 1.538.
            let scale = max(RobustStatistics.median(short.map { residuals[$0] }) / 1.538, 1e-9)
            weights = residuals.map { RobustStatistics.huberWeight($0 / (1.5 * scale)) }
        }
        return (bias, delay)
    }

    /// Longer steps span a pause of the poses and are not used for the fit, seconds.
    private static let longestStep = 0.3
}

/// The motion from one pose to the next.
private struct Step {
    /// Index of the second pose.
    var index: Int
    var seconds: Double
    /// Rotation by the gyroscope, device axes at the first pose.
    var rotation: Quaternion
    /// The integral of its readings, in the same axes, radians: for a constant axis, the turn with all its revolutions.
    var turned: Vector3
    /// Rotation of the poses beyond it, a rotation vector.
    var excess: Vector3
}

/// The integrated readings of a gyroscope, so that the rotation between any two times is one product.
private struct GyroscopePath {
    private let times: [Int64]
    /// The mean rates between neighbouring readings.
    private var rates: [Vector3] = []
    private var orientations: [Quaternion] = []
    /// The integrals of the rates, in axes of the first reading, radians.
    private var turned: [Vector3] = []
    /// The number of holes before each reading.
    private var holes: [Int] = []

    /// - Parameter bias: subtracted from all readings, rad/s.
    init(_ gyroscope: VectorStream, bias: Vector3, longestPause: Int64) {
        times = gyroscope.times
        var (orientation, sum, count) = (Quaternion.identity, Vector3.zero, 0)
        for index in times.indices {
            if index > 0 {
                let rate = (gyroscope.values[index] + gyroscope.values[index - 1]) / 2 - bias
                let pause = times[index] - times[index - 1]
                if pause > longestPause || !rate.isFinite { count += 1 }
                rates.append(rate.isFinite ? rate : .zero)
                sum += orientation.rotate(rates[index - 1]) * LogTime.seconds(pause)
                orientation =
                    (orientation * Quaternion(rotationVector: rates[index - 1] * LogTime.seconds(pause))).renormalized
            }
            orientations.append(orientation)
            turned.append(sum)
            holes.append(count)
        }
    }

    /// The integrals at a time.
    private struct State {
        var orientation: Quaternion
        var turned: Vector3
        var holes: Int
    }

    /// The integrals at a time and the number of holes before it; `nil` outside of the readings.
    private func state(at time: Int64) -> State? {
        guard let first = times.first, let last = times.last, first < last, time >= first, time <= last else {
            return nil
        }
        let index = min(max(times.prefixLength { $0 <= time } - 1, 0), times.count - 2)
        let turn = rates[index] * LogTime.seconds(time - times[index])
        // A hole after the reading counts from its start.
        return State(
            orientation: orientations[index] * Quaternion(rotationVector: turn),
            turned: turned[index] + orientations[index].rotate(turn),
            holes: time > times[index] ? holes[index + 1] : holes[index])
    }

    /// The steps between poses without a hole.
    func steps(_ poses: QuaternionStream, delay: Double) -> [Step] {
        let shift = Int64(clamping: (delay * 1e9).rounded())
        var steps: [Step] = []
        var before: State?
        for index in poses.times.indices {
            let now = state(at: poses.times[index] - shift)
            defer { before = now }
            guard index > 0, let before, let now, before.holes == now.holes,
                poses.times[index] > poses.times[index - 1]
            else { continue }
            let rotation = before.orientation.conjugate * now.orientation
            let own = poses.values[index - 1].conjugate * poses.values[index]
            steps.append(
                Step(
                    index: index, seconds: LogTime.seconds(poses.times[index] - poses.times[index - 1]),
                    rotation: rotation, turned: before.orientation.conjugate.rotate(now.turned - before.turned),
                    excess: (rotation.conjugate * own).rotationVector))
        }
        return steps
    }
}
