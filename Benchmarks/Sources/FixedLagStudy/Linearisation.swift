import Rotations

/// An interval at the unknowns as they are: where the integral leads from its first node, and how far that is from the
/// second one.
struct Linearisation {
    let integral: MotionIntegral
    let first, second: Node
    /// Device to world at the first node.
    let matrix: Matrix3
    /// Derivatives of the turn as those of the integral, world axes.
    let turn: Matrix3
    let scaled: MotionIntegral.Columns
    /// From the end of the integral to the second node, rad, world axes.
    private(set) var missing = Vector3.zero
    /// Of the accelerometer's bias since the integral was made.
    let forceBiasChange: Vector3
    private let biasChange: Vector3
    private let distortionChange: (Vector3, Vector3, Vector3)

    init(_ integral: MotionIntegral, _ first: Node, _ second: Node, _ constants: Constants) {
        self.integral = integral
        self.first = first
        self.second = second
        matrix = first.orientation.matrix
        turn = matrix * integral.turn
        scaled = (matrix * integral.scaled.0, matrix * integral.scaled.1, matrix * integral.scaled.2)
        forceBiasChange = constants.forceBias - integral.forceBias
        biasChange = first.bias - integral.bias
        let k = constants.distortion - integral.distortion
        distortionChange = (k.column(0), k.column(1), k.column(2))
        let end =
            first.orientation * Quaternion(rotationVector: -change(integral.turn, integral.scaled)) * integral.end
        missing = (second.orientation * end.conjugate).rotationVector
    }

    /// First-order change by the gyroscope's bias and distortion, from derivatives by them.
    func change(_ bias: Matrix3, _ columns: MotionIntegral.Columns) -> Vector3 {
        bias * biasChange + columns.0 * distortionChange.0 + columns.1 * distortionChange.1
            + columns.2 * distortionChange.2
    }

    /// Interpolated between the nodes: the room at a share of the interval.
    func room(at share: Double) -> Vector3 { (1 - share) * first.room + share * second.room }
}
