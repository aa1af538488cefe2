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
