import Vocabulary

/// A flag of a field in words, for a report.
public struct GeomagnetismWarning: Equatable, Sendable {
    /// Which warning; stable across versions.
    public let code: DiagnosticCode
    /// One line: what was found.
    public let message: String
    /// One line: what to do.
    public let advice: String
}

extension GeomagneticModel {
    /// The flags of a field of this model in words, the gravest first; empty where the model vouches for everything.
    public func warnings(for field: GeomagneticField) -> [GeomagnetismWarning] {
        var warnings: [GeomagnetismWarning] = []
        let flags = field.flags
        let period = "\(validity.lowerBound) to \(validity.upperBound)"
        func warn(_ flag: FieldFlags, _ code: DiagnosticCode, _ message: String, _ advice: String) {
            guard flags.contains(flag) else { return }
            warnings.append(GeomagnetismWarning(code: code, message: message, advice: advice))
        }
        let horizontal = "the horizontal intensity is \(Int(field.elements.h.rounded())) nT"
        warn(
            .blackoutZone, .geomagnetismBlackoutZone,
            "\(horizontal), below 2000: blackout zone, declination means little",
            "do not use a compass there")
        warn(
            .cautionZone, .geomagnetismCautionZone,
            "\(horizontal), below 6000: caution zone, a compass may be in error",
            "rely on another heading reference")
        warn(
            .beforeValidity, .geomagnetismDateBeforeValidity, "\(name) holds for \(period), the date is \(field.date)",
            "use an earlier model")
        warn(
            .afterValidity, .geomagnetismDateAfterValidity, "\(name) holds for \(period), the date is \(field.date)",
            "use a later model")
        warn(
            .heightOutsideValidity, .geomagnetismHeightOutsideValidity,
            "\(name) holds for heights of -1 to 850 km", "treat the value as an extrapolation")
        warn(
            .noUncertainty, .geomagnetismNoUncertainty,
            "\(name) has no published error model, so there is no uncertainty",
            "take the figures of a later model as a guide")
        return warnings
    }
}
