import SensorModels

/// Where the heading's error comes from, as far as it is known: one standard deviation per source, degrees.
///
/// The entries do not overlap, so that they may be added in quadrature. What the calibration leaves is measured where the log
/// has a reference (the deviation curve without its constant), else predicted from the fit; the filter's share is what is left
/// of its error after constant and curve, else its own sigma.
enum HeadingBudget {
    static func entries(for report: AnalysisReport) -> [BudgetEntry] {
        let filter = report.filters.first { $0.name == report.recommendation?.filter }
        let curve = report.deviation.flatMap { $0.accepted ? spread(of: $0.curve) : nil }
        let calibration =
            curve.map { BudgetEntry(source: "compass deviation (measured)", sigmaDegrees: $0) }
            ?? BudgetEntry(
                source: "magnetometer calibration (predicted)",
                sigmaDegrees: report.calibration.magnetometer?.headingSigmaDegrees)
        // What a filter claims of a field that is none is worth nothing.
        let isAbsurd = report.warnings.contains { $0.code == "magnetometer-implausible" }
        let claimed = isAbsurd ? nil : filter?.heading.medianSigmaDegrees
        let measured = filter?.accuracy?.headingRMSEAfterOffsetDegrees
        let rest = measured.map { max(0, $0 * $0 - (curve ?? 0) * (curve ?? 0)).squareRoot() }
        return [
            BudgetEntry(
                source: "declination model", sigmaDegrees: report.geomagnetism?.declinationSigmaDegrees),
            calibration,
            BudgetEntry(
                source: "filter (\(filter?.name ?? "none"))", sigmaDegrees: rest ?? claimed),
        ]
    }

    /// The RMS of a curve about its mean.
    private static func spread(of curve: [DeviationPoint]) -> Double? {
        // The last point repeats the first.
        let values = curve.dropLast().map(\.deviation)
        guard !values.isEmpty else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    }
}
