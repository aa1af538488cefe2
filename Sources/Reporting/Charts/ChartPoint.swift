/// A point of a chart in the units of its axes. A NaN in y ends a line: the next point begins a new stroke.
public struct ChartPoint: Sendable, Hashable {
    /// In the unit of the x axis.
    public var x: Double
    /// In the unit of the y axis; NaN ends a line.
    public var y: Double

    /// A point by its coordinates, in the units of the axes.
    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    /// The end of a stroke.
    public static let gap = ChartPoint(.nan, .nan)

    /// Whether both coordinates are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite }
}
