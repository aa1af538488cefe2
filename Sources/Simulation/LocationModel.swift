import Geodesy
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// A satellite receiver. The error of a fix is a slow first-order Gauss-Markov process, so that neighbouring fixes
/// agree better with each other than with the truth.
///
/// The defaults are those of a phone under open sky: a 68 % radius of 6 m (phones typically give 4 m and more).
public struct LocationModel: Sendable, Hashable {
    /// Standard deviation of the horizontal error, metres, per axis.
    public var horizontalSigma = 4.0
    /// Standard deviation of the altitude's error, metres.
    public var verticalSigma = 6.0
    /// The time in which the error's correlation falls to 1/e, seconds.
    public var correlationTime = 60.0
    /// When fixes are taken.
    public var sampling = SamplingModel(rate: 1, jitter: 0)
    /// Standard deviation of the velocity's error, m/s, per axis.
    public var velocitySigma = 0.15
    /// Speed below which no course is given, m/s.
    public var minimumSpeed = 0.4

    /// Sets the horizontal error per axis, metres, and the vertical one 1.5 times as large.
    public mutating func setError(horizontal: Double) {
        horizontalSigma = horizontal
        verticalSigma = 1.5 * horizontal
    }

    /// The radius in metres that holds 68.3 % of a circular error: sigma sqrt(-2 ln 0.317).
    var accuracy: Double { horizontalSigma * 1.5158 }

    /// The fixes of a motion around a place.
    func fixes(of trajectory: Trajectory, place: GeodeticPosition, duration: Double, random: inout RandomGenerator)
        -> SampleStream<LocationFix>
    {
        let frame = LocalFrame(origin: place)
        let sigma = Vector3(horizontalSigma, horizontalSigma, verticalSigma)
        var error = scaled(random.gaussianVector(), sigma)
        var last: Int64?
        var fixes = SampleStream<LocationFix>()
        for instant in sampling.instants(duration: duration, random: &random) {
            let time = Double(instant) * 1e-9
            if let last {
                let decay = Double.exp(-Double(instant - last) * 1e-9 / correlationTime)
                error = decay * error + (1 - decay * decay).squareRoot() * scaled(random.gaussianVector(), sigma)
            }
            last = instant
            let position = frame.geodetic(local: trajectory.position(at: time) + error)
            let velocity = trajectory.velocity(at: time) + velocitySigma * random.gaussianVector()
            let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
            let course = Angle.wrapHeadingDegrees(Angle.degrees(Double.atan2(y: velocity.x, x: velocity.y)))
            let moves = speed >= minimumSpeed
            let fix = LocationFix(
                place: Decimal.rounded(position), accuracy: Decimal.rounded(accuracy, places: 1),
                speed: Decimal.rounded(speed, places: 2), course: moves ? Decimal.rounded(course, places: 1) : .nan,
                courseAccuracy: moves ? Decimal.rounded(Angle.degrees(velocitySigma / speed), places: 1) : .nan)
            fixes.append(fix, at: instant + sampling.delayNanoseconds)
        }
        return fixes
    }

    private func scaled(_ v: Vector3, _ s: Vector3) -> Vector3 { Vector3(v.x * s.x, v.y * s.y, v.z * s.z) }
}

extension RandomGenerator {
    /// Three independent numbers of the standard normal distribution.
    mutating func gaussianVector() -> Vector3 { Vector3(gaussian(), gaussian(), gaussian()) }
}
