import RealModule
import Rotations
import Vocabulary

/// The sun's position, to 0.01 degrees between 1950 and 2050 (J. Meeus, Astronomical Algorithms, 2nd edition, 1998:
/// chapters 12, 13, 22 and 25, the lower accuracy).
public struct SolarPosition: Sendable, Hashable {
    /// Degrees clockwise from TRUE north, [0, 360), of the centre of the disc.
    public let azimuth: Double
    /// Degrees above the horizon of the centre of the disc, without refraction.
    public let elevation: Double

    /// Degrees above the horizon as seen through air of 1010 hPa and 10 degrees Celsius (T. Saemundsson, Sky and
    /// Telescope 72, 1986; Meeus 16.4); without refraction below -1 degree.
    public var apparentElevation: Double {
        guard elevation > -1 else { return elevation }
        return elevation + 1.02 / 60 / Double.tan(Angle.radians(elevation + 10.3 / (elevation + 5.11)))
    }

    /// Terrestrial time minus universal time, seconds: 29 in 1950, 69 in 2020. The sun moves by 1e-5 degrees a second.
    private static let dynamicalTimeAhead = 69.0

    /// - Parameters:
    ///   - unixSeconds: seconds since 1970-01-01T00:00:00Z.
    ///   - place: of the observer; the height is ignored.
    public init(unixSeconds: Double, at place: GeodeticPosition) {
        let days = unixSeconds / 86_400 + 2_440_587.5 - 2_451_545
        let t = (days + Self.dynamicalTimeAhead / 86_400) / 36_525
        // The sun's apparent longitude (chapter 25), degrees.
        let anomaly = Angle.radians(357.52911 + t * (35_999.05029 - t * 0.0001537))
        let centre =
            (1.914602 - t * (0.004817 + t * 0.000014)) * Double.sin(anomaly)
            + (0.019993 - t * 0.000101) * Double.sin(2 * anomaly) + 0.000289 * Double.sin(3 * anomaly)
        let node = Angle.radians(125.04 - 1934.136 * t)
        let nutation = -0.00478 * Double.sin(node)
        let longitude = Angle.radians(
            280.46646 + t * (36_000.76983 + t * 0.0003032) + centre - 0.00569 + nutation)
        let obliquity = Angle.radians(
            23.43929111 - t * (0.013004167 + t * (1.639e-7 - t * 5.036e-7)) + 0.00256 * Double.cos(node))
        let rightAscension = Double.atan2(
            y: Double.cos(obliquity) * Double.sin(longitude), x: Double.cos(longitude))
        let declination = Double.asin(Double.sin(obliquity) * Double.sin(longitude))
        // Sidereal time at Greenwich with the nutation in right ascension (chapter 12), degrees.
        let centuries = days / 36_525
        let sidereal =
            280.46061837 + 360.98564736629 * days + 0.000387933 * centuries * centuries
            + nutation * Double.cos(obliquity)
        let hourAngle = Angle.radians(Angle.wrapDegrees(sidereal + place.longitude)) - rightAscension
        let phi = SineCosine(degrees: place.latitude)
        let east = -Double.cos(declination) * Double.sin(hourAngle)
        let north =
            Double.sin(declination) * phi.cosine - Double.cos(declination) * phi.sine * Double.cos(hourAngle)
        let up = Double.sin(declination) * phi.sine + Double.cos(declination) * phi.cosine * Double.cos(hourAngle)
        azimuth = Angle.wrapHeadingDegrees(Angle.degrees(Double.atan2(y: east, x: north)))
        // The sun's parallax, 8.8 arc seconds at the horizon.
        let height = Double.atan2(y: up, x: Double.hypot(east, north))
        elevation = Angle.degrees(height) - 8.794 / 3600 * Double.cos(height)
    }
}
