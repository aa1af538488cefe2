/// What a model does not vouch for at a place and date.
public struct FieldFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Flags from their bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The date lies before the model's validity: the field is extrapolated backwards.
    public static let beforeValidity = FieldFlags(rawValue: 1)
    /// The date lies after the model's validity: the field is extrapolated, its error grows by tens of nT each year.
    public static let afterValidity = FieldFlags(rawValue: 2)
    /// The height lies outside ``GeomagneticModel/validHeights``.
    public static let heightOutsideValidity = FieldFlags(rawValue: 4)
    /// H is below 6,000 nT and at least 2,000 nT.
    public static let cautionZone = FieldFlags(rawValue: 8)
    /// H is below 2,000 nT.
    public static let blackoutZone = FieldFlags(rawValue: 16)
    /// The model has no published error model, so there is no uncertainty.
    public static let noUncertainty = FieldFlags(rawValue: 32)

    /// The flags that `OutsideValidity.refused` turns into errors.
    static let outsideValidity: FieldFlags = [.beforeValidity, .afterValidity, .heightOutsideValidity]

    @inline(__always)
    init(model: FieldContext, date: DecimalYear, heightMetres: Double, zone: CompassZone) {
        var flags: FieldFlags = []
        if date.value < model.validity.lowerBound { flags.insert(.beforeValidity) }
        if date.value > model.validity.upperBound { flags.insert(.afterValidity) }
        if !GeomagneticModel.validHeights.contains(heightMetres) { flags.insert(.heightOutsideValidity) }
        if zone == .caution { flags.insert(.cautionZone) }
        if zone == .blackout { flags.insert(.blackoutZone) }
        if model.errorModel == nil { flags.insert(.noUncertainty) }
        self = flags
    }
}
