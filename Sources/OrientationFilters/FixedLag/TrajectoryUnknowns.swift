import RealModule
import Rotations

/// The unknowns of one node, a moment of a trajectory.
///
/// The world's z axis is up. Its heading is fixed at the first sample, where magnetic north seems to be then; where it
/// is, the field in `TrajectoryConstants` says.
package struct TrajectoryNode: FilterState {
    /// Device to world.
    package var orientation: Quaternion
    /// The gyroscope's, rad/s, device axes.
    package var bias = Vector3.zero
    /// World, m/s.
    package var velocity = Vector3.zero
    /// The field here less the mean field, by iron in the room: world, microtesla.
    package var room = Vector3.zero
}

/// The unknowns that all nodes share.
package struct TrajectoryConstants: FilterState {
    /// The gyroscope's scale and misalignment K: rate = raw - bias - K raw.
    package var distortion = Matrix3.zero
    /// Device axes, microtesla: raw = hardIron + softIron field. (A calibration's soft iron is the inverse, which
    /// undoes it.)
    package var hardIron = Vector3.zero
    package var softIron = Matrix3.identity
    /// The mean field, world, microtesla.
    package var field = Vector3.zero
    /// The accelerometer's bias, m/s^2, device axes.
    package var forceBias = Vector3.zero
    /// How late the magnetometer's readings are behind their stamps, s.
    package var delay = 0.0

    /// From world to magnetic north, a turn about the vertical, rad.
    var north: Double { Double.atan2(y: field.x, x: field.y) }
}

/// Where the unknowns are in a vector of changes. Nine places of a matrix are row by row.
///
/// Each a constant of its own: a tuple of them would be made when the program runs, and asked for at every use.
package enum TrajectoryLayout {
    /// Places of a node; first three of a turn about world axes.
    package static let node = 12
    package static let bias = 3
    package static let velocity = 6
    package static let room = 9
    /// Places of the constants.
    package static let constants = 28
    package static let distortion = 0
    package static let hardIron = 9
    package static let softIron = 12
    package static let field = 21
    package static let forceBias = 24
    package static let delay = 27
    /// Two nodes and the constants.
    static let interval = 2 * node + constants
    /// One node and the constants.
    static let prior = node + constants
}

extension TrajectoryNode {
    /// Adds a change; the turn (rad, world axes) is multiplied from the left.
    mutating func add(_ x: UnsafePointer<Double>) {
        orientation = (Quaternion(rotationVector: Vector3(x[0], x[1], x[2])) * orientation).renormalized
        bias += Vector3(x[3], x[4], x[5])
        velocity += Vector3(x[6], x[7], x[8])
        room += Vector3(x[9], x[10], x[11])
    }

    var isFinite: Bool { orientation.isFinite && bias.isFinite && velocity.isFinite && room.isFinite }

    /// Writes the change that leads from the other node to this one.
    func writeDifference(from other: TrajectoryNode, to x: DenseBlock.Numbers) {
        let turn = (orientation * other.orientation.conjugate).rotationVector
        let changes = (bias - other.bias, velocity - other.velocity, room - other.room)
        for i in 0..<3 {
            x[i] = turn[i]
            x[TrajectoryLayout.bias + i] = changes.0[i]
            x[TrajectoryLayout.velocity + i] = changes.1[i]
            x[TrajectoryLayout.room + i] = changes.2[i]
        }
    }
}

extension TrajectoryConstants {
    /// A reading of the magnetometer less the iron: the field in device axes, microtesla.
    func withoutIron(_ reading: Vector3) -> Vector3 {
        let soft = reading - hardIron
        return (softIron.inverse ?? .identity) * soft
    }

    var isFinite: Bool {
        distortion.isFinite && hardIron.isFinite && softIron.isFinite && field.isFinite && forceBias.isFinite
            && delay.isFinite
    }

    mutating func add(_ x: UnsafePointer<Double>) {
        func vector(_ i: Int) -> Vector3 { Vector3(x[i], x[i + 1], x[i + 2]) }
        func matrix(_ i: Int) -> Matrix3 { Matrix3(vector(i), vector(i + 3), vector(i + 6)) }
        distortion += matrix(TrajectoryLayout.distortion)
        hardIron += vector(TrajectoryLayout.hardIron)
        softIron += matrix(TrajectoryLayout.softIron)
        field += vector(TrajectoryLayout.field)
        forceBias += vector(TrajectoryLayout.forceBias)
        delay += x[TrajectoryLayout.delay]
    }

    /// Writes the change that leads from the other constants to these.
    func writeDifference(from other: TrajectoryConstants, to x: DenseBlock.Numbers) {
        func put(_ v: Vector3, _ i: Int) { for k in 0..<3 { x[i + k] = v[k] } }
        func put(_ m: Matrix3, _ i: Int) { for k in 0..<3 { put(m[row: k], i + 3 * k) } }
        put(distortion - other.distortion, TrajectoryLayout.distortion)
        put(hardIron - other.hardIron, TrajectoryLayout.hardIron)
        put(softIron - other.softIron, TrajectoryLayout.softIron)
        put(field - other.field, TrajectoryLayout.field)
        put(forceBias - other.forceBias, TrajectoryLayout.forceBias)
        x[TrajectoryLayout.delay] = delay - other.delay
    }
}

extension Matrix3 {
    @inline(__always)
    func column(_ i: Int) -> Vector3 { Vector3(row0[i], row1[i], row2[i]) }
}

extension Quaternion {
    /// By how much it is turned about the vertical against another one, both device to the same level frame: rad,
    /// counterclockwise, whatever the device's axes are.
    func headingAngle(from other: Quaternion) -> Double {
        let turn = self * other.conjugate
        return 2 * Double.atan2(y: turn.z, x: turn.w).remainder(dividingBy: .pi)
    }
}
