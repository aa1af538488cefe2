import Vocabulary

/// Reservations about a model's field at a place and date.
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

    /// The flags of a field that is an extrapolation of its model.
    public static let outsideValidity: FieldFlags = [.beforeValidity, .afterValidity, .heightOutsideValidity]

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

extension GeomagneticModel {
    /// The warnings of a field of this model, the most serious first; empty where no flag is set.
    public func warnings(for field: GeomagneticField) -> [Warning] {
        warnings(
            field,
            among: [
                .blackoutZone, .cautionZone, .beforeValidity, .afterValidity, .heightOutsideValidity, .noUncertainty,
            ])
    }

    private func warnings(_ field: GeomagneticField, among flags: [FieldFlags]) -> [Warning] {
        let period = "\(name) holds for \(validity.lowerBound) to \(validity.upperBound), the date is \(field.date)"
        let horizontal = "the horizontal intensity is \(Int(clamping: field.elements.h.rounded())) nT"
        return flags.filter(field.flags.contains).map { flag in
            switch flag {
            case .blackoutZone:
                Warning(
                    .geomagnetismBlackoutZone,
                    "\(horizontal), below 2000: blackout zone, the declination is not usable")
            case .cautionZone:
                Warning(
                    .geomagnetismCautionZone, "\(horizontal), below 6000: caution zone, a compass may be in error")
            case .beforeValidity: Warning(.geomagnetismDateBeforeValidity, period)
            case .afterValidity: Warning(.geomagnetismDateAfterValidity, period)
            case .heightOutsideValidity:
                Warning(.geomagnetismHeightOutsideValidity, "\(name) holds for heights of -1 to 850 km")
            default:
                Warning(
                    .geomagnetismNoUncertainty, "\(name) has no published error model, so there is no uncertainty")
            }
        }
    }
}

/// How far a compass can be trusted at a place, by the horizontal intensity H there.
///
/// The limits are those of the WMM Technical Report (NOAA/NCEI and BGS, doi 10.25923/prbc-s316).
public enum CompassZone: String, Sendable, CaseIterable {
    /// H of at least 6,000 nT.
    case normal
    /// H of at least 2,000 but less than 6,000 nT: a compass may be in error.
    case caution
    /// H below 2,000 nT: a compass is not to be used.
    case blackout

    /// The zone of a horizontal intensity in nT.
    @inlinable
    public init(horizontalIntensity h: Double) {
        self = h >= 6000 ? .normal : h >= 2000 ? .caution : .blackout
    }
}
