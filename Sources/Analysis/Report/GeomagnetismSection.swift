import Geomagnetism
import SensorModels
import Vocabulary

/// The field of the geomagnetic model at the log's place and date.
public struct GeomagnetismSection: Codable, Sendable, Hashable {
    /// The name of the model.
    public var model: String
    /// `YYYY-MM-DD`.
    public var date: String
    /// The place of the log.
    public var place: GeodeticPosition
    /// East positive: true heading = magnetic heading + declination.
    public var declinationDegrees: Double
    /// One standard deviation; null for a model without a published error model.
    @Nullable public var declinationSigmaDegrees: Double?
    /// Down positive.
    public var inclinationDegrees: Double
    /// Total intensity, microtesla.
    public var intensityMicrotesla: Double
    /// Horizontal intensity, microtesla.
    public var horizontalMicrotesla: Double
    /// The dates for which the model is valid, `[first, end)` in decimal years.
    public var validFrom, validTo: Double
    /// Origin of place and date: `log`, `--place`, ...
    public var source: String
    /// The angle from grid north of the polar stereographic projection to magnetic north, degrees; defined
    /// from 55 degrees of latitude on.
    @Nullable public var gridVariationDegrees: Double? = nil
    /// `normal`, `caution` (a compass may be in error) or `blackout` (a compass must not be used).
    @Nullable public var zone: String? = nil
    /// All elements.
    @Nullable public var elements: FieldComponents? = nil
    /// The annual change of the elements.
    @Nullable public var annualChange: FieldComponents? = nil
    /// One standard deviation of the elements by the model's published error model; null without one.
    @Nullable public var sigmas: FieldComponents? = nil
    /// The reference of the place's height: `ellipsoid` or `msl`.
    @Nullable public var heightAbove: String? = nil
    /// The codes of the model's warnings; empty if the field is valid.
    public var warnings: [String] = []
}

/// The elements of the field, their annual change or their standard deviations: degrees and microtesla.
public struct FieldComponents: Codable, Sendable, Hashable {
    /// D, east positive; null where there is no horizontal field.
    @Nullable public var declinationDegrees: Double?
    /// I, down positive.
    @Nullable public var inclinationDegrees: Double?
    /// Horizontal (H) and total (F) intensity.
    public var horizontalMicrotesla, intensityMicrotesla: Double
    /// X (geodetic north), Y (east) and Z (down).
    public var northMicrotesla, eastMicrotesla, downMicrotesla: Double

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
