extension GeomagneticModel {
    /// The field at one place and date.
    ///
    /// - Parameters:
    ///   - position: geodetic latitude and longitude in degrees, height above the ellipsoid in metres.
    ///   - date: within ``extrapolationLimitYears`` of the model's validity.
    ///   - outsideValidity: whether a date or height outside the model's validity is flagged or an error.
    /// - Throws: `latitudeOutOfRange`, `longitudeOutOfRange`, `heightOutOfRange`, `dateNotCovered`, `outsideValidity`.
    public func field(
        at position: FieldPosition, on date: DecimalYear, outsideValidity: OutsideValidity = .flagged
    ) throws(GeomagnetismError) -> GeomagneticField {
        try field(vectors(at: position), at: position, on: date, outsideValidity: outsideValidity)
    }

    /// A place at which the field is wanted on many dates: the series is summed here, once.
    ///
    /// - Throws: `latitudeOutOfRange`, `longitudeOutOfRange`, `heightOutOfRange`.
    public func prepare(at position: FieldPosition) throws(GeomagnetismError) -> PreparedPosition {
        PreparedPosition(model: self, position: position, vectors: try vectors(at: position))
    }

    /// The field at the epoch and its change. The synthesis takes two places at a time; here they are the same.
    @inline(__always)
    private func vectors(at position: FieldPosition) throws(GeomagnetismError) -> FieldVectors {
        try position.validate()
        return FieldVectors(series.vectors(at: GeocentricPair(position, position)), lane: 0)
    }

    /// The field of summed series.
    @inline(__always)
    func field(
        _ vectors: FieldVectors, at position: FieldPosition, on date: DecimalYear, outsideValidity: OutsideValidity
    ) throws(GeomagnetismError) -> GeomagneticField {
        try validate(date)
        let field = GeomagneticField(vectors, at: position, on: date, in: context)
        if outsideValidity == .refused { try refuse(field) }
        return field
    }

    /// Throws unless the date is within ``extrapolationLimitYears`` of the model's validity.
    ///
    /// - Throws: `dateNotCovered`.
    public func validate(_ date: DecimalYear) throws(GeomagnetismError) {
        let limit = Self.extrapolationLimitYears
        guard date.value >= validity.lowerBound.value - limit, date.value <= validity.upperBound.value + limit else {
            throw GeomagnetismError(
                .dateNotCovered,
                "date \(date) is more than \(Int(limit)) years from \(validity.lowerBound) to \(validity.upperBound), "
                    + "for which \(name) holds",
                advice: "use a model of that time")
        }
    }

    /// Throws where a field carries flags of validity.
    func refuse(_ field: GeomagneticField) throws(GeomagnetismError) {
        guard !field.flags.isDisjoint(with: .outsideValidity) else { return }
        for warning in warnings(for: field) where warning.code.isOutsideValidity {
            throw GeomagnetismError(.outsideValidity, warning.message, advice: warning.advice)
        }
    }
}
