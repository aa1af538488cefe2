import Rotations

/// The unknowns of the maximum a posteriori estimate.
struct MapModel {
    /// The unknowns of one node of the chain.
    struct Node {
        /// Device to east-north-up (magnetic north).
        var orientation: Quaternion
        /// rad/s.
        var bias: Vector3
        /// Velocity of the device, earth frame, m/s.
        var velocity = Vector3.zero
        /// Deviation of the field at this place from the mean, earth frame, microtesla.
        var room = Vector3.zero
    }

    var nodes: [Node]
    /// Gyroscope: w = w_raw - bias - distortion w_raw.
    var distortion = Matrix3.zero
    /// Magnetometer: m_raw = hardIron + softIron (field in device axes). Microtesla; no unit, full 3 x 3.
    var hardIron = Vector3.zero
    var softIron = Matrix3.identity
    /// The mean field, north and up, microtesla.
    var north = 22.0
    var up = -40.0
    /// Accelerometer's bias, m/s^2.
    var forceBias = Vector3.zero
    /// Delay of the magnetometer's stamps, s.
    var delay = 0.0

    // Offsets of the unknowns of a node, and indices of the shared ones.
    static let stride = 12
    static let (biasOffset, velocityOffset, roomOffset) = (3, 6, 9)
    static let distortionIndex = 0
    static let hardIronIndex = 9
    static let softIronIndex = 12
    static let fieldIndex = 21
    static let forceBiasIndex = 23
    static let delayIndex = 26
    static let sharedCount = 27

    /// The mean field, earth frame, microtesla.
    var field: Vector3 { Vector3(0, north, up) }

    /// Adds a step; that of the attitude is a rotation vector in the earth frame.
    mutating func add(locals: [Double], globals: [Double]) {
        func vector(_ x: [Double], _ i: Int) -> Vector3 { Vector3(x[i], x[i + 1], x[i + 2]) }
        for k in nodes.indices {
            let first = Self.stride * k
            nodes[k].orientation =
                (Quaternion(rotationVector: vector(locals, first)) * nodes[k].orientation).renormalized
            nodes[k].bias += vector(locals, first + Self.biasOffset)
            nodes[k].velocity += vector(locals, first + Self.velocityOffset)
            nodes[k].room += vector(locals, first + Self.roomOffset)
        }
        func matrix(_ i: Int) -> Matrix3 { Matrix3(vector(globals, i), vector(globals, i + 3), vector(globals, i + 6)) }
        distortion += matrix(Self.distortionIndex)
        hardIron += vector(globals, Self.hardIronIndex)
        softIron += matrix(Self.softIronIndex)
        north += globals[Self.fieldIndex]
        up += globals[Self.fieldIndex + 1]
        forceBias += vector(globals, Self.forceBiasIndex)
        delay += globals[Self.delayIndex]
        if north < 0 { turnAround() }
    }

    /// The same field for orientations turned about the vertical by half a turn.
    private mutating func turnAround() {
        north = -north
        let half = Quaternion(0, 0, 0, 1)
        for k in nodes.indices {
            nodes[k].orientation = half * nodes[k].orientation
            nodes[k].velocity = half.rotate(nodes[k].velocity)
            nodes[k].room = half.rotate(nodes[k].room)
        }
    }
}
