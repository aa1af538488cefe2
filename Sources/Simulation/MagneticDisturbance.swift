import RealModule
import Rotations
import Vocabulary

/// A field that is added to the earth's.
public enum MagneticDisturbance: Sendable {
    /// A field fixed to the device.
    case attached(AttachedMagnet)
    /// A magnet at rest in the room, as a dipole: its position (east, north, up of the scenario's place, metres) and
    /// its moment (east, north, up, A m^2). A neodymium magnet has about 1 A m^2 per cubic centimetre.
    case dipole(position: Vector3, moment: Vector3)
    /// A magnet brought near and taken away.
    case approaching(ApproachingMagnet)
    /// The field of a building, fixed to it.
    case building(BuildingField)
    /// Iron at rest in a room that a device is carried about in.
    case iron(RoomIron)
    /// A magnet that passes slowly.
    case passing(PassingMagnet)

    /// The smallest distance of a magnet from the sensor, metres; closer, the dipole model does not hold.
    public static let nearest = 0.01

    /// The extra field, microtesla, device axes, at a time in seconds on a device with a position (east, north, up of
    /// the scenario's place, metres) and an orientation.
    func field(at time: Double, position: Vector3, orientation: Quaternion) -> Vector3 {
        switch self {
        case .attached(let magnet): return magnet.field(at: time)
        case .dipole(let magnet, let moment):
            return orientation.unrotate(MagneticDipole.field(of: moment, at: position - magnet))
        case .approaching(let magnet): return orientation.unrotate(magnet.field(at: time))
        case .building(let building): return orientation.unrotate(building.field(at: position))
        case .iron(let iron): return orientation.unrotate(iron.field(at: time, position: position))
        case .passing(let magnet): return orientation.unrotate(magnet.field(at: time))
        }
    }

    /// The distance of the magnet from a position, metres; `nil` for a disturbance without a place and for an absent
    /// magnet.
    func distance(at time: Double, position: Vector3) -> Double? {
        switch self {
        case .attached, .building, .iron, .passing: return nil
        case .dipole(let magnet, _): return (position - magnet).length
        case .approaching(let magnet): return magnet.distance(at: time)
        }
    }
}

/// The dipole model of a magnet that is small compared with its distance.
public enum MagneticDipole {
    /// The field of a dipole at a displacement from it in metres, microtesla: mu0 / (4 pi) (3 (m . r) r / r^5 - m /
    /// r^3) (J. D. Jackson, Classical Electrodynamics, eq. 5.56). Not finite at r = 0.
    public static func field(of moment: Vector3, at displacement: Vector3) -> Vector3 {
        let distance = displacement.length
        let cube = distance * distance * distance
        let direction = displacement / distance
        // mu0 / (4 pi) = 1e-7 T m/A = 0.1 microtesla m/A.
        return (0.1 / cube) * (3 * moment.dot(direction) * direction - moment)
    }
}

/// A magnet that is on the device for some time (a cover, a holder, the car around it): an extra field in device axes
/// that rises, stays and falls.
public struct AttachedMagnet: Sendable {
    /// When it acts, seconds.
    public let interval: ClosedRange<Double>
    /// The field at its strongest, microtesla, device axes.
    public let field: Vector3
    private let envelope: MinimumJerkPath

    /// A magnet that rises and falls within `rise` seconds (at most half of the interval, whose length is above 0).
    public init(interval: ClosedRange<Double>, field: Vector3, rise: Double = 0.5) {
        let duration = interval.upperBound - interval.lowerBound
        precondition(duration > 0 && rise > 0, "a disturbance takes time")
        self.interval = interval
        self.field = field
        envelope = MinimumJerkPath(pulse: interval, rise: min(rise, duration / 2))
    }

    /// The extra field at a time in seconds, microtesla, device axes.
    func field(at time: Double) -> Vector3 { envelope.jet(at: time).value * field }
}

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

/// The field of a building's iron, added to the earth's field: it varies over metres and is constant in time.
///
/// A sum of plane solutions of Laplace's equation with horizontal wave vectors k n, a exp(-k z) (n sin(k n . x + p) +
/// up cos(...)): free of sources and of curl, as a field in air is, and fading with height, as above iron in a floor.
public struct BuildingField: Sendable {
    private struct Wave {
        var direction: Vector3
        var wavenumber: Double
        var phase: Double
    }

    private let waves: [Wave]
    private let amplitude: Double

    /// A random field.
    ///
    /// - Parameters:
    ///   - rootMeanSquare: of the extra field's length at height 0, microtesla.
    ///   - length: over which it changes, metres, > 0.
    ///   - random: equal generators give equal fields.
    public init(rootMeanSquare: Double, length: Double = 1.5, random: inout RandomGenerator) {
        let count = 12
        amplitude = rootMeanSquare / Double(count).squareRoot()
        waves = (0..<count).map { _ in
            let azimuth = random.uniform(0, 2 * Double.pi)
            return Wave(
                direction: Vector3(Double.cos(azimuth), Double.sin(azimuth), 0),
                wavenumber: random.uniform(0.5, 1.5) / length, phase: random.uniform(0, 2 * Double.pi))
        }
    }

    /// The extra field at a position (east, north, up of the scenario's place, metres), microtesla: east, north, up.
    public func field(at position: Vector3) -> Vector3 {
        waves.reduce(Vector3.zero) { sum, wave in
            let angle = wave.wavenumber * position.dot(wave.direction) + wave.phase
            let strength = amplitude * Double.exp(-wave.wavenumber * position.z)
            return sum + strength * (Double.sin(angle) * wave.direction + Vector3(0, 0, Double.cos(angle)))
        }
    }
}
