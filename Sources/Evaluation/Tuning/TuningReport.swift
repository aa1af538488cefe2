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
    /// Values that each search could ask for.
    public var budget: Int
    /// The seed of search and bootstrap.
    public var seed: UInt64
    /// What moved.
    public var parameters: [TunedParameter]
    /// One entry per group that was left out.
    public var folds: [TuningFold]
    /// One entry per recording, scored while its group was left out.
    public var recordings: [TunedRecording]
    /// Mean of the objective over the recordings, default.
    public var defaultMean: Double
    /// Mean over the recordings, each with the parameters that were found without it.
    public var tunedMean: Double
    /// The 95 % interval of tuned minus default, by paired bootstrap over recordings; null for fewer than five of them.
    @Nullable public var differenceInterval: BootstrapInterval?
    /// Whether the improvement is more than noise.
    public var accepted: Bool
    /// Why.
    public var reason: String
    /// The mean of the recordings' own heading offsets with the final parameters, degrees, and its standard error.
    public var headingOffsetDegrees: Double
    /// Null for fewer than two recordings.
    @Nullable public var headingOffsetSigmaDegrees: Double?
    /// The new best values of the final search, in their order.
    public var trail: [TrailEntry]
    /// The grid's points in the order of their values, where one parameter moved on a grid; else empty.
    public var curve: [CurvePoint]
}

/// One point of a grid over one parameter: means over all recordings.
public struct CurvePoint: Codable, Sendable, Hashable {
    /// The parameter's value.
    public var value: Double
    /// The objective.
    public var objective: Double
    /// Null where the objective needs no places.
    @Nullable public var rmsPixels: Double?
    /// Null where the objective needs no places, or no place stayed in view.
    @Nullable public var jitterPixels: Double?
    /// Null where the objective needs no places, or no recording has a lag.
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
    /// Its names.
    public var names: [String]
    /// The default.
    public var defaultValue: Double
    /// What the search over all recordings found.
    public var tuned: Double
    /// The least and the largest value that were tried.
    public var low, high: Double
    /// Whether the answer lies at an end of the range, within a hundredth of it.
    public var atLimit: Bool
}

/// One search without one group.
public struct TuningFold: Codable, Sendable, Hashable {
    /// The group that was left out.
    public var heldOut: String
    /// What the search found, by name.
    public var parameters: [String: Double]
    /// Mean over the recordings that the search saw, default.
    public var trainingDefault: Double
    /// The same, tuned.
    public var trainingTuned: Double
    /// Mean over the recordings of the group, default.
    public var heldOutDefault: Double
    /// The same, tuned.
    public var heldOutTuned: Double
}

/// One recording while its group was left out.
public struct TunedRecording: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its group.
    public var group: String
    /// With the default parameters.
    public var usual: TuningScore
    /// With those that were found without it.
    public var tuned: TuningScore

    private enum CodingKeys: String, CodingKey {
        case name, group, tuned
        case usual = "default"
    }
}

/// A new best value.
public struct TrailEntry: Codable, Sendable, Hashable {
    /// Values computed until then.
    public var evaluation: Int
    /// The objective's mean over the recordings.
    public var value: Double
    /// The parameters, by name.
    public var parameters: [String: Double]
}

/// Whether the improvement on held-out recordings is significant.
struct Verdict {
    let accepted: Bool
    let reason: String

    /// - Parameter differences: tuned minus default per held-out recording.
    init(isHeldOut: Bool, differences: [Double], interval: BootstrapInterval?) {
        guard isHeldOut else {
            (accepted, reason) = (false, "one group of recordings: nothing was held out; give more logs or groups")
            return
        }
        guard let interval else {
            let (count, fewest) = (differences.count, PairedBootstrap.fewestUnits)
            accepted = false
            reason = "\(count) recordings do not show how much results vary, expected \(fewest) or more"
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
