import Calibration
import Evaluation
import Foundation
import Recordings
import Rotations
import SensorModels
import Vocabulary

@testable import Analysis

/// Results of `analyze` made by hand: a camera that turns round and round, and filters with errors of a known shape.
struct SyntheticResult {
    var samples = 2000
    var rate = 100.0
    var filters = ["lowpass", "complementary", "kalman"]
    var hasMagnetometer = true
    var hasReference = true
    var name: String? = "barcelona-turning"
    var path = "recordings/barcelona.csv"

    /// Text that must neither break nor enter any output.
    static let nastyName =
        "<script>alert('x')</script>\"&amp;\n\u{1B}[31mred | `code` *bold* {{name}} {{{style}}} \"\u{301}onload=x ]]> "
        + String(repeating: "n", count: 300)

    private func orientation(_ t: Double, headingError: Double = 0, tilt: Double = 0) -> Quaternion {
        // The camera level at heading 40 t + wobble: turned from east-north-up by the heading, then upright.
        let heading = Angle.radians(40 * t + 20 * sin(t / 3)) - headingError
        let upright = Quaternion(angle: .pi / 2 + 0.3 * sin(t / 5) + tilt, axis: Vector3(1, 0, 0))
        return Quaternion.aboutVertical(-heading) * upright
    }

    func result() -> AnalysisResult {
        let times = (0..<samples).map { Int64(clamping: (Double($0) / rate * 1e9).rounded()) + 5_000_000_000 }
        let seconds = times.map { Double($0 - 5_000_000_000) * 1e-9 }
        var recording = Recording()
        recording.metadata.name = name
        recording.metadata.format = "canonical"
        let exact = seconds.map { orientation($0) }
        recording.accelerometer = VectorStream(times: times, values: exact.map { -9.81 * $0.down })
        recording.gravity = recording.accelerometer
        recording.gyroscope = VectorStream(times: times, values: exact.map { _ in Vector3(0, 0.7, 0) })
        let field = Vector3(0, 25, -39)
        if hasMagnetometer {
            let readings = exact.enumerated().map { index, q in
                q.unrotate(field) + Vector3(22, -31, 8 + sin(Double(index)))
            }
            recording.magnetometer = VectorStream(times: times, values: readings)
        }
        let reference = hasReference ? QuaternionStream(times: times, values: exact) : QuaternionStream()
        recording.reference = reference

        let tracks = filters.enumerated().map { index, name in
            OrientationTrack(
                name: name, times: times,
                estimates: seconds.enumerated().map { sample, t in
                    let size = [0.35, 0.12, 0.04][index % 3]
                    let noise = Double((sample * 7919 + index * 31) % 101) / 50 - 1
                    let spike = sample == samples / 2 ? 0.5 : 0
                    let error = size * (sin(t * (1 + Double(index))) + 0.3 * noise) + 0.05 + spike
                    return OrientationEstimate(
                        orientation: orientation(t, headingError: error, tilt: size * 0.2 * noise),
                        headingSigma: index == 0 ? .nan : size * (0.8 + 0.3 * sin(t / 7)), inclinationSigma: 0.01,
                        rest: t.truncatingRemainder(dividingBy: 10) < 1 ? .yes : .no,
                        disturbed: index == 0 ? .unknown : Flag(t > 12 && t < 14))
                })
        }
        let report = report(recording: recording, tracks: tracks, reference: reference)
        return AnalysisResult(
            report: report, recording: recording,
            calibratedMagnetometer: recording.magnetometer.mapped { $0 - Vector3(22, -31, 8) }, tracks: tracks,
            north: .true, headingAxis: .camera, reference: reference)
    }

    private func report(
        recording: Recording, tracks: [OrientationTrack], reference: QuaternionStream
    ) -> AnalysisReport {
        var report = AnalysisReport(
            tool: ToolSection(version: "1.0.0"),
            input: InputSection(path: path, format: "canonical", sha256: String(repeating: "ab", count: 32)),
            recording: RecordingSection(recording))
        report.recording.name = name
        report.recording.device = "Nexus 5"
        report.recording.date = "2026-04-01"
        report.recording.place = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 20)
        report.filters = tracks.map { track in
            let comparison = Comparison(
                track: track, reference: reference, indices: Array(reference.times.indices))
            var rho = RhoSection()
            rho.meanDegrees = 91.2
            return FilterSection(
                name: track.name, parameters: ["accelerationNoise": 0.5, "weight": 0.2], headingAxis: "camera",
                heading: HeadingSection(
                    north: .true, circularMeanDegrees: 123.4, circularStandardDeviationDegrees: 88,
                    medianSigmaDegrees: track.name == "lowpass" ? nil : 3.21, definedShare: 1),
                rho: rho, accuracy: Accuracy(comparison))
        }
        report.geomagnetism = GeomagnetismSection(
            model: "WMM2025", date: "2026-04-01",
            place: GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 20),
            declinationDegrees: 1.87, declinationSigmaDegrees: 0.31, inclinationDegrees: 57.6,
            intensityMicrotesla: 46.3,
            horizontalMicrotesla: 24.8, validFrom: 2025, validTo: 2030, source: "log")
        if hasMagnetometer { report.calibration.magnetometer = Self.magnetometer }
        var gyroscope = GyroscopeCalibration(
            head: CalibrationHead(
                sensor: .gyroscope, stream: .gyroscope, method: .rest, accepted: true, reason: "12.5 s of rest",
                source: "log"),
            model: GyroscopeModel(bias: Vector3(0.012, -0.003, 0.0007)))
        gyroscope.restSeconds = 12.5
        report.calibration.gyroscope = gyroscope
        if hasReference && hasMagnetometer { report.deviation = Self.deviation }
        if hasReference, let last = tracks.last {
            report.headingOffset = HeadingOffsetSection(
                offsetDegrees: 2.9, sigmaDegrees: 0.4, accepted: true, reason: "", method: "weighted least squares",
                filter: last.name)
        }
        report.budget = [
            BudgetEntry(source: "declination model", sigmaDegrees: 0.31),
            BudgetEntry(source: "magnetometer calibration", sigmaDegrees: 1.4),
            BudgetEntry(source: "deviation left by the calibration", sigmaDegrees: hasReference ? 0.05 : nil),
            BudgetEntry(source: "filter (kalman)", sigmaDegrees: 2.2),
        ]
        report.recommendation = tracks.last.map {
            RecommendationSection(
                filter: $0.name, parameters: ["accelerationNoise": 0.5, "weight": 0.2],
                why: "the smallest total error against this log's reference: 2.9\u{B0} RMSE")
        }
        report.warnings = [
            Warning(
                code: .timeBackwards, message: "the clock of the magnetometer steps back 3 times",
                advice: "nothing: those samples were left out")
        ]
        conclude(&report)
        report.performance.seconds = ["read": 0.4, "filter": 1.2]
        report.performance.samplesPerSecond = ["kalman": 2_400_000]
        return report
    }

    /// What the commands of a report's actions would give: the heading offset is worth as much on the second half as on
    /// the whole log.
    func trials(of report: AnalysisReport) -> ActionTrials {
        var trials = ActionTrials()
        trials.calmPart = 5.0...12.0
        if report.mayHaveHeadingOffset, let accuracy = report.recommendedFilter?.accuracy,
            let before = accuracy.headingRMSEDegrees, let after = accuracy.headingRMSEAfterOffsetDegrees
        {
            trials.offset = ActionTrials.Outcome(beforeDegrees: before, afterDegrees: after, part: 15.0...25.0)
        }
        return trials
    }

    /// Verdict and actions of a report, its compass 38 degrees off without its calibration.
    func conclude(
        _ report: inout AnalysisReport, trials: ActionTrials? = nil, choices: CommandChoices = CommandChoices()
    ) {
        let trials = trials ?? self.trials(of: report)
        let verdict = Verdict.section(
            of: report, calibrationShift: hasMagnetometer ? 38 : nil, trials: trials)
        report.verdict = verdict
        report.actions =
            Actions(
                report: report, verdict: verdict, calibrationShift: hasMagnetometer ? 38 : nil, trials: trials,
                choices: choices
            ).sections
    }

    private static var magnetometer: MagnetometerCalibration {
        var calibration = MagnetometerCalibration(
            head: CalibrationHead(
                sensor: .magnetometer, stream: .magnetometer, method: .map, accepted: true,
                reason: "the directions carry an ellipsoid", source: "log"),
            model: MagnetometerModel(hardIron: Vector3(22, -31, 8)), rung: .ellipsoid, samples: 1820)
        calibration.fieldMicrotesla = 46.3
        calibration.head.remainingSigma = 1.4
        calibration.coverage = 0.62
        calibration.hardIronSigma = Vector3(0.3, 0.2, 0.5)
        return calibration
    }

    /// The deviations of the NGA Handbook of Magnetic Compass Adjustment, chapter V, and the curve's coefficients.
    private static var deviation: DeviationSection {
        let c = [1.00, 11.94, 7.96, 5.00, 1.50]
        let measured = [10.5, 20.0, 11.5, -1.2, -5.5, -8.0, -12.5, -6.8]
        let curve = stride(from: 0.0, to: 360, by: 5).map { heading in
            let z = Angle.radians(heading)
            return DeviationPoint(
                heading: heading,
                deviation: c[0] + c[1] * sin(z) + c[2] * cos(z) + c[3] * sin(2 * z) + c[4] * cos(2 * z), sigma: 0.04)
        }
        return DeviationSection(
            coefficients: c, sigmas: ["A": 0.03, "B": 0.04, "C": 0.04, "D": 0.04, "E": 0.04], exact: nil,
            residualRMSDegrees: 0.051, accepted: true, reason: "", curve: curve,
            points: measured.enumerated().map { DeviationPoint(heading: Double($0.offset) * 45, deviation: $0.element) }
        )
    }
}
