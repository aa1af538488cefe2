/// How a place is projected to the screen: the projections of augmented reality apps, by name.
public enum ProjectionModel: String, Sendable, CaseIterable {
    /// Degrees per metre at the place, angle and zenith angle as parts of the fields of view; wraps at north.
    case planar
    /// The same as it was published: no wrapping at north.
    case planarPublished = "planar-published"
    /// Great-circle azimuth, sine of the difference over the sine of the vision angle; hides what is behind.
    case sine
    /// The same as it was published: a place behind the viewer appears in front.
    case sinePublished = "sine-published"
    /// Offsets by haversine in a scene of a pinhole camera.
    case scene
    /// Offsets at the observer's height within 1000 m, seen by a pinhole camera.
    case frustum
    /// Geodesic on WGS 84, local east-north-up, full orientation, pinhole with distortion: the default.
    case geodesic

    /// The model of that name, without case.
    public init?(named name: String) {
        self.init(rawValue: name.lowercased())
    }

    /// Whether it works in portrait only.
    public var isPortraitOnly: Bool {
        switch self {
        case .planar, .planarPublished, .sine, .sinePublished: return true
        case .scene, .frustum, .geodesic: return false
        }
    }

    /// The default of the largest distance of a visible place, metres of its own distance; `nil` = everywhere.
    public var ownMaximumDistance: Double? {
        switch self {
        case .sine, .sinePublished: return 20_000
        case .frustum: return 1000
        case .planar, .planarPublished, .scene, .geodesic: return nil
        }
    }
}

#if !hasFeature(Embedded)
    extension ProjectionModel: Codable {}
#endif
