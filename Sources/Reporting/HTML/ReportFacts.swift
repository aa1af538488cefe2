import Analysis
import Figures
import Foundation
import Rotations
import Vocabulary

/// Names and values for the smaller parts of the report.
enum ReportFacts {
    typealias Fact = ReportPage.Fact

    /// Name, device, date and length in one line.
    static func title(_ report: AnalysisReport) -> String {
        let recording = report.recording
        return [
            PlainText.line(recording.name ?? report.input.path, limit: 40),
            recording.device.map { PlainText.line($0, limit: 20) },
            recording.date.map { PlainText.line($0, limit: 20) }, NumberText.duration(recording.durationSeconds),
        ].compactMap { $0 }.joined(separator: " \u{B7} ")
    }

    static func subtitle(_ report: AnalysisReport) -> String {
        let recording = report.recording
        let sensors = recording.streams.filter { $0.samples > 0 }.count
        let place = recording.place.map { "\(coordinate($0.latitude, "N", "S")) \(coordinate($0.longitude, "E", "W"))" }
        return [
            recording.device.map { PlainText.line($0, limit: 60) },
            recording.date.map { PlainText.line($0, limit: 20) }, place,
            NumberText.duration(recording.durationSeconds), sensors == 1 ? "1 stream" : "\(sensors) streams",
            PlainText.line(report.input.format, limit: 30) + " log",
        ].compactMap { $0 }.joined(separator: " \u{B7} ")
    }

    /// The number of warnings, and their severity.
    static func warnings(_ report: AnalysisReport) -> String {
        let serious = report.warnings.filter { $0.code.severity == .serious }.count
        let count = report.warnings.count == 1 ? "1 warning" : "\(report.warnings.count) warnings"
        return count + (serious == 0 ? "" : ", \(serious) serious")
    }

    static func coordinate(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        NumberText.fixed(degrees.magnitude, decimals: 4) + "\u{B0}\u{A0}" + (degrees < 0 ? negative : positive)
    }

    static func whyNoDeviation(_ report: AnalysisReport) -> String {
        if !report.recording.hasMagnetometer { return "The log has no magnetometer." }
        if report.recording.referenceNorth == nil && !report.recording.has(.reference) {
            return "A deviation curve needs a reference, and the log has none."
        }
        if report.recommendedFilter?.accuracy == nil, report.hasReference {
            return (report.whyUnmeasured + ".").capitalizedFirst
        }
        return "Too few headings were compared with the reference for a curve."
    }

    static func deviation(_ section: DeviationSection?) -> [Fact] {
        guard let section else { return [] }
        // Refused results are not shown as numbers.
        guard section.accepted else {
            return [Fact(name: NumberText.undetermined, value: PlainText.line(section.reason, limit: 300))]
        }
        let values = [
            ("A", section.A, "constant"), ("B", section.B, "sin z"), ("C", section.C, "cos z"),
            ("D", section.D, "sin 2z"),
            ("E", section.E, "cos 2z"),
        ]
        var facts = values.map { letter, value, term in
            let sigma = section.sigmas[letter].map { " \u{B1} \(NumberText.fixed($0, decimals: 2))\u{B0}" } ?? ""
            return Fact(name: "\(letter) (\(term))", value: NumberText.signedDegrees(value, decimals: 2) + sigma)
        }
        facts.append(
            Fact(name: "RMS about the curve", value: NumberText.degrees(section.residualRMSDegrees, decimals: 2)))
        facts.append(
            Fact(
                name: "accepted",
                value: section.reason.isEmpty ? "well determined" : PlainText.line(section.reason, limit: 300)))
        return facts
    }

    /// The camera with which angles are converted to pixels.
    static func pixels(_ camera: CameraSection) -> String {
        let size =
            "\(NumberText.fixed(camera.width, decimals: 0)) \u{D7} \(NumberText.fixed(camera.height, decimals: 0))"
        let name = camera.isGeneric ? "a usual phone (the device is unknown)" : PlainText.line(camera.name, limit: 40)
        return "Pixels in the middle of the picture of \(name), \(size): "
            + "\(NumberText.fixed(camera.pixelsPerDegree, decimals: 1)) px per degree."
    }

    static func geomagnetism(_ section: GeomagnetismSection?) -> [Fact] {
        guard let section else { return [] }
        let sigma = section.declinationSigmaDegrees.map { " \u{B1} \(NumberText.degrees($0, decimals: 2))" } ?? ""
        return Fact.list([
            "declination (east positive)": NumberText.signedDegrees(section.declinationDegrees, decimals: 2) + sigma,
            "inclination (down positive)": NumberText.signedDegrees(section.inclinationDegrees, decimals: 2),
            "intensity": NumberText.fixed(section.intensityMicrotesla, decimals: 2) + " \u{B5}T",
            "horizontal": NumberText.fixed(section.horizontalMicrotesla, decimals: 2) + " \u{B5}T",
            "model": "\(PlainText.line(section.model)), valid \(NumberText.general(section.validFrom)) to "
                + NumberText.general(section.validTo),
            "place and date":
                "\(coordinate(section.place.latitude, "N", "S")) \(coordinate(section.place.longitude, "E", "W")), "
                + "\(NumberText.fixed(section.place.height, decimals: 0)) m, \(PlainText.line(section.date)) "
                + "(from \(PlainText.line(section.source)))",
        ])
    }

    /// What the conventions of the page depend on.
    static func conventions(_ result: AnalysisResult) -> [String: String] {
        let north =
            !result.report.recording.hasMagnetometer
            ? "the start (the log has no magnetometer)"
            : result.north == .true ? "true north (magnetic heading + declination)" : "magnetic north"
        return [
            "axis": result.headingAxis == .camera ? "the back camera (\u{2212}z)" : "the top edge (+y)",
            "north": north,
            "reference": result.reference.isEmpty ? "none in this log" : "turned to the same north as the estimates",
        ]
    }

    static func performance(_ section: PerformanceSection) -> [Fact] {
        section.seconds.sorted { $0.key < $1.key }.map {
            Fact(name: PlainText.line($0.key), value: NumberText.fixed($0.value, decimals: 3) + " s")
        }
            + section.samplesPerSecond.sorted { $0.key < $1.key }.map {
                let number =
                    $0.value.isFinite
                    ? NumberText.count(Int(clamping: max(-1e15, min(1e15, $0.value)))) : NumberText.none
                return Fact(name: PlainText.line($0.key), value: "\(number) samples/s")
            }
    }

    static func source(_ report: AnalysisReport) -> [Fact] {
        Fact.list([
            "log": PlainText.line(report.input.path, limit: 200),
            "format": PlainText.line(report.input.format),
            "SHA-256": PlainText.line(report.input.sha256),
            "sensorlab": PlainText.line(report.tool.version),
        ])
    }
}

/// The device's own attitude and corrections compared with this analysis.
enum DeviceFacts {
    static let missing = "The log has neither the device's attitude nor its corrected readings."

    static func facts(_ section: DeviceSection?) -> [ReportPage.Fact] {
        guard let section else { return [] }
        var facts: [ReportPage.Fact] = []
        if let accuracy = section.attitudeAccuracy {
            facts.append(
                ReportPage.Fact(
                    name: "its attitude against the reference",
                    value: "total \(NumberText.degrees(accuracy.totalRMSEDegrees, decimals: 2)), heading "
                        + "\(NumberText.degrees(accuracy.headingRMSEDegrees, decimals: 2)) (offset "
                        + "\(NumberText.signedDegrees(accuracy.headingOffsetDegrees, decimals: 2))), inclination "
                        + "\(NumberText.degrees(accuracy.inclinationRMSEDegrees, decimals: 2)), RMS"))
        }
        facts += [
            comparison(
                "magnetometer: calibrated here minus corrected by the device", section.magnetometer, "\u{B5}T",
                decimals: 1),
            comparison(
                "gyroscope: calibrated here minus corrected by the device", section.gyroscope, "rad/s", decimals: 4),
        ].compactMap { $0 }
        return facts
    }

    private static func comparison(
        _ name: String, _ comparison: CorrectionComparison?, _ unit: String, decimals: Int
    ) -> ReportPage.Fact? {
        guard let comparison else { return nil }
        let mean = comparison.meanDifference.map { NumberText.signed($0, decimals: decimals) }.joined(separator: ", ")
        return ReportPage.Fact(
            name: name,
            value: "mean \(mean) \(unit); median angle \(NumberText.degrees(comparison.medianAngleDegrees)); "
                + "\(NumberText.count(comparison.samples)) pairs")
    }
}
