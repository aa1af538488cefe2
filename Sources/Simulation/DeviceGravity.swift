import RealModule
import Rotations
import SensorModels

/// Gravity as a device computes it for its applications: the direction from accelerometer and gyroscope, the length that of
/// standard gravity (as CoreMotion's gravity is of length 1 g).
///
/// With a gyroscope it is a complementary filter: the direction is turned by the rate (less the bias, which the device is
/// taken to know) and drawn towards the accelerometer within a second. Without one it is the accelerometer's low-pass, as the
/// documentation of Android's SensorEvent has it, which lags behind turns and lets shaking through.
struct DeviceGravity {
    /// Standard gravity, m/s^2 (CGPM 1901).
    static let length = 9.80665
    /// Seconds; how fast the accelerometer corrects the gyroscope.
    static let timeConstantWithGyroscope = 1.0
    /// Seconds; the low-pass without gyroscope.
    static let timeConstantWithoutGyroscope = 0.15

    /// The gravity stream at the gyroscope's stamps, at the accelerometer's where the gyroscope is absent.
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
                // The device turns by the rate, hence a direction of the earth turns against it.
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
