import Calibration
import Evaluation
import Foundation
import LinearAlgebra
import RealModule
import Recordings
import Rotations
import SensorModels

/// The deviation curve of a log's compass, and of a table.
public enum DeviationAnalysis {
    /// From a table of compass headings and deviations, degrees.
    /// - Throws: `SensorLabError` (bad data) for an empty table.
    public static func section(table observations: [DeviationObservation]) throws -> DeviationSection {
        guard !observations.isEmpty else {
            throw SensorLabError(
                .badData, code: "empty-table", message: "the table holds no row with heading and deviation",
                advice: "give one row per heading: heading,deviation")
        }
        return section(try fit(observations, correlated: false, robust: false), points: observations)
    }

    /// From a log with reference: the compass is the calibrated magnetometer, levelled with the reference's tilt, so that
    /// neither a filter's lag nor the acceleration of the hand is counted as deviation.
    ///
    /// - Parameters:
    ///   - magnetometer: microtesla, calibrated.
    ///   - reference: its north must be known in relation to magnetic north: `declination` (radians, east positive) is the
    ///     azimuth of magnetic north in the reference's frame.
    ///   - indices: the reference samples that count, ascending.
    /// - Returns: `nil` without a magnetometer or with fewer than 20 samples of defined heading.
    static func section(
        magnetometer: VectorStream, reference: QuaternionStream, indices: [Int], declination: Double, axis: HeadingAxis
    ) throws -> DeviationSection? {
        let observations = observe(
            magnetometer: magnetometer, reference: reference, indices: indices, declination: declination, axis: axis)
        guard observations.count >= 20 else { return nil }
        return section(try fit(observations, correlated: true, robust: true), points: means(of: observations))
    }

    /// From a recording, calibrated as the options say.
    /// - Parameter place: what messages call the log.
    /// - Throws: `SensorLabError` (bad data) for a log without reference or magnetometer.
    public static func section(
        of recording: Recording, options: AnalysisOptions, place: String
    ) throws -> (section: DeviationSection, warnings: [Warning]) {
        let prepared = try PreparedLog(recording, options: options)
        let frame = ReferenceFrame(recording, north: prepared.north, declination: prepared.declination)
        let axis = options.headingAxis.resolved(for: prepared.streams)
        let found = try section(
            magnetometer: prepared.streams.magnetometer, reference: frame.stream,
            indices: ScoringWindow(recording: recording).indices(of: frame.stream),
            declination: prepared.north == .true ? prepared.declination ?? 0 : 0, axis: axis)
        guard let found else {
            throw SensorLabError(
                .badData, code: "no-deviation", place: place,
                message: "a deviation curve needs a magnetometer and a reference that overlap for some seconds",
                advice: "give a table with the columns heading,deviation, or a log with ref_qw..ref_qz")
        }
        return (found, prepared.warnings + frame.warnings)
    }

    /// At most ten observations a second.
    private static func observe(
        magnetometer: VectorStream, reference: QuaternionStream, indices: [Int], declination: Double, axis: HeadingAxis
    ) -> [DeviationObservation] {
        var observations: [DeviationObservation] = []
        var cursor = 0
        var last = Int64.min / 2
        for index in indices where reference.times[index] - last >= 100_000_000 {
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
        }
        return observations
    }

    private static func fit(
        _ observations: [DeviationObservation], correlated: Bool, robust: Bool
    ) throws -> DeviationCurve {
        do {
            return try DeviationCurve(observations, correlated: correlated, robust: robust)
        } catch {
            throw SensorLabError(.badData, code: "deviation-fit", message: error.message, advice: error.advice)
        }
    }

    private static func section(_ curve: DeviationCurve, points: [DeviationObservation]) -> DeviationSection {
        let verdict = curve.verdict
        return DeviationSection(
            coefficients: curve.coefficients.values, sigmas: letters(curve.sigmas), exact: letters(curve.exact),
            residualRMSDegrees: curve.residualRMSDegrees, accepted: verdict.accepted,
            reason: verdict.accepted ? "" : "\(verdict.reason); \(verdict.advice)",
            curve: stride(from: 0.0, through: 360, by: 5).map {
                DeviationPoint(heading: $0, deviation: curve.deviation(compassHeadingDegrees: $0))
            },
            points: points.map { DeviationPoint(heading: $0.compassHeadingDegrees, deviation: $0.deviationDegrees) })
    }

    private static func letters(_ coefficients: DeviationCoefficients) -> [String: Double] {
        // An undetermined sigma is infinite, which JSON cannot say: it is left out.
        let named = zip(["A", "B", "C", "D", "E"], coefficients.values).filter { $0.1.isFinite }
        return Dictionary(uniqueKeysWithValues: named.map { ($0, $1) })
    }

    /// Means over sectors of ten degrees of compass heading, for the picture.
    private static func means(of observations: [DeviationObservation]) -> [DeviationObservation] {
        var sectors = Array(repeating: CircularStatistics(), count: 36)
        for observation in observations {
            sectors[Int(observation.compassHeadingDegrees / 10) % 36].add(Angle.radians(observation.deviationDegrees))
        }
        return sectors.enumerated().compactMap { index, statistics in
            statistics.mean.map {
                DeviationObservation(
                    compassHeadingDegrees: Double(index) * 10 + 5, deviationDegrees: Angle.degrees($0))
            }
        }
    }
}
