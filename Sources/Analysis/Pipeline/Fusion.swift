import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// One filter over one log.
public struct Fusion: Sendable {
    /// The track, turned to the log's north.
    public let track: OrientationTrack
    /// The axis whose heading is shown.
    public let headingAxis: HeadingAxis
    /// The warnings about log, field, calibration and filter.
    public let warnings: [Warning]

    /// Runs the first filter of the options.
    /// - Parameters:
    ///   - recording: the log.
    ///   - options: the filter, calibration, place, date and heading axis.
    ///   - place: what messages call the log.
    /// - Throws: `SensorLabError` as `Analyzer.analyze`.
    public init(_ recording: Recording, options: AnalysisOptions, place: String) throws {
        let filters = try options.filters.prefix(1).map { try $0.resolved() }
        let log = try PreparedLog(recording, name: place, options: options)
        let run = try log.run(filters).runs[0]
        (track, headingAxis) = (run.track, log.headingAxis)
        warnings = LogWarnings.collected(log.warnings, run.warnings)
    }
}

/// The answers of every filter of the catalogue to one recording, from reading to north: any change of a number shows.
public enum ChangeIndicator {
    /// The log with `--calibration auto` through every filter that can run on it, true north where it is known.
    /// - Throws: `SensorLabError` for a log that cannot be read or filtered.
    public static func digest(path: String, jobs: Int = .max) throws -> TrackDigest {
        let catalogue = FilterCatalogue.entries.map { FilterRequest(name: $0.information.name) }
        return try digest(path: path, filters: try catalogue.map { try $0.resolved() }, jobs: jobs)
    }

    /// The same with given filters.
    static func digest(path: String, filters: [ResolvedFilter], jobs: Int = .max) throws -> TrackDigest {
        let log = try PreparedLog(try RecordingReader.read(path: path), name: path, options: AnalysisOptions())
        return TrackDigest(try log.run(filters, jobs: jobs).runs.map(\.track))
    }
}
