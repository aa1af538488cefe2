import Evaluation
import OrientationFilters
import Rotations
import SensorModels
import Vocabulary

/// Runs all filters on one log, which is read and calibrated once.
struct LogComparison: Sendable {
    /// One filter's errors for the bootstraps: RMSE of the total error, and squared errors in blocks.
    typealias Measured = (filter: String, totalDegrees: Double, blocks: ErrorBlocks)

    /// The log's part of the report.
    var section: ComparedRecording
    /// The filters with errors, in the order of `section.filters`.
    let measured: [Measured]

    /// Reads and calibrates a log; tracks get the north of its reference.
    /// - Throws: `SensorLabError` for a log that cannot be read.
    @Sendable static func prepared(_ log: ComparisonLog, _ options: ComparisonOptions) throws -> PreparedLog {
        try PreparedLog(log, options: options.analysis, frame: .northOfReference)
    }

    /// - Parameter filters: of the catalogue; `PreparedLog.deviceName` among `names` stands for the device's own
    ///   attitude.
    /// - Throws: `SensorLabError` for a log on which no filter runs.
    init(
        _ log: ComparisonLog, _ prepared: PreparedLog, filters: [ResolvedFilter], names: [String],
        options: ComparisonOptions
    ) throws {
        let own = try OwnTracks(options.analysis.tracks, on: prepared)
        let filters = filters + own.filters
        let found = filters.isEmpty ? FilterRuns(runs: [], leftOut: []) : try prepared.run(filters)
        var candidates = found.runs.map { (track: $0.track, parameters: $0.filter.parameters) }
        if names.contains(PreparedLog.deviceName), let device = prepared.deviceAttitude() {
            candidates.insert((device, [:]), at: 0)
        }
        guard !candidates.isEmpty else {
            throw SensorLabError(
                .badData, code: .noDeviceAttitude, place: log.path,
                message: "the log has no attitude of the device", advice: "name filters with --filters")
        }
        candidates.sort { (names.firstIndex(of: $0.track.name) ?? 0) < (names.firstIndex(of: $1.track.name) ?? 0) }

        let hasReference = !prepared.recording.reference.isEmpty
        let reference = prepared.reference(options.analysis.definition, scored: log.scoring?.interval)
        let angles = ReferenceAngles(reference.stream, indices: reference.indices, axis: prepared.headingAxis)
        let recordedRho = RecordedRho(prepared.recording.gravity)
        var measured: [Measured] = []
        let sections = candidates.map { track, parameters in
            let errors =
                hasReference
                ? TrackErrors(
                    track: track, reference: reference, angles: angles, axis: prepared.headingAxis,
                    mount: log.scoring?.mount, headingAlone: own.headingsAlone.contains(track.name))
                : nil
            if let errors, let total = errors.profile?.total {
                measured.append((track.name, total.rmseDegrees, ErrorBlocks(errors.scored)))
            }
            return FilterSection(
                track: track, parameters: parameters, log: prepared, recordedRho: recordedRho, errors: errors)
        }
        var agreement: [HeadingAgreement] = []
        if !hasReference || options.agreement {
            agreement = HeadingSources(prepared, tracks: candidates.map(\.track)).agreement
        }
        var unmeasured: [Warning] = []
        if hasReference, sections.allSatisfy({ $0.errors == nil }) { unmeasured = [Self.uncovered(log.path)] }
        if !hasReference { unmeasured = [Self.noReference(agreement.isEmpty, log.path)] }
        let best = measured.min { $0.totalDegrees < $1.totalDegrees }
        // A benchmark that knows the mount has its reference's clock, too.
        let doubted = log.scoring?.mount == nil ? candidates.first { $0.track.name == best?.filter } : nil
        let doubt = doubted.flatMap {
            prepared.doubtAboutReference(
                $0.track, definition: options.analysis.definition, scored: log.scoring?.interval)
        }
        self.measured = measured
        section = ComparedRecording(
            name: log.name, group: log.group, path: log.path, durationSeconds: prepared.recording.duration,
            reference: hasReference ? (log.reference ?? options.analysis.reference).label : nil, options: [:],
            filters: sections,
            differences: [], agreement: agreement,
            warnings: LogWarnings.collected(
                prepared.warnings, found.leftOut, found.runs.flatMap(\.warnings), own.warnings, reference.warnings,
                unmeasured,
                [doubt].compactMap { $0 }))
        section.referenceNorth = hasReference ? prepared.recording.metadata.reference.north ?? .magnetic : nil
        section.device = log.device ?? prepared.recording.metadata.device
        section.differences = differences(seed: options.seed)
    }

    /// Differences in the total RMSE.
    private func differences(seed: UInt64) -> [FilterDifference] {
        measured.indices.flatMap { a in
            measured.indices.dropFirst(a + 1).map { b in
                FilterDifference(
                    first: measured[a].filter, second: measured[b].filter, metric: Metric.totalRMSE.name,
                    difference: measured[a].totalDegrees - measured[b].totalDegrees,
                    interval: measured[a].blocks.interval(
                        ofDifferenceTo: measured[b].blocks, metric: 0, seed: seed))
            }
        }
    }

    static func noReference(_ nothing: Bool, _ path: String) -> Warning {
        Warning(
            .noReference, place: path,
            "the log has no reference orientation, so errors cannot be measured"
                + (nothing ? "" : "; how its headings agree is measured instead"))
    }

    private static func uncovered(_ path: String) -> Warning {
        Warning(
            .referenceNotCovered, place: path,
            "no scored sample of the reference lies within a track: errors cannot be measured")
    }
}

extension ReferenceChoice {
    /// The name of the reference in the report.
    public var label: String {
        switch self {
        case .log: return "log"
        case .file(let path): return path
        case .deviceAttitude: return "device attitude"
        }
    }
}

/// All headings of a log: of filters, of the device, of the course over ground.
struct HeadingSources {
    private let series: [HeadingSeries]

    /// - Parameter tracks: turned to the log's north.
    init(_ log: PreparedLog, tracks: [OrientationTrack]) {
        var series = tracks.map { HeadingSeries(track: $0, axis: log.headingAxis) }
        if !tracks.contains(where: { $0.name == PreparedLog.deviceName }), let device = log.deviceAttitude() {
            series.append(HeadingSeries(track: device, axis: log.headingAxis))
        }
        // No format declares the north of the device's compass: its headings stay unchanged.
        series.append(HeadingSeries(name: "device-compass", samples: log.recording.heading))
        series.append(HeadingSeries(courseOf: log.recording.location, turn: log.headingTurn(from: .true)))
        self.series = series.filter { !$0.samples.isEmpty }
    }

    /// Agreement of the others with one source, for those with enough samples in common.
    func agreement(with name: String) -> [HeadingAgreement] {
        guard let first = series.first(where: { $0.name == name }) else { return [] }
        return series.filter { $0.name != name }.compactMap { HeadingAgreement(first, $0) }
    }

    /// Agreement of all pairs with enough samples in common, in the order of the sources.
    var agreement: [HeadingAgreement] {
        series.indices.flatMap { first in
            series.indices.dropFirst(first + 1).compactMap { HeadingAgreement(series[first], series[$0]) }
        }
    }
}
