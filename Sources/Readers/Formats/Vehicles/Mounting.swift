import Rotations

/// How a sensor is mounted on its vehicle, by the numbers of MAVLink's MAV_SENSOR_ORIENTATION, which PX4's parameters
/// `SENS_BOARD_ROT` and `CAL_MAGn_ROT` use.
enum Mounting {
    /// Roll, pitch, yaw in degrees, by number.
    private static let angles: [(Double, Double, Double)] = [
        (0, 0, 0), (0, 0, 45), (0, 0, 90), (0, 0, 135), (0, 0, 180), (0, 0, 225), (0, 0, 270), (0, 0, 315),
        (180, 0, 0), (180, 0, 45), (180, 0, 90), (180, 0, 135), (0, 180, 0), (180, 0, 225), (180, 0, 270),
        (180, 0, 315),
        (90, 0, 0), (90, 0, 45), (90, 0, 90), (90, 0, 135), (270, 0, 0), (270, 0, 45), (270, 0, 90), (270, 0, 135),
        (0, 90, 0), (0, 270, 0), (0, 180, 90), (0, 180, 270), (90, 90, 0), (180, 90, 0), (270, 90, 0), (90, 180, 0),
        (270, 180, 0), (90, 270, 0), (180, 270, 0), (270, 270, 0), (90, 180, 90), (90, 0, 270), (90, 68, 293),
        (0, 315, 0), (90, 315, 0),
    ]

    /// Sensor axes to the vehicle's, both forward, right, down; `nil` for a number without a meaning.
    static func rotation(_ number: Int) -> Quaternion? {
        guard angles.indices.contains(number) else { return nil }
        let (roll, pitch, yaw) = angles[number]
        return rotation(roll: roll, pitch: pitch, yaw: yaw)
    }

    /// Rz(yaw) Ry(pitch) Rx(roll), degrees.
    static func rotation(roll: Double, pitch: Double, yaw: Double) -> Quaternion {
        Quaternion(angle: Angle.radians(yaw), axis: Vector3(0, 0, 1))
            * Quaternion(angle: Angle.radians(pitch), axis: Vector3(0, 1, 0))
            * Quaternion(angle: Angle.radians(roll), axis: Vector3(1, 0, 0))
    }
}
