/// A place at which the field is wanted: geodetic coordinates on the WGS-84 ellipsoid.
public struct FieldPosition: Equatable, Sendable {
    /// Geodetic latitude in degrees, north positive, [-90, 90].
    public var latitudeDegrees: Double
    /// Longitude in degrees, east positive, [-180, 360].
    public var longitudeDegrees: Double
    /// Height above the WGS-84 ellipsoid in metres, within ``acceptedHeights``.
    ///
    /// The height above mean sea level differs by the geoid undulation, -107 to +86 m. The declination changes by less
    /// than 0.01 degrees over that difference wherever H > 2,000 nT, so either height serves for a compass.
    public var heightMetres: Double

    /// The heights for which a field is computed: -10 km to 10,000 km.
    ///
    /// The models are stated to hold in a smaller range (``GeomagneticModel/validHeights``); between the two the field is
    /// given with a warning. A height beyond this range is a mistake of unit.
    public static let acceptedHeights: ClosedRange<Double> = -10_000...10_000_000

    /// Makes a position; nothing is checked until a field is asked for.
    ///
    /// - Parameters:
    ///   - latitudeDegrees: geodetic latitude, north positive.
    ///   - longitudeDegrees: longitude, east positive.
    ///   - heightMetres: height above the ellipsoid.
    @inlinable
    public init(latitudeDegrees: Double, longitudeDegrees: Double, heightMetres: Double = 0) {
        self.latitudeDegrees = latitudeDegrees
        self.longitudeDegrees = longitudeDegrees
        self.heightMetres = heightMetres
    }

    /// Throws unless latitude, longitude and height are in their ranges.
    public func validate() throws(GeomagnetismError) {
        guard isAccepted else { throw firstViolation }
    }

    /// Whether all three coordinates are in range; NaN is not.
    var isAccepted: Bool {
        abs(latitudeDegrees) <= 90 && longitudeDegrees >= -180 && longitudeDegrees <= 360
            && heightMetres >= Self.acceptedHeights.lowerBound && heightMetres <= Self.acceptedHeights.upperBound
    }

    private var firstViolation: GeomagnetismError {
        if !(abs(latitudeDegrees) <= 90) {
            return GeomagnetismError(
                .latitudeOutOfRange, "latitude \(latitudeDegrees) is not within -90 to 90 degrees",
                advice: "give the geodetic latitude in degrees, north positive")
        }
        if !(longitudeDegrees >= -180 && longitudeDegrees <= 360) {
            return GeomagnetismError(
                .longitudeOutOfRange, "longitude \(longitudeDegrees) is not within -180 to 360 degrees",
                advice: "give the longitude in degrees, east positive")
        }
        return GeomagnetismError(
            .heightOutOfRange, "height \(heightMetres) m is not within -10000 to 10000000 m",
            advice: "give the height above the ellipsoid in metres")
    }
}
