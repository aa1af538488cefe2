import Rotations

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
        }
    }

    /// The distance of the magnet from a position, metres; `nil` for a disturbance without a place and for an absent
    /// magnet.
    func distance(at time: Double, position: Vector3) -> Double? {
        switch self {
        case .attached, .building: return nil
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
