import RealModule
import Rotations
import SensorModels
import Vocabulary

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

    private let hasGyroscope: Bool
    private let bias: Vector3
    /// Readings of the accelerometer that are later than the last row.
    private var waiting = VectorStream()
    private var estimate: Vector3?
    private var lastCorrection: Int64 = 0
    private var lastRow: Int64?

    /// - Parameter bias: of the gyroscope, rad/s.
    init(hasGyroscope: Bool, bias: Vector3) { (self.hasGyroscope, self.bias) = (hasGyroscope, bias) }

    /// The gravity at the gyroscope's stamps, or at the accelerometer's without a gyroscope.
    ///
    /// Both streams are up to the same stamp; none before the accelerometer's first reading.
    mutating func next(accelerometer: VectorStream, gyroscope: VectorStream) -> VectorStream {
        waiting.append(accelerometer)
        guard var estimate = estimate ?? waiting.values.first else { return VectorStream() }
        if lastRow == nil { lastCorrection = waiting.times[0] }
        let clock = hasGyroscope ? gyroscope : accelerometer
        let timeConstant = hasGyroscope ? Self.timeConstantWithGyroscope : Self.timeConstantWithoutGyroscope
        var gravity = VectorStream()
        var next = 0
        for (time, rate) in zip(clock.times, clock.values) {
            if hasGyroscope, let lastRow {
                let seconds = Double(time - lastRow) * 1e-9
                // The device turns by the rate, so a fixed direction turns against it in device axes.
                let turn = Quaternion(rotationVector: seconds * (rate - bias))
                estimate = turn.unrotate(estimate)
            }
            lastRow = time
            while next < waiting.count, waiting.times[next] <= time {
                let seconds = Double(waiting.times[next] - lastCorrection) * 1e-9
                let weight = 1 - Double.exp(-seconds / timeConstant)
                estimate += weight * (waiting.values[next] - estimate)
                lastCorrection = waiting.times[next]
                next += 1
            }
            guard let direction = estimate.normalized else { continue }
            gravity.append(Decimal.rounded(Self.length * direction, places: 5), at: time)
        }
        self.estimate = estimate
        waiting.times.removeFirst(next)
        waiting.values.removeFirst(next)
        return gravity
    }
}
