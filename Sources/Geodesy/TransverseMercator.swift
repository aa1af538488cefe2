import RealModule
import Rotations
import Vocabulary

/// The transverse Mercator projection by Krueger's series to order 6 (C. F. F. Karney, Transverse Mercator with an
/// accuracy of a few nanometers, J. Geodesy 85, 2011, 475-485; equation numbers refer to it). Within 35 degrees of the
/// central meridian the series is good to 5 nm.
public struct TransverseMercator: Sendable {
    /// A point of the plane.
    public struct Point: Sendable, Hashable {
        /// Metres east of the central meridian and north of the equator.
        public var east, north: Double
        /// Meridian convergence: the bearing of grid north, degrees clockwise from true north.
        public var convergence: Double
        /// Length in the plane over length on the ellipsoid.
        public var scale: Double
    }

    private let ellipsoid: Ellipsoid
    private let eccentricity: Double
    /// The scale on the central meridian times the rectifying radius A (equation 14), metres.
    private let radius: Double
    /// Coefficients of the series and of their inverse (equations 35 and 36).
    private let alpha, beta: [Double]

    /// - Parameters:
    ///   - ellipsoid: whose surface is projected.
    ///   - centralScale: the scale on the central meridian; UTM's is 0.9996.
    public init(_ ellipsoid: Ellipsoid = .wgs84, centralScale: Double = 1) {
        self.ellipsoid = ellipsoid
        eccentricity = ellipsoid.eccentricitySquared.squareRoot()
        let n = ellipsoid.thirdFlattening
        let square = n * n
        let rectifying =
            ellipsoid.equatorialRadius / (1 + n) * (1 + square * (1 / 4.0 + square * (1 / 64.0 + square / 256)))
        radius = centralScale * rectifying
        /// c1 n^k + c2 n^(k + 1) + ...
        func series(_ first: Int, _ coefficients: Double...) -> Double {
            coefficients.reversed().reduce(0) { $0 * n + $1 } * Double.pow(n, first)
        }
        alpha = [
            series(1, 1 / 2.0, -2 / 3.0, 5 / 16.0, 41 / 180.0, -127 / 288.0, 7891 / 37_800.0),
            series(2, 13 / 48.0, -3 / 5.0, 557 / 1440.0, 281 / 630.0, -1_983_433 / 1_935_360.0),
            series(3, 61 / 240.0, -103 / 140.0, 15_061 / 26_880.0, 167_603 / 181_440.0),
            series(4, 49_561 / 161_280.0, -179 / 168.0, 6_601_661 / 7_257_600.0),
            series(5, 34_729 / 80_640.0, -3_418_889 / 1_995_840.0),
            series(6, 212_378_941 / 319_334_400.0),
        ]
        beta = [
            series(1, 1 / 2.0, -2 / 3.0, 37 / 96.0, -1 / 360.0, -81 / 512.0, 96_199 / 604_800.0),
            series(2, 1 / 48.0, 1 / 15.0, -437 / 1440.0, 46 / 105.0, -1_118_711 / 3_870_720.0),
            series(3, 17 / 480.0, -37 / 840.0, -209 / 4480.0, 5569 / 90_720.0),
            series(4, 4397 / 161_280.0, -11 / 504.0, -830_251 / 7_257_600.0),
            series(5, 4583 / 161_280.0, -108_847 / 3_991_680.0),
            series(6, 20_648_693 / 638_668_800.0),
        ]
    }

    /// - Parameters:
    ///   - latitude: degrees, below 90 in magnitude.
    ///   - longitude: degrees from the central meridian, at most 60 in magnitude.
    public func forward(latitude: Double, longitude: Double) -> Point {
        let (phi, lambda) = (SineCosine(degrees: latitude), SineCosine(degrees: longitude))
        let tangent = phi.sine / phi.cosine
        let conformal = conformalTangent(tangent)
        let horizontal = Double.hypot(conformal, lambda.cosine)
        let xi = Double.atan2(y: conformal, x: lambda.cosine)
        let eta = Double.asinh(lambda.sine / horizontal)
        var (sum, slope) = ((xi: xi, eta: eta), (p: 1.0, q: 0.0))
        for (index, coefficient) in alpha.enumerated() {
            let order = 2 * Double(index + 1)
            let (s, c) = (Double.sin(order * xi), Double.cos(order * xi))
            let (sh, ch) = (Double.sinh(order * eta), Double.cosh(order * eta))
            sum.xi += coefficient * s * ch
            sum.eta += coefficient * c * sh
            slope.p += order * coefficient * c * ch
            slope.q += order * coefficient * s * sh
        }
        // Equations 23 to 26. Karney's convergence is the bearing of true north in the grid.
        let convergence =
            Double.atan2(y: conformal * lambda.sine, x: (1 + conformal * conformal).squareRoot() * lambda.cosine)
            + Double.atan2(y: slope.q, x: slope.p)
        let local =
            (1 - ellipsoid.eccentricitySquared * phi.sine * phi.sine).squareRoot()
            * (1 + tangent * tangent).squareRoot() / horizontal
        return Point(
            east: radius * sum.eta, north: radius * sum.xi, convergence: Angle.degrees(convergence),
            scale: local * radius / ellipsoid.equatorialRadius * Double.hypot(slope.p, slope.q))
    }

    /// Latitude and longitude from the central meridian, degrees, of a point in metres.
    public func inverse(east: Double, north: Double) -> (latitude: Double, longitude: Double) {
        let (xi, eta) = (north / radius, east / radius)
        var conformal = (xi: xi, eta: eta)
        for (index, coefficient) in beta.enumerated() {
            let order = 2 * Double(index + 1)
            conformal.xi -= coefficient * Double.sin(order * xi) * Double.cosh(order * eta)
            conformal.eta -= coefficient * Double.cos(order * xi) * Double.sinh(order * eta)
        }
        let (s, c) = (Double.sin(conformal.xi), Double.cos(conformal.xi))
        let sh = Double.sinh(conformal.eta)
        let wanted = s / Double.hypot(sh, c)
        // Newton's method (equations 19 to 21): quadratic, three steps from anywhere.
        var tangent = wanted
        for _ in 0..<5 {
            let found = conformalTangent(tangent)
            let share = 1 - ellipsoid.eccentricitySquared
            let square = tangent * tangent
            tangent +=
                (wanted - found) / (1 + found * found).squareRoot() * (1 + share * square)
                / (share * (1 + square).squareRoot())
        }
        return (Angle.degrees(Double.atan(tangent)), Angle.degrees(Double.atan2(y: sh, x: c)))
    }

    /// The tangent of the conformal latitude (equations 7 to 9).
    private func conformalTangent(_ tangent: Double) -> Double {
        let secant = (1 + tangent * tangent).squareRoot()
        let sigma = Double.sinh(eccentricity * Double.atanh(eccentricity * tangent / secant))
        return tangent * (1 + sigma * sigma).squareRoot() - sigma * secant
    }
}

/// A place in the Universal Transverse Mercator grid on WGS 84 (NGA.SIG.0012, 2014): six-degree zones between 80
/// degrees south and 84 degrees north.
public struct UTM: Sendable, Hashable {
    /// 1...60.
    public var zone: Int
    /// Whether the place is on or north of the equator.
    public var isNorthern: Bool
    /// Metres, with the false easting of 500 km and, in the south, the false northing of 10,000 km.
    public var easting, northing: Double
    /// The bearing of grid north, degrees clockwise from true north.
    public var convergence: Double
    /// Length in the grid over length on the ellipsoid.
    public var scale: Double

    private static let projection = TransverseMercator(centralScale: 0.9996)
    private static let falseEasting = 500_000.0
    private static let falseNorthing = 10_000_000.0
    /// Degrees of latitude that the grid covers.
    public static let latitudes = -80.0...84.0
    /// Latitudes accepted for grid coordinates: half a degree more at each end (NGA.SIG.0012).
    private static let latitudesWithOverlap = -80.5...84.5

    /// - Throws: `SensorLabError` (bad data) beyond the grid's latitudes.
    public init(_ place: GeodeticPosition) throws(SensorLabError) {
        guard Self.latitudes.contains(place.latitude), place.longitude.isFinite else {
            throw SensorLabError(
                .badData, code: .badPlace, place: "\(place.latitude), \(place.longitude)",
                message: "UTM covers latitudes from -80 to 84 degrees", advice: "use latitude and longitude here")
        }
        let longitude = Angle.wrapDegrees(place.longitude)
        zone = Self.zone(latitude: place.latitude, longitude: longitude)
        isNorthern = place.latitude >= 0
        let point = Self.projection.forward(
            latitude: place.latitude, longitude: Angle.wrapDegrees(longitude - Self.centralMeridian(zone)))
        easting = Self.falseEasting + point.east
        northing = (isNorthern ? 0 : Self.falseNorthing) + point.north
        (convergence, scale) = (point.convergence, point.scale)
    }

    /// The place of grid coordinates in metres.
    /// - Throws: `SensorLabError` (bad data) for a zone outside of 1...60 and for coordinates outside of every zone,
    ///   such as beyond the grid's latitudes.
    public init(zone: Int, isNorthern: Bool, easting: Double, northing: Double) throws(SensorLabError) {
        guard (1...60).contains(zone), (100_000...900_000).contains(easting),
            (0...Self.falseNorthing).contains(northing)
        else {
            throw SensorLabError(
                .badData, code: .badPlace, place: "\(zone)\(isNorthern ? "N" : "S") \(easting) \(northing)",
                message:
                    "expected a zone of 1 to 60, an easting of 100000 to 900000 m and a northing of 0 to 10000000 m",
                advice: "write for example 32N 691608 5334781")
        }
        (self.zone, self.isNorthern, self.easting, self.northing) = (zone, isNorthern, easting, northing)
        (convergence, scale) = (0, 1)
        let place = self.place
        guard Self.latitudesWithOverlap.contains(place.latitude) else {
            throw SensorLabError(
                .badData, code: .badPlace, place: "\(zone)\(isNorthern ? "N" : "S") \(easting) \(northing)",
                message:
                    "it lies at a latitude of \((10 * place.latitude).rounded() / 10) degrees, UTM covers -80 to 84",
                advice: "check the northing, and whether it is N or S")
        }
        let point = Self.projection.forward(
            latitude: place.latitude, longitude: Angle.wrapDegrees(place.longitude - Self.centralMeridian(zone)))
        (convergence, scale) = (point.convergence, point.scale)
    }

    /// Latitude and longitude, degrees; height 0.
    public var place: GeodeticPosition {
        let (latitude, longitude) = Self.projection.inverse(
            east: easting - Self.falseEasting, north: northing - (isNorthern ? 0 : Self.falseNorthing))
        return GeodeticPosition(
            latitude: latitude, longitude: Angle.wrapDegrees(longitude + Self.centralMeridian(zone)))
    }

    /// Degrees east.
    private static func centralMeridian(_ zone: Int) -> Double { Double(6 * zone - 183) }

    /// The zone of a place, with the exceptions of south-west Norway and Svalbard.
    private static func zone(latitude: Double, longitude: Double) -> Int {
        if (56..<64).contains(latitude), (3..<12).contains(longitude) { return 32 }
        if latitude >= 72, (0..<42).contains(longitude) {
            return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
        }
        return min(60, Int(clamping: (longitude + 180) / 6) + 1)
    }
}
