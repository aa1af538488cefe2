import Calibration
import Evaluation
import SensorModels
import Vocabulary

/// The result of `analyze`, written as `report.json`. All keys are always present, null if unknown.
///
/// Keys may be added, but not renamed. Angles in degrees, fields in microtesla.
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
    /// The field at the place and date of the log; null if either is unknown.
    @Nullable public var geomagnetism: GeomagnetismSection?
    /// Whether the headings are usable, with the reason; null before the analysis.
    @Nullable public var verdict: VerdictSection?
    /// Recommended actions, greatest gain first.
    public var actions: [ActionSection] = []
    /// Events in the log that affect headings, in order of time.
    public var timeline: [TimelineEvent] = []
    /// Agreement of the log's other headings (filters, device, course) with the yardstick's, the first of each pair,
    /// without a reference. The yardstick is the offline estimator, else the recommended filter.
    public var agreement: [HeadingAgreement] = []
    /// Drift of the tracks after the device returned to its first pose; null if it did not.
    @Nullable public var returnToStart: ReturnToStart?
    /// The calibrations.
    public var calibration: CalibrationSection = CalibrationSection()
    /// The camera that converts angles to pixels; null before the analysis.
    @Nullable public var camera: CameraSection?
    /// One entry per filter that ran.
    public var filters: [FilterSection] = []
    /// The device's own results; null if the log has none.
    @Nullable public var device: DeviceSection?
    /// The constant of the recommended filter's heading; null without a reference.
    @Nullable public var headingOffset: HeadingOffsetSection?
    /// Magnetic disturbances; null without a magnetometer, or if its readings agree on no field.
    @Nullable public var disturbance: DisturbanceSection?
    /// The compass's deviation curve; null without a reference.
    @Nullable public var deviation: DeviationSection?
    /// The yaw of the AR session's world against north; null without comparable AR poses.
    @Nullable public var arSession: AlignmentReport?
    /// Where the error came from: of the heading before this analysis, else of the recommended filter's; null without a
    /// reference where the filter gives no sigma.
    @Nullable public var account: AccountSection?
    /// The sources of the heading error.
    public var budget: [BudgetEntry] = []
    /// The recommended filter; null if none ran.
    @Nullable public var recommendation: RecommendationSection?
    /// The warnings.
    public var warnings: [Warning] = []
    /// Run times; the only part that differs from run to run.
    public var performance: PerformanceSection = PerformanceSection()

    /// The run of the recommended filter; `nil` without a recommendation.
    public var recommendedFilter: FilterSection? { filters.first { $0.name == recommendation?.filter } }
}

/// The program that made the report.
public struct ToolSection: Codable, Sendable, Hashable {
    /// The version, as printed by `--version`.
    public var version: String

    /// A program with this version.
    public init(version: String) { self.version = version }
}

/// The log that was read.
public struct InputSection: Codable, Sendable, Hashable {
    /// As given by the user.
    public var path: String
    /// The recognised format.
    public var format: String
    /// The checksum of the content; of a folder, see docs/reference/recordings.md.
    public var sha256: String

    /// A log by its path, format and checksum.
    public init(path: String, format: String, sha256: String) {
        (self.path, self.format, self.sha256) = (path, format, sha256)
    }
}

/// The applied calibrations.
public struct CalibrationSection: Codable, Sendable, Equatable {
    /// Hard and soft iron; null without one.
    @Nullable public var magnetometer: MagnetometerCalibration?
    /// Bias; null without one.
    @Nullable public var gyroscope: GyroscopeCalibration?
    /// Bias and scale; null without one.
    @Nullable public var accelerometer: AccelerometerCalibration?
    /// The constant added to all headings; null without one.
    @Nullable public var heading: HeadingCalibration?
}

/// Run times: the only part of the report that differs from run to run.
public struct PerformanceSection: Codable, Sendable, Hashable {
    /// Seconds per step.
    public var seconds: [String: Double] = [:]
    /// Samples of all sensors per second of filter run time, by filter.
    public var samplesPerSecond: [String: Double] = [:]
}
