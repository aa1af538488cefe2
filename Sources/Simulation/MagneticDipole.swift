import Rotations

/// A magnet that stands still in the room, as a dipole.
public struct MagneticDipole: Sendable, Hashable {
    /// Where it is: east, north, up of the scenario's place, metres.
    public var position: Vector3
    /// Its moment: east, north, up, A m^2. A magnet of neodymium has about 1 A m^2 per cubic centimetre.
    public var moment: Vector3

    /// A dipole by its place and moment.
    public init(position: Vector3, moment: Vector3) {
        self.position = position
        self.moment = moment
    }

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
