import Rotations
import Vocabulary

/// A magnet, modelled as a dipole, that a hand brings near the device from one side, holds there and takes away again.
public struct ApproachingMagnet: Sendable {
    /// From the start of its approach to the end of its retreat, seconds.
    public let interval: ClosedRange<Double>
    /// The smallest distance, metres.
    public let distance: Double
    /// From the device to the magnet, a unit vector: east, north, up.
    public let direction: Vector3
    /// Its magnetic moment: east, north, up, A m^2.
    public let moment: Vector3
    private let nearness: MinimumJerkPath

    /// The distance from which it comes, metres.
    public static let farthest = 1.5
    /// The longest duration of the approach or the retreat, seconds.
    public static let reach = 1.2

    /// A magnet that comes from `farthest` to `distance` and goes again within the interval, whose length is above 0.
    public init(interval: ClosedRange<Double>, distance: Double, direction: Vector3, moment: Vector3) {
        let duration = interval.upperBound - interval.lowerBound
        precondition(duration > 0, "a disturbance takes time")
        self.interval = interval
        self.distance = distance
        self.direction = direction.normalized ?? Vector3(1, 0, 0)
        self.moment = moment
        nearness = MinimumJerkPath(pulse: interval, rise: min(Self.reach, duration / 2))
    }

    /// The distance at a time in seconds, metres; `nil` while it is away.
    func distance(at time: Double) -> Double? {
        guard interval.contains(time) else { return nil }
        return Self.farthest + nearness.jet(at: time).value * (distance - Self.farthest)
    }

    /// The extra field at a time in seconds, microtesla: east, north, up. The field at `farthest` (0.06 microtesla per
    /// A m^2) is subtracted, so that the field begins and ends without a step.
    func field(at time: Double) -> Vector3 {
        guard let distance = distance(at: time) else { return .zero }
        return MagneticDipole.field(of: moment, at: -distance * direction)
            - MagneticDipole.field(of: moment, at: -Self.farthest * direction)
    }

    /// Magnets as in the disturbed trials of the phones (T. Michel et al., Pervasive and Mobile Computing 46, 2018):
    /// about every ten seconds one comes within 7 to 30 cm for some seconds.
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
