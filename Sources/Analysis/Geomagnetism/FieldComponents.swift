import Geomagnetism
import SensorModels
import Vocabulary

/// The elements of the field, their change in a year or their standard deviations: degrees and microtesla.
public struct FieldComponents: Codable, Sendable, Hashable {
    /// D, east positive; null where there is no horizontal field.
    @Nullable public var declinationDegrees: Double?
    /// I, down positive.
    @Nullable public var inclinationDegrees: Double?
    /// H.
    public var horizontalMicrotesla: Double
    /// X, to geodetic north.
    public var northMicrotesla: Double
    /// Y.
    public var eastMicrotesla: Double
    /// Z.
    public var downMicrotesla: Double
    /// F.
    public var intensityMicrotesla: Double

    /// From nanotesla.
    public init(_ elements: MagneticElements) {
        horizontalMicrotesla = elements.h / 1000
        northMicrotesla = elements.x / 1000
        eastMicrotesla = elements.y / 1000
        downMicrotesla = elements.z / 1000
        intensityMicrotesla = elements.f / 1000
        declinationDegrees = elements.declinationDegrees
        inclinationDegrees = elements.inclinationDegrees
    }
}
