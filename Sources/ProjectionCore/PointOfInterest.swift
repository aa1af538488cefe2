import Geodesy

/// A place that gets a label.
public struct PointOfInterest: Sendable, Hashable {
    /// Unique among the places of one list.
    public var id: String
    /// What the label says.
    public var name: String
    /// Where it is; the height is that of the point that one looks at.
    public var position: GeodeticPosition
    /// What `--category` selects by; empty for none. `road` is limited by the model `scene`.
    public var category: String

    /// A place by its parts.
    public init(id: String, name: String, position: GeodeticPosition, category: String = "") {
        (self.id, self.name, self.position, self.category) = (id, name, position, category)
    }
}
