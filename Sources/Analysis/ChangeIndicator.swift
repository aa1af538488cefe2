import Evaluation
import OrientationFilters
import Recordings
import SensorModels

/// What every filter of the catalogue says of a recording, from reading to north: any change of a number shows.
public enum ChangeIndicator {
    /// The log with `--calibration auto` through every filter that can run on it, true north where it is known.
    /// - Throws: `SensorLabError` for a log that cannot be read or filtered.
    public static func digest(path: String, jobs: Int = .max) throws -> TrackDigest {
        try digest(path: path, filters: try FilterRuns.resolve(catalogue), jobs: jobs)
    }

    /// The same with filters of the caller's.
    static func digest(path: String, filters: [ResolvedFilter], jobs: Int = .max) throws -> TrackDigest {
        let recording = try RecordingReader.read(path: path)
        let prepared = try PreparedLog(recording, options: AnalysisOptions())
        let runs = try FilterRuns.run(
            try FilterRuns.runnable(filters, on: prepared.streams, place: path).filters, over: prepared.streams,
            jobs: jobs)
        return TrackDigest(runs.map { prepared.turned($0.track) })
    }

    private static var catalogue: [FilterRequest] {
        FilterCatalogue.entries.map { FilterRequest(name: $0.information.name) }
    }
}
