import OrientationFilters
import SensorModels
import Simulation
import Vocabulary

/// Runs estimators on simulated trials and scores their sigmas.
public struct SigmaCalibrationRun: Sendable {
    /// The result of one trial.
    public struct Result: Sendable {
        /// The magnetic surroundings of the phone.
        public let surroundings: SimulatedTrial.Surroundings
        /// Scores by the estimator's name; none for an estimator without a track.
        public let scores: [String: SigmaTrial]
    }

    private let entries: [FilterEntry]
    private let trials: Int
    private let seconds: Double
    private let seed: UInt64

    /// - Parameters:
    ///   - entries: the estimators.
    ///   - trials: number of trials.
    ///   - seconds: duration of each trial, more than `SigmaTrial.settled`.
    ///   - seed: equal seeds give equal results.
    public init(entries: [FilterEntry], trials: Int, seconds: Double, seed: UInt64) {
        (self.entries, self.trials, self.seconds, self.seed) = (entries, trials, seconds, seed)
    }

    /// Runs one trial, numbered from 0; trials are independent.
    public func trial(_ number: Int) -> Result {
        let trial = SimulatedTrial(number: number, seed: seed, seconds: seconds)
        guard let simulated = try? trial.simulated() else {
            return Result(surroundings: trial.surroundings, scores: [:])
        }
        let recording = simulated.recording
        let input = FilterInput(
            gyroscope: recording.gyroscope, accelerometer: recording.accelerometer,
            magnetometer: recording.magnetometer)
        var random = RandomGenerator(seed: seed, stream: ~UInt64(truncatingIfNeeded: number))
        let share = random.uniform()
        var scores: [String: SigmaTrial] = [:]
        for entry in entries {
            guard let track = try? entry.run(input), track.count > 0 else { continue }
            scores[entry.information.name] = SigmaTrial(track, simulated, share: share, axis: number % 3)
        }
        return Result(surroundings: trial.surroundings, scores: scores)
    }

    /// The summary of one estimator, in some surroundings or in all; `nil` if it gives no sigmas.
    public static func summary(
        of quantity: SigmaTrial.Quantity, by name: String, in results: [Result],
        surroundings: SimulatedTrial.Surroundings? = nil
    ) -> SigmaSummary? {
        let scores = results.compactMap { result -> SigmaTrial.Score? in
            guard surroundings.map({ $0 == result.surroundings }) ?? true else { return nil }
            return result.scores[name]?.scores[quantity]
        }
        return scores.isEmpty ? nil : SigmaSummary(scores)
    }
}
