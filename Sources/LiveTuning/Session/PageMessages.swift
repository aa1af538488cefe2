import Analysis
import SensorModels
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

    init(code: ErrorCode, message: String, advice: String) {
        error = Body(code: code, message: message, advice: advice)
    }
}
