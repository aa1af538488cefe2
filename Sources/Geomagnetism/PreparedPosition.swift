/// A place at which a model's series has been summed, for the field on any number of dates.
///
/// Between its coefficients' epoch and any date a model changes linearly, so the field at the epoch and its annual change
/// are all that is needed.
public struct PreparedPosition: Sendable {
    /// The model.
    public let model: GeomagneticModel
    /// The place.
    public let position: FieldPosition
    let vectors: FieldVectors

    /// The field on a date, in constant time whatever the model's degree.
    ///
    /// - Parameters:
    ///   - date: within ``GeomagneticModel/extrapolationLimitYears`` of the model's validity.
    ///   - outsideValidity: whether a date or height outside the model's validity is flagged or an error.
    /// - Throws: `dateNotCovered`, `outsideValidity`.
    public func field(
        on date: DecimalYear, outsideValidity: OutsideValidity = .flagged
    ) throws(GeomagnetismError) -> GeomagneticField {
        try model.field(vectors, at: position, on: date, outsideValidity: outsideValidity)
    }
}
