import Rotations

/// The clocks of VQF's sensors and its first samples, which wait until an interval is known.
///
/// The package is told the sampling times; here the interval between the first two samples of any sensor stands in for
/// the intervals of all first samples. Until then force and field give the orientation as a compass does, which is what
/// the filter makes of its first samples in any case.
struct VQFStart: Sendable, Codable, Equatable {
    var gyroscope = SamplingInterval()
    var accelerometer = SamplingInterval()
    var magnetometer = SamplingInterval()
    /// The first samples as long as they wait: rad/s, m/s^2, microtesla.
    var rate: Vector3?
    var force: Vector3?
    var field: Vector3?
    var forceTime: Int64 = 0
    /// The first known interval, nanoseconds; 0 before.
    var interval: Int64 = 0
    /// The latest rate less its bias, rad/s, and its stamp.
    var latestRate = Vector3.zero
    var rateTime: Int64 = 0
    var hasLevel = false
    var hasHeading = false

    /// Whether a first force has waited long enough for a magnetometer.
    func isPatienceOver(at time: Int64) -> Bool { time - forceTime >= StartUp.patience }

    /// A device vector at `time` in the device axes of the last gyroscope sample, to first order; unchanged where the
    /// stamps are equal, as in the package, and where the next gyroscope sample is due: the last rate is then stale.
    @inline(__always)
    func carried(_ v: Vector3, from time: Int64) -> Vector3 {
        guard time != rateTime, gyroscope.hasStarted, time - rateTime < gyroscope.current else { return v }
        return v + min((time - rateTime).asSeconds, KalmanFilter.longestCarry) * latestRate.cross(v)
    }

    /// The orientation of the samples that wait.
    var orientation: Quaternion? {
        guard let force, let field else { return nil }
        return TiltCompass.orientation(force: force, field: field)
    }
}
