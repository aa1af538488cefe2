import Vocabulary

extension GeomagneticModel {
    /// The field at one place and date.
    ///
    /// - Parameters:
    ///   - position: geodetic latitude and longitude in degrees, height above the ellipsoid in metres.
    ///   - date: within ``extrapolationLimitYears`` of the model's validity.
    /// - Throws: `latitude-out-of-range`, `longitude-out-of-range`, `height-out-of-range`, `date-not-covered`.
    public func field(
        at position: GeodeticPosition, on date: DecimalYear
    ) throws(SensorLabError) -> GeomagneticField {
        try position.validateForField()
        // The synthesis takes two places at a time; here they are the same.
        let vectors = FieldVectors(series.vectors(at: GeocentricPair(position, position)), lane: 0)
        try validate(date)
        return GeomagneticField(vectors, at: position, on: date, in: context)
    }

    /// Throws unless the date is within ``extrapolationLimitYears`` of the model's validity.
    ///
    /// - Throws: `date-not-covered`.
    public func validate(_ date: DecimalYear) throws(SensorLabError) {
        try date.requireCovered(
            by: context.validity, "for which \(name) holds", advice: "use a model for that time")
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
    /// - Throws: what a single evaluation throws, the message preceded by the number of the point, counted from 1.
    public func fields(
        at positions: [GeodeticPosition], on date: DecimalYear
    ) throws(SensorLabError) -> [GeomagneticField] {
        try validate(date)
        return try fields(at: positions) { _ in date }
    }

    /// The field at many places, each on a date of its own.
    ///
    /// - Parameters:
    ///   - positions: any number of places.
    ///   - dates: as many dates, each within ``extrapolationLimitYears`` of the model's validity.
    /// - Throws: `count-mismatch`; what a single evaluation throws, the message preceded by the number of the point,
    ///   counted from 1.
    public func fields(
        at positions: [GeodeticPosition], on dates: [DecimalYear]
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
        return try fields(at: positions) { dates[$0] }
    }

    @inline(__always)
    private func fields(
        at positions: [GeodeticPosition], date: (Int) -> DecimalYear
    ) throws(SensorLabError) -> [GeomagneticField] {
        for index in positions.indices where !positions[index].isAcceptedForField {
            try numbered(index) { () throws(SensorLabError) in try positions[index].validateForField() }
        }
        let context = context
        return [GeomagneticField](unsafeUninitializedCapacity: positions.count) { buffer, count in
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
