/// A place in spherical coordinates about the Earth's centre, with the rotation back to the geodetic frame.
struct GeocentricPosition {
    /// Cosine and sine of the geocentric colatitude; the sine is 0 at the poles.
    var cosColatitude: Double
    var sinColatitude: Double
    /// Cosine and sine of the longitude.
    var cosLongitude: Double
    var sinLongitude: Double
    /// Reference radius of the models (6371.2 km) over the distance from the Earth's centre.
    var radiusRatio: Double
    /// Cosine and sine of geocentric minus geodetic latitude.
    var cosTilt: Double
    var sinTilt: Double

    /// The geocentric coordinates of a geodetic position (WMM Technical Report, equations 7 and 8).
    @inline(__always)
    init(_ position: FieldPosition) {
        let (sinLatitude, cosLatitude) = sineAndCosine(degrees: position.latitudeDegrees)
        (sinLongitude, cosLongitude) = sineAndCosine(degrees: position.longitudeDegrees)
        let primeVertical =
            Ellipsoid.semiMajorAxis
            / (1 - Ellipsoid.eccentricitySquared * sinLatitude * sinLatitude).squareRoot()
        let axial = (primeVertical * (1 - Ellipsoid.eccentricitySquared) + position.heightMetres) * sinLatitude
        let equatorial = (primeVertical + position.heightMetres) * cosLatitude
        let inverseRadius = 1 / (equatorial * equatorial + axial * axial).squareRoot()
        cosColatitude = axial * inverseRadius
        sinColatitude = equatorial * inverseRadius
        radiusRatio = Ellipsoid.geomagneticRadius * inverseRadius
        cosTilt = sinColatitude * cosLatitude + cosColatitude * sinLatitude
        sinTilt = cosColatitude * cosLatitude - sinColatitude * sinLatitude
    }
}

/// The WGS-84 ellipsoid and the models' reference sphere, metres.
enum Ellipsoid {
    static let semiMajorAxis = 6_378_137.0
    static let flattening = 1 / 298.257223563
    static let eccentricitySquared = flattening * (2 - flattening)
    static let geomagneticRadius = 6_371_200.0
}
