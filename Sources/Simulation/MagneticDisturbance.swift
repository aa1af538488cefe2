import Rotations

/// What is added to the earth's field.
public enum MagneticDisturbance: Sendable {
    /// Fixed to the device.
    case attached(AttachedMagnet)
    /// Fixed in the room.
    case dipole(MagneticDipole)
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
        case .dipole(let dipole):
            return orientation.unrotate(
                MagneticDipole.field(of: dipole.moment, at: position - dipole.position))
        case .approaching(let magnet): return orientation.unrotate(magnet.field(at: time))
        case .building(let building): return orientation.unrotate(building.field(at: position))
        }
    }

    /// How far the magnet is from a device at a position, metres; `nil` for what has no place or is away.
    func distance(at time: Double, position: Vector3) -> Double? {
        switch self {
        case .attached, .building: return nil
        case .dipole(let dipole): return (position - dipole.position).length
        case .approaching(let magnet): return magnet.distance(at: time)
        }
    }
}
