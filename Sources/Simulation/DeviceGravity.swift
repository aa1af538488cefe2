import RealModule
import Rotations
import SensorModels

/// Gravity as a device computes it for applications: the direction from accelerometer and gyroscope, the length of
/// standard gravity (CoreMotion's gravity has length 1 g).
///
/// With a gyroscope, a complementary filter: the direction is turned by the rate (less the bias, which the device is
/// assumed to know) and corrected towards the accelerometer within a second. Without one, the low-pass of the
/// accelerometer, as in the documentation of Android's SensorEvent, which lags behind turns and lets shaking through.
struct DeviceGravity {
    /// Standard gravity, m/s^2 (CGPM 1901).
    static let length = 9.80665
    /// Time constant of the accelerometer's correction, seconds.
    static let timeConstantWithGyroscope = 1.0
    /// Time constant of the low-pass without gyroscope, seconds.
    static let timeConstantWithoutGyroscope = 0.15

    /// The gravity stream at the gyroscope's stamps, or at the accelerometer's without a gyroscope.
    static func stream(accelerometer: VectorStream, gyroscope: VectorStream, bias: Vector3) -> VectorStream {
        guard let first = accelerometer.values.first else { return VectorStream() }
        let clock = gyroscope.isEmpty ? accelerometer : gyroscope
        let timeConstant = gyroscope.isEmpty ? timeConstantWithoutGyroscope : timeConstantWithGyroscope
        var gravity = VectorStream()
        var estimate = first
        var accelerometerIndex = 0
        var lastCorrection = accelerometer.times[0]
        for row in clock.times.indices {
            if !gyroscope.isEmpty && row > 0 {
                let seconds = Double(clock.times[row] - clock.times[row - 1]) * 1e-9
                // The device turns by the rate, so a fixed direction turns against it in device axes.
                let turn = Quaternion(rotationVector: seconds * (gyroscope.values[row] - bias))
                estimate = turn.unrotate(estimate)
            }
            while accelerometerIndex < accelerometer.count,
                accelerometer.times[accelerometerIndex] <= clock.times[row]
            {
                let seconds = Double(accelerometer.times[accelerometerIndex] - lastCorrection) * 1e-9
                let weight = 1 - Double.exp(-seconds / timeConstant)
                estimate += weight * (accelerometer.values[accelerometerIndex] - estimate)
                lastCorrection = accelerometer.times[accelerometerIndex]
                accelerometerIndex += 1
            }
            guard let direction = estimate.normalized else { continue }
            gravity.append(Decimal.rounded(length * direction, places: 5), at: clock.times[row])
        }
        return gravity
    }
}
