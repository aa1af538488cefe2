import Analysis
import Dispatch
import Evaluation
import Foundation
import Vocabulary

/// A search for the best parameters of a filter, outside the threads that answer the page.
final class SearchJob: Sendable {
    /// The filter whose parameters are searched.
    let filter: String
    /// The names of the logs that it was given.
    let logs: [String]
    let objective: TuningObjective
    private let state: Guarded<State>

    private struct State: Sendable {
        var answer: SearchAnswer
        var isCancelled = false
        var failure: SensorLabError?
    }

    /// Begins to search.
    /// - Parameter number: counts the searches of this run.
    init(_ number: Int, filter: ResolvedFilter, logs: [TrialLog], objective: TuningObjective) {
        self.filter = filter.name
        self.logs = logs.map(\.prepared.name)
        self.objective = objective
        let state = Guarded(
            State(answer: SearchAnswer(search: number, state: .running, runs: 0, most: 0)))
        self.state = state
        // One core stays free for updates while a slider moves.
        let jobs = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
        DispatchQueue.global(qos: .utility).async {
            do {
                let tuning = try TrialTuning(filter, logs: logs, objective: objective)
                let found = tuning.run(jobs: jobs, isStopped: { state.value.isCancelled }) { progress in
                    state.update { $0.answer.show(progress) }
                }
                state.update { $0.answer.finish(with: found, isCancelled: $0.isCancelled) }
            } catch let error as SensorLabError {
                state.update { $0.failure = error }
            } catch {
                state.update {
                    $0.failure = SensorLabError(.badData, code: .unexpected, message: "\(error)", advice: "try again")
                }
            }
        }
    }

    /// The progress of the search.
    /// - Throws: `SensorLabError` where it could not begin.
    func answer() throws -> SearchAnswer {
        let state = state.value
        if let failure = state.failure { throw failure }
        return state.answer
    }

    /// Ends the search after the runs that are under way; its result is the best found so far.
    func cancel() { state.update { $0.isCancelled = true } }
}

extension SearchAnswer {
    /// Runs end in any order, so counts never fall and the best value never rises.
    fileprivate mutating func show(_ progress: TrialTuning.Progress) {
        self = SearchAnswer(
            search: search, state: state, runs: max(runs, progress.runs), most: progress.most,
            value: progress.value.isFinite ? min(progress.value, value ?? .infinity) : value)
    }

    fileprivate mutating func finish(with found: TrialTuning.Found, isCancelled: Bool) {
        self = SearchAnswer(
            search: search, state: isCancelled ? .cancelled : .finished, runs: runs, most: most, value: found.value,
            given: found.given, parameters: found.parameters, logs: found.logs)
    }
}
