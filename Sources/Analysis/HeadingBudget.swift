import SensorModels

/// Where the heading's error comes from, as far as it is known: one standard deviation per source, degrees.
enum HeadingBudget {
    static func entries(for report: AnalysisReport) -> [BudgetEntry] {
        let filter = report.filters.first { $0.name == report.recommendation?.filter }
        let components: [(String, Double?)] = [
            ("declination model", report.geomagnetism?.declinationSigmaDegrees),
            ("magnetometer calibration", report.calibration.magnetometer?.headingSigmaDegrees),
            ("deviation left by the calibration", report.deviation?.residualRMSDegrees),
            (
                "filter (\(filter?.name ?? "none"))",
                filter?.accuracy?.headingRMSEAfterOffsetDegrees ?? filter?.heading.medianSigmaDegrees
            ),
        ]
        return components.map { BudgetEntry(source: $0.0, sigmaDegrees: $0.1) }
    }
}
