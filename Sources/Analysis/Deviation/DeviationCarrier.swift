import Calibration
import Geomagnetism
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// Transfers a table's deviation curve to another place, or refuses.
public enum DeviationCarrier {
    /// A table and where it was measured.
    public struct Measured: Sendable {
        /// The rows.
        public var observations: [DeviationObservation]
        /// Where.
        public var place: GeodeticPosition

        /// A table measured at a place.
        public init(observations: [DeviationObservation], place: GeodeticPosition) {
            (self.observations, self.place) = (observations, place)
        }
    }

    /// The curve at another place. With one table B and C are refused: their two parts cannot be separated.
    ///
    /// - Parameters:
    ///   - first: the deviation that was measured, with its place.
    ///   - second: the same compass at a place with another field; `nil` where there is none.
    ///   - place: where the curve is wanted.
    ///   - date: when; the field changes slowly, so that one date does for all three.
    ///   - options: for the geomagnetic model.
    ///   - robust: whether outliers lose weight.
    /// - Throws: `SensorLabError` (usage) for a place and date without model, (bad data) for an empty table.
    public static func carried(
        _ first: Measured, _ second: Measured?, to place: GeodeticPosition, date: CalendarDate,
        options: AnalysisOptions,
        robust: Bool
    ) throws -> DeviationAtPlace {
        func field(_ place: GeodeticPosition) throws -> DeviationTransfer.Field {
            let found = try GeomagnetismLookup.section(
                place: place, date: date, model: options.model, coefficients: options.coefficients, source: "--place"
            ).section
            let dip = Angle.radians(found.inclinationDegrees)
            return DeviationTransfer.Field(dip: dip, horizontal: found.intensityMicrotesla * Double.cos(dip))
        }
        func measured(_ table: Measured) throws -> (DeviationTransfer.Measured, CalibrationVerdict) {
            let curve = try DeviationAnalysis.curve(table: table.observations, robust: robust)
            return (DeviationTransfer.Measured(curve, field: try field(table.place)), curve.verdict)
        }
        let target = try field(place)
        let (one, verdict) = try measured(first)
        guard let second else {
            let refusal = CalibrationVerdict.refused(
                "B and C belong to the place where they were measured: what grows with the dip and what with 1 / horizontal "
                    + "field cannot be separated there",
                advice: "give a table of the same compass from a place with another dip: --second TABLE --second-place "
                    + "LAT,LON")
            return DeviationAtPlace(one.exact, one.sigmas, place: place, field: target, verdict: refusal)
        }
        let (two, other) = try measured(second)
        let transfer = DeviationTransfer(one, two, to: target)
        let refused = [verdict, other].first { !$0.accepted } ?? transfer.verdict
        return DeviationAtPlace(transfer.exact, transfer.sigmas, place: place, field: target, verdict: refused)
    }
}
