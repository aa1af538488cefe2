import RealModule
import Rotations

/// Coefficients A..E of a deviation curve (Archibald Smith; NGA Handbook of Magnetic Compass Adjustment, chapter V).
///
/// A is constant, B and C are semicircular (permanent magnetism fore-aft and athwart), D and E quadrantal (induced
/// magnetism).
public struct DeviationCoefficients: Sendable, Codable, Hashable {
    /// A, constant (misalignment, a wrong declination); B and C, semicircular, fore-aft and athwart; D and E,
    /// quadrantal.
    public var a, b, c, d, e: Double

    /// - Parameter values: five coefficients, A first.
    init(_ values: [Double]) {
        (a, b, c, d, e) = (values[0], values[1], values[2], values[3], values[4])
    }

    /// A..E in order.
    public var values: [Double] { [a, b, c, d, e] }

    /// The usual form, for coefficients in degrees: delta = A + B sin z' + C cos z' + D sin 2z' + E cos 2z'.
    ///
    /// - Parameter compassHeadingDegrees: z', degrees.
    /// - Returns: degrees, east positive.
    public func approximateDeviation(compassHeadingDegrees: Double) -> Double {
        zip(values, Self.approximateRow(compassHeadingDegrees)).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The exact form, for coefficients without unit: sin delta = A cos delta + B sin z' + C cos z' + D sin(2z' +
    /// delta) + E cos(2z' + delta), solved for delta in closed form.
    ///
    /// - Parameter compassHeadingDegrees: z', degrees.
    /// - Returns: degrees, east positive; NaN where the horizontal field vanishes so that no deviation satisfies the
    ///   equation.
    public func exactDeviation(compassHeadingDegrees: Double) -> Double {
        let z = Angle.radians(compassHeadingDegrees)
        let (sine2, cosine2) = (Double.sin(2 * z), Double.cos(2 * z))
        // p sin(delta) - q cos(delta) = r
        let p = 1 - d * cosine2 + e * sine2
        let q = a + d * sine2 + e * cosine2
        let r = b * Double.sin(z) + c * Double.cos(z)
        let length = (p * p + q * q).squareRoot()
        guard r.magnitude <= length else { return .nan }
        return Angle.wrapDegrees(Angle.degrees(Double.atan2(y: q, x: p) + Double.asin(r / length)))
    }

    static func approximateRow(_ headingDegrees: Double) -> [Double] {
        let z = Angle.radians(headingDegrees)
        return [1, Double.sin(z), Double.cos(z), Double.sin(2 * z), Double.cos(2 * z)]
    }

    static func exactRow(_ headingDegrees: Double, _ deviationDegrees: Double) -> [Double] {
        let (z, delta) = (Angle.radians(headingDegrees), Angle.radians(deviationDegrees))
        return [
            Double.cos(delta), Double.sin(z), Double.cos(z), Double.sin(2 * z + delta), Double.cos(2 * z + delta),
        ]
    }
}
