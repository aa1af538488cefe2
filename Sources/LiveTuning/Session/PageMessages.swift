import Analysis
import Vocabulary

/// What the page asks: run a filter and show it.
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
    /// What the filter took, seconds.
    let filterSeconds: Double
    /// What everything took, seconds.
    let seconds: Double
}

/// What the page asks: the log's reference in a window.
struct ReferenceRequest: Decodable, Sendable {
    let log: Int
    let window: TimeWindow
}

/// What the page asks: save the parameters of a filter for the projection core.
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

    /// The closed interval in nanoseconds of the log's clock; `nil` where it is empty or has no usable number of columns.
    func interval(in log: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        let duration = Double(log.upperBound - log.lowerBound) * 1e-9
        let end = min(to ?? duration, duration)
        let isPart = from >= 0 && (from < end || (from == 0 && duration == 0))
        guard isPart, Self.columnRange.contains(columns) else { return nil }
        let start = log.lowerBound + Int64(clamping: from * 1e9)
        return start...max(start, log.lowerBound + Int64(clamping: (end * 1e9).rounded(.up)))
    }
}
