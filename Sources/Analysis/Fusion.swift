import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// One filter over one log.
public struct Fusion: Sendable {
    /// The track, its north `north`.
    public var track: OrientationTrack
    /// The axis whose heading is shown.
    public var headingAxis: HeadingAxis
    /// The north of the track.
    public var north: North
    /// What there is to say about log, field and calibration.
    public var warnings: [Warning]

    /// Runs the first filter of the options.
    /// - Parameters:
    ///   - recording: the log.
    ///   - options: the filter, calibration, place, date and heading axis.
    ///   - place: what messages call the log.
    /// - Throws: `SensorLabError` as `Analyzer.analyze`.
    public static func track(
        of recording: Recording, options: AnalysisOptions, place: String
    ) throws -> Fusion {
        let filters = try FilterRuns.resolve(Array(options.filters.prefix(1)))
        let prepared = try PreparedLog(recording, options: options)
        let runnable = try FilterRuns.runnable(filters, on: prepared.streams, place: place)
        let runs = try FilterRuns.run(runnable.filters, over: prepared.streams, jobs: 1)
        let track = prepared.turned(runs[0].track)
        guard track.count > 0 else {
            throw FilterRuns.neverDefined(track.name, place: place)
        }
        return Fusion(
            track: track, headingAxis: options.headingAxis.resolved(for: prepared.streams), north: prepared.north,
            warnings: prepared.warnings + runs.compactMap(\.warning))
    }
}
