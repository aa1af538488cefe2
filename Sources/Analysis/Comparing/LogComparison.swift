import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// One log through every filter: read once, calibrated once.
struct LogComparison: Sendable {
    /// What stands in the report.
    var section: ComparedRecording
    /// Squared errors by filter, in the order of `section.filters`; empty without a reference.
    var blocks: [ErrorBlocks] = []

    /// - Parameter filters: of the catalogue; `DeviceAttitude.name` among `names` stands for the device itself.
    /// - Throws: `SensorLabError` for a log that cannot be read and one on which no filter runs.
    init(_ log: ComparisonLog, filters: [ResolvedFilter], names: [String], options: ComparisonOptions) throws {
        var analysis = options.analysis
        analysis.place = log.place ?? analysis.place
        analysis.date = log.date ?? analysis.date
        analysis.calibration = log.calibration ?? analysis.calibration
        let choice = log.reference ?? analysis.reference
        let read = try RecordingReader.read(path: log.path, options: options.read)
        let (recording, referenceWarnings) = try choice.applied(to: read, place: log.path)
        let hasReference = !recording.reference.isEmpty
        // Errors against a reference with magnetic north need no declination.
        if hasReference, analysis.north == nil, recording.metadata.referenceNorth != .true {
            analysis.north = .magnetic
        }
        let prepared = try PreparedLog(recording, options: analysis)
        let (runnable, obstacles) =
            filters.isEmpty ? ([], []) : try FilterRuns.runnable(filters, on: prepared.streams, place: log.path)
        let (defined, runs, undefined) = try FilterRuns.defined(
            runnable, try FilterRuns.run(runnable, over: prepared.streams, jobs: 1), place: log.path)
        let parameters = Dictionary(uniqueKeysWithValues: defined.map { ($0.entry.information.name, $0.parameters) })
        var tracks = runs.map { prepared.turned($0.track) }
        if names.contains(DeviceAttitude.name),
            let device = DeviceAttitude.track(
                of: recording, north: prepared.north, declination: prepared.declination)
        {
            tracks.insert(device, at: 0)
        }
        guard !tracks.isEmpty else {
            throw SensorLabError(
                .badData, code: "no-device-attitude", place: log.path,
                message: "the log has no attitude of the device", advice: "name filters with --filters")
        }
        tracks.sort { (names.firstIndex(of: $0.name) ?? 0) < (names.firstIndex(of: $1.name) ?? 0) }

        let axis = analysis.headingAxis.resolved(for: prepared.streams)
        let frame = ReferenceFrame(recording, north: prepared.north, declination: prepared.declination)
        let window =
            log.scoring.map { ScoringWindow(interval: $0.interval) }
            ?? ScoringWindow(recording: recording, definition: analysis.definition)
        let indices = window.indices(of: frame.stream)
        section = ComparedRecording(
            name: log.name, group: log.group, path: log.path, durationSeconds: recording.duration,
            reference: hasReference ? choice.label : nil, filters: [], differences: [], agreement: [],
            warnings: prepared.warnings + obstacles + undefined + referenceWarnings + frame.warnings)
        for track in tracks {
            let errors =
                hasReference
                ? TrackErrors(
                    track: track, reference: frame.stream, indices: indices, axis: axis, mount: log.scoring?.mount)
                : nil
            section.filters.append(
                FilterSection(
                    track: track, parameters: parameters[track.name] ?? [:], axis: axis, north: prepared.north,
                    recordedGravity: recording.gravity, errors: errors))
            if let errors, errors.profile != nil { blocks.append(ErrorBlocks(errors.scored)) }
        }
        if hasReference, blocks.isEmpty { section.warnings.append(Self.uncovered(log.path)) }
        if !hasReference || options.agreement {
            section.agreement =
                HeadingSources(
                    recording, tracks: tracks, axis: axis, north: prepared.north, declination: prepared.declination
                ).agreement
        }
        if !hasReference { section.warnings.append(Self.noReference(section.agreement.isEmpty, log.path)) }
        section.differences = differences(seed: options.seed)
    }

    /// Of the total RMSE; the filters' intervals pair up only where each has blocks.
    private func differences(seed: UInt64) -> [FilterDifference] {
        let measured = section.filters.compactMap { filter in filter.errors.map { (filter.name, $0.total.rmseDegrees) }
        }
        guard measured.count == blocks.count else { return [] }
        return blocks.indices.flatMap { a in
            blocks.indices.dropFirst(a + 1).map { b in
                FilterDifference(
                    first: measured[a].0, second: measured[b].0, metric: Metric.totalRMSE.name,
                    difference: measured[a].1 - measured[b].1,
                    interval: blocks[a].interval(ofDifferenceTo: blocks[b], metric: 0, seed: seed))
            }
        }
    }

    private static func noReference(_ nothing: Bool, _ path: String) -> Warning {
        Warning(
            code: "no-reference",
            message: "\(path): the log has no reference orientation, so errors cannot be measured"
                + (nothing ? "" : "; how its headings agree is measured instead"),
            advice: "give --reference FILE, or --device-attitude where the device's own attitude is to be the yardstick"
        )
    }

    private static func uncovered(_ path: String) -> Warning {
        Warning(
            code: "reference-not-covered",
            message: "\(path): no scored sample of the reference lies within a track: errors cannot be measured",
            advice: "check that reference and log have the same clock, and that the scored part is not empty")
    }
}

extension ReferenceChoice {
    /// What the report calls it.
    var label: String {
        switch self {
        case .log: return "log"
        case .file(let path): return path
        case .deviceAttitude: return "device attitude"
        }
    }
}
