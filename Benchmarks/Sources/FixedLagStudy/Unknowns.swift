import Rotations

/// The unknowns of one node, a moment of the window.
///
/// The world's z axis is up. Its heading is fixed at the first sample, where magnetic north seems to be then; where it
/// is, the field in `Constants` says.
struct Node {
    /// Device to world.
    var orientation: Quaternion
    /// The gyroscope's, rad/s, device axes.
    var bias = Vector3.zero
    /// World, m/s.
    var velocity = Vector3.zero
    /// The field here less the mean field, by iron in the room: world, microtesla.
    var room = Vector3.zero
}

/// The unknowns that all nodes share.
struct Constants {
    /// The gyroscope's scale and misalignment K: rate = raw - bias - K raw.
    var distortion = Matrix3.zero
    /// Device axes, microtesla: raw = hardIron + softIron field. (The tool's soft iron is the inverse, which undoes
    /// it.)
    var hardIron = Vector3.zero
    var softIron = Matrix3.identity
    /// The mean field, world, microtesla.
    var field = Vector3.zero
    /// The accelerometer's bias, m/s^2, device axes.
    var forceBias = Vector3.zero
    /// How late the magnetometer's readings are behind their stamps, s.
    var delay = 0.0
}

/// Where the unknowns are in a vector of changes. Nine places of a matrix are row by row.
enum Layout {
    /// Places of a node; first three of a turn about world axes.
    static let node = 12
    static let (bias, velocity, room) = (3, 6, 9)
    /// Places of the constants.
    static let constants = 28
    static let (distortion, hardIron, softIron, field, forceBias, delay) = (0, 9, 12, 21, 24, 27)
    /// Two nodes and the constants.
    static let interval = 2 * node + constants
    /// One node and the constants.
    static let prior = node + constants
}

extension Node {
    /// Adds a change; the turn (rad, world axes) is multiplied from the left.
    mutating func add(_ x: UnsafePointer<Double>) {
        orientation = (Quaternion(rotationVector: Vector3(x[0], x[1], x[2])) * orientation).renormalized
        bias += Vector3(x[3], x[4], x[5])
        velocity += Vector3(x[6], x[7], x[8])
        room += Vector3(x[9], x[10], x[11])
    }

    /// Writes the change that leads from the other node to this one.
    func writeDifference(from other: Node, to x: Numbers) {
        let turn = (orientation * other.orientation.conjugate).rotationVector
        let changes = (bias - other.bias, velocity - other.velocity, room - other.room)
        for i in 0..<3 {
            x[i] = turn[i]
            x[Layout.bias + i] = changes.0[i]
            x[Layout.velocity + i] = changes.1[i]
            x[Layout.room + i] = changes.2[i]
        }
    }
}

extension Constants {
    mutating func add(_ x: UnsafePointer<Double>) {
        func vector(_ i: Int) -> Vector3 { Vector3(x[i], x[i + 1], x[i + 2]) }
        func matrix(_ i: Int) -> Matrix3 { Matrix3(vector(i), vector(i + 3), vector(i + 6)) }
        distortion += matrix(Layout.distortion)
        hardIron += vector(Layout.hardIron)
        softIron += matrix(Layout.softIron)
        field += vector(Layout.field)
        forceBias += vector(Layout.forceBias)
        delay += x[Layout.delay]
    }

    /// Writes the change that leads from the other constants to these.
    func writeDifference(from other: Constants, to x: Numbers) {
        func put(_ v: Vector3, _ i: Int) { for k in 0..<3 { x[i + k] = v[k] } }
        func put(_ m: Matrix3, _ i: Int) { for k in 0..<3 { put(m[row: k], i + 3 * k) } }
        put(distortion - other.distortion, Layout.distortion)
        put(hardIron - other.hardIron, Layout.hardIron)
        put(softIron - other.softIron, Layout.softIron)
        put(field - other.field, Layout.field)
        put(forceBias - other.forceBias, Layout.forceBias)
        x[Layout.delay] = delay - other.delay
    }
}

extension Matrix3 {
    func column(_ i: Int) -> Vector3 { Vector3(row0[i], row1[i], row2[i]) }
}
