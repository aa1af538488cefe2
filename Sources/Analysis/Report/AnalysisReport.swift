import Calibration
import Evaluation
import SensorModels
import Vocabulary

/// The result of `analyze`, written as `report.json`. Every key is always there, null where unknown.
///
/// Additions are allowed, renames are not. Angles in degrees, the field in microtesla.
public struct AnalysisReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.report/1"

    /// Name and version of the schema.
    public var schema: String = Self.schema
    /// The program.
    public var tool: ToolSection
    /// The log as a file.
    public var input: InputSection
    /// The log's content.
    public var recording: RecordingSection
    /// The field where and when the log was made; null where that is unknown.
    @Nullable public var geomagnetism: GeomagnetismSection?
    /// Whether the headings can be used, and why; null before the analysis.
    @Nullable public var verdict: VerdictSection?
    /// What to do, the greatest gain first.
    public var actions: [ActionSection] = []
    /// What happened in the log that headings depend on, in the order of time.
    public var timeline: [TimelineEvent] = []
    /// How the other headings of the log, of filters, of the device and of its course, agree with the yardstick's (the first
    /// of each pair), where there is no reference: the estimator of the whole recording, else the recommended filter.
    public var agreement: [HeadingAgreement] = []
    /// How far the tracks are from where they began after the device came back to its first pose; null where it did not.
    @Nullable public var returnToStart: ReturnToStart?
    /// The calibrations.
    public var calibration: CalibrationSection = CalibrationSection()
    /// The camera used to convert angles to pixels; null before the analysis.
    @Nullable public var camera: CameraSection?
    /// One entry per filter that ran.
    public var filters: [FilterSection] = []
    /// The device's own results; null where the log has nothing of the kind.
    @Nullable public var device: DeviceSection?
    /// The constant of the recommended filter's heading; null without a reference.
    @Nullable public var headingOffset: HeadingOffsetSection?
    /// Where the magnetic field was not the Earth's; null without a magnetometer, and where its readings agree on no field.
    @Nullable public var disturbance: DisturbanceSection?
    /// The compass's deviation curve; null without a reference.
    @Nullable public var deviation: DeviationSection?
    /// The yaw of the AR session's world against north; null without AR poses, and where they cannot be compared.
    @Nullable public var arSession: AlignmentReport?
    /// Where the heading's error comes from.
    public var budget: [BudgetEntry] = []
    /// Which filter to use; null where none ran.
    @Nullable public var recommendation: RecommendationSection?
    /// The warnings.
    public var warnings: [Warning] = []
    /// Times; the only part that differs from run to run.
    public var performance: PerformanceSection = PerformanceSection()

    /// The run of the filter that is recommended; `nil` where none is.
    public var recommendedFilter: FilterSection? { filters.first { $0.name == recommendation?.filter } }
}

/// The program that made the report.
public struct ToolSection: Codable, Sendable, Hashable {
    /// The version, as `--version` prints it.
    public var version: String

    /// The program of a version.
    public init(version: String) { self.version = version }
}

/// The log that was read.
public struct InputSection: Codable, Sendable, Hashable {
    /// As the user gave it.
    public var path: String
    /// The format that was recognised.
    public var format: String
    /// The checksum of the content; of a folder, see docs/reference/recordings.md.
    public var sha256: String

    /// A log by its path, format and checksum.
    public init(path: String, format: String, sha256: String) {
        (self.path, self.format, self.sha256) = (path, format, sha256)
    }
}

/// The calibrations that were applied.
public struct CalibrationSection: Codable, Sendable, Equatable {
    /// Hard and soft iron; null without one.
    @Nullable public var magnetometer: MagnetometerCalibration?
    /// Bias; null without one.
    @Nullable public var gyroscope: GyroscopeCalibration?
    /// Bias and scale; null without one.
    @Nullable public var accelerometer: AccelerometerCalibration?
    /// The constant that was added to every heading; null without one.
    @Nullable public var heading: HeadingCalibration?
}

/// Times: the only part of the report that differs from run to run.
public struct PerformanceSection: Codable, Sendable, Hashable {
    /// Seconds per step of the work.
    public var seconds: [String: Double] = [:]
    /// Samples of all sensors per second of filtering, by filter.
    public var samplesPerSecond: [String: Double] = [:]
}
