import Rotations
import Vocabulary

/// The unknowns of an in-use calibration, and their layout as a vector.
struct InUseModel: Sendable {
    /// Orientation of the first gyroscope sample, device to east-north-up (magnetic north).
    var start = Quaternion.identity
    /// Gyroscope: w = w_raw - bias - distortion w_raw. rad/s; no unit.
    var (bias, distortion) = (Vector3.zero, Matrix3.zero)
    /// Magnetometer: m_raw = hardIron + softIron (field in device axes). Microtesla; no unit, full 3 x 3.
    var (hardIron, softIron) = (Vector3.zero, Matrix3.identity)
    /// The Earth's field in the sensor's scale, microtesla: north and up (negative in the northern hemisphere).
    var (north, up) = (22.0, -40.0)
    /// Accelerometer's bias, m/s^2.
    var forceBias = Vector3.zero
    /// Delay of the magnetometer's stamps, seconds.
    var delay = 0.0
    /// Slow corrections of the orientation (rotation vectors, earth frame, rad) at the nodes 1, 2, ...; 0 at node 0.
    var corrections: [Vector3]

    /// Seconds between nodes.
    static let nodeInterval = 10.0

    // Columns of the unknowns.
    static let startIndex = 0
    static let biasIndex = 3
    static let distortionIndex = 6
    static let hardIronIndex = 15
    static let softIronIndex = 18
    static let fieldIndex = 27
    static let forceBiasIndex = 29
    static let delayIndex = 32
    static let correctionIndex = 33

    init(duration: Double) {
        corrections = Array(repeating: .zero, count: Int(clamping: (duration / Self.nodeInterval).rounded(.up)))
    }

    var count: Int { Self.correctionIndex + 3 * corrections.count }
    var field: Vector3 { Vector3(0, north, up) }

    /// The slow correction at a time, with the node before it and the share of the next one.
    func correction(at time: Double) -> (value: Vector3, node: Int, share: Double) {
        guard !corrections.isEmpty else { return (.zero, 0, 0) }
        let position = time / Self.nodeInterval
        let node = min(max(Int(clamping: position), 0), corrections.count - 1)
        let share = position - Double(node)
        let left = node == 0 ? Vector3.zero : corrections[node - 1]
        return ((1 - share) * left + share * corrections[node], node, share)
    }

    /// Adds one step of the solver.
    mutating func add(_ step: [Double]) {
        func vector(_ i: Int) -> Vector3 { Vector3(step[i], step[i + 1], step[i + 2]) }
        func matrix(_ i: Int) -> Matrix3 { Matrix3(vector(i), vector(i + 3), vector(i + 6)) }
        start = (Quaternion(rotationVector: vector(Self.startIndex)) * start).normalized ?? start
        bias += vector(Self.biasIndex)
        distortion += matrix(Self.distortionIndex)
        hardIron += vector(Self.hardIronIndex)
        softIron += matrix(Self.softIronIndex)
        north += step[Self.fieldIndex]
        up += step[Self.fieldIndex + 1]
        forceBias += vector(Self.forceBiasIndex)
        delay += step[Self.delayIndex]
        for k in corrections.indices { corrections[k] += vector(Self.correctionIndex + 3 * k) }
        if north < 0 {
            // The same field for an attitude turned about the vertical by half a turn.
            north = -north
            start = Quaternion.aboutVertical(.pi) * start
            corrections = corrections.map { Vector3(-$0.x, -$0.y, $0.z) }
        }
    }
}

/// Prior values and standard deviations.
struct InUsePrior: Sendable {
    /// rad/s.
    var bias = Vector3.zero
    /// rad/s (2 deg/s).
    var biasSigma = 0.035
    /// No unit.
    var distortion = Matrix3.zero
    /// Scale and misalignment of the gyroscope, per element, no unit: 1 %. A looser prior would absorb what belongs to
    /// the field.
    var distortionSigma = 0.01
    /// Rotation of the gyroscope's axes against the accelerometer's beyond that, rad per axis; nil = `distortionSigma`.
    var turnSigma: Double?
    /// Weight of the specific force's information.
    var forceShare = 1.0
    /// Microtesla, per axis; `nil` = unknown.
    var hardIron: (value: Vector3, sigma: Double)?
    /// No unit.
    var softIron = Matrix3.identity
    /// Soft iron and misalignment of the magnetometer, per element, no unit.
    var softIronSigma = 0.05
    /// The Earth's field, north and up, microtesla; nil = unknown.
    var field: (north: Double, up: Double)?
    /// Deviation of the field in buildings, microtesla.
    var fieldSigma = 10.0
    /// m/s^2.
    var forceBiasSigma = 0.1
    /// Seconds.
    var delay = 0.0
    /// Seconds.
    var delaySigma = 0.02
    /// Random walk of the slow attitude correction from node to node, rad (0.3 deg).
    var correctionSigma = 0.00524
    /// Noise of the magnetometer and error of the field model, microtesla.
    var magneticSigma = 2.0
    /// Weight of a reading's information: neighbours have correlated errors.
    var magneticShare = 0.3
}
