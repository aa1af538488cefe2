import Rotations

/// What is added to the earth's field.
public enum MagneticDisturbance: Sendable {
    /// Fixed to the device.
    case attached(AttachedMagnet)
    /// A magnet at rest in the room, as a dipole: its place, east, north, up of the scenario's place, metres, and its moment,
    /// east, north, up, A m^2. A magnet of neodymium has about 1 A m^2 per cubic centimetre.
    case dipole(position: Vector3, moment: Vector3)
    /// Brought near and taken away.
    case approaching(ApproachingMagnet)
    /// Everywhere, fixed to the building.
    case building(BuildingField)

    /// The nearest that a magnet may come to the sensor, metres: nearer than that it is no dipole.
    public static let nearest = 0.01

    /// The extra field, microtesla, device axes, at a time in seconds on a device at a position (east, north, up of the
    /// scenario's place, metres) in an orientation.
    func field(at time: Double, position: Vector3, orientation: Quaternion) -> Vector3 {
        switch self {
        case .attached(let magnet): return magnet.field(at: time)
        case .dipole(let magnet, let moment):
            return orientation.unrotate(MagneticDipole.field(of: moment, at: position - magnet))
        case .approaching(let magnet): return orientation.unrotate(magnet.field(at: time))
        case .building(let building): return orientation.unrotate(building.field(at: position))
        }
    }

    /// How far the magnet is from a device at a position, metres; `nil` for what has no place or is away.
    func distance(at time: Double, position: Vector3) -> Double? {
        switch self {
        case .attached, .building: return nil
        case .dipole(let magnet, _): return (position - magnet).length
        case .approaching(let magnet): return magnet.distance(at: time)
        }
    }
}

/// A magnet that is small beside its distance.
public enum MagneticDipole {
    /// The field of a dipole at a displacement from it in metres, microtesla:
    /// mu0 / (4 pi) (3 (m . r) r / r^5 - m / r^3) (J. D. Jackson, Classical Electrodynamics, eq. 5.56). Not finite at r = 0.
    public static func field(of moment: Vector3, at displacement: Vector3) -> Vector3 {
        let distance = displacement.length
        let cube = distance * distance * distance
        let direction = displacement / distance
        // mu0 / (4 pi) = 1e-7 T m/A = 0.1 microtesla m/A.
        return (0.1 / cube) * (3 * moment.dot(direction) * direction - moment)
    }
}

/// A magnet that sits on the device for some time (a cover, a holder, the car around it): an extra field that is fixed to the
/// device, rises, stays, falls.
public struct AttachedMagnet: Sendable {
    /// When it begins and ends, seconds.
    public let interval: ClosedRange<Double>
    /// The field at its strongest, microtesla, device axes.
    public let field: Vector3
    private let envelope: MinimumJerkPath

    /// A magnet that comes and goes within `rise` seconds (at most half of the interval, which is longer than 0).
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
