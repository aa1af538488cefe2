import Analysis

/// What the device itself made of its sensors, beside what was made of them here.
enum DeviceFacts {
    static let missing = "The log holds neither an attitude nor corrected readings of the device's own."

    static func facts(_ section: DeviceSection?) -> [ReportPage.Fact] {
        guard let section else { return [] }
        var facts: [ReportPage.Fact] = []
        if let accuracy = section.attitudeAccuracy {
            facts.append(
                ReportPage.Fact(
                    name: "its attitude against the reference",
                    value: "total \(NumberText.degrees(accuracy.totalRMSEDegrees, decimals: 2)), heading "
                        + "\(NumberText.degrees(accuracy.headingRMSEDegrees, decimals: 2)) (constant "
                        + "\(NumberText.signedDegrees(accuracy.headingOffsetDegrees, decimals: 2))), inclination "
                        + "\(NumberText.degrees(accuracy.inclinationRMSEDegrees, decimals: 2)), RMS"))
        }
        facts += [
            comparison(
                "magnetometer: calibrated here minus corrected by it", section.magnetometer, "\u{B5}T", decimals: 1),
            comparison("gyroscope: calibrated here minus corrected by it", section.gyroscope, "rad/s", decimals: 4),
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
