/// One line of a deviation table: what the compass read and how far the magnetic heading was from it.
public struct DeviationObservation: Sendable, Codable, Hashable {
    /// The COMPASS heading, degrees clockwise from compass north, any turn.
    public var compassHeadingDegrees: Double
    /// Deviation = magnetic heading - compass heading, degrees, east positive.
    public var deviationDegrees: Double
    /// Inverse variance up to a common factor, > 0.
    public var weight: Double

    /// An observation from its parts.
    public init(compassHeadingDegrees: Double, deviationDegrees: Double, weight: Double = 1) {
        self.compassHeadingDegrees = compassHeadingDegrees
        self.deviationDegrees = deviationDegrees
        self.weight = weight
    }
}
