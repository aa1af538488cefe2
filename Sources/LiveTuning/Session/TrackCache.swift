import Analysis
import SensorModels

/// A filter with all its parameters, on one log.
struct TrackKey: Hashable, Sendable {
    let log: Int
    let filter: String
    let parameters: [String: Double]
}

/// The result of a filter on a log.
struct TrialRun: Sendable {
    let track: OrientationTrack
    let scores: TrialScores
    /// The run time of the filter, seconds.
    let seconds: Double
}

/// The latest runs, so that zooming and going back to a value cost no new run.
struct TrackCache: Sendable {
    /// Rows of tracks that are kept, about 100 bytes each; the latest two runs stay in any case.
    static let rowLimit = 2_000_000

    private var runs: [(key: TrackKey, run: TrialRun)] = []

    /// A run that is still cached; it becomes the latest.
    mutating func run(_ key: TrackKey) -> TrialRun? {
        guard let index = runs.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = runs.remove(at: index)
        runs.append(entry)
        return entry.run
    }

    /// Adds a run, and drops the oldest beyond the limit.
    mutating func insert(_ run: TrialRun, for key: TrackKey) {
        runs.removeAll { $0.key == key || $0.key.log != key.log }
        runs.append((key, run))
        var rows = runs.reduce(0) { $0 + $1.run.track.count }
        while rows > Self.rowLimit && runs.count > 2 { rows -= runs.removeFirst().run.track.count }
    }
}

/// The scores of runs on all open logs, which stay when their tracks are dropped.
struct ScoreCache: Sendable {
    /// Beyond this number all are dropped, so that hours of tuning do not fill the memory.
    private static let limit = 20_000

    private var scores: [TrackKey: TrialScores] = [:]

    subscript(key: TrackKey) -> TrialScores? { scores[key] }

    mutating func insert(_ entry: TrialScores, for key: TrackKey) {
        if scores.count >= Self.limit { scores = [:] }
        scores[key] = entry
    }

    mutating func forget(log: Int) { scores = scores.filter { $0.key.log != log } }
}
