import Analysis
import Evaluation
import Rotations
import SensorModels
import Vocabulary

extension LogResult.Numbers {
    /// The numbers of a report.
    /// - Parameters:
    ///   - reference: what errors are measured against, where there is a reference.
    ///   - claims: the device's own stated accuracies.
    ///   - ofRow: the warnings about what the row says, all of which the report has.
    ///   - names: what files are called.
    init(
        _ report: AnalysisReport, reference: ReferenceChoice, claims: [LogResult.Claim], ofRow: [Warning] = [],
        names: WrittenNames
    ) {
        let sections = report.filters + [report.device?.attitude].compactMap { $0 }
        let hasReference = report.recording.referenceNorth != nil || reference != .log
        self.init(
            format: report.input.format, durationSeconds: report.recording.durationSeconds,
            calibrations: Self.calibrations(report.calibration), filters: sections.map { LogResult.Filter($0) },
            claims: claims, warnings: Set(report.warnings.map(\.code.rawValue)).sorted(),
            rowWarnings: ofRow.map {
                LogResult.RowWarning(
                    code: $0.code.rawValue, message: names.applied(to: $0.text), advice: names.applied(to: $0.advice))
            })
        self.reference = hasReference ? names.applied(to: reference.label) : nil
        declinationDegrees = report.geomagnetism?.declinationDegrees
        grade = report.verdict?.grade
        recommendation = report.recommendation?.filter
        for index in calibrations.indices { calibrations[index].source = names.applied(to: calibrations[index].source) }
    }

    private static func calibrations(_ section: CalibrationSection) -> [LogResult.Calibration] {
        [
            section.magnetometer.map {
                var entry = LogResult.Calibration(
                    $0.head, $0.model.hardIron, sigma: $0.hardIronSigma, $0.model.softIron)
                (entry.fieldMicrotesla, entry.dipDegrees) = ($0.fieldMicrotesla, $0.dipDegrees)
                return entry
            },
            section.gyroscope.map {
                LogResult.Calibration($0.head, $0.model.bias, sigma: $0.biasSigma, $0.model.scale)
            },
            section.accelerometer.map {
                LogResult.Calibration($0.head, $0.model.bias, sigma: $0.biasSigma, $0.model.scale)
            },
        ].compactMap { $0 }
    }
}

extension LogResult.Calibration {
    fileprivate init(_ head: CalibrationHead, _ offset: Vector3, sigma: Vector3?, _ matrix: Matrix3) {
        self.init(
            sensor: head.sensor.rawValue, offset: [offset.x, offset.y, offset.z], accepted: head.accepted,
            applied: head.applied ?? true, source: head.source)
        stream = head.stream.rawValue
        offsetSigma = sigma.map { [$0.x, $0.y, $0.z] }
        self.matrix = [matrix.row0, matrix.row1, matrix.row2].flatMap { [$0.x, $0.y, $0.z] }
        remainingSigma = head.remainingSigma
    }
}

extension LogResult.Filter {
    fileprivate init(_ section: FilterSection) {
        self.init(name: section.name, metrics: [:])
        medianSigmaDegrees = section.heading.medianSigmaDegrees
        guard let errors = section.errors else { return }
        for metric in Metric.all { metrics[metric.name] = metric.value(of: errors) }
    }
}

extension LogResult.Claim {
    /// `nil` where no heading states an accuracy.
    init?(_ table: ClaimedAccuracy, kind: ClaimsFile.Kind) {
        guard let share = table.total.withinClaim, let claimed = table.total.claimedDegrees else { return nil }
        let samples = table.total.claims
        self.init(
            source: table.source, kind: kind, samples: samples,
            within: Int(clamping: (share * Double(samples)).rounded()), claimedDegrees: claimed,
            rmsErrorDegrees: table.total.rmsErrorDegrees, p95ErrorDegrees: table.total.p95ErrorDegrees)
    }
}
