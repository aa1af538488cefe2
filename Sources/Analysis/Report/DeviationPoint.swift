/// A compass heading, [0, 360), and the deviation there, both in degrees.
public struct DeviationPoint: Codable, Sendable, Hashable {
    /// The compass heading.
    public var heading: Double
    /// The deviation, east positive.
    public var deviation: Double

    /// From its parts.
    public init(heading: Double, deviation: Double) {
        self.heading = heading
        self.deviation = deviation
    }
}
