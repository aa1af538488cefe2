import SensorModels
import Vocabulary

/// The answer of `analyze` as it stands in `report.json`. Every key is always there, null where unknown.
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
    /// The calibrations.
    public var calibration: CalibrationSection
    /// In whose pixels errors are told; null before the analysis.
    @Nullable public var camera: CameraSection?
    /// One entry per filter that ran.
    public var filters: [FilterSection]
    /// What the device itself made of its sensors; null where the log has nothing of the kind.
    @Nullable public var device: DeviceSection?
    /// The constant of the recommended filter's heading; null without a reference.
    @Nullable public var headingOffset: HeadingOffsetSection?
    /// The compass's deviation curve; null without a reference.
    @Nullable public var deviation: DeviationSection?
    /// Where the heading's error comes from.
    public var budget: [BudgetEntry]
    /// Which filter to use; null where none ran.
    @Nullable public var recommendation: RecommendationSection?
    /// What the user should know.
    public var warnings: [Warning]
    /// Times; the only part that differs from run to run.
    public var performance: PerformanceSection

    /// From its parts.
    public init(tool: ToolSection, input: InputSection, recording: RecordingSection) {
        self.tool = tool
        self.input = input
        self.recording = recording
        calibration = CalibrationSection()
        filters = []
        budget = []
        warnings = []
        performance = PerformanceSection()
    }
}
