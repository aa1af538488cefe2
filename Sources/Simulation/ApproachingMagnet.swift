import Rotations
import Vocabulary

/// A magnet that a hand brings near the device from one side, holds there and takes away again, as a dipole.
public struct ApproachingMagnet: Sendable {
    /// When it begins to come and when it is gone, seconds.
    public let interval: ClosedRange<Double>
    /// The nearest distance, metres.
    public let distance: Double
    /// From the device to the magnet, a unit vector: east, north, up.
    public let direction: Vector3
    /// Its moment: east, north, up, A m^2.
    public let moment: Vector3
    private let nearness: MinimumJerkPath

    /// From where it comes, metres.
    public static let farthest = 1.5
    /// The longest time that coming or going takes, seconds.
    public static let reach = 1.2

    /// A magnet that comes from `farthest` to `distance` and goes again within the interval, which is longer than 0.
    public init(interval: ClosedRange<Double>, distance: Double, direction: Vector3, moment: Vector3) {
        let duration = interval.upperBound - interval.lowerBound
        precondition(duration > 0, "a disturbance takes time")
        self.interval = interval
        self.distance = distance
        self.direction = direction.normalized ?? Vector3(1, 0, 0)
        self.moment = moment
        nearness = MinimumJerkPath(pulse: interval, rise: min(Self.reach, duration / 2))
    }

    /// How far it is at a time in seconds, metres; `nil` while it is away.
    func distance(at time: Double) -> Double? {
        guard interval.contains(time) else { return nil }
        return Self.farthest + nearness.jet(at: time).value * (distance - Self.farthest)
    }

    /// The extra field at a time in seconds, microtesla: east, north, up. What a magnet of that moment adds from `farthest`
    /// (0.06 microtesla per A m^2) is taken away, so that it comes and goes without a jump.
    func field(at time: Double) -> Vector3 {
        guard let distance = distance(at: time) else { return .zero }
        return MagneticDipole.field(of: moment, at: -distance * direction)
            - MagneticDipole.field(of: moment, at: -Self.farthest * direction)
    }

    /// Magnets as in the disturbed trials of the phones (T. Michel et al., Pervasive and Mobile Computing 46, 2018): every
    /// ten seconds or so one comes within 7 to 30 cm for some seconds.
    static func visits(until end: Double, random: inout RandomGenerator) -> [ApproachingMagnet] {
        var magnets: [ApproachingMagnet] = []
        var time = random.uniform(6, 12)
        while true {
            let duration = random.uniform(3, 7)
            guard time + duration < end else { return magnets }
            let direction = random.gaussianVector().normalized ?? Vector3(1, 0, 0)
            let moment = random.gaussianVector().normalized ?? Vector3(0, 1, 0)
            magnets.append(
                ApproachingMagnet(
                    interval: time...(time + duration), distance: random.uniform(0.07, 0.3), direction: direction,
                    moment: random.uniform(0.4, 1.2) * moment))
            time += duration + random.uniform(2, 7)
        }
    }
}
