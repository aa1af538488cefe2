import Rotations

/// What the gyroscope and the accelerometer have done since the last correction, and how their errors enter.
///
/// With the rate w = u - b - K u of a reading u, the attitude error (earth frame) grows by - integral of R (db + dK u) dt.
/// These integrals are all that a correction needs of the samples, at any and irregular rates (preintegration as in
/// T. Lupton, S. Sukkarieh, IEEE Trans. Robotics 28(1), 2012, here in the earth frame).
struct StrapdownSpan: Codable, Sendable, Equatable {
    /// Integral of the rotation matrix R, s.
    var rotation = Matrix3.zero
    /// Integrals of R times the reading's x, y and z, rad.
    var rotationX = Matrix3.zero
    var rotationY = Matrix3.zero
    var rotationZ = Matrix3.zero
    /// Integral of the reading, device axes, rad.
    var reading = Vector3.zero
    /// s.
    var duration = 0.0
    /// Integral of the specific force in the earth frame, m/s, over `forceDuration` seconds.
    var force = Vector3.zero
    var forceDuration = 0.0

    /// A step of `dt` seconds with the reading `u` (rad/s) that ends in the orientation `q`.
    @inline(__always)
    mutating func add(_ u: Vector3, orientation q: Quaternion, for dt: Double) {
        let r = dt * q.matrix
        rotation += r
        rotationX += u.x * r
        rotationY += u.y * r
        rotationZ += u.z * r
        reading += dt * u
        duration += dt
    }
}
