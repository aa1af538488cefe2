import Calibration
import Evaluation
import ProjectionCore
import Recordings
import SensorModels
import Vocabulary

/// Which calibration a log gets.
public enum CalibrationChoice: Sendable, Equatable {
    /// Fitted from the log itself, as far as the log allows.
    case auto
    /// None: readings are used as they are.
    case none
    /// Calibration files, one per sensor; what they do not cover stays uncalibrated. With `auto` among them files and
    /// log become one estimate.
    case files([String])
    /// Calibrations that were fitted in this run, with the names of their logs, at most one per sensor.
    /// - Parameter refined: they and the log become one estimate.
    case fitted([FittedCalibration], refined: Bool = false)
}

/// A calibration with the name of the file or log that it came from.
public struct FittedCalibration: Sendable, Equatable {
    /// What messages and reports call it.
    public var name: String
    /// The sections.
    public var file: CalibrationFile
}

/// A filter by name, with changes to its default parameters.
public struct FilterRequest: Sendable, Equatable {
    /// Its name in the catalogue, without case.
    public var name: String
    /// Values by name; what is not named keeps its default.
    public var parameters: [String: Double]

    /// A filter with changes to its defaults.
    public init(name: String, parameters: [String: Double] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// What `analyze` runs by default.
    public static let defaults = ["lowpass", "complementary", "kalman", "vqf", "sensorlab"]
        .map { FilterRequest(name: $0) }
}

/// The options of a run; `nil` means "as the log has it".
public struct AnalysisOptions: Sendable {
    /// Where the log was made.
    public var place: GeodeticPosition?
    /// Whether the height of `place` is known; it is 0 where it is not.
    public var placeHasHeight = true
    /// When the log was made.
    public var date: CalendarDate?
    /// A geomagnetic model by name; by date where `nil`.
    public var model: String?
    /// The path of a user's own coefficient file.
    public var coefficients: String?
    /// Which calibration the log gets.
    public var calibration: CalibrationChoice = .auto
    /// The filters, in the order of the report.
    public var filters: [FilterRequest] = FilterRequest.defaults
    /// Which heading is shown.
    public var headingAxis: HeadingAxisChoice = .auto
    /// The north of headings and orientations; true where the declination is known, else magnetic.
    public var north: North?
    /// What errors are measured against.
    public var reference: ReferenceChoice = .log
    /// The camera used to convert angles to pixels: a name of the catalogue or a file; the device's where `nil`.
    public var camera: String?
    /// What the replay of the screen shows; the points of the compass where empty.
    public var places: [PointOfInterest] = []
    /// The parameter file whose model and rules select the places of the replay; all of them where `nil`.
    public var selection: ParameterFile?
    /// The height of the ground, for places without an altitude and an observer without a given one; unknown where `nil`.
    public var terrain: Terrain?
    /// Which samples of the reference are scored.
    public var definition: ErrorDefinition = .standard
    /// The scored part, where a benchmark says which; the definition decides where `nil`.
    public var scoring: BenchmarkScoring?
    /// The options of a command line that say how the log is read, where and when it was recorded, word by word: commands that the
    /// report advises for the same log repeat them.
    public var given: [[String]] = []
    /// Reads logs and references that are named by their paths.
    public var source: any RecordingSource = NoRecordingSource()
    /// Threads for running filters, at least 1.
    public var jobs = 2
    /// Receives the progress of long work.
    public var monitor = WorkMonitor.none

    /// Everything as the log has it.
    public init() {}

    /// Whether `place` was given with its height.
    var isPlaceWithHeight: Bool { place != nil && placeHasHeight }
}
