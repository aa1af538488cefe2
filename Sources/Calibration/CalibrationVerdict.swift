/// Whether a fitted calibration may be trusted, and if not, why and what to do.
///
/// A refused result is still a result: it carries its large sigma and can be applied, with a warning.
public struct CalibrationVerdict: Sendable, Codable, Hashable {
    /// True where the data carry the result.
    public var accepted: Bool
    /// Why it was refused, in one sentence; empty where accepted.
    public var reason: String
    /// What to do about it, in one sentence; may be filled for an accepted result that could be better.
    public var advice: String
    /// Refused for its sigma alone: the readings are good, but too few or of too few directions.
    public var isUncertain: Bool

    /// A verdict from its parts.
    public init(accepted: Bool, reason: String = "", advice: String = "", isUncertain: Bool = false) {
        self.accepted = accepted
        self.reason = reason
        self.advice = advice
        self.isUncertain = isUncertain
    }

    /// The data carry the result.
    public static let accepted = CalibrationVerdict(accepted: true)

    /// The data do not carry the result.
    public static func refused(_ reason: String, advice: String) -> CalibrationVerdict {
        CalibrationVerdict(accepted: false, reason: reason, advice: advice)
    }
}
