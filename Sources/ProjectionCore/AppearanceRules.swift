/// The height at which a place is drawn.
public enum ScreenLayout: String, Sendable, CaseIterable {
    /// At its own elevation, as the model gives it.
    case direction
    /// On the horizon.
    case horizon
    /// Farther places are higher: from the horizon for a place at the observer to `ProjectionOptions.layoutSpan` above
    /// it for one at the largest distance.
    case farIsHigher = "far-is-higher"
}

/// How the size of a label depends on the distance.
public enum LabelScaling: String, Sendable, CaseIterable {
    /// The model's own: 1; with `sine` and `frustum`, falling linearly to 0 at the largest distance.
    case model
    /// Like an object of fixed size: 1 up to `ProjectionOptions.scaleDistance`, then that over the distance.
    case inverseDistance = "inverse-distance"
    /// As ARKit-CoreLocation sizes its annotations by default: 1, and 0.75 beyond 3 km.
    case arcl
}

/// Labels fade with the distance: opaque up to one distance, then linearly down to the least opacity at another.
public struct DistanceFade: Sendable, Hashable {
    /// Metres, >= 0: up to here the opacity is 1.
    public var start: Double
    /// Metres, > `start`: from here on it is `least`.
    public var end: Double
    /// [0, 1].
    public var least: Double

    /// A fade between two distances, metres.
    public init(start: Double, end: Double, least: Double = 0) {
        (self.start, self.end, self.least) = (start, end, least)
    }

    /// The opacity of a label at a distance in metres, [least, 1]; `least` where the distance is no number.
    public func opacity(at distance: Double) -> Double {
        guard distance > start else { return distance.isNaN ? least : 1 }
        guard distance < end else { return least }
        return 1 - (1 - least) * (distance - start) / (end - start)
    }
}

extension Projector {
    /// The size of a place's label against its full size, [0, 1]: as `LabelScaling` says, and not below
    /// `ProjectionOptions.minimumScale`. After `prepare`.
    public func labelScale(of index: Int) -> Double {
        let distance = distances[index]
        let scale: Double
        switch options.scaling {
        case .model:
            scale = model.ownMaximumDistance.map { max(0, 1 - distance / (options.maximumDistance ?? $0)) } ?? 1
        case .inverseDistance: scale = distance > options.scaleDistance ? options.scaleDistance / distance : 1
        case .arcl: scale = distance > 3000 ? 0.75 : 1
        }
        return max(options.minimumScale, scale)
    }

    /// The opacity of a place's label, [0, 1]; 1 without `ProjectionOptions.fade`. After `prepare`.
    public func opacity(of index: Int) -> Double { options.fade?.opacity(at: distances[index]) ?? 1 }

    /// How far a label is turned about its vertical, degrees: 0 in the middle of the screen, in proportion to the
    /// distance from it, and `ProjectionOptions.labelTurn` at the edges and beyond; positive on the right. The edge of
    /// the label that is farther from the screen's middle is nearer to the viewer.
    /// - Parameter x: of the place, pixels from the left edge.
    public func labelTurn(at x: Double) -> Double {
        let half = screenWidth / 2
        return options.labelTurn * max(-1, min(1, (x - half) / half))
    }
}

#if !hasFeature(Embedded)
    extension ScreenLayout: Codable {}
    extension LabelScaling: Codable {}
#endif
