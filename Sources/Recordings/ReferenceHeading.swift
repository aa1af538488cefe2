import SensorModels

/// A heading that errors are measured against, such as that of a GNSS receiver with two antennas.
public struct ReferenceHeading: Sendable, Hashable {
    /// Of the axis whose heading is shown, radians clockwise from the reference's north.
    public var heading: Double
    /// Its standard deviation, radians; NaN where it is unknown.
    public var sigma: Double

    /// A heading and its standard deviation, radians.
    public init(heading: Double, sigma: Double = .nan) { (self.heading, self.sigma) = (heading, sigma) }
}

extension ReferenceHeading: RecordedValue {
    package static var width: Int { 2 }

    package func number(_ column: Int) -> Double { column == 0 ? heading : sigma }
}
