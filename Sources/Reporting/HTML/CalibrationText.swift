import Analysis
import Figures
import Rotations
import SensorModels

/// One sensor's calibration in words and numbers.
struct CalibrationText {
    let title: String
    /// accepted, refused, or none.
    let verdict: String
    /// The class of its style, with a blank in front; empty for none.
    let state: String
    let reason: String
    let facts: [ReportPage.Fact]

    static func sections(_ report: AnalysisReport) -> [CalibrationText] {
        let section = report.calibration
        let present = Set(report.recording.streams.filter { $0.samples > 0 }.map(\.sensor))
        func absent(_ sensor: String) -> String {
            present.contains(sensor) || present.contains(sensor + "Corrected")
                ? "no calibration was given, and none could be made from the log; the readings are used uncalibrated"
                : "the log has no \(sensor)"
        }
        return [
            section.magnetometer.map { magnetometer($0, dip: dip(report)) }
                ?? none("Magnetometer", absent("magnetometer")),
            section.gyroscope.map(gyroscope) ?? none("Gyroscope", absent("gyroscope")),
            section.accelerometer.map(accelerometer) ?? none("Accelerometer", absent("accelerometer")),
        ] + [section.heading.map(heading)].compactMap { $0 }
    }

    private static func none(_ title: String, _ reason: String) -> CalibrationText {
        CalibrationText(title: title, verdict: "none", state: "", reason: reason, facts: [])
    }

    private static func fitted(
        _ title: String, _ calibration: some SensorCalibration, _ facts: KeyValuePairs<String, String?>
    ) -> CalibrationText {
        let head = calibration.head
        let missing = head.missing.map { ". To do better: " + PlainText.line($0, limit: 300) } ?? ""
        return CalibrationText(
            title: title, verdict: head.accepted ? "accepted" : "refused", state: head.accepted ? " good" : " warn",
            reason: PlainText.line(head.reason, limit: 400) + missing,
            facts: ReportPage.Fact.list(["formula": PlainText.line(type(of: calibration).formula)])
                + ReportPage.Fact.list(facts)
                + ReportPage.Fact.list(["source": PlainText.line(head.source)]))
    }

    /// The dip by the readings and that of the model.
    private static func dip(_ report: AnalysisReport) -> String? {
        let model = report.geomagnetism.map { "model \(NumberText.signedDegrees($0.inclinationDegrees))" }
        let measured = report.disturbance?.dipDegrees.map { NumberText.signedDegrees($0) + " by the readings" }
        return measured.map { $0 + (model.map { ", \($0)" } ?? "") } ?? model
    }

    private static func magnetometer(_ c: MagnetometerCalibration, dip: String?) -> CalibrationText {
        fitted(
            "Magnetometer", c,
            [
                "stream": PlainText.line(c.stream.rawValue),
                "hard iron h": vector(c.model.hardIron, sigma: c.hardIronSigma, decimals: 2) + " \u{B5}T",
                "soft iron S, by rows": matrix(c.model.softIron),
                "field": c.fieldMicrotesla.map { NumberText.fixed($0, decimals: 2) + " \u{B5}T" },
                "dip": dip,
                "model": PlainText.line(c.rung.rawValue) + ", " + PlainText.line(c.method.rawValue),
                "alignment": c.alignment.map { PlainText.line($0, limit: 300) },
                "samples": NumberText.count(c.samples),
                "residual": c.residualPercent.map { NumberText.fixed($0, decimals: 2) + " % of the field" },
                "heading \u{3C3}": c.headingSigmaDegrees.map {
                    NumberText.sigma($0, decimals: 2) + (c.method == .inUse ? " in this log's poses" : "")
                },
                "heading \u{3C3}, level": c.headingSigmaLevelDegrees.map { NumberText.sigma($0, decimals: 2) },
                "heading \u{3C3}, upright": c.headingSigmaUprightDegrees.map { NumberText.sigma($0, decimals: 2) },
                "directions covered": c.coverage.map { NumberText.percent($0) },
            ])
    }

    private static func gyroscope(_ c: GyroscopeCalibration) -> CalibrationText {
        let (b, turn) = (c.model.bias, { (rate: Double) in rate * 180 / Double.pi })
        let degrees = Vector3(turn(b.x), turn(b.y), turn(b.z))
        return fitted(
            "Gyroscope", c,
            [
                "stream": PlainText.line(c.stream.rawValue),
                "bias b": vector(c.model.bias, sigma: c.biasSigma, decimals: 6) + " rad/s",
                "the same": vector(degrees, sigma: nil, decimals: 4) + " \u{B0}/s",
                "scale K, by rows": c.scaleSigma == nil ? nil : matrix(c.model.scale),
                "drift per minute": c.driftPerMinute.map { vector($0, sigma: c.driftSigma, decimals: 6) + " rad/s" },
                "rest": c.restSeconds.map { NumberText.fixed($0, decimals: 1) + " s" },
                "method": PlainText.line(c.method.rawValue),
            ])
    }

    private static func accelerometer(_ c: AccelerometerCalibration) -> CalibrationText {
        fitted(
            "Accelerometer", c,
            [
                "stream": PlainText.line(c.stream.rawValue),
                "bias b": vector(c.model.bias, sigma: c.biasSigma, decimals: 4) + " m/s\u{B2}",
                "scale T, by rows": matrix(c.model.scale), "method": PlainText.line(c.method.rawValue),
            ])
    }

    private static func heading(_ c: HeadingCalibration) -> CalibrationText {
        let sigma = c.sigmaDegrees.map { " \u{B1} " + NumberText.degrees($0, decimals: 2) } ?? ""
        return fitted(
            "Heading", c,
            [
                "offset": NumberText.signedDegrees(c.offsetDegrees, decimals: 2) + sigma,
                "measured against": PlainText.line(c.against.rawValue), "filter": PlainText.line(c.filter),
                "residual": c.residualRMSDegrees.map { NumberText.degrees($0, decimals: 2) },
                "pairs": NumberText.count(c.samples),
            ])
    }

    private static func vector(_ values: Vector3, sigma: Vector3?, decimals: Int) -> String {
        (0..<3).map { index in
            let spread = sigma.map { " \u{B1} " + NumberText.fixed($0[index], decimals: decimals) }
            return NumberText.signed(values[index], decimals: decimals) + (spread ?? "")
        }.joined(separator: ", ")
    }

    private static func matrix(_ m: Matrix3) -> String {
        (0..<3).map { row in
            (0..<3).map { NumberText.fixed(m[row, $0], decimals: 4) }.joined(separator: " ")
        }.joined(separator: "; ")
    }
}
