import RealModule
import Rotations
import Vocabulary

/// The inverse problem after T. Vincenty (Direct and inverse solutions of geodesics on the ellipsoid with application
/// of nested equations, Survey Review 23, 1975, 88-93), as most programs solve it: accurate to 0.1 mm where it
/// converges. It does not converge near antipodes; `Geodesic` always does.
public enum Vincenty {
    /// Metres, and the azimuth at `start`, degrees clockwise from north, (-180, 180]; `nil` where the iteration does
    /// not converge. Coincident places have distance and azimuth 0.
    public static func inverse(
        from start: GeodeticPosition, to end: GeodeticPosition, ellipsoid: Ellipsoid = .wgs84
    ) -> (distance: Double, azimuth: Double)? {
        let f = ellipsoid.flattening
        func reduced(_ latitude: Double) -> SineCosine {
            let phi = SineCosine(degrees: latitude)
            return SineCosine((1 - f) * phi.sine, phi.cosine).normalized
        }
        let (u1, u2) = (reduced(start.latitude), reduced(end.latitude))
        let difference = Angle.radians(Angle.wrapDegrees(end.longitude - start.longitude))
        var lambda = difference
        for _ in 0..<200 {
            let angle = SineCosine(radians: lambda)
            let east = u2.cosine * angle.sine
            let north = u1.cosine * u2.sine - u1.sine * u2.cosine * angle.cosine
            let sine = Double.hypot(east, north)
            guard sine > 0 else { return difference == 0 && u1.sine == u2.sine ? (0, 0) : nil }
            let cosine = u1.sine * u2.sine + u1.cosine * u2.cosine * angle.cosine
            let sigma = Double.atan2(y: sine, x: cosine)
            let sineAlpha = u1.cosine * u2.cosine * angle.sine / sine
            let cosineSquared = 1 - sineAlpha * sineAlpha
            // On the equator there is no middle latitude.
            let middle = cosineSquared > 0 ? cosine - 2 * u1.sine * u2.sine / cosineSquared : 0
            let arc = Arc(sine: sine, cosine: cosine, middle: middle)
            let series = Series(cosineSquared: cosineSquared, ellipsoid)
            let next = difference + series.longitude(sineAlpha, sigma, arc)
            guard next.magnitude <= Double.pi else { return nil }
            if (next - lambda).magnitude < 1e-12 {
                let azimuth = Angle.degrees(Double.atan2(y: east, x: north))
                return (
                    ellipsoid.polarRadius * series.a * (sigma - series.correction(arc)), azimuth == -180 ? 180 : azimuth
                )
            }
            lambda = next
        }
        return nil
    }

    /// An arc on the auxiliary sphere: sine and cosine of its length, and cosine of twice the angle of its middle.
    struct Arc {
        let sine, cosine, middle: Double

        /// The cosine of four times the angle of the middle.
        var turned: Double { 2 * middle * middle - 1 }
    }

    /// The nested series of both problems, for one geodesic.
    struct Series {
        private let flattening, square, c: Double

        /// - Parameter cosineSquared: of the azimuth at the equator.
        init(cosineSquared: Double, _ ellipsoid: Ellipsoid) {
            flattening = ellipsoid.flattening
            square = cosineSquared * ellipsoid.secondEccentricitySquared
            c = flattening / 16 * cosineSquared * (4 + flattening * (4 - 3 * cosineSquared))
        }

        /// A of equation 3.
        var a: Double { 1 + square / 16_384 * (4096 + square * (-768 + square * (320 - 175 * square))) }

        /// The correction of the arc, equations 4 and 6.
        func correction(_ arc: Arc) -> Double {
            let b = square / 1024 * (256 + square * (-128 + square * (74 - 47 * square)))
            return b * arc.sine
                * (arc.middle + b / 4
                    * (arc.cosine * arc.turned - b / 6 * arc.middle * (4 * arc.sine * arc.sine - 3)
                        * (4 * arc.middle * arc.middle - 3)))
        }

        /// The longitude on the sphere beyond that on the ellipsoid, equations 10 and 11.
        /// - Parameters:
        ///   - sineAlpha: of the azimuth at the equator.
        ///   - sigma: length of the arc, radians.
        func longitude(_ sineAlpha: Double, _ sigma: Double, _ arc: Arc) -> Double {
            (1 - c) * flattening * sineAlpha
                * (sigma + c * arc.sine * (arc.middle + c * arc.cosine * arc.turned))
        }
    }
}
