import Calibration
import Evaluation
import Foundation
import LinearAlgebra
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The deviation curve of a log's compass, and of a table.
public enum DeviationAnalysis {
    /// Fewer observations of a log, or of a band of it, have no curve.
    static let fewestObservations = 20

    /// From a table of compass headings and deviations, degrees.
    /// - Parameters:
    ///   - observations: compass headings with their deviations.
    ///   - robust: Huber's weights, for tables with outliers.
    /// - Throws: `SensorLabError` (bad data) for an empty table.
    public static func section(
        table observations: [DeviationObservation], robust: Bool = false
    ) throws -> DeviationSection {
        section(
            try curve(table: observations, robust: robust),
            points: observations.map {
                DeviationPoint(heading: $0.compassHeadingDegrees, deviation: $0.deviationDegrees)
            })
    }

    /// The fit to a table.
    static func curve(table observations: [DeviationObservation], robust: Bool) throws -> DeviationCurve {
        guard !observations.isEmpty else {
            throw SensorLabError(
                .badData, code: .emptyTable, message: "the table holds no row with heading and deviation",
                advice: "give one row per heading: heading,deviation")
        }
        return try fit(observations, correlated: false, robust: robust)
    }

    /// From a log with reference, by its calibrated magnetometer.
    ///
    /// - Parameter bands: a curve per band of elevation beside the common one, for a device that is held at different tilts.
    /// - Returns: `nil` without a magnetometer or with fewer than 20 samples of defined heading.
    static func section(
        of log: PreparedLog, reference: ScoredReference, bands: Bool = false
    ) throws -> DeviationSection? {
        let found = CompassObservations(log, reference: reference)
        guard found.observations.count >= fewestObservations else { return nil }
        var result = try section(log: found.observations)
        guard bands else { return result }
        result.bands = try found.byElevation().filter { $0.observations.count >= fewestObservations }.map { band in
            let curve = try section(log: band.observations)
            return DeviationBand(
                fromDegrees: band.from, toDegrees: band.to, samples: band.observations.count,
                coefficients: ["A": curve.A, "B": curve.B, "C": curve.C, "D": curve.D, "E": curve.E],
                sigmas: curve.sigmas,
                residualRMSDegrees: curve.residualRMSDegrees, accepted: curve.accepted, reason: curve.reason)
        }
        return result
    }

    /// From a recording, calibrated as the options say.
    /// - Parameters:
    ///   - recording: a log with a magnetometer and a reference.
    ///   - options: calibration, place, date and heading axis.
    ///   - place: what messages call the log.
    ///   - bands: a curve per band of elevation beside the common one.
    /// - Throws: `SensorLabError` (bad data) for a log without reference or magnetometer.
    public static func section(
        of recording: Recording, options: AnalysisOptions, place: String, bands: Bool = false
    ) throws -> (section: DeviationSection, warnings: [Warning]) {
        let log = try PreparedLog(recording, name: place, options: options)
        let reference = log.reference()
        guard let found = try section(of: log, reference: reference, bands: bands) else {
            throw SensorLabError(
                .badData, code: .noDeviation, place: place,
                message: "a deviation curve needs a magnetometer and a reference that overlap for some seconds",
                advice: "give a table with the columns heading,deviation, or a log with ref_qw..ref_qz")
        }
        return (found, LogWarnings.collected(log.warnings, reference.warnings))
    }

    private static func section(log observations: [DeviationObservation]) throws -> DeviationSection {
        section(
            try fit(observations, correlated: true, robust: true), points: CompassObservations.means(of: observations))
    }

    private static func fit(
        _ observations: [DeviationObservation], correlated: Bool, robust: Bool
    ) throws -> DeviationCurve {
        do {
            return try DeviationCurve(observations, correlated: correlated, robust: robust)
        } catch {
            throw SensorLabError(.badData, code: .deviationFit, message: error.message, advice: error.advice)
        }
    }

    private static func section(_ curve: DeviationCurve, points: [DeviationPoint]) -> DeviationSection {
        let verdict = curve.verdict
        return DeviationSection(
            coefficients: curve.coefficients.values, sigmas: letters(curve.sigmas), exact: letters(curve.exact),
            residualRMSDegrees: curve.residualRMSDegrees, accepted: verdict.accepted,
            reason: verdict.accepted ? "" : "\(verdict.reason); \(verdict.advice)",
            curve: stride(from: 0.0, through: 360, by: 5).map {
                DeviationPoint(
                    heading: $0, deviation: curve.deviation(compassHeadingDegrees: $0),
                    sigma: curve.sigma(compassHeadingDegrees: $0))
            },
            points: points)
    }

    /// By letter; an undetermined sigma is infinite, which JSON does not have: it is left out.
    static func letters(_ coefficients: DeviationCoefficients) -> [String: Double] {
        let named = zip(["A", "B", "C", "D", "E"], coefficients.values).filter { $0.1.isFinite }
        return Dictionary(uniqueKeysWithValues: named.map { ($0, $1) })
    }
}
