import Calibration
import Evaluation
import ProjectionCore
import Recordings
import SensorModels
import Vocabulary

/// The calibration of a log.
public enum CalibrationChoice: Sendable, Equatable {
    /// Fitted from the log itself, as far as the log allows.
    case auto
    /// None: readings are used as they are.
    case none
    /// Calibration files, one per sensor; sensors without a file stay uncalibrated. With `auto` among them, files and
    /// log form one estimate.
    case files([String])
    /// Calibrations that were fitted in this run, with the names of their logs, at most one per sensor.
    /// - Parameter refined: whether they and the log form one estimate.
    case fitted([FittedCalibration], refined: Bool = false)
}

/// A calibration with the name of its file or log.
public struct FittedCalibration: Sendable, Equatable {
    /// The name in messages and reports.
    public var name: String
    /// The calibrations per sensor.
    public var file: CalibrationFile
}

/// A filter by name, with changes to its default parameters.
public struct FilterRequest: Sendable, Equatable {
    /// Its name in the catalogue, case-insensitive.
    public var name: String
    /// Values by name; other parameters keep their defaults.
    public var parameters: [String: Double]

    /// A filter with changes to its defaults.
    public init(name: String, parameters: [String: Double] = [:]) {
        self.name = name
        self.parameters = parameters
    }

    /// `name(parameter=value,...)`.
    fileprivate var text: String {
        let parameters = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return parameters.isEmpty ? name : name + "(\(parameters.joined(separator: ",")))"
    }

    /// The filters that `analyze` runs by default.
    public static let defaults = ["lowpass", "complementary", "kalman", "vqf", "sensorlab", "fixed-lag"]
        .map { FilterRequest(name: $0) }
}

/// The options of a run; `nil` leaves a setting to the log.
public struct AnalysisOptions: Sendable {
    /// The place of the log.
    public var place: GeodeticPosition?
    /// Whether the height of `place` is known; if not, it is 0.
    public var placeHasHeight = true
    /// The date of the log.
    public var date: CalendarDate?
    /// A geomagnetic model by name; `nil` selects it by date.
    public var model: String?
    /// The path of a user's own coefficient file.
    public var coefficients: String?
    /// The calibration of the log.
    public var calibration: CalibrationChoice = .auto
    /// The filters, in the order of the report.
    public var filters: [FilterRequest] = FilterRequest.defaults
    /// The user's own tracks, which stand beside the filters.
    public var tracks: [OwnTrack] = []
    /// The axis whose heading is shown.
    public var headingAxis: HeadingAxisChoice = .auto
    /// The north of headings and orientations; by default true if the declination is known, else magnetic.
    public var north: North?
    /// The reference for errors.
    public var reference: ReferenceChoice = .log
    /// What is known of the reference, in place of what the log says.
    public var referenceTerms = ReferenceTerms()
    /// Whether the log's reference is as the terms say already.
    var isReferencePlaced = false
    /// The camera that converts angles to pixels: a name of the catalogue or a file; `nil` takes the device's.
    public var camera: String?
    /// The places in the replay of the screen; if empty, the points of the compass.
    public var places: [PointOfInterest] = []
    /// The parameter file whose model and rules select the places of the replay; `nil` shows all.
    public var selection: ParameterFile?
    /// The radar in the replay; `nil` for none.
    public var radar: Radar?
    /// The height of the ground, for places without an altitude and an observer without a given height; `nil` if
    /// unknown.
    public var terrain: Terrain?
    /// Determines the scored samples of the reference.
    public var definition: ErrorDefinition = .standard
    /// The scored part, if a benchmark defines it; `nil` leaves it to the definition.
    public var scoring: BenchmarkScoring?
    /// The command-line options on how to read the log, on its place and date and on its headings, word by word.
    /// Commands that the report recommends for the same log repeat them.
    public var given: [[String]] = []
    /// Reads logs and references by path.
    public var source: any RecordingSource = NoRecordingSource()
    /// Threads for running filters, at least 1.
    public var jobs = 2
    /// Receives the progress of long work.
    public var monitor = WorkMonitor.none

    /// Leaves all settings to the log.
    public init() {}

    /// Whether `place` was given with its height.
    var isPlaceWithHeight: Bool { place != nil && placeHasHeight }

    /// The options that change results and differ from the defaults of `analyze`, as text by their names on the command
    /// line, for results and histories. A file is written as its name, without its folder, and the beginning of its
    /// checksum. Without `scoring`, which is part of a log's own settings, and without places, selection, radar and
    /// terrain, which only the replay shows.
    public var settings: [String: String] {
        var settings: [String: String] = [:]
        if filters != FilterRequest.defaults { settings["filters"] = filters.map(\.text).joined(separator: ",") }
        if !tracks.isEmpty {
            settings["track"] = tracks.map { "\($0.name)=\(SettingText.file($0.path))" }.joined(separator: ";")
            let words = tracks.filter { !$0.words.text.isEmpty }.map { "\($0.name)=\($0.words.text)" }
            if !words.isEmpty { settings["track-convention"] = words.joined(separator: ";") }
        }
        if calibration != .auto { settings["calibration"] = SettingText.calibration(calibration) }
        settings["place"] = place.map(SettingText.place)
        settings["date"] = date?.text
        settings["model"] = model
        settings["coefficients"] = coefficients.map(SettingText.file)
        if headingAxis != .auto { settings["heading-axis"] = headingAxis.rawValue }
        settings["north"] = north?.rawValue
        settings["reference"] = SettingText.reference(reference)
        for (name, value) in referenceTerms.pairs { settings[name] = value }
        settings["camera"] = camera.map(SettingText.file)
        if definition != .standard { settings["metrics"] = definition.rawValue }
        return settings
    }
}
