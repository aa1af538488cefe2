import RealModule

/// The geomagnetic field at one place and date: the elements, their annual change, their uncertainty, and how far the
/// model may be trusted there.
public struct GeomagneticField: Equatable, Sendable {
    /// The date of the field.
    public let date: DecimalYear
    /// X, Y, Z, H, F in nT; D and I in degrees.
    public let elements: MagneticElements
    /// The change of the elements per year, nT/year and degrees/year; NaN for what H = 0 leaves undefined.
    public let annualChange: MagneticElements
    /// The uncertainty (one standard deviation) of the elements by the model's published error model, nT and degrees; nil
    /// where the model has none (WMM2010, coefficients of one's own).
    public let uncertainty: MagneticElements?
    /// The grid variation in degrees, (-180, 180]: the angle from grid north of the polar stereographic projection to
    /// magnetic north, D - longitude north of 55 degrees and D + longitude south of -55 degrees; nil in between.
    public let gridVariationDegrees: Double?
    /// How far a compass may be trusted there.
    public let zone: CompassZone
    /// What the model does not vouch for.
    public let flags: FieldFlags

    init(_ vectors: FieldVectors, at position: FieldPosition, on date: DecimalYear, in model: GeomagneticModel) {
        let years = date.value - model.epoch.value
        self.date = date
        let field = vectors.main + vectors.change * years
        elements = MagneticElements(field: field)
        annualChange = MagneticElements(change: vectors.change, of: elements)
        uncertainty = model.errorModel?.uncertainty(horizontalIntensity: elements.h)
        zone = CompassZone(horizontalIntensity: elements.h)
        gridVariationDegrees = Self.gridVariation(elements.declinationDegrees, at: position)
        flags = FieldFlags(model: model, date: date, heightMetres: position.heightMetres, zone: zone)
    }

    private static func gridVariation(_ declination: Double, at position: FieldPosition) -> Double? {
        guard abs(position.latitudeDegrees) >= 55 else { return nil }
        let turned =
            position.latitudeDegrees > 0
            ? declination - position.longitudeDegrees : declination + position.longitudeDegrees
        let wrapped = turned - 360 * (turned / 360).rounded()
        return wrapped == -180 ? 180 : wrapped
    }
}

extension MagneticElements {
    /// The elements of a field vector (north, east, down) in nT (WMM Technical Report, equation 19).
    @inline(__always)
    init(field: SIMD3<Double>) {
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        self.init(
            x: field.x, y: field.y, z: field.z, h: horizontal,
            f: (horizontal * horizontal + field.z * field.z).squareRoot(),
            inclinationDegrees: Double.atan2(y: field.z, x: horizontal) * degreesPerRadian,
            declinationDegrees: horizontal > 0 ? Double.atan2(y: field.y, x: field.x) * degreesPerRadian : .nan)
    }

    /// The change of elements whose vector changes by `change` nT/year (WMM Technical Report, equation 20).
    @inline(__always)
    init(change: SIMD3<Double>, of elements: MagneticElements) {
        let e = elements
        let horizontal = (e.x * change.x + e.y * change.y) / e.h
        let horizontalChange = e.h > 0 ? horizontal : .nan
        self.init(
            x: change.x, y: change.y, z: change.z, h: horizontalChange,
            f: (e.x * change.x + e.y * change.y + e.z * change.z) / e.f,
            inclinationDegrees: (e.h * change.z - e.z * horizontalChange) / (e.f * e.f) * degreesPerRadian,
            declinationDegrees: (e.x * change.y - e.y * change.x) / (e.h * e.h) * degreesPerRadian)
    }
}
