import Recordings

/// A place that a camera may look at.
public struct PlaceOfInterest: Sendable, Hashable {
    /// A short name in ASCII, such as `Tibidabo`.
    public let name: String
    /// Where it is; the altitude is that of the point that one looks at.
    public let place: Place

    /// A named place.
    public init(_ name: String, latitude: Double, longitude: Double, altitude: Double) {
        self.name = name
        place = Place(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}
