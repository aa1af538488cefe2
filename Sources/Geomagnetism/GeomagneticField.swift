import Vocabulary

/// The geomagnetic field at one place and date: the elements, their annual change, their uncertainty, and how far the
/// model may be trusted there.
public struct GeomagneticField: Equatable, Sendable {
    /// The date of the field.
    public let date: DecimalYear
    /// X, Y, Z, H, F in nT; D and I in degrees.
    public let elements: MagneticElements
    /// The change of the elements per year, nT/year and degrees/year; NaN for what H = 0 leaves undefined.
    public let annualChange: MagneticElements
    /// The uncertainty (one standard deviation) of the elements by the model's published error model, nT and degrees;
    /// nil where the model has none (WMM2010, coefficients of one's own).
    public let uncertainty: MagneticElements?
    /// The grid variation in degrees, [-180, 180]: the angle from grid north of the polar stereographic projection to
    /// magnetic north, D - longitude from 55 degrees north and D + longitude from 55 degrees south; nil in between.
    public let gridVariationDegrees: Double?
    /// How far a compass may be trusted there.
    public let zone: CompassZone
    /// Reservations about the field: dates and heights outside the model's validity, weak horizontal field.
    public let flags: FieldFlags

    @inline(__always)
    init(_ vectors: FieldVectors, at position: GeodeticPosition, on date: DecimalYear, in model: FieldContext) {
        self.date = date
        elements = MagneticElements(field: vectors.main + vectors.change * (date.value - model.epoch))
        annualChange = MagneticElements(change: vectors.change, of: elements)
        uncertainty = model.errorModel?.uncertainty(horizontalIntensity: elements.h)
        zone = CompassZone(horizontalIntensity: elements.h)
        gridVariationDegrees = Self.gridVariation(elements.declinationDegrees, at: position)
        flags = FieldFlags(model: model, date: date, heightMetres: position.height, zone: zone)
    }

    @inline(__always)
    private static func gridVariation(_ declination: Double, at position: GeodeticPosition) -> Double? {
        guard abs(position.latitude) >= 55 else { return nil }
        let turned =
            position.latitude > 0
            ? declination - position.longitude : declination + position.longitude
        return turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned
    }
}

/// The field at the epoch and its change per year, (north, east, down), nT and nT/year.
struct FieldVectors: Sendable {
    var main: SIMD3<Double>
    var change: SIMD3<Double>
}

extension FieldVectors {
    /// One of two places.
    @inline(__always)
    init(_ pair: (main: VectorPair, change: VectorPair), lane: Int) {
        main = SIMD3(pair.main.north[lane], pair.main.east[lane], pair.main.down[lane])
        change = SIMD3(pair.change.north[lane], pair.change.east[lane], pair.change.down[lane])
    }
}

/// What a field needs of its model, as a value that costs no reference counting.
struct FieldContext: Sendable {
    var epoch: Double
    var validity: ClosedRange<Double>
    var errorModel: FieldErrorModel?
}
