import Vocabulary

/// The field along a track: a place that moves a little between calls, such as a phone's.
///
/// The series is summed at an anchor, with its slopes to the north, to the east and upwards; up to ``reachMetres`` from
/// it the field follows from them, at a cost that does not depend on the model's degree. Farther away, and above 89
/// degrees of latitude, where the direction of north turns too fast, the series is summed anew.
///
///     var track = FieldTrack(model)
///     for fix in fixes { heading += try track.field(at: fix.position, on: date).elements.declinationDegrees }
public struct FieldTrack: Sendable {
    /// The model.
    public let model: GeomagneticModel
    /// How far from an anchor its slopes are used, metres.
    public let reachMetres: Double
    private var anchor: Anchor?

    /// Makes a track that has not begun.
    ///
    /// - Parameters:
    ///   - model: any model.
    ///   - reachMetres: at least 0, at most 10,000. The error grows with its square: at 1,000 m it is below 0.01 nT
    ///     with models of degree 12 and below 0.1 nT with WMMHR2025.
    public init(_ model: GeomagneticModel, reachMetres: Double = 1000) {
        self.model = model
        self.reachMetres = reachMetres >= 0 ? min(reachMetres, 10_000) : 0
    }

    /// The field at the next place.
    ///
    /// - Parameters:
    ///   - position: any position; one near the last costs less.
    ///   - date: within ``GeomagneticModel/extrapolationLimitYears`` of the model's validity.
    ///   - outsideValidity: whether a date or height outside the model's validity is flagged or an error.
    /// - Throws: what ``GeomagneticModel/field(at:on:outsideValidity:)`` throws.
    public mutating func field(
        at position: GeodeticPosition, on date: DecimalYear, outsideValidity: OutsideValidity = .flagged
    ) throws(SensorLabError) -> GeomagneticField {
        try position.validateForField()
        guard abs(position.latitude) < 89, reachMetres > 0 else {
            return try model.field(at: position, on: date, outsideValidity: outsideValidity)
        }
        let vectors: FieldVectors
        if let near = anchor?.vectors(at: position, within: reachMetres) {
            vectors = near
        } else {
            let anchor = Anchor(at: position, of: model.series, step: reachMetres / 10)
            self.anchor = anchor
            vectors = anchor.vectors
        }
        return try model.field(vectors, at: position, on: date, outsideValidity: outsideValidity)
    }
}

/// The field at one place and its slopes.
private struct Anchor {
    var position: GeodeticPosition
    var vectors: FieldVectors
    /// The change per metre to the north, to the east and upwards.
    private var north, east, up: FieldVectors
    private var metresPerDegreeEast: Double

    /// Approximate: it converts degrees to metres and back.
    private static let metresPerDegree = 111_320.0

    init(at position: GeodeticPosition, of series: FieldSeries, step: Double) {
        let (_, cosine) = sineAndCosine(degrees: Pair(repeating: position.latitude))
        self.position = position
        metresPerDegreeEast = Self.metresPerDegree * cosine.x
        // Towards the equator and to the smaller longitude, so that no coordinate leaves its range.
        let northward = position.latitude > 0 ? -step : step
        let eastward = position.longitude > 0 ? -step : step
        var (toNorth, toEast, above) = (position, position, position)
        toNorth.latitude += northward / Self.metresPerDegree
        toEast.longitude += eastward / metresPerDegreeEast
        above.height += step
        let first = series.vectors(at: GeocentricPair(position, toNorth))
        let second = series.vectors(at: GeocentricPair(toEast, above))
        let here = FieldVectors(first, lane: 0)
        vectors = here
        north = FieldVectors(first, lane: 1).slope(from: here, over: northward)
        east = FieldVectors(second, lane: 0).slope(from: here, over: eastward)
        up = FieldVectors(second, lane: 1).slope(from: here, over: step)
    }

    /// The field at a place; nil where it is farther away than `reach`, metres.
    func vectors(at place: GeodeticPosition, within reach: Double) -> FieldVectors? {
        let metresNorth = (place.latitude - position.latitude) * Self.metresPerDegree
        let turn = (place.longitude - position.longitude).remainder(dividingBy: 360)
        let metresEast = turn * metresPerDegreeEast
        let metresUp = place.height - position.height
        guard metresNorth * metresNorth + metresEast * metresEast + metresUp * metresUp <= reach * reach else {
            return nil
        }
        return FieldVectors(
            main: vectors.main + north.main * metresNorth + east.main * metresEast + up.main * metresUp,
            change: vectors.change + north.change * metresNorth + east.change * metresEast + up.change * metresUp)
    }
}

extension FieldVectors {
    fileprivate func slope(from start: FieldVectors, over metres: Double) -> FieldVectors {
        FieldVectors(main: (main - start.main) / metres, change: (change - start.change) / metres)
    }
}
