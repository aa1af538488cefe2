import Recordings
import Rotations
import SensorModels
import Vocabulary

/// One filter over one log.
public struct Fusion: Sendable {
    /// The axis whose heading is shown.
    public let headingAxis: HeadingAxis
    /// The north of the track.
    public var north: North { log.north }
    /// The warnings about log, field, calibration and filter.
    public let warnings: [Warning]
    private let log: PreparedLog
    private let run: FilterRun
    private let findings: [RecordingFindings]

    /// Runs the first filter of the options.
    /// - Parameters:
    ///   - recording: the log.
    ///   - options: the filter, calibration, place, date and heading axis.
    ///   - place: the log's name in messages.
    /// - Throws: `SensorLabError` as `Analyzer.analyze`.
    public init(_ recording: Recording, options: AnalysisOptions, place: String) throws {
        let filters = try options.filters.prefix(1).map { try $0.resolved() }
        log = try PreparedLog(recording, name: place, options: options)
        run = try log.attempt(filters) { $0 }[0]
        headingAxis = log.headingAxis
        // The warning about implausible raw readings does not apply to an estimator that calibrates them itself.
        let isCalibrated = log.input(for: run.filter.entry).calibrated(by: run.track.findings) != nil
        warnings = LogWarnings.collected(
            log.warnings.filter { !(isCalibrated && $0.code == .magnetometerImplausible) }, run.warnings)
        let (applied, raw) = (log.applied(for: run.filter.entry), log.recording)
        findings = run.track.findings.map { $0.aboutRaw(applied, of: raw) }
    }

    /// The track, turned to the log's north.
    /// - Throws: `SensorLabError` (bad data) if the orientation is never defined.
    public func track() throws -> OrientationTrack {
        if let refusal = run.refusal(place: log.name) { throw refusal }
        return run.track
    }

    /// The findings of an estimator that calibrates itself, including refusals; `nil` for filters without findings.
    public func findingsReport(input: InputSection) -> FindingsReport? {
        guard !findings.isEmpty else { return nil }
        var track = run.track
        track.findings = findings
        return FindingsReport(
            track, rests: Timeline(of: log, errors: nil).rests, input: input,
            origin: log.origin)
    }

    /// The calibration found, of raw readings; `nil` if no part of the recording has a solution.
    /// - Parameters:
    ///   - input: the log, which the file records.
    ///   - tool: the version, which the file records.
    public func calibrationFile(input: InputSection, tool: String) -> CalibrationFile? {
        CalibrationJob.found(
            findings, by: run.filter.entry.information.isOffline ? .wholeRecording : .slidingWindow,
            applied: log.applied(for: run.filter.entry), recording: log.recording, input: input,
            provenance: CalibrationJob.provenance(log.recording, input, tool, field: log.geomagnetism),
            warnings: warnings)
    }
}
