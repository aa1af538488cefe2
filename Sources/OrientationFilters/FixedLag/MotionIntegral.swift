import Rotations

/// Gyroscope and accelerometer between two nodes, integrated once in the axes of the device at the first of them, with
/// the derivatives by the gyroscope's bias and distortion, so that a solver need not integrate again.
///
/// After C. Forster, L. Carlone, F. Dellaert, D. Scaramuzza, On-Manifold Preintegration for Real-Time Visual-Inertial
/// Odometry, IEEE Transactions on Robotics 33(1), 2017, with the distortion beside the bias. A change of the bias by b
/// and of the distortion by K, with columns k0, k1, k2, turns the end by the rotation vector
/// -(turn b + scaled.x k0 + scaled.y k1 + scaled.z k2), from the left, to first order.
package struct MotionIntegral: FilterState {
    /// Derivatives by the three columns of the distortion.
    struct Columns: FilterState {
        var x = Matrix3.zero
        var y = Matrix3.zero
        var z = Matrix3.zero

        /// Each of them with a matrix on its left.
        static func * (m: Matrix3, columns: Columns) -> Columns {
            Columns(x: m * columns.x, y: m * columns.y, z: m * columns.z)
        }
        static func - (a: Columns, b: Columns) -> Columns { Columns(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }
    }

    /// s.
    package private(set) var duration = 0.0
    /// With what the samples are corrected.
    private(set) var bias = Vector3.zero
    private(set) var distortion = Matrix3.zero
    private(set) var forceBias = Vector3.zero

    /// Device now to device at the first node.
    package private(set) var end = Quaternion.identity
    /// Integral of the orientation's matrix R, s: the derivative by the bias, less its sign.
    private(set) var turn = Matrix3.zero
    /// Integral of R times one component of the raw rate, rad: by one column of the distortion.
    private(set) var scaled = Columns()

    /// Integral of the specific force f = R (raw - forceBias), m/s.
    private(set) var velocity = Vector3.zero
    /// Integral of R, s: the derivative of the velocity by the accelerometer's bias, less its sign.
    private(set) var forceTurn = Matrix3.zero
    /// Integral of the cross product matrix of f, m/s, and of it times the time since the first node, m.
    private(set) var lever = Matrix3.zero
    private(set) var leverTime = Matrix3.zero
    /// The derivatives of the velocity by the gyroscope's bias and distortion, through the turns.
    private(set) var leverTurn = Matrix3.zero
    private(set) var leverScaled = Columns()

    /// Length of the turn, rad.
    private(set) var angle = 0.0
    /// Over which the gyroscope's noise adds up, s: a turn counts as time too, as errors grow with it.
    var noisyTime: Double { duration + Self.turnNoise * angle }
    /// s/rad.
    private static let turnNoise = 0.3
    /// Variance of the turn that the samples do not show as the rate changes between them, rad^2, and of the velocity.
    private(set) var unseenTurn = 0.0
    private(set) var unseenVelocity = 0.0
    /// Time in gaps, s.
    private(set) var blind = 0.0
    /// Time that no sample of the accelerometer covers, s.
    private(set) var forceless = 0.0
    /// Readings of the magnetometer in it.
    package internal(set) var readings = 0

    /// rad/s, as read.
    private(set) var lastRate: Vector3
    private var force: Vector3?
    /// Up to where the force is integrated, and the stamp of its latest sample, s since the first node.
    private var forceTime = 0.0
    private var forceStamp = 0.0

    /// Longer steps are gaps, s.
    private static let longestStep = 0.2
    /// For so long a sample of the accelerometer holds, s.
    private static let longestForce = 1.5

    /// Begins at a sample of the gyroscope, rad/s, as read.
    package init(rate: Vector3) { lastRate = rate }

    /// The integral that begins where this one ends.
    package func next(bias: Vector3, distortion: Matrix3, forceBias: Vector3) -> MotionIntegral {
        var result = MotionIntegral(rate: lastRate)
        result.bias = bias
        result.distortion = distortion
        result.forceBias = forceBias
        result.force = force
        result.forceStamp = forceStamp - duration
        return result
    }

    /// The end with another bias and distortion, to first order.
    func end(bias: Vector3, distortion: Matrix3) -> Quaternion {
        let (b, k) = (bias - self.bias, distortion - self.distortion)
        let change = turn * b + scaled.x * k.column(0) + scaled.y * k.column(1) + scaled.z * k.column(2)
        return Quaternion(rotationVector: -change) * end
    }

    /// The latest rate, rad/s, corrected.
    package var rate: Vector3 { corrected(lastRate) }

    /// A rate as read, less bias and distortion, rad/s.
    @inline(__always)
    func corrected(_ raw: Vector3) -> Vector3 { raw - bias - distortion * raw }

    /// A gyroscope sample, rad/s, `step` seconds after the one before: the rate is linear between them.
    package mutating func add(rate raw: Vector3, step: Double) {
        let before = corrected(lastRate)
        let after = corrected(raw)
        let mean = 0.5 * (before + after)
        let meanRaw = 0.5 * (lastRate + raw)
        let half = Quaternion(rotationVector: (0.5 * step) * mean)
        let middle = end * half
        let full = step * middle.matrix
        turn += full
        scaled.x += meanRaw.x * full
        scaled.y += meanRaw.y * full
        scaled.z += meanRaw.z * full
        angle += step * mean.length
        let variance = UnseenTurn.variance(change: after - before, step: step)
        unseenTurn += variance
        unseenVelocity += variance * (step * step * (force ?? .zero).lengthSquared)
        if step > Self.longestStep { blind += step }
        end = (middle * half).renormalized
        duration += step
        lastRate = raw
    }

    /// An accelerometer sample, m/s^2, `late` seconds after the last one of the gyroscope. It holds from the sample
    /// before on, in the axes of the device at its own stamp.
    mutating func add(force value: Vector3, late: Double) {
        force = value
        accumulate(until: duration + late, late)
        forceStamp = duration + late
    }

    /// The last sample of the gyroscope is the second node: the force lasts until there.
    mutating func finish() {
        accumulate(until: duration, 0)
        forceless += max(0, duration - forceTime)
    }

    private mutating func accumulate(until time: Double, _ late: Double) {
        let step = time - forceTime
        guard step > 0, let force else { return }
        if time - forceStamp > Self.longestForce { forceless += step }
        let r = (late == 0 ? end : end * Quaternion(rotationVector: late * corrected(lastRate))).matrix
        let f = r * (force - forceBias)
        let cross = step * Matrix3.skew(f)
        velocity += step * f
        forceTurn += step * r
        lever += cross
        leverTime += (0.5 * (time + forceTime)) * cross
        let extra = late * r
        leverTurn += cross * (turn + extra)
        leverScaled.x += cross * (scaled.x + lastRate.x * extra)
        leverScaled.y += cross * (scaled.y + lastRate.y * extra)
        leverScaled.z += cross * (scaled.z + lastRate.z * extra)
        forceTime = time
    }
}

/// A reading of the magnetometer between two nodes, with the device's orientation at its stamp.
struct FieldReading: FilterState {
    /// Since the first node, s.
    let time: Double
    /// As read: microtesla, device axes.
    let value: Vector3
    /// Device here to device at the first node.
    let orientation: Quaternion
    /// rad/s, device axes.
    let rate: Vector3
}
