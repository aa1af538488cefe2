import Vocabulary

/// The geoid, which mean sea level follows, above the WGS-84 ellipsoid: EGM96 to degree 12.
///
/// The full model has degree 360; the omitted terms have a standard deviation of about 4 m (64 m / n for degrees
/// above n, Kaula's rule) and reach 20 m at worst. The field changes by at most 0.03 nT per metre, so that D is wrong
/// by less than 0.001 degrees where H > 10,000 nT, ten times less than if height above sea level were taken for
/// height above the ellipsoid.
public enum Geoid {
    /// The height of the geoid above the ellipsoid in metres, -107 to 85.
    ///
    /// Bruns' formula, N = T / gamma, on the ellipsoid, with the zero of WGS-84 EGM96 (-0.53 m;
    /// NIMA TR8350.2, chapter 6).
    ///
    /// - Parameters:
    ///   - latitudeDegrees: geodetic latitude, north positive, [-90, 90].
    ///   - longitudeDegrees: longitude, east positive, [-180, 360].
    public static func undulationMetres(latitudeDegrees: Double, longitudeDegrees: Double) -> Double {
        let position = GeodeticPosition(latitude: latitudeDegrees, longitude: longitudeDegrees)
        let place = GeocentricPair(position, position)
        let (t, u) = (place.cosColatitude.x, place.sinColatitude.x)
        let ratio = semiMajorAxis / GeocentricPair.referenceRadius * place.radiusRatio.x
        var (index, sum) = (0, 0.0)
        var (cosine, sine) = (1.0, 0.0)
        // P(m, m) (a/r)^m, fully normalised.
        var sectoral = 1.0
        for m in 0...GeoidCoefficients.degree {
            if m > 0 {
                sectoral *= u * ratio * (m == 1 ? 3 : Double(2 * m + 1) / Double(2 * m)).squareRoot()
                (cosine, sine) = (
                    cosine * place.cosLongitude.x - sine * place.sinLongitude.x,
                    sine * place.cosLongitude.x + cosine * place.sinLongitude.x
                )
            }
            var (value, before) = (sectoral, 0.0)
            for n in m...GeoidCoefficients.degree {
                if n > m {
                    let common = Double(2 * n + 1) / Double((n - m) * (n + m))
                    let step = (common * Double(2 * n - 1)).squareRoot() * t * ratio
                    let back =
                        n > m + 1 ? (common * Double((n + m - 1) * (n - m - 1)) / Double(2 * n - 3)).squareRoot() : 0
                    (value, before) = (step * value - back * ratio * ratio * before, value)
                }
                guard n >= 2 else { continue }
                let coefficient = GeoidCoefficients.table[index]
                sum += (coefficient.x * cosine + coefficient.y * sine) * value
                index += 1
            }
        }
        let sineOfLatitude = place.cosColatitude.x * place.cosTilt.x - place.sinColatitude.x * place.sinTilt.x
        let potential = gravitation / semiMajorAxis * ratio * sum * 1e-10
        return potential / Ellipsoid.wgs84Gravity(sineOfLatitude: sineOfLatitude) - 0.53
    }

    /// GM of EGM96, m^3/s^2, and its reference radius, m.
    private static let gravitation = 3.986_004_415e14
    private static let semiMajorAxis = 6_378_136.3
}
