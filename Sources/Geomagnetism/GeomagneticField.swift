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
    /// The grid variation in degrees, [-180, 180]: the angle from grid north of the polar stereographic projection to
    /// magnetic north, D - longitude from 55 degrees north and D + longitude from 55 degrees south; nil in between.
    public let gridVariationDegrees: Double?
    /// How far a compass may be trusted there.
    public let zone: CompassZone
    /// What the model does not vouch for.
    public let flags: FieldFlags

    @inline(__always)
    init(_ vectors: FieldVectors, at position: FieldPosition, on date: DecimalYear, in model: FieldContext) {
        self.date = date
        elements = MagneticElements(field: vectors.main + vectors.change * (date.value - model.epoch))
        annualChange = MagneticElements(change: vectors.change, of: elements)
        uncertainty = model.errorModel?.uncertainty(horizontalIntensity: elements.h)
        zone = CompassZone(horizontalIntensity: elements.h)
        gridVariationDegrees = Self.gridVariation(elements.declinationDegrees, at: position)
        flags = FieldFlags(model: model, date: date, heightMetres: position.heightMetres, zone: zone)
    }

    @inline(__always)
    private static func gridVariation(_ declination: Double, at position: FieldPosition) -> Double? {
        guard abs(position.latitudeDegrees) >= 55 else { return nil }
        let turned =
            position.latitudeDegrees > 0
            ? declination - position.longitudeDegrees : declination + position.longitudeDegrees
        return turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned
    }
}

/// The field at the epoch and its change per year, (north, east, down), nT and nT/year.
struct FieldVectors: Sendable {
    var main: SIMD3<Double>
    var change: SIMD3<Double>

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

extension MagneticElements {
    /// The elements of a field vector (north, east, down) in nT (WMM2025 Technical Report, doi 10.25923/prbc-s316).
    @inline(__always)
    init(field: SIMD3<Double>) {
        let horizontal = (field.x * field.x + field.y * field.y).squareRoot()
        let angles = angleDegrees(y: Pair(field.z, field.y), x: Pair(horizontal, field.x))
        self.init(
            x: field.x, y: field.y, z: field.z, h: horizontal,
            f: (horizontal * horizontal + field.z * field.z).squareRoot(),
            inclinationDegrees: angles.x, declinationDegrees: angles.y)
    }

    /// The change of elements whose vector changes by `change` nT/year (WMM2025 Technical Report, doi 10.25923/prbc-s316).
    @inline(__always)
    init(change: SIMD3<Double>, of elements: MagneticElements) {
        let e = elements
        let (overH, overF) = (1 / e.h, 1 / e.f)
        // 0/0 where H = 0: the direction of the horizontal change is not defined there.
        let horizontal = (e.x * change.x + e.y * change.y) * overH
        self.init(
            x: change.x, y: change.y, z: change.z, h: horizontal,
            f: (e.x * change.x + e.y * change.y + e.z * change.z) * overF,
            inclinationDegrees: (e.h * change.z - e.z * horizontal) * (overF * overF) * degreesPerRadian,
            declinationDegrees: (e.x * change.y - e.y * change.x) * (overH * overH) * degreesPerRadian)
    }
}
