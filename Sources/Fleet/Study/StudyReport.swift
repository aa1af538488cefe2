import Analysis
import Vocabulary

/// Claimed against actual heading error over the trials of a study, written as `study.json`. Every key is always there, null where
/// unknown. The same tables are queries of `study.sqlite`.
public struct StudyReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.study/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The program.
    public var tool: ToolSection
    /// The options that differ from their defaults.
    public var options: [String: String]
    /// The calibrations that were tried on every trial.
    public var calibrations: [String]
    /// How many trials there are, and of what.
    public var totals: StudyTotals
    /// The causal filter and the calibration with the smallest mean heading error; null where nothing was measured.
    @Nullable public var best: StudyChoice?
    /// Errors per scope, filter and calibration.
    public var errors: [StudyErrors]
    /// Heading error of each filter and calibration minus the best one's.
    public var differences: [StudyDifference]
    /// On how many trials which choice has the smallest heading error.
    public var wins: [StudyWins]
    /// Stated accuracies against actual errors.
    public var stated: [StudyStated]
    /// The same by time since the start of the trial, over all trials.
    public var sinceStart: [StudySinceStart]
    /// The trials.
    public var trials: [StudyTrial]
    /// What failed.
    public var failures: [StudyFailure]
    /// What is wrong with something that a row of the manifest says: claims that cannot be read, a place that the log contradicts.
    public var warnings: [StudyWarning]
}

/// How many trials a study has.
public struct StudyTotals: Codable, Sendable, Hashable {
    /// Trials, and runs: trials times calibrations.
    public var trials = 0, runs = 0
    /// Runs that failed, and trials with errors against a reference.
    public var failed = 0, measured = 0
    /// Trials that choices are compared on: those that all of them have, but for choices that ran on too few; 0 where no half of
    /// the trials is common to any choices of most trials, so that each is averaged over its own.
    public var compared = 0
    /// Of all trials together.
    public var hours = 0.0
    /// How many different ones there are.
    public var devices = 0, sites = 0, motions = 0, days = 0
}

/// A filter with a calibration.
public struct StudyChoice: Codable, Sendable, Hashable {
    /// Its name.
    public var filter: String
    /// `manifest`, `auto` or `none`.
    public var calibration: String
}

/// One metric of one filter with one calibration over the trials of a scope.
public struct StudyErrors: Codable, Sendable, Hashable {
    /// `all`, `compared` (the trials that all choices have), `device`, `site`, `motion`, `group` or `app`, and which.
    public var scope, name: String
    /// The choice.
    public var filter, calibration: String
    /// `causal`, `offline` or `device`.
    public var kind: String
    /// The metric (`Metric`).
    public var metric: String
    /// Trials that have it.
    public var trials: Int
    /// The plain mean over trials.
    public var mean: Double
    /// Its 95 % interval, trials resampled; null for fewer than five.
    @Nullable public var low: Double?
    /// The upper end.
    @Nullable public var high: Double?
    /// The smallest and the largest trial.
    public var minimum, maximum: Double
}

/// The heading error of a choice minus that of the best one, RMSE in degrees, over the trials that both have.
public struct StudyDifference: Codable, Sendable, Hashable {
    /// The choice.
    public var filter, calibration: String
    /// Trials in common.
    public var trials: Int
    /// The mean difference; positive: worse than the best.
    public var mean: Double
    /// Its 95 % interval, trials resampled in pairs; null for fewer than five.
    @Nullable public var low: Double?
    /// The upper end.
    @Nullable public var high: Double?
}

/// On how many trials no other causal choice has a smaller heading error.
public struct StudyWins: Codable, Sendable, Hashable {
    /// The choice.
    public var filter, calibration: String
    /// Trials on which it was measured, and on which no other is better.
    public var trials, wins: Int
    /// 1 is best.
    public var meanRank: Double
}

/// A stated accuracy and the actual errors over the trials of a scope.
public struct StudyStated: Codable, Sendable, Hashable {
    /// `all`, `device`, `site`, `motion`, `group` or `app`, and which.
    public var scope, name: String
    /// `claims` (the device's headings), or a filter by its own sigma; the calibration that it ran with.
    public var source, calibration: String
    /// What is stated (`ClaimsFile.Kind`).
    public var kind: String
    /// Trials, and pairs of stated accuracy and error.
    public var trials, samples: Int
    /// Mean over trials of what a trial stated (the median of claims, the mean of sigmas), degrees.
    public var statedDegrees: Double
    /// Root mean square of the heading errors, pooled over the samples, degrees.
    public var rmsErrorDegrees: Double
    /// Its 95 % interval, trials resampled; null for fewer than five.
    @Nullable public var low: Double?
    /// The upper end.
    @Nullable public var high: Double?
    /// Root mean square error of the best and of the worst trial, degrees.
    public var minimum, maximum: Double
    /// Share of the errors within what was stated.
    public var share: Double
    /// The lower end of its 95 % interval, trials resampled; null for fewer than five.
    @Nullable public var shareLow: Double?
    /// The upper end.
    @Nullable public var shareHigh: Double?
    /// The share that the kind promises.
    public var promised: Double
}

/// Heading errors in an interval of time since the first sample of a trial, pooled over all trials.
public struct StudySinceStart: Codable, Sendable, Hashable {
    /// `claims`, or a filter; the calibration that it ran with.
    public var source, calibration: String
    /// Where the interval begins, seconds; it ends where the next of `ErrorsSinceStart.edges` begins.
    public var fromSeconds: Double
    /// Trials that reach it, and samples.
    public var trials, samples: Int
    /// Root mean square of the heading error, degrees.
    public var rmsErrorDegrees: Double
    /// Its 95 % interval, trials resampled; null for fewer than five.
    @Nullable public var low: Double?
    /// The upper end.
    @Nullable public var high: Double?
    /// Mean of what was stated, degrees; null for a source that states nothing.
    @Nullable public var statedDegrees: Double?
    /// Share of the errors within it.
    @Nullable public var share: Double?
}

/// One trial.
public struct StudyTrial: Codable, Sendable, Hashable {
    /// Its name in the manifest.
    public var trial: String
    /// What recorded it.
    @Nullable public var device: String?
    /// Where.
    @Nullable public var site: String?
    /// How it was moved.
    @Nullable public var motion: String?
    /// Anything else that it was grouped by.
    @Nullable public var group: String?
    /// The version of the app that recorded it.
    @Nullable public var app: String?
    /// `YYYY-MM-DD`.
    @Nullable public var date: String?
    /// From the first to the last sample.
    @Nullable public var durationSeconds: Double?
    /// The checksum of the log.
    @Nullable public var sha256: String?
    /// Why it failed.
    @Nullable public var failure: String?
    /// The same in words.
    @Nullable public var message: String?
    /// Heading RMSE of the best choice.
    @Nullable public var headingRMSEDegrees: Double?
    /// Mean of its own sigma.
    @Nullable public var sigmaDegrees: Double?
    /// Median of what the device claims.
    @Nullable public var claimedDegrees: Double?
    /// Root mean square error of the device's headings.
    @Nullable public var claimErrorDegrees: Double?
}

/// A run that failed.
public struct StudyFailure: Codable, Sendable, Hashable {
    /// The trial and the calibration.
    public var trial, calibration: String
    /// A stable name of the reason, and the reason.
    public var code, message: String
}

/// What is wrong with something that a trial's row says.
public struct StudyWarning: Codable, Sendable, Hashable {
    /// The trial.
    public var trial: String
    /// Its code, what was found, and what to do.
    public var code, message, advice: String
}
