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

    /// East, north, up, metres.
    fileprivate var sigma: Vector3 { Vector3(horizontalSigma, horizontalSigma, verticalSigma) }
}

/// The fixes of a motion around a place, in the order of their stamps.
struct LocationFixes {
    private let model: LocationModel
    private let trajectory: Trajectory
    private let frame: LocalFrame
    private var random: RandomGenerator
    private var instants: SamplingInstants
    private var error: Vector3
    /// The instant of the next fix; `nil` at the end.
    private var ahead: Int64?
    private var last: Int64?

    /// - Parameter duration: seconds.
    init(
        _ model: LocationModel, of trajectory: Trajectory, place: GeodeticPosition, duration: Double,
        random: RandomGenerator
    ) {
        (self.model, self.trajectory, self.random) = (model, trajectory, random)
        frame = LocalFrame(origin: place)
        error = Self.scaled(self.random.gaussianVector(), model.sigma)
        instants = SamplingInstants(model.sampling, duration: duration, random: &self.random)
        ahead = instants.next()
    }

    /// The stamp of the next fix; `nil` at the end.
    var nextStamp: Int64? { ahead.map { $0 + model.sampling.delayNanoseconds } }

    /// The next fixes, up to a stamp.
    mutating func next(until end: Int64) -> SampleStream<LocationFix> {
        var fixes = SampleStream<LocationFix>()
        while let stamp = nextStamp, stamp <= end, let instant = ahead {
            let time = Double(instant) * 1e-9
            if let last {
                let decay = Double.exp(-Double(instant - last) * 1e-9 / model.correlationTime)
                error =
                    decay * error
                    + (1 - decay * decay).squareRoot() * Self.scaled(random.gaussianVector(), model.sigma)
            }
            (last, ahead) = (instant, instants.next())
            let position = frame.geodetic(local: trajectory.position(at: time) + error)
            let velocity = trajectory.velocity(at: time) + model.velocitySigma * random.gaussianVector()
            let speed = (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
            let course = Angle.wrapHeadingDegrees(Angle.degrees(Double.atan2(y: velocity.x, x: velocity.y)))
            let moves = speed >= model.minimumSpeed
            let fix = LocationFix(
                place: Decimal.rounded(position), accuracy: Decimal.rounded(model.accuracy, places: 1),
                speed: Decimal.rounded(speed, places: 2), course: moves ? Decimal.rounded(course, places: 1) : .nan,
                courseAccuracy: moves
                    ? Decimal.rounded(Angle.degrees(model.velocitySigma / speed), places: 1) : .nan)
            fixes.append(fix, at: stamp)
        }
        return fixes
    }

    private static func scaled(_ v: Vector3, _ s: Vector3) -> Vector3 { Vector3(v.x * s.x, v.y * s.y, v.z * s.z) }
}

extension RandomGenerator {
    /// Three independent numbers of the standard normal distribution.
    mutating func gaussianVector() -> Vector3 { Vector3(gaussian(), gaussian(), gaussian()) }
}
