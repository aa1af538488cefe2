import Vocabulary

extension GeomagneticModel {
    /// The field at one place and date.
    ///
    /// - Parameters:
    ///   - position: geodetic latitude and longitude in degrees, height above the ellipsoid in metres.
    ///   - date: within ``extrapolationLimitYears`` of the model's validity.
    ///   - outsideValidity: whether a date or height outside the model's validity is flagged or an error.
    /// - Throws: `latitude-out-of-range`, `longitude-out-of-range`, `height-out-of-range`,
    ///   `date-not-covered`, `outside-validity`.
    public func field(
        at position: GeodeticPosition, on date: DecimalYear, outsideValidity: OutsideValidity = .flagged
    ) throws(SensorLabError) -> GeomagneticField {
        try field(vectors(at: position), at: position, on: date, outsideValidity: outsideValidity)
    }

    /// A place at which the field is wanted on many dates: the series is summed here, once.
    ///
    /// - Throws: `latitude-out-of-range`, `longitude-out-of-range`, `height-out-of-range`.
    public func prepare(at position: GeodeticPosition) throws(SensorLabError) -> PreparedPosition {
        PreparedPosition(model: self, position: position, vectors: try vectors(at: position))
    }

    /// The field at the epoch and its change. The synthesis takes two places at a time; here they are the same.
    @inline(__always)
    private func vectors(at position: GeodeticPosition) throws(SensorLabError) -> FieldVectors {
        try position.validateForField()
        return FieldVectors(series.vectors(at: GeocentricPair(position, position)), lane: 0)
    }

    /// The field of summed series.
    @inline(__always)
    func field(
        _ vectors: FieldVectors, at position: GeodeticPosition, on date: DecimalYear, outsideValidity: OutsideValidity
    ) throws(SensorLabError) -> GeomagneticField {
        try validate(date)
        let field = GeomagneticField(vectors, at: position, on: date, in: context)
        if outsideValidity == .refused { try refuse(field) }
        return field
    }

    /// Throws unless the date is within ``extrapolationLimitYears`` of the model's validity.
    ///
    /// - Throws: `date-not-covered`.
    public func validate(_ date: DecimalYear) throws(SensorLabError) {
        try date.requireCovered(
            by: context.validity, "for which \(name) holds", advice: "use a model for that time")
    }
}

/// A place at which a model's series has been summed, for the field on any number of dates.
///
/// Between its coefficients' epoch and any date a model changes linearly, so the field at the epoch and its annual
/// change are all that is needed.
public struct PreparedPosition: Sendable {
    /// The model.
    public let model: GeomagneticModel
    /// The place.
    public let position: GeodeticPosition
    let vectors: FieldVectors

    /// The field on a date, in constant time whatever the model's degree.
    ///
    /// - Parameters:
    ///   - date: within ``GeomagneticModel/extrapolationLimitYears`` of the model's validity.
    ///   - outsideValidity: whether a date or height outside the model's validity is flagged or an error.
    /// - Throws: `date-not-covered`, `outside-validity`.
    public func field(
        on date: DecimalYear, outsideValidity: OutsideValidity = .flagged
    ) throws(SensorLabError) -> GeomagneticField {
        try model.field(vectors, at: position, on: date, outsideValidity: outsideValidity)
    }
}

extension GeomagneticModel {
    /// The field at many places on one date, two places at a time in each vector register.
    ///
    /// The values are the same bits as those of single evaluations.
    ///
    /// - Parameters:
    ///   - positions: any number of places.
    ///   - date: within ``extrapolationLimitYears`` of the model's validity.
    ///   - outsideValidity: whether a date or height outside the model's validity is flagged or an error.
    /// - Throws: what a single evaluation throws, the message preceded by the number of the point, counted from 1.
    public func fields(
        at positions: [GeodeticPosition], on date: DecimalYear, outsideValidity: OutsideValidity = .flagged
    ) throws(SensorLabError) -> [GeomagneticField] {
        try validate(date)
        return try fields(at: positions, outsideValidity: outsideValidity) { _ in date }
    }

    /// The field at many places, each on a date of its own.
    ///
    /// - Parameters:
    ///   - positions: any number of places.
    ///   - dates: as many dates, each within ``extrapolationLimitYears`` of the model's validity.
    ///   - outsideValidity: whether a date or height outside the model's validity is flagged or an error.
    /// - Throws: `count-mismatch`; what a single evaluation throws, the message preceded by the number of the point,
    ///   counted from 1.
    public func fields(
        at positions: [GeodeticPosition], on dates: [DecimalYear], outsideValidity: OutsideValidity = .flagged
    ) throws(SensorLabError) -> [GeomagneticField] {
        guard positions.count == dates.count else {
            throw SensorLabError(
                .usage, code: .geomagnetismCountMismatch,
                message: "\(positions.count) positions and \(dates.count) dates",
                advice: "give one date per position")
        }
        for index in dates.indices {
            try numbered(index) { () throws(SensorLabError) in try validate(dates[index]) }
        }
        return try fields(at: positions, outsideValidity: outsideValidity) { dates[$0] }
    }

    @inline(__always)
    private func fields(
        at positions: [GeodeticPosition], outsideValidity: OutsideValidity, date: (Int) -> DecimalYear
    ) throws(SensorLabError) -> [GeomagneticField] {
        for index in positions.indices where !positions[index].isAcceptedForField {
            try numbered(index) { () throws(SensorLabError) in try positions[index].validateForField() }
        }
        let context = context
        let fields = [GeomagneticField](unsafeUninitializedCapacity: positions.count) { buffer, count in
            for index in stride(from: 0, to: positions.count, by: 2) {
                let second = min(index + 1, positions.count - 1)
                let pair = series.vectors(at: GeocentricPair(positions[index], positions[second]))
                for lane in index...second {
                    buffer.initializeElement(
                        at: lane,
                        to: GeomagneticField(
                            FieldVectors(pair, lane: lane - index), at: positions[lane], on: date(lane), in: context))
                }
            }
            count = positions.count
        }
        if outsideValidity == .refused {
            for index in fields.indices where !fields[index].flags.isDisjoint(with: .outsideValidity) {
                try numbered(index) { () throws(SensorLabError) in try refuse(fields[index]) }
            }
        }
        return fields
    }

    /// Puts the number of a point before the message of its error.
    private func numbered(_ index: Int, _ check: () throws(SensorLabError) -> Void) throws(SensorLabError) {
        do {
            try check()
        } catch {
            var numbered = error
            numbered.message = "point \(index + 1): \(error.message)"
            throw numbered
        }
    }
}
