import Calibration
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// One causal filter over a log that is read part by part: the rows that `Fusion` gives for the whole log, in memory
/// that does not grow with its length.
///
/// Field, north, heading axis and warnings are those of the log's beginning (`RecordingParts.beginning`).
public struct StreamedFusion {
    /// The axis whose heading is shown.
    public let headingAxis: HeadingAxis
    /// The north of the track.
    public var north: North { log.north }
    /// The warnings about the beginning, field, calibration and filter.
    public let warnings: [Warning]
    private let log: PreparedLog
    private let parts: any RecordingParts
    private let filter: ResolvedFilter
    private var replay: PartwiseReplay
    private var rows = 0
    private var isAtEnd = false

    /// What keeps the first filter of the options from running part by part, for messages; `nil` for nothing.
    /// - Throws: `SensorLabError` (usage) for an unknown filter and bad parameters.
    public static func obstacle(_ options: AnalysisOptions) throws -> String? {
        guard let filter = try options.filters.first?.resolved() else { return nil }
        if filter.entry.information.isOffline { return "\(filter.name) needs the whole log" }
        guard !filter.entry.information.calibratesItself, options.calibration.isOfLog else { return nil }
        return "--calibration auto needs the whole log"
    }

    /// Prepares the first filter of the options, by the beginning of the log.
    /// - Throws: `SensorLabError` as `Fusion.init`.
    public init(_ parts: any RecordingParts, options: AnalysisOptions) throws {
        guard let request = options.filters.first else { preconditionFailure("a filter is to run") }
        filter = try request.resolved()
        var options = options
        // It means nothing to a filter that calibrates itself.
        if options.calibration == .auto { options.calibration = .none }
        let beginning = try parts.beginning()
        guard !beginning.sensors.isEmpty else {
            throw SensorLabError(
                .badData, code: .noSamples, place: parts.name,
                message: "no sample is at its beginning, expected at least one sensor",
                advice: "check --from, --to and --without, or give the log as a file")
        }
        log = try PreparedLog(beginning, name: parts.name, options: options)
        let sensors = FilterSensors(beginning, columns: parts.columns, log.applied(for: filter.entry))
        guard filter.entry.missingSensor(in: sensors.sample) == nil else {
            throw ResolvedFilter.noneRuns([filter], on: sensors.sample, place: parts.name)
        }
        replay = try PartwiseReplay(
            filter, sensors, log.applied(for: filter.entry), fieldStrength: beginning.metadata.fieldStrength)
        let calibratesItself = filter.entry.information.calibratesItself
        let seconds = Int(clamping: beginning.duration.rounded())
        warnings = LogWarnings.collected(
            log.warnings.filter { !(calibratesItself && $0.code == .magnetometerImplausible) },
            [
                Warning(
                    .readAsStream, place: parts.name,
                    "it is read as a stream: heading axis (\(log.headingAxis.rawValue)), north, choice of sensors and warnings are "
                        + "those of its first \(seconds) s")
            ])
        headingAxis = log.headingAxis
        self.parts = parts
    }

    /// The rows of the next part, turned to the log's north; `nil` at the end.
    /// - Throws: `SensorLabError` as `RecordingParts.next`; bad data at the end if the orientation was never defined.
    public mutating func next() throws -> OrientationTrack? {
        guard !isAtEnd else { return nil }
        let part = try parts.next()
        isAtEnd = part == nil
        var track = replay.rows(of: part)
        rows += track.count
        if isAtEnd, rows == 0 {
            _ = try parts.warnings()
            throw filter.neverDefined(place: log.name)
        }
        log.finish(&track)
        return track
    }

    /// The warnings about the parts, at the end.
    /// - Throws: `SensorLabError` (bad data) where nothing usable was in the log.
    public func closingWarnings() throws -> [Warning] { try parts.warnings() }
}

extension CalibrationChoice {
    /// Whether the log's own readings take part.
    fileprivate var isOfLog: Bool {
        switch self {
        case .auto: true
        case .none: false
        case .files(let paths): paths.contains { $0.lowercased() == "auto" }
        case .fitted(_, let refined): refined
        }
    }
}

/// The sensors of a log that a filter uses, decided by its beginning: those with samples there, else those that have
/// columns.
struct FilterSensors {
    let rate: SensorKind
    let force: SensorKind
    let field: SensorKind
    /// Whose samples make the rows.
    let clock: SensorKind
    /// The streams that the filter will get, one sample each.
    let sample: FilterInput

    init(_ beginning: Recording, columns: [SensorKind?], _ calibration: CalibrationSet) {
        func first(of sensors: [SensorKind?]) -> SensorKind {
            let sensors = sensors.compactMap { $0 }
            return sensors.first { !beginning.vectors(of: $0).isEmpty } ?? sensors.first(where: columns.contains)
                ?? sensors[0]
        }
        rate = first(of: [calibration.gyroscope?.stream, .gyroscope, .gyroscopeCorrected])
        force = first(of: [.accelerometer, .gravity])
        field = first(of: [calibration.magnetometer?.stream, .magnetometer, .magnetometerCorrected])
        clock = first(of: [rate, force, field])
        func one(_ sensor: SensorKind) -> VectorStream {
            columns.contains(sensor) ? VectorStream(times: [0], values: [.zero]) : VectorStream()
        }
        sample = FilterInput(
            gyroscope: one(rate), accelerometer: force == .accelerometer ? one(force) : VectorStream(),
            gravity: force == .gravity ? one(force) : VectorStream(), magnetometer: one(field))
    }
}
