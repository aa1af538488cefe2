import SensorModels
import Vocabulary

extension InUseFit {
    /// A longer log is represented by its liveliest part of this length, seconds.
    public static var longestPart: Double { InUseSamples.longestPart }

    /// What to say of a log that is longer than what is looked at; `nil` for a shorter one.
    /// - Parameter seconds: how long the log is.
    public static func partWarning(seconds: Double) -> Warning? {
        guard seconds > longestPart * 1.05 else { return nil }
        return Warning(
            code: .inUsePart,
            message: "the log lasts \(Int(seconds.rounded())) s: the in-use calibration looked at its liveliest "
                + "\(Int(longestPart)) s",
            advice: "choose another part with --from and --to if it matters")
    }
}
