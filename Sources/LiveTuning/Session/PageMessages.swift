import Analysis
import Evaluation
import Vocabulary

/// Request: run a filter and show it.
struct RunRequest: Decodable, Sendable {
    /// The number of the opened log.
    let log: Int
    /// A filter of the catalogue, without case.
    let filter: String
    /// Changes to its defaults, by name.
    let parameters: [String: Double]
    /// What the pictures show.
    let window: TimeWindow
}

/// One filter on the log: its scores over all of it, its curves over the window.
struct RunAnswer: Encodable, Sendable {
    let filter: String
    /// All its parameters.
    let parameters: [String: Double]
    let scores: TrialScores
    let curves: TrackCurves
    /// The run time of the filter, seconds.
    let filterSeconds: Double
    /// The time of the whole request, seconds.
    let seconds: Double
}

/// Request: the curves of a log in a window that do not depend on a filter.
struct WindowRequest: Decodable, Sendable {
    let log: Int
    let window: TimeWindow
}

/// Request: the scores of a filter on any of the open logs.
struct ScoreRequest: Decodable, Sendable {
    let log: Int
    let filter: String
    let parameters: [String: Double]
}

/// The scores of a filter over all of a log.
struct ScoreAnswer: Encodable, Sendable {
    let log: Int
    let scores: TrialScores
}

/// Request: the orientations by a filter, the reference and the device at one moment.
struct MomentRequest: Decodable, Sendable {
    let log: Int
    let filter: String
    let parameters: [String: Double]
    /// From the first sample of the log.
    let seconds: Double
}

/// Orientations at one moment, w, x, y, z from the screen as it is held to the earth; null where there is none.
struct MomentAnswer: Encodable, Sendable {
    let seconds: Double
    @Nullable var reference: [Double]?
    @Nullable var device: [Double]?
    @Nullable var filter: [Double]?
}

/// Request about a log as a whole.
struct LogRequest: Decodable, Sendable {
    let log: Int
}

/// Request: how much each parameter of a filter matters on a log.
struct EffectRequest: Decodable, Sendable {
    let log: Int
    let filter: String
}

/// The effects of the parameters of a filter on a log, the strongest first.
struct EffectAnswer: Encodable, Sendable {
    let log: Int
    let filter: String
    /// The parameters that change an orientation.
    let seen: [String]
    /// Those that do not, because they concern sigmas or sensors that the log lacks.
    let unseen: [String]
}

/// Whether the headings of a log can be used, and why: the object of the report, and the report's words for it.
struct VerdictAnswer: Encodable, Sendable {
    let log: Int
    let verdict: VerdictSection
    /// In a few words.
    let text: String
    /// The colour of the report's verdict: good, warn, bad or none.
    let state: String
    /// One sentence: the most important number.
    let headline: String
    let reason: String
    /// The filter that the verdict is about; null where none is recommended.
    @Nullable var filter: String?
}

/// Request: the best parameters of a filter for an objective, over the open logs that have a reference.
struct SearchRequest: Decodable, Sendable {
    let filter: String
    let parameters: [String: Double]
    let objective: TuningObjective
}

/// The progress of a search, and at the end its result.
struct SearchAnswer: Encodable, Sendable {
    /// Counts the searches of this run.
    let search: Int
    let state: State
    /// Runs of the filter until now, and at most; 0 while that is unknown.
    let runs, most: Int
    /// The least mean of the objective until now, degrees; null before the first.
    @Nullable var value: Double?
    /// The mean with the parameters before the search; null until the end.
    @Nullable var given: Double?
    /// The best parameters; null until the end.
    @Nullable var parameters: [String: Double]?
    /// The number of logs that were scored; null until the end.
    @Nullable var logs: Int?

    enum State: String, Encodable, Sendable {
        case running, finished, cancelled
    }
}

/// Request: save the parameters of a filter for the projection core.
struct SaveRequest: Decodable, Sendable {
    let log: Int
    let filter: String
    let parameters: [String: Double]
}

/// Where the parameters were saved.
struct SaveAnswer: Encodable, Sendable {
    let path: String
    /// Whether a file of that name was replaced.
    let replaced: Bool
}

/// An error as the page shows it.
struct ErrorAnswer: Encodable, Sendable {
    struct Body: Encodable, Sendable {
        let code: ErrorCode
        let message: String
        let advice: String
    }

    let error: Body
}

/// The part of a log that a picture shows, and the pixel columns it has for it.
struct TimeWindow: Codable, Sendable, Hashable {
    /// Seconds since the first sample of the log.
    var from: Double
    /// Seconds since the first sample of the log; the log's end where it is null.
    var to: Double?
    /// Pixel columns.
    var columns: Int

    /// Columns that a picture may have.
    static let columnRange = 50...4000

    /// The closed interval in nanoseconds of the log's clock; `nil` where it is empty or has no usable number of
    /// columns.
    func interval(in log: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        let duration = Double(log.upperBound - log.lowerBound) * 1e-9
        let end = min(to ?? duration, duration)
        let isPart = from >= 0 && (from < end || (from == 0 && duration == 0))
        guard isPart, Self.columnRange.contains(columns) else { return nil }
        let start = log.lowerBound + Int64(clamping: from * 1e9)
        return start...max(start, log.lowerBound + Int64(clamping: (end * 1e9).rounded(.up)))
    }
}
