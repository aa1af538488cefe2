import Analysis
import Vocabulary

/// Claimed and actual heading errors over the trials of a study, written as `study.json`. Every key is always there,
/// null where unknown. The same tables are queries of `study.sqlite`.
public struct StudyReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.study/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The program.
    public var tool: ToolSection
    /// The options that differ from their defaults.
    public var options: [String: String]
    /// The calibrations that every trial was run with.
    public var calibrations: [String]
    /// Numbers of trials, runs, devices, sites.
    public var totals: StudyTotals
    /// The causal filter and the calibration with the smallest mean heading error; null where nothing was measured.
    @Nullable public var best: StudyChoice?
    /// Errors per scope, filter and calibration.
    public var errors: [StudyErrors]
    /// Heading error of each filter and calibration minus the best one's.
    public var differences: [StudyDifference]
    /// Number of trials on which each choice has the smallest heading error.
    public var wins: [StudyWins]
    /// Stated accuracies compared with actual errors.
    public var stated: [StudyStated]
    /// The same by time since the start of the trial, over all trials.
    public var sinceStart: [StudySinceStart]
    /// The trials.
    public var trials: [StudyTrial]
    /// The runs that failed.
    public var failures: [StudyFailure]
    /// Warnings about rows of the manifest: claims that cannot be read, a place that the log contradicts.
    public var warnings: [StudyWarning]
}

/// Numbers of trials of a study.
public struct StudyTotals: Codable, Sendable, Hashable {
    /// Number of trials, and of runs: trials times calibrations.
    public var trials = 0, runs = 0
    /// Number of runs that failed, and of trials with errors against a reference.
    public var failed = 0, measured = 0
    /// Number of trials that choices are compared on: those that all choices have, without choices that ran on too few
    /// trials. 0 where no trial is common to the choices; then each is averaged over its own trials.
    public var compared = 0
    /// Duration of all trials together, hours.
    public var hours = 0.0
    /// Numbers of different devices, sites, motions and days.
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
    /// The kind of scope: `all`, `compared` (the trials that all choices have), `device`, `site`, `motion`, `group` or
    /// `app`; and its name.
    public var scope, name: String
    /// The choice.
    public var filter, calibration: String
    /// `causal`, `offline` or `device`.
    public var kind: String
    /// The metric (`Metric`).
    public var metric: String
    /// Number of trials that have it.
    public var trials: Int
    /// Mean over trials.
    public var mean: Double
    /// Lower end of its 95 % bootstrap interval over trials; null for fewer than five.
    @Nullable public var low: Double?
    /// Upper end of the interval.
    @Nullable public var high: Double?
    /// Smallest and largest value of a trial.
    public var minimum, maximum: Double
}

/// The heading error of a choice minus that of the best one, RMSE in degrees, over the trials that both have.
public struct StudyDifference: Codable, Sendable, Hashable {
    /// The choice.
    public var filter, calibration: String
    /// Number of trials in common.
    public var trials: Int
    /// Mean difference; positive: worse than the best.
    public var mean: Double
    /// Lower end of its 95 % paired bootstrap interval over trials; null for fewer than five.
    @Nullable public var low: Double?
    /// Upper end of the interval.
    @Nullable public var high: Double?
}

/// The number of trials on which no other causal choice has a smaller heading error.
public struct StudyWins: Codable, Sendable, Hashable {
    /// The choice.
    public var filter, calibration: String
    /// Number of trials on which it was measured, and of those on which no other is better.
    public var trials, wins: Int
    /// Mean rank over these trials; 1 is best.
    public var meanRank: Double
}

/// A stated accuracy compared with the actual errors over the trials of a scope.
public struct StudyStated: Codable, Sendable, Hashable {
    /// The kind of scope: `all`, `device`, `site`, `motion`, `group` or `app`; and its name.
    public var scope, name: String
    /// `claims` (the device's headings), or a filter with its own sigma; and the calibration that it ran with.
    public var source, calibration: String
    /// The meaning of the stated accuracy (`ClaimsFile.Kind`).
    public var kind: String
    /// Number of trials, and of pairs of stated accuracy and error.
    public var trials, samples: Int
    /// Mean over trials of the stated accuracy of a trial (median of claims, mean of sigmas), degrees.
    public var statedDegrees: Double
    /// Root mean square of the heading errors, pooled over the samples, degrees.
    public var rmsErrorDegrees: Double
    /// Lower end of its 95 % bootstrap interval over trials; null for fewer than five.
    @Nullable public var low: Double?
    /// Upper end of the interval.
    @Nullable public var high: Double?
    /// Root mean square error of the best and of the worst trial, degrees.
    public var minimum, maximum: Double
    /// Share of the errors within the stated accuracy (coverage).
    public var share: Double
    /// Lower end of its 95 % bootstrap interval over trials; null for fewer than five.
    @Nullable public var shareLow: Double?
    /// Upper end of the interval.
    @Nullable public var shareHigh: Double?
    /// The coverage that the kind of accuracy promises.
    public var promised: Double
}

/// Heading errors in an interval of time since the first sample of a trial, pooled over all trials.
public struct StudySinceStart: Codable, Sendable, Hashable {
    /// `claims`, or a filter; and the calibration that it ran with.
    public var source, calibration: String
    /// Start of the interval, seconds; its end is the next of `ErrorsSinceStart.edges`.
    public var fromSeconds: Double
    /// Number of trials that reach the interval, and of samples.
    public var trials, samples: Int
    /// Root mean square of the heading error, degrees.
    public var rmsErrorDegrees: Double
    /// Lower end of its 95 % bootstrap interval over trials; null for fewer than five.
    @Nullable public var low: Double?
    /// Upper end of the interval.
    @Nullable public var high: Double?
    /// Mean of the stated accuracies, degrees; null for a source without.
    @Nullable public var statedDegrees: Double?
    /// Share of the errors within the stated accuracy; null for a source without.
    @Nullable public var share: Double?
}

/// One trial.
public struct StudyTrial: Codable, Sendable, Hashable {
    /// Its name in the manifest.
    public var trial: String
    /// The device that recorded it.
    @Nullable public var device: String?
    /// The site.
    @Nullable public var site: String?
    /// The kind of motion.
    @Nullable public var motion: String?
    /// Any other group.
    @Nullable public var group: String?
    /// The version of the app that recorded it.
    @Nullable public var app: String?
    /// `YYYY-MM-DD`.
    @Nullable public var date: String?
    /// Time from the first to the last sample, seconds.
    @Nullable public var durationSeconds: Double?
    /// The checksum of the log.
    @Nullable public var sha256: String?
    /// The stable name of the reason why it failed; null where it did not.
    @Nullable public var failure: String?
    /// The reason in words.
    @Nullable public var message: String?
    /// Heading RMSE of the best choice, degrees.
    @Nullable public var headingRMSEDegrees: Double?
    /// Mean of the best choice's own heading sigma, degrees.
    @Nullable public var sigmaDegrees: Double?
    /// Median of the accuracies that the device claims, degrees.
    @Nullable public var claimedDegrees: Double?
    /// Root mean square error of the device's headings, degrees.
    @Nullable public var claimErrorDegrees: Double?
}

/// A run that failed.
public struct StudyFailure: Codable, Sendable, Hashable {
    /// The trial and the calibration.
    public var trial, calibration: String
    /// The stable name of the reason, and the reason in words.
    public var code, message: String
}

/// A warning about the row of a trial.
public struct StudyWarning: Codable, Sendable, Hashable {
    /// The trial.
    public var trial: String
    /// Its code, what was found, and the remedy.
    public var code, message, advice: String
}
