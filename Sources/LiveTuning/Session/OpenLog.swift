import Analysis
import Recordings
import Reporting
import SensorModels
import Vocabulary

/// A log that the page can show.
struct OpenLog: Sendable {
    /// Where it is a file that commands find; `nil` for standard input and what was dropped on the page.
    let path: String?
    /// Counts the logs that were opened, so that an answer about an earlier one is recognised.
    let number: Int
    /// Everything that does not depend on the filter.
    let trial: TrialLog
    /// The recognised format.
    let format: String
    /// The sensors with at least one sample.
    let sensors: [SensorKind]
    /// The user's own filters that have a track of this log.
    let own: OwnTracks
    /// The screen as it is held; `nil` without an orientation of a reference or of the device.
    let screen: ReplayScreen?
    /// The log as it was read, until its verdict is known.
    var source: PreparedLog?

    /// Prepares a log, once for everything that the page does with it.
    /// - Throws: `SensorLabError` where nothing usable is in the log.
    init(
        _ recording: Recording, name: String, path: String?, number: Int, options: AnalysisOptions
    ) throws {
        let prepared = try PreparedLog(recording, name: name, options: options)
        trial = try TrialLog(prepared, options: options)
        format = recording.metadata.format
        sensors = recording.sensors
        // A log that is dropped on the page may have no track.
        own = try OwnTracks(options.tracks, on: prepared, passingOver: path == nil)
        source = prepared
        (self.path, self.number) = (path, number)
        let truth =
            trial.reference.isEmpty ? trial.device?.estimates.map(\.orientation) ?? [] : trial.reference.values
        screen = truth.isEmpty ? nil : try? ReplayScreen(trial.camera, orientations: truth)
    }

    /// A filter with parameters: one of the user's own, or of the catalogue.
    /// - Throws: `SensorLabError` (usage) for unknown names.
    func filter(_ name: String, _ parameters: [String: Double] = [:]) throws -> ResolvedFilter {
        if let own = own.filters.first(where: { $0.name == name }) { return own }
        return try FilterRequest(name: name, parameters: parameters).resolved(causal: true)
    }

    /// What a filter's track is one of.
    func parts(of filter: ResolvedFilter) -> ReferenceParts {
        own.headingsAlone.contains(filter.name) ? .heading : .orientation
    }

    /// Seconds.
    var duration: Double { Double(trial.interval.upperBound - trial.interval.lowerBound) * 1e-9 }

    /// Whether the headings of the log can be used, as `analyze` with the same options says.
    /// - Throws: `SensorLabError` where no filter can run.
    func verdict(options: AnalysisOptions, version: String) throws -> VerdictAnswer {
        guard let source else { throw SensorLabError.notOpen }
        var options = options
        // One core only: updates while a slider moves have priority.
        (options.jobs, options.monitor) = (1, .none)
        let report = try Analyzer(options: options).analyze(
            source, input: InputSection(path: source.name, format: format, sha256: ""),
            tool: ToolSection(version: version)
        ).report
        let summary = ReportSummary(report)
        guard let verdict = report.verdict, let words = summary.verdict, let answer = Answer(report, summary) else {
            throw SensorLabError.notOpen
        }
        return VerdictAnswer(
            log: number, verdict: verdict, text: words.text, state: answer.state, headline: summary.headline,
            reason: words.reason, filter: report.recommendation?.filter)
    }
}

extension SensorLabError {
    /// The page asks about a log that was closed.
    static let notOpen = SensorLabError(
        .criterion, code: .anotherLog, message: "this log is not open any more", advice: "reload the page")
}
