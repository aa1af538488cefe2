import Calibration
import Evaluation
import Foundation
import LinearAlgebra
import RealModule
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The deviation curve of a log's compass, or of a table.
public enum DeviationAnalysis {
    /// The least number of observations for a curve, of a log or of a band of it.
    static let fewestObservations = 20

    /// From a table of compass headings and deviations, degrees.
    /// - Parameters:
    ///   - observations: compass headings with their deviations.
    ///   - robust: Huber weights, for tables with outliers.
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
                .badData, code: .emptyTable, message: "the table has no row with heading and deviation",
                advice: "give one row per heading: heading,deviation")
        }
        return try fit(observations, correlated: false, robust: robust)
    }

    /// From a log with a reference, by its calibrated magnetometer.
    ///
    /// - Parameter bands: whether to add a curve per band of elevation, for a device that is held at different tilts.
    /// - Returns: `nil` without a magnetometer, or with fewer than 20 samples with a defined heading.
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

    /// From a recording, calibrated according to the options; without a magnetometer from the headings of a vessel's
    /// compass (`VesselDeviation`).
    /// - Parameters:
    ///   - recording: a log with a magnetometer and a reference, or with headings and course over ground.
    ///   - options: calibration, place, date and heading axis.
    ///   - place: the log's name in messages.
    ///   - bands: whether to add a curve per band of elevation.
    /// - Throws: `SensorLabError` (bad data) for a log without reference or magnetometer.
    public static func section(
        of recording: Recording, options: AnalysisOptions, place: String, bands: Bool = false
    ) throws -> (section: DeviationSection, warnings: [Warning]) {
        if recording.magnetometer.isEmpty, recording.magnetometerCorrected.isEmpty, !recording.heading.isEmpty {
            guard !bands else {
                throw SensorLabError(
                    .usage, code: .noDeviation, place: "--bands",
                    message: "\(place) has headings without the tilt of the compass", advice: "leave it out")
            }
            return try VesselDeviation.section(of: recording, options: options, place: place)
        }
        let log = try PreparedLog(recording, name: place, options: options)
        let reference = log.reference().absolute
        guard let found = try section(of: log, reference: reference, bands: bands) else {
            throw SensorLabError(
                .badData, code: .noDeviation, place: place,
                message: "a deviation curve needs a magnetometer and a reference of known north that overlap for "
                    + "some seconds",
                advice: "give a table with the columns heading,deviation, or a log with ref_qw..ref_qz")
        }
        return (found, LogWarnings.collected(log.warnings, reference.warnings))
    }

    static func section(log observations: [DeviationObservation]) throws -> DeviationSection {
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

    static func section(_ curve: DeviationCurve, points: [DeviationPoint]) -> DeviationSection {
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

    /// Coefficients by letter. An undetermined sigma is infinite, which JSON cannot express: it is omitted.
    static func letters(_ coefficients: DeviationCoefficients) -> [String: Double] {
        let named = zip(["A", "B", "C", "D", "E"], coefficients.values).filter { $0.1.isFinite }
        return Dictionary(uniqueKeysWithValues: named.map { ($0, $1) })
    }
}

/// Compass readings of a log with the deviation of magnetic heading and the attitude of the device.
///
/// The compass is the calibrated magnetometer, levelled by the reference's tilt, so that a filter's lag and
/// accelerations of the hand do not count as deviation.
struct CompassObservations {
    /// In order of time.
    private(set) var observations: [DeviationObservation] = []
    /// Elevation of the heading's axis, degrees, one per observation.
    private(set) var elevationsDegrees: [Double] = []

    /// At most ten observations per second of the scored samples.
    init(_ log: PreparedLog, reference scored: ScoredReference) {
        let (magnetometer, reference) = (log.streams.magnetometer, scored.stream)
        let (declination, axis) = (log.azimuthOfMagneticNorth, log.headingAxis)
        var cursor = 0
        var last = Int64.min / 2
        for index in scored.indices where reference.times[index] - last >= 100_000_000 {
            let time = reference.times[index]
            while cursor + 1 < magnetometer.count && magnetometer.times[cursor + 1] <= time { cursor += 1 }
            guard cursor < magnetometer.count, magnetometer.times[cursor] <= time,
                time - magnetometer.times[cursor] <= Comparison.maximumGap,
                let heading = reference.values[index].heading(of: axis)
            else { continue }
            last = time
            let field = reference.values[index].rotate(magnetometer.values[cursor])
            guard field.x != 0 || field.y != 0 else { continue }
            let azimuth = Double.atan2(y: field.x, x: field.y)
            observations.append(
                DeviationObservation(
                    compassHeadingDegrees: Angle.wrapHeadingDegrees(Angle.degrees(heading - azimuth)),
                    deviationDegrees: Angle.wrapDegrees(Angle.degrees(azimuth - declination))))
            let direction = reference.values[index].rotate(axis.direction)
            elevationsDegrees.append(Angle.degrees(Double.asin(max(-1, min(1, direction.z)))))
        }
    }

    /// The observations per band of elevation, 30 degrees wide and centred on the horizon, lowest band first.
    func byElevation() -> [(from: Double, to: Double, observations: [DeviationObservation])] {
        stride(from: -105.0, through: 75, by: 30).compactMap { low in
            let inside = zip(observations, elevationsDegrees).filter { $0.1 >= low && $0.1 < low + 30 }.map(\.0)
            return inside.isEmpty ? nil : (max(-90, low), min(90, low + 30), inside)
        }
    }

    /// Means over sectors of ten degrees of compass heading, with the scatter in each sector, for the figure.
    static func means(of observations: [DeviationObservation]) -> [DeviationPoint] {
        var sectors = Array(repeating: (statistics: CircularStatistics(), count: 0), count: 36)
        for observation in observations {
            let sector = Int(clamping: observation.compassHeadingDegrees / 10) % 36
            sectors[sector].statistics.add(Angle.radians(observation.deviationDegrees))
            sectors[sector].count += 1
        }
        return sectors.enumerated().compactMap { index, sector in
            sector.statistics.mean.map {
                DeviationPoint(
                    heading: Double(index) * 10 + 5, deviation: Angle.degrees($0),
                    sigma: sector.count > 1 ? Angle.degrees(sector.statistics.standardDeviation) : nil)
            }
        }
    }
}
