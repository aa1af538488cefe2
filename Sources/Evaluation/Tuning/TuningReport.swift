import SensorModels
import Vocabulary

/// The result of tuning: `tune --json`.
public struct TuningReport: Codable, Sendable {
    /// Name and version of the schema.
    public static let schema = "sensorlab.tuning/1"

    /// Name and version of the schema.
    public var schema = Self.schema
    /// The filter.
    public var filter: String
    /// The objective that was minimised.
    public var objective: TuningObjective
    /// The weights of `pixels+jitter+lag`.
    public var weights: ObjectiveWeights
    /// The search method.
    public var method: SearchMethod
    /// The number of values that each search may compute.
    public var budget: Int
    /// The seed of search and bootstrap.
    public var seed: UInt64
    /// The varied parameters.
    public var parameters: [TunedParameter]
    /// One entry per left-out group.
    public var folds: [TuningFold]
    /// One entry per recording, scored while its group was left out.
    public var recordings: [TunedRecording]
    /// Mean of the objective over the recordings, with the default parameters.
    public var defaultMean: Double
    /// Mean over the recordings, each with the parameters found without it.
    public var tunedMean: Double
    /// 95 % interval of tuned minus default, by paired bootstrap over recordings; null for fewer than five recordings.
    @Nullable public var differenceInterval: BootstrapInterval?
    /// Whether the improvement is significant.
    public var accepted: Bool
    /// The reason for accepting or rejecting it.
    public var reason: String
    /// Mean of the recordings' heading offsets with the final parameters, degrees; null without reference headings.
    @Nullable public var headingOffsetDegrees: Double?
    /// Standard error of that mean; null for fewer than two recordings.
    @Nullable public var headingOffsetSigmaDegrees: Double?
    /// The new best values of the final search, in order.
    public var trail: [TrailEntry]
    /// The grid's points in ascending order, if a single parameter was varied on a grid; else empty.
    public var curve: [CurvePoint]
}

/// One point of a grid over one parameter: means over all recordings.
public struct CurvePoint: Codable, Sendable, Hashable {
    /// The parameter's value.
    public var value: Double
    /// The objective.
    public var objective: Double
    /// RMS error, pixels; null if the objective needs no places.
    @Nullable public var rmsPixels: Double?
    /// Jitter, pixels; null if the objective needs no places, or no place stayed in view.
    @Nullable public var jitterPixels: Double?
    /// Lag, milliseconds; null if the objective needs no places, or no recording has a lag.
    @Nullable public var lagMilliseconds: Double?

    init(value: Double, scores: [TuningScore]) {
        func mean(_ values: [Double]) -> Double? {
            values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        self.value = value
        objective = mean(scores.map(\.value)) ?? .infinity
        rmsPixels = mean(scores.compactMap { $0.pixels?.rmsPixels })
        jitterPixels = mean(scores.compactMap { $0.pixels?.jitterPixels })
        lagMilliseconds = mean(scores.compactMap { $0.pixels?.lagMilliseconds })
    }
}

/// One parameter, or several that share a value.
public struct TunedParameter: Codable, Sendable, Hashable {
    /// The parameter's name, or several names.
    public var names: [String]
    /// The default value.
    public var defaultValue: Double
    /// The result of the search over all recordings.
    public var tuned: Double
    /// The smallest and the largest value that were tried.
    public var low, high: Double
    /// Whether the result lies within a hundredth of the range from one of its ends.
    public var atLimit: Bool
}

/// One search with one group left out.
public struct TuningFold: Codable, Sendable, Hashable {
    /// The left-out group.
    public var heldOut: String
    /// The result of the search, by name.
    public var parameters: [String: Double]
    /// Mean over the recordings of the search, with the default parameters.
    public var trainingDefault: Double
    /// Mean over the recordings of the search, with the tuned parameters.
    public var trainingTuned: Double
    /// Mean over the left-out group, with the default parameters.
    public var heldOutDefault: Double
    /// Mean over the left-out group, with the tuned parameters.
    public var heldOutTuned: Double
}

/// One recording, scored while its group was left out.
public struct TunedRecording: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its group.
    public var group: String
    /// The score with the default parameters.
    public var usual: TuningScore
    /// The score with the parameters found without it.
    public var tuned: TuningScore

    private enum CodingKeys: String, CodingKey {
        case name, group, tuned
        case usual = "default"
    }
}

/// A new best value of a search.
public struct TrailEntry: Codable, Sendable, Hashable {
    /// Number of values computed so far.
    public var evaluation: Int
    /// The objective's mean over the recordings.
    public var value: Double
    /// The parameters, by name.
    public var parameters: [String: Double]
}

/// Whether the improvement on left-out recordings is significant.
struct Verdict {
    let accepted: Bool
    let reason: String

    /// - Parameter differences: tuned minus default, per left-out recording.
    init(isHeldOut: Bool, differences: [Double], interval: BootstrapInterval?) {
        guard isHeldOut else {
            (accepted, reason) = (
                false, "there is one group of recordings, so none was held out; give more logs or groups"
            )
            return
        }
        guard let interval else {
            let (count, fewest) = (differences.count, PairedBootstrap.fewestUnits)
            accepted = false
            reason = "\(count) recordings are too few to show how much results vary, expected \(fewest) or more"
            return
        }
        accepted = interval.high < 0
        let mean = Tuning.short(differences.reduce(0, +) / Double(max(1, differences.count)))
        let change =
            interval.low > 0
            ? "gets worse by \(mean)," : accepted ? "changes by \(mean)," : "changes by \(mean), inside the noise:"
        let range = "\(Tuning.short(interval.low)) to \(Tuning.short(interval.high))"
        reason = "held out, the objective \(change) 95 % interval \(range)"
    }
}
