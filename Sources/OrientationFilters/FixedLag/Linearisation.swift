import Rotations

/// An interval at the unknowns as they are: where the integral leads from its first node, and how far that is from the
/// second one.
struct Linearisation {
    let first, second: TrajectoryNode
    /// Device to world at the first node.
    let matrix: Matrix3
    /// Derivatives of the turn as those of the integral, world axes.
    let turn: Matrix3
    let scaled: MotionIntegral.Columns
    /// From the end of the integral to the second node, rad, world axes.
    let missing: Vector3
    /// The same from its end with the bias and distortion that it was made with, as the readings' orientations have
    /// them: at its end a reading is then at the second node, whatever the bias is now.
    let missingAsRead: Vector3
    /// Of the accelerometer's bias since the integral was made.
    let forceBiasChange: Vector3
    private let biasChange: Vector3
    private let distortionChange: Matrix3

    @inline(__always)
    init(
        _ integral: MotionIntegral, _ first: TrajectoryNode, _ second: TrajectoryNode,
        _ constants: TrajectoryConstants
    ) {
        self.first = first
        self.second = second
        matrix = first.orientation.matrix
        turn = matrix * integral.turn
        scaled = matrix * integral.scaled
        forceBiasChange = constants.forceBias - integral.forceBias
        biasChange = first.bias - integral.bias
        distortionChange = constants.distortion - integral.distortion
        let end = first.orientation * integral.end(bias: first.bias, distortion: constants.distortion)
        missing = (second.orientation * end.conjugate).rotationVector
        missingAsRead = (second.orientation * (first.orientation * integral.end).conjugate).rotationVector
    }

    /// By a change of the velocity for a turn that the integral misses, s: such a turn came about evenly.
    @inline(__always)
    func velocityShare(_ m: MotionIntegral) -> Matrix3 {
        (1 / m.duration) * (matrix * m.leverTime * matrix.transpose)
    }

    /// Device to world when the field that a reading shows was there; it has its share of the turn that is missing.
    @inline(__always)
    func orientation(at reading: FieldReading, _ share: Double, _ constants: TrajectoryConstants) -> Quaternion {
        Quaternion(rotationVector: share * missingAsRead) * first.orientation * reading.orientation
            * Quaternion(rotationVector: -constants.delay * reading.rate)
    }

    /// First-order change by the gyroscope's bias and distortion, from derivatives by them.
    @inline(__always)
    func change(_ bias: Matrix3, _ columns: MotionIntegral.Columns) -> Vector3 {
        let k = distortionChange
        return bias * biasChange + columns.x * k.column(0) + columns.y * k.column(1) + columns.z * k.column(2)
    }
}
