/// A position by geodetic latitude and longitude, with the height above the WGS-84 ellipsoid.
///
/// The values are not checked: each function states the range that it needs (``isValid``, or the check of the field
/// models in `Geomagnetism`).
public struct GeodeticPosition: Sendable, Hashable {
    /// Degrees north, [-90, 90].
    public var latitude: Double
    /// Degrees east; any multiple of 360 may be added.
    public var longitude: Double
    /// Metres above the ellipsoid; 0 where unknown. JSON has it as `altitude`.
    public var height: Double

    /// A position from degrees north, degrees east and metres above the ellipsoid.
    @inlinable
    public init(latitude: Double, longitude: Double, height: Double = 0) {
        self.latitude = latitude
        self.longitude = longitude
        self.height = height
    }

    /// Whether the latitude lies in [-90, 90] and all three numbers are finite.
    @inlinable public var isValid: Bool {
        latitude.magnitude <= 90 && longitude.isFinite && height.isFinite
    }
}

#if !hasFeature(Embedded)
    extension GeodeticPosition: Codable {
        private enum CodingKeys: String, CodingKey {
            case latitude
            case longitude
            case height = "altitude"
        }
    }
#endif

/// A place that gets a label.
public struct PointOfInterest: Sendable, Hashable {
    /// Unique among the places of one list.
    public var id: String
    /// What the label says.
    public var name: String
    /// Where it is; the height is that of the point that is looked at.
    public var position: GeodeticPosition
    /// Whether the height is known. A place without one is drawn at the observer's height: at height 0 its label would
    /// be as far below the horizon as the observer is above the sea.
    public var hasHeight: Bool
    /// What `--category` selects by; empty for none, several separated by `|`. `road` is limited by the model `scene`.
    public var category: String
    /// Higher is more important: such places get their labels first, and are kept where the
    /// number of places is limited.
    public var priority: Double
    #if !hasFeature(Embedded)
        /// The height of the ground at the place, metres above the ellipsoid; `nil` where it is not given.
        public var floor: Double?
        /// Where the height is not known: metres above the observer at which it is drawn.
        public var heightAboveObserver = 0.0
    #endif

    /// A place; its category is empty where none is given.
    public init(
        id: String, name: String, position: GeodeticPosition, hasHeight: Bool = true, category: String = "",
        priority: Double = 0
    ) {
        (self.id, self.name, self.position, self.category) = (id, name, position, category)
        (self.hasHeight, self.priority) = (hasHeight, priority)
    }

    /// The categories; a single empty one for a place without category.
    public var categories: [String] {
        guard category.utf8.contains(UInt8(ascii: "|")) else { return [category] }
        return category.split(separator: "|").map { part in
            var part = part
            while part.first?.isWhitespace == true { part.removeFirst() }
            while part.last?.isWhitespace == true { part.removeLast() }
            return String(part)
        }
    }

    /// The position as drawn for an observer: at the observer's height, or `heightAboveObserver` above it, where its
    /// own is not known.
    public func position(seenFrom observer: GeodeticPosition) -> GeodeticPosition {
        guard !hasHeight else { return position }
        var height = observer.height
        #if !hasFeature(Embedded)
            height += heightAboveObserver
        #endif
        return GeodeticPosition(latitude: position.latitude, longitude: position.longitude, height: height)
    }
}

/// An ellipsoid of revolution: what latitude, longitude and height refer to.
public struct Ellipsoid: Sendable, Hashable {
    /// The equatorial radius a, metres.
    public let equatorialRadius: Double
    /// The flattening f = (a - b) / a, without unit; 0 for a sphere.
    public let flattening: Double

    /// An ellipsoid from its equatorial radius in metres (> 0) and its flattening (< 1; negative for a prolate one).
    @inlinable
    public init(equatorialRadius: Double, flattening: Double) {
        precondition(equatorialRadius > 0 && flattening < 1, "an ellipsoid needs a > 0 and f < 1")
        self.equatorialRadius = equatorialRadius
        self.flattening = flattening
    }

    /// WGS 84: a = 6378137 m, 1/f = 298.257223563 (NIMA TR 8350.2, 3rd edition, 2000, table 3.1).
    @inlinable public static var wgs84: Ellipsoid {
        Ellipsoid(equatorialRadius: 6_378_137, flattening: 1 / 298.257_223_563)
    }

    /// The polar semi-axis b = a (1 - f), metres.
    @inlinable public var polarRadius: Double { equatorialRadius * (1 - flattening) }
    /// The square of the first eccentricity, e^2 = f (2 - f).
    @inlinable public var eccentricitySquared: Double { flattening * (2 - flattening) }
    /// The square of the second eccentricity, e'^2 = e^2 / (1 - e^2).
    @inlinable public var secondEccentricitySquared: Double {
        eccentricitySquared / ((1 - flattening) * (1 - flattening))
    }
    /// The third flattening, n = f / (2 - f).
    @inlinable public var thirdFlattening: Double { flattening / (2 - flattening) }

    /// Normal gravity on the WGS-84 ellipsoid, m/s^2, at the latitude whose sine is `s` (Somigliana's closed formula,
    /// NIMA TR 8350.2, equation 4-1).
    @inlinable
    public static func wgs84Gravity(sineOfLatitude s: Double) -> Double {
        9.780_325_335_9 * (1 + 0.001_931_852_652_41 * s * s) / (1 - wgs84.eccentricitySquared * s * s).squareRoot()
    }
}
