import Recordings
import SensorModels
import Vocabulary

/// The field of the geomagnetic model at the log's place and date.
public struct GeomagnetismSection: Codable, Sendable, Hashable {
    /// The name of the model.
    public var model: String
    /// `YYYY-MM-DD`.
    public var date: String
    /// Where it was recorded.
    public var place: Place
    /// East positive: true heading = magnetic heading + declination.
    public var declinationDegrees: Double
    /// One standard deviation; null where the model has no published error model.
    @Nullable public var declinationSigmaDegrees: Double?
    /// Down positive.
    public var inclinationDegrees: Double
    /// Total intensity, microtesla.
    public var intensityMicrotesla: Double
    /// Horizontal intensity, microtesla.
    public var horizontalMicrotesla: Double
    /// The dates for which the model is valid, `[first, end)` in decimal years.
    public var validFrom: Double
    /// The end of the model's validity, decimal year.
    public var validTo: Double
    /// Where place and date came from: `log`, `--place`, ...
    public var source: String
    /// The angle from grid north of the polar stereographic projection to magnetic north, degrees; from 55 degrees of
    /// latitude on.
    @Nullable public var gridVariationDegrees: Double? = nil
    /// `normal`, `caution` (a compass may be in error) or `blackout` (it is not to be used).
    @Nullable public var zone: String? = nil
    /// All elements.
    @Nullable public var elements: FieldComponents? = nil
    /// The change of the elements in a year.
    @Nullable public var annualChange: FieldComponents? = nil
    /// One standard deviation of the elements by the model's published error model; null where it has none.
    @Nullable public var sigmas: FieldComponents? = nil
    /// What the height of the place is counted from: `ellipsoid` or `msl`.
    @Nullable public var heightAbove: String? = nil
    /// The codes of what the model does not vouch for; empty where all is well.
    public var warnings: [String] = []

    /// From its parts.
    public init(
        model: String, date: String, place: Place, declinationDegrees: Double, declinationSigmaDegrees: Double?,
        inclinationDegrees: Double, intensityMicrotesla: Double, horizontalMicrotesla: Double, validFrom: Double,
        validTo: Double, source: String
    ) {
        self.model = model
        self.date = date
        self.place = place
        self.declinationDegrees = declinationDegrees
        self.inclinationDegrees = inclinationDegrees
        self.intensityMicrotesla = intensityMicrotesla
        self.horizontalMicrotesla = horizontalMicrotesla
        self.validFrom = validFrom
        self.validTo = validTo
        self.source = source
        self.declinationSigmaDegrees = declinationSigmaDegrees
    }
}
