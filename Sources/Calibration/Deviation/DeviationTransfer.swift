import Rotations
import RealModule

/// A deviation curve transferred to another place.
///
/// A, D and E are the same everywhere. B = c' tan I + P' / H, and C likewise: induced magnetism of vertical iron grows
/// with the dip, the effect of permanent magnetism with a weaker horizontal field. One place cannot separate the two
/// parts; two places with different dip and horizontal field can (NGA Handbook of Magnetic Compass Adjustment, chapters
/// II and VIII).
public struct DeviationTransfer: Sendable, Hashable {
    /// The field at a place.
    public struct Field: Sendable, Hashable {
        /// Radians, down positive.
        public var dip: Double
        /// Microtesla.
        public var horizontal: Double

        /// A field by its dip and its horizontal strength.
        public init(dip: Double, horizontal: Double) {
            (self.dip, self.horizontal) = (dip, horizontal)
        }

        /// The factors of c' and P'.
        fileprivate var row: (Double, Double) { (Double.tan(dip), 1 / horizontal) }
    }

    /// A curve of the exact form, without unit, and the field where it was measured.
    public struct Measured: Sendable, Hashable {
        /// A..E of the exact form and their standard deviations.
        public var exact, sigmas: DeviationCoefficients
        /// The field of its place.
        public var field: Field

        /// A curve and the field of its place.
        public init(_ curve: DeviationCurve, field: Field) {
            (exact, sigmas, self.field) = (curve.exact, curve.exactSigmas, field)
        }
    }

    /// A..E of the exact form at the other place and their standard deviations.
    public let exact, sigmas: DeviationCoefficients
    /// Accepted or refused.
    public let verdict: CalibrationVerdict

    /// A larger sigma of B or C is refused, no unit: three degrees.
    static let largestSigma = 0.052

    /// Transfers two curves of one compass to a third place. A, D and E are the means of the two, weighted by their
    /// sigmas.
    public init(_ first: Measured, _ second: Measured, to field: Field) {
        let (a, b, target) = (first.field.row, second.field.row, field.row)
        let determinant = a.0 * b.1 - b.0 * a.1
        // B(target) = u B(first) + v B(second).
        let u = (target.0 * b.1 - target.1 * b.0) / determinant
        let v = (target.1 * a.0 - target.0 * a.1) / determinant
        func carried(_ x: Double, _ sx: Double, _ y: Double, _ sy: Double) -> (Double, Double) {
            (u * x + v * y, ((u * sx) * (u * sx) + (v * sy) * (v * sy)).squareRoot())
        }
        func mean(_ x: Double, _ sx: Double, _ y: Double, _ sy: Double) -> (Double, Double) {
            guard sx.isFinite, sy.isFinite, sx > 0, sy > 0 else { return ((x + y) / 2, .infinity) }
            let (wx, wy) = (1 / (sx * sx), 1 / (sy * sy))
            return ((wx * x + wy * y) / (wx + wy), 1 / (wx + wy).squareRoot())
        }
        let (e, f, se, sf) = (first.exact, second.exact, first.sigmas, second.sigmas)
        let all = [
            mean(e.a, se.a, f.a, sf.a), carried(e.b, se.b, f.b, sf.b), carried(e.c, se.c, f.c, sf.c),
            mean(e.d, se.d, f.d, sf.d), mean(e.e, se.e, f.e, sf.e),
        ]
        exact = DeviationCoefficients(all.map(\.0))
        sigmas = DeviationCoefficients(all.map(\.1))
        let worst = max(all[1].1, all[2].1)
        guard !(worst <= Self.largestSigma) else {
            verdict = .accepted
            return
        }
        let degrees = MagnetometerDataCheck.rounded(Angle.degrees(worst))
        verdict = .refused(
            "the dip and the horizontal field of the two places are too similar: the sigma of B or C would be \(degrees) "
                + "degrees",
            advice: "swing the compass at a place with another dip, some thousand kilometres to the north or south")
    }
}
