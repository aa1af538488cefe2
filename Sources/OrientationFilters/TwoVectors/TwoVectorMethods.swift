import RealModule
import Rotations
import SensorModels

/// `tilt` of the catalogue.
public typealias TiltFilter = TwoVectorFilter<Tilt>
/// `triad` of the catalogue.
public typealias TriadFilter = TwoVectorFilter<Triad>
/// `quest` of the catalogue.
public typealias QuestFilter = TwoVectorFilter<Quest>

/// Roll and pitch from the force, then the heading from the field turned level: the formulas of the application notes.
///
/// The same orientation as `compass`, by other formulas; it is here because people look for it.
public enum Tilt: TwoVectorMethod {
    /// It has no parameters.
    public typealias Parameters = CompassFilter.Parameters

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "tilt", summary: "roll and pitch from the force, heading from the levelled field: `compass` by angles",
        reference: "T. Ozyagcilar, Freescale AN4248, 2012",
        withoutGyroscope: "no motion: only the latest sample", worksWithoutMagnetometer: true)

    /// Turns about y and x bring the force upright, a turn about z brings the field north.
    public static func orientation(
        force: Vector3, field: Vector3, dip: Double, _ parameters: Parameters
    ) -> Quaternion? {
        guard force.lengthSquared > TiltCompass.smallestSquare else { return nil }
        let pitch = Double.atan2(y: force.y, x: (force.x * force.x + force.z * force.z).squareRoot())
        let roll = Double.atan2(y: -force.x, x: force.z)
        let level =
            Quaternion(angle: pitch, axis: Vector3(1, 0, 0)) * Quaternion(angle: roll, axis: Vector3(0, 1, 0))
        let m = level.rotate(field)
        guard m.x * m.x + m.y * m.y > 1e-12 * field.lengthSquared else { return nil }
        return Quaternion.aboutVertical(Double.atan2(y: m.x, x: m.y)) * level
    }
}

/// The TRIAD method with the field as the exact direction: the force gives the rotation about the field alone.
///
/// Gravity as the exact one is `compass`. Accelerations along the field do no harm, all others and every magnet tilt.
public enum Triad: TwoVectorMethod {
    /// It has no parameters.
    public typealias Parameters = CompassFilter.Parameters

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "triad", summary: "two-vector orientation with the magnetic field as the exact direction",
        reference: "H. D. Black, AIAA Journal 2(7), 1964",
        withoutGyroscope: "no motion: only the latest sample", worksWithoutMagnetometer: true)

    /// The compass orientation, turned about east until the field has its dip.
    public static func orientation(
        force: Vector3, field: Vector3, dip: Double, _ parameters: Parameters
    ) -> Quaternion? {
        TiltCompass.orientation(force: force, field: field).map { q in
            Quaternion(angle: q.excessOfDip(field, dip), axis: Vector3(1, 0, 0)) * q
        }
    }
}

/// The orientation that fits both directions best in the sense of weighted least squares: Wahba's problem for two
/// vectors, which QUEST solves for any number.
public enum Quest: TwoVectorMethod {
    /// The weight.
    public struct Parameters: FilterParameters {
        /// Without unit: weight of the field's direction, relative to 1 for the force's.
        public var fieldWeight = 0.5

        /// The default.
        public init() {}

        /// The parameters for the catalogue.
        public static var descriptors: [ParameterDescriptor<Parameters>] {
            [
                ParameterDescriptor(
                    "fieldWeight", in: 0...1e6, "weight of the field's direction, relative to 1 for the force's",
                    small: "accelerations tilt, as in `compass`", large: "magnets tilt, as in `triad`"
                ) { $1(&$0.fieldWeight) }
            ]
        }
    }

    /// Name, summary and reference for the catalogue.
    public static let information = FilterInformation(
        name: "quest", summary: "two-vector orientation by weighted least squares (Wahba's problem)",
        reference: "M. D. Shuster, S. D. Oh, J. Guidance 4(1), 1981; F. L. Markley, ibid. 25(2), 2002",
        withoutGyroscope: "no motion: only the latest sample", worksWithoutMagnetometer: true)

    /// The compass orientation, turned about east by the angle that maximises cos(angle) + w cos(excess - angle).
    public static func orientation(
        force: Vector3, field: Vector3, dip: Double, _ parameters: Parameters
    ) -> Quaternion? {
        TiltCompass.orientation(force: force, field: field).map { q in
            let excess = q.excessOfDip(field, dip)
            let w = parameters.fieldWeight
            let angle = Double.atan2(y: w * Double.sin(excess), x: 1 + w * Double.cos(excess))
            return Quaternion(angle: angle, axis: Vector3(1, 0, 0)) * q
        }
    }
}

extension Quaternion {
    /// By which angle about east `field` (device axes, in the plane of north and up) has to turn
    /// to have the dip, radians.
    fileprivate func excessOfDip(_ field: Vector3, _ dip: Double) -> Double {
        let m = rotate(field)
        return Angle.wrap(-dip - Double.atan2(y: m.z, x: m.y))
    }
}
