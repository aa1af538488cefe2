import Vocabulary

extension GeomagneticModel {
    /// The heights for which a field is computed, metres above the ellipsoid: -10 km to 10,000 km.
    ///
    /// The models are stated to hold in a smaller range (``validHeights``); between the two the field is given with a
    /// warning. A height beyond this range is a mistake of unit.
    public static let acceptedHeights: ClosedRange<Double> = -10_000...10_000_000
}

/// The positions for which a field is computed: latitude in [-90, 90], longitude in [-180, 360] and a height within
/// ``GeomagneticModel/acceptedHeights``.
///
/// The height above mean sea level differs from that above the ellipsoid by the geoid undulation, -107 to +86 m.
/// The declination changes by less than 0.01 degrees over that difference wherever H > 2,000 nT, so either
/// height serves for a compass.
extension GeodeticPosition {
    /// Throws unless latitude, longitude and height are in the ranges for which a field is computed.
    ///
    /// - Throws: `latitude-out-of-range`, `longitude-out-of-range`, `height-out-of-range`.
    public func validateForField() throws(SensorLabError) {
        guard isAcceptedForField else { throw firstViolation }
    }

    /// Whether all three coordinates are in range; NaN is not.
    var isAcceptedForField: Bool {
        let heights = GeomagneticModel.acceptedHeights
        return abs(latitude) <= 90 && longitude >= -180 && longitude <= 360 && height >= heights.lowerBound
            && height <= heights.upperBound
    }

    private var firstViolation: SensorLabError {
        if !(abs(latitude) <= 90) {
            return SensorLabError(
                .usage, code: .geomagnetismLatitudeOutOfRange,
                message: "latitude \(latitude) is not within -90 to 90 degrees",
                advice: "give the geodetic latitude in degrees, north positive")
        }
        if !(longitude >= -180 && longitude <= 360) {
            return SensorLabError(
                .usage, code: .geomagnetismLongitudeOutOfRange,
                message: "longitude \(longitude) is not within -180 to 360 degrees",
                advice: "give the longitude in degrees, east positive")
        }
        return SensorLabError(
            .usage, code: .geomagnetismHeightOutOfRange,
            message: "height \(height) m is not within -10000 to 10000000 m",
            advice: "give the height above the ellipsoid in metres")
    }
}

/// What a height is counted from.
public enum HeightReference: String, Sendable, CaseIterable {
    /// The WGS-84 ellipsoid, as satellite receivers and the field models count.
    case ellipsoid
    /// Mean sea level, as maps and barometers count.
    case meanSeaLevel = "msl"
}

extension GeodeticPosition {
    /// Makes a position whose height is counted from the ellipsoid or from mean sea level (``Geoid``).
    ///
    /// Coordinates out of range are kept as they are, for ``validateForField()`` to refuse.
    public init(latitude: Double, longitude: Double, height: Double, above reference: HeightReference) {
        self.init(latitude: latitude, longitude: longitude, height: height)
        guard reference == .meanSeaLevel, isAcceptedForField else { return }
        self.height += Geoid.undulationMetres(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }
}
