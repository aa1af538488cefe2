import Analysis
import Evaluation
import Rotations
import SensorModels
import Vocabulary

/// One line of `results.jsonl`: the outcome of one row of the manifest. Every key is always there, null where unknown.
///
/// It has no times of computing and no names of machines: the same log, options and program give the same bytes on
/// every machine.
public struct LogResult: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.result/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// Checksum of all that the line depends on (`ResultKey`); null where the log could not be read to its end, so that
    /// the next run tries it again.
    @Nullable public var key: String?
    /// The row's name, unique in a manifest.
    public var id: String
    /// The path of the log as the manifest has it.
    public var path: String
    /// The device that recorded it, by the manifest or else by the log.
    @Nullable public var device: String?
    /// The group that it is averaged with.
    @Nullable public var group: String?
    /// `YYYY-MM-DD`, by the manifest or else by the log.
    @Nullable public var date: String?
    /// The version of the app that recorded it.
    @Nullable public var app: String?
    /// The program.
    public var tool: ToolSection
    /// The options that differ from their defaults, by name.
    public var options: [String: String]
    /// The checksum of the log as it is stored (`FileChecksum`).
    @Nullable public var sha256: String?
    /// Why there is no result; null where there is one.
    @Nullable public var failure: Failure?
    /// The result; null where the log failed.
    @Nullable public var result: Numbers?
    /// The report's page, relative to the file of the results; null without `--reports`.
    @Nullable public var report: String?

    /// Why a log has no result.
    public struct Failure: Codable, Sendable, Hashable {
        /// The stable name of the reason.
        public var code: ErrorCode
        /// The place, what was found and what was expected.
        public var message: String
        /// The remedy.
        public var advice: String
    }

    /// The numbers of one analysis.
    public struct Numbers: Codable, Sendable {
        /// The format that was recognised.
        public var format: String
        /// From the first to the last stamp.
        public var durationSeconds: Double
        /// The reference of the errors: `log`, `device attitude` or a file as in `Calibration.source`; null without a
        /// reference.
        @Nullable public var reference: String?
        /// The declination that was used, degrees east; null where it is unknown.
        @Nullable public var declinationDegrees: Double?
        /// The verdict's grade; null where there is none.
        @Nullable public var grade: VerdictSection.Grade?
        /// The filter that is recommended; null where none is.
        @Nullable public var recommendation: String?
        /// The calibrations that were fitted to the log or applied to it, by sensor.
        public var calibrations: [Calibration]
        /// The filters, and `device`, the attitude that the device computed itself.
        public var filters: [Filter]
        /// Stated accuracies against actual errors.
        public var claims: [Claim]
        /// The heading errors by time since the log's first sample, for `study`; null where they were not asked for.
        @Nullable public var sinceStart: [ErrorsSinceStart]?
        /// The codes of the warnings, ascending, each once.
        public var warnings: [String]
        /// Warnings about cells of the row in full: claims that cannot be read, a place or date that the log
        /// contradicts; null in lines of older versions.
        @Nullable public var rowWarnings: [RowWarning]?
    }

    /// A warning about a cell of the row.
    public struct RowWarning: Codable, Sendable, Hashable {
        /// Its code.
        public var code: String
        /// What was found.
        public var message: String
        /// The remedy.
        public var advice: String
    }

    /// The constants of one sensor.
    public struct Calibration: Codable, Sendable, Hashable {
        /// `magnetometer`, `gyroscope` or `accelerometer`.
        public var sensor: String
        /// The stream that was fitted; null in lines of older versions.
        @Nullable public var stream: String?
        /// Hard iron (microtesla) or bias (rad/s, m/s^2), x, y, z in device axes.
        public var offset: [Double]
        /// Standard deviations of `offset`; null where they are unknown.
        @Nullable public var offsetSigma: [Double]?
        /// Soft iron, or scale and misalignment, row by row; null in lines of older versions.
        @Nullable public var matrix: [Double]?
        /// The field intensity that the soft iron was scaled to, microtesla; null where it is unknown.
        @Nullable public var fieldMicrotesla: Double?
        /// The field's dip, degrees, down positive; null where it is unknown.
        @Nullable public var dipDegrees: Double?
        /// Standard deviation that remains after the correction: degrees of heading, rad/s or m/s^2; null where it is
        /// unknown.
        @Nullable public var remainingSigma: Double?
        /// Whether the readings determine the constants.
        public var accepted: Bool
        /// Whether the readings were corrected with it.
        public var applied: Bool
        /// `log`, or the path of a file as the manifest has it. An option's file is given by its name and the beginning
        /// of its checksum.
        public var source: String
    }

    /// One estimator.
    public struct Filter: Codable, Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Median of its own heading sigma, degrees; null for one without.
        @Nullable public var medianSigmaDegrees: Double?
        /// The errors by the metric's name (`Metric`); empty without a reference.
        public var metrics: [String: Double]
    }

    /// The stated accuracy of a source of headings, compared with its errors.
    public struct Claim: Codable, Sendable, Hashable {
        /// The source of the headings.
        public var source: String
        /// The meaning of the stated accuracy.
        public var kind: ClaimsFile.Kind
        /// Number of headings that have a stated accuracy and a reference.
        public var samples: Int
        /// Number of those whose error is within the stated accuracy.
        public var within: Int
        /// Median of the stated accuracies, degrees.
        public var claimedDegrees: Double
        /// Root mean square of the errors, degrees.
        public var rmsErrorDegrees: Double
        /// 95th percentile of the absolute errors, degrees.
        public var p95ErrorDegrees: Double
    }
}

extension LogResult {
    /// A row without its outcome.
    init(_ row: Manifest.Entry, tool: ToolSection, options: [String: String]) {
        self.init(id: row.id, path: row.written, tool: tool, options: options)
        (device, group, date, app) = (row.device, row.group, row.date?.text, row.app)
    }
}

extension LogResult.Failure {
    /// - Parameter names: of files in the message.
    init(_ error: any Error, _ names: WrittenNames) {
        guard let known = error as? SensorLabError else {
            self.init(code: .unexpected, message: "\(error)", advice: "")
            return
        }
        self.init(
            code: known.code,
            message: names.applied(to: known.place.isEmpty ? known.message : "\(known.place): \(known.message)"),
            advice: names.applied(to: known.advice))
    }
}

extension LogResult.Numbers {
    /// The numbers of a report.
    /// - Parameters:
    ///   - reference: of the errors.
    ///   - claims: the device's stated accuracies.
    ///   - ofRow: the warnings of the report that are about cells of the row.
    ///   - names: of files in lines.
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

/// Replaces paths by the names that the lines of a batch have for files: those of the manifest, so that a line does not
/// depend on the folders of manifest and results.
struct WrittenNames: Sendable {
    private let names: [(path: String, name: String)]

    /// - Parameter names: paths as they are opened, and their names in lines.
    init(_ names: [(path: String, name: String)]) {
        // The longest first: a path may be the beginning of another.
        self.names = names.filter { !$0.path.isEmpty }.sorted { $0.path.count > $1.path.count }
    }

    /// The text with every path replaced by its name.
    func applied(to text: String) -> String {
        guard names.contains(where: { text.contains($0.path) }) else { return text }
        var (result, rest) = ("", text[...])
        while let character = rest.first {
            if let (path, name) = names.first(where: { rest.hasPrefix($0.path) }) {
                result += name
                rest.removeFirst(path.count)
            } else {
                result.append(character)
                rest.removeFirst()
            }
        }
        return result
    }
}
