/// Two places in spherical coordinates about the Earth's centre, with the rotation back to their geodetic frames.
struct GeocentricPair {
    /// Cosine and sine of the geocentric colatitude; the sine is 0 at the poles.
    var cosColatitude: Pair
    var sinColatitude: Pair
    /// Cosine and sine of the longitude.
    var cosLongitude: Pair
    var sinLongitude: Pair
    /// Reference radius of the models (6371.2 km) over the distance from the Earth's centre.
    var radiusRatio: Pair
    /// Cosine and sine of geocentric minus geodetic latitude.
    var cosTilt: Pair
    var sinTilt: Pair

    /// The geocentric coordinates of two geodetic positions (WMM2025 Technical Report, doi 10.25923/prbc-s316).
    @inline(__always)
    init(_ first: FieldPosition, _ second: FieldPosition) {
        let (sinLatitude, cosLatitude) = sineAndCosine(degrees: Pair(first.latitudeDegrees, second.latitudeDegrees))
        (sinLongitude, cosLongitude) = sineAndCosine(degrees: Pair(first.longitudeDegrees, second.longitudeDegrees))
        let height = Pair(first.heightMetres, second.heightMetres)
        let primeVertical =
            Ellipsoid.semiMajorAxis / squareRoot(1 - Ellipsoid.eccentricitySquared * sinLatitude * sinLatitude)
        let axial = (primeVertical * (1 - Ellipsoid.eccentricitySquared) + height) * sinLatitude
        let equatorial = (primeVertical + height) * cosLatitude
        let inverseRadius = 1 / squareRoot(equatorial * equatorial + axial * axial)
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
