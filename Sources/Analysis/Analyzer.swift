import Evaluation
import Files
import ProjectionCore
import Recordings
import Rotations
import SensorModels
import Smoothing
import Vocabulary

/// The main job: recording -> calibration -> filters -> evaluation -> one `AnalysisResult`.
public struct Analyzer: Sendable {
    /// Filters, calibration, place, date and other settings.
    public let options: AnalysisOptions
    private let filters: [ResolvedFilter]

    /// Looks up filters and parameters, so that errors in them show before the log is read.
    /// - Throws: `SensorLabError` (usage) for unknown filters and bad parameters.
    public init(options: AnalysisOptions) throws {
        self.options = options
        filters = try options.filters.map { try $0.resolved() }
    }

    /// Analyses a recording.
    ///
    /// - Parameters:
    ///   - recording: the recording as read.
    ///   - input: path, format and checksum, for the report.
    ///   - tool: the version of the program.
    ///   - readSeconds: duration of reading, for the report.
    /// - Throws: `SensorLabError` for unusable options and for a log in which no filter can run.
    public func analyze(
        _ recording: Recording, input: InputSection, tool: ToolSection, readSeconds: Double = 0
    ) throws -> AnalysisResult {
        let clock = ContinuousClock()
        let begin = clock.now
        let log = try options.monitor.during("calibrating") {
            try PreparedLog(recording, name: input.path, options: options)
        }
        return try analyze(
            log, input: input, tool: tool, readSeconds: readSeconds,
            calibrateSeconds: begin.duration(to: clock.now).inSeconds)
    }

    /// Analyses a log that was prepared with the same options.
    ///
    /// - Parameters:
    ///   - log: calibrated, with the recording as read.
    ///   - input: path, format and checksum, for the report.
    ///   - tool: the version of the program.
    ///   - readSeconds: duration of reading, for the report.
    ///   - calibrateSeconds: duration of the preparation, for the report.
    /// - Throws: `SensorLabError` for unusable options and for a log in which no filter can run.
    public func analyze(
        _ log: PreparedLog, input: InputSection, tool: ToolSection, readSeconds: Double = 0,
        calibrateSeconds: Double = 0
    ) throws -> AnalysisResult {
        let camera = try DeviceCamera(named: options.camera, of: log.recording)
        let clock = ContinuousClock()
        let calibrated = clock.now
        let axis = log.headingAxis
        // The facts that do not depend on a filter are computed once, by the first core that needs them, while others
        // run filters.
        let own = try OwnTracks(options.tracks, on: log)
        let errand = Errand { LogFacts(log, options: options) }
        let (outcome, sections) = try concurrently(
            jobs: options.jobs,
            {
                try log.run(
                    filters + own.filters + yardstick(for: log), jobs: options.jobs, monitor: options.monitor
                ) { run -> Evaluation in
                    let facts = errand.value
                    let begin = clock.now
                    let errors = TrackErrors(
                        track: run.track, reference: facts.reference, angles: facts.angles, axis: axis,
                        mount: options.scoring?.mount, headingAlone: own.headingsAlone.contains(run.track.name))
                    let section = FilterSection(
                        track: run.track, parameters: run.filter.parameters, log: log, recordedRho: facts.recordedRho,
                        evidence: TrackEvidence(
                            run.track, log.readings, declination: log.azimuthOfMagneticNorth),
                        errors: errors)
                    return Evaluation(
                        section: section, blocks: ErrorBlocks(errors.scored),
                        seconds: begin.duration(to: clock.now).inSeconds)
                }
            },
            {
                let facts = errand.value
                return (
                    deviation: Result { try DeviationAnalysis.section(of: log, reference: facts.reference.absolute) },
                    device: DeviceComparison.section(of: log, facts)
                )
            })
        let (found, facts) = (outcome.found, errand.value)
        let reference = facts.reference
        let filtered = clock.now

        var report = AnalysisReport(tool: tool, input: input, recording: facts.recording)
        report.camera = CameraSection(camera)
        report.geomagnetism = log.geomagnetism
        report.calibration = CalibrationSection(log.calibration)
        report.disturbance = log.disturbance
        report.device = sections.device
        report.deviation = try sections.deviation.get()
        report.filters = outcome.measured.map(\.section)
        let tracks = found.runs.map(\.track) + [facts.device].compactMap { $0 }
        report.recommendation = Recommendation.section(
            // An app runs filters, and a track is none.
            for: report.filters.filter { filter in !own.filters.contains { $0.name == filter.name } },
            blocks: Dictionary(outcome.measured.map { ($0.section.name, $0.blocks) }) { first, _ in first },
            input: log.streams,
            diverged: Set(found.runs.filter(\.consistency.hasDiverged).map(\.filter.name)),
            doubted: Set(found.runs.filter { $0.track.doubt != nil }.map(\.filter.name)),
            unmeasured: report.whyUnmeasured, jobs: options.jobs)
        let best = found.runs.first { $0.filter.name == report.recommendation?.filter }
        let offset = best.flatMap { HeadingOffsetAnalysis.fit($0.track, reference: reference.absolute, log: log) }
        report.headingOffset = offset.flatMap { fit in
            best.map { HeadingOffsetSection(fit, filter: $0.filter.name) }
        }
        let errors = best.flatMap { HeadingErrors($0.track, reference) }
        let doubt = best.flatMap {
            log.doubtAboutReference($0.track, definition: options.definition, scored: options.scoring?.interval)
        }
        report.warnings = LogWarnings.collected(
            log.warnings, own.warnings, [doubt].compactMap { $0 }, found.leftOut, found.runs.flatMap(\.warnings),
            reference.warnings,
            LogWarnings.refusals(of: report))
        var alignment: AlignmentSeries?
        if let best, !log.recording.arPoses.isEmpty {
            do {
                let job = try AlignmentJob(log, track: best.track)
                (report.arSession, alignment) = (job.report, job.series)
                report.warnings += job.warnings
            } catch let error as SensorLabError {
                report.warnings.append(Warning(.alignmentRefused, error))
            }
        }
        report.budget = HeadingBudget.entries(for: report)
        let trials = best.map { best in
            let subject = ActionTrials.Subject(log: log, options: options, filter: best.filter, input: input)
            let blocks = outcome.measured.first { $0.section.name == best.filter.name }?.blocks
            return ActionTrials(
                subject, report: report, errors: errors, reference: reference,
                isLongEnough: errors == nil || blocks?.haveInterval == true)
        }
        conclude(
            &report, log: log, filters: found.runs.map(\.filter), tracks: tracks, errors: errors,
            trials: trials ?? ActionTrials(), reference: reference)
        let evaluated = clock.now

        // Filters run and are measured concurrently: the elapsed time is divided in proportion to the work.
        let (work, measuring) = (
            found.runs.reduce(0) { $0 + $1.seconds }, outcome.measured.reduce(0) { $0 + $1.seconds }
        )
        let both = calibrated.duration(to: filtered).inSeconds
        let share = work + measuring > 0 ? measuring / (work + measuring) : 0
        report.performance.seconds = [
            "read": readSeconds, "calibrate": calibrateSeconds, "filter": (1 - share) * both,
            "evaluate": share * both + filtered.duration(to: evaluated).inSeconds,
        ]
        for run in found.runs where run.seconds > 0 && !own.filters.contains(where: { $0.name == run.filter.name }) {
            report.performance.samplesPerSecond[run.filter.name] =
                (Double(log.streams.sampleCount) / run.seconds).rounded()
        }
        return AnalysisResult(
            report: report, recording: log.recording, calibratedMagnetometer: log.streams.magnetometer,
            // What a calibration file turns headings by already is no part of the fit.
            headingOffset: log.calibration.headingOffset == 0 ? offset : nil,
            tracks: found.runs.map(\.track), device: facts.device, north: log.north, headingAxis: axis,
            reference: best.map { reference.aligned(to: $0.track).stream } ?? reference.stream, alignment: alignment,
            camera: camera.camera,
            landmarks: options.places.isEmpty ? Landmark.compass : try landmarks(log, camera.camera),
            landmarksInView: options.selection?.options.nearestInView, radar: radar, jobs: options.jobs)
    }

    /// The radar with the largest distance of the parameter file.
    private var radar: Radar? {
        options.radar.map {
            Radar(top: $0.top, radius: $0.radius ?? options.selection?.options.maximumDistance)
        }
    }

    /// The measurements of one filter, and their duration.
    private struct Evaluation: Sendable {
        let section: FilterSection
        let blocks: ErrorBlocks
        let seconds: Double
    }

    /// The most accurate offline estimator, in addition to the default filters. It needs a second per one or two
    /// minutes of log, so that longer recordings get it only with `--filters`. It calibrates the readings itself, so
    /// that it does not run with `--calibration none`.
    private func yardstick(for log: PreparedLog) -> [ResolvedFilter] {
        guard options.filters == FilterRequest.defaults, options.calibration != .none,
            log.recording.duration <= Self.longestForYardstick,
            !log.streams.gyroscope.isEmpty, !log.streams.magnetometer.isEmpty,
            let filter = try? FilterRequest(name: MapEstimator.entry.information.name).resolved()
        else { return [] }
        return [filter]
    }

    /// The longest recording that gets it by default, seconds.
    private static let longestForYardstick = 600.0

    /// Verdict, actions and timeline, which depend on all other sections.
    /// - Parameters:
    ///   - filters: that ran.
    ///   - tracks: of the filters and of the device.
    ///   - errors: of the recommended filter; `nil` without a reference.
    ///   - trials: what the commands of actions gave.
    ///   - reference: of the log.
    private func conclude(
        _ report: inout AnalysisReport, log: PreparedLog, filters: [ResolvedFilter], tracks: [OrientationTrack],
        errors: HeadingErrors?, trials: ActionTrials, reference: ScoredReference
    ) {
        let timeline = Timeline(of: log, errors: errors)
        report.timeline = timeline.events
        if let best = report.recommendation?.filter, errors == nil || reference.isRelative, report.agreement.isEmpty {
            report.agreement = HeadingSources(log, tracks: tracks).agreement(
                with: report.recommendation?.offline ?? best)
        }
        report.returnToStart = ReturnToStart(log, rests: timeline.rests, tracks: tracks)
        let shift = CalibrationEffect.headingShift(of: log)
        let verdict = Verdict.section(of: report, calibrationShift: shift, trials: trials)
        report.account = account(
            report, verdict: verdict, log: log, filters: filters, tracks: tracks, reference: reference)
        report.verdict = verdict
        report.actions =
            Actions(
                report: report, verdict: verdict, calibrationShift: shift, trials: trials,
                choices: CommandChoices(options)
            ).sections
        // With meaningless headings no filter is recommended.
        if verdict.isMeaningless { report.recommendation = nil }
    }

    /// Of the heading before this analysis, else of the recommended filter's.
    private func account(
        _ report: AnalysisReport, verdict: VerdictSection, log: PreparedLog, filters: [ResolvedFilter],
        tracks: [OrientationTrack], reference: ScoredReference
    ) -> AccountSection? {
        guard let best = tracks.first(where: { $0.name == report.recommendation?.filter }) else { return nil }
        guard let measured = report.recommendedFilter?.accuracy else {
            // Where nothing is known of the error, nothing is predicted.
            return verdict.headingErrorDegrees == nil
                ? nil : AccountSection(predicted: best, report: report, origin: log.origin)
        }
        let before = verdict.before.flatMap { before in tracks.first { $0.name == before.source } }
        let track = before ?? best
        guard let error = verdict.before?.headingErrorDegrees ?? measured.headingRMSEDegrees else { return nil }
        return AccountSection(
            track, of: filters.first { $0.name == track.name }, error: error, reference: reference, log: log,
            jobs: options.jobs)
    }

    /// The user's places, seen from the observer's first position.
    private func landmarks(_ log: PreparedLog, _ camera: Camera) throws -> [Landmark] {
        let fixes = ObserverPath(fixes: log.recording.location, worstAccuracy: ProjectionRequest.worstUsableAccuracy)
        guard
            var observer = options.place ?? fixes?.positions.first ?? log.recording.metadata.place
        else { throw ProjectionSetup.noObserver(log.name) }
        if let terrain = options.terrain, !options.isPlaceWithHeight {
            observer = try terrain.placed(ObserverPath(observer)).positions[0]
        }
        return Landmark.of(
            try selected(try options.terrain?.placed(options.places) ?? options.places, from: observer, camera),
            from: observer,
            declination: log.north == .magnetic ? log.declination ?? 0 : 0)
    }

    /// The places that pass the rules of the parameter file, most important first. The limit of places in view is
    /// applied per moment, not here.
    private func selected(
        _ places: [PointOfInterest], from observer: GeodeticPosition, _ camera: Camera
    ) throws -> [PointOfInterest] {
        guard let file = options.selection else { return places }
        var rules = file.options
        rules.nearestInView = nil
        var projector = try Projector(model: file.model, camera: camera, places: places, options: rules)
        try projector.prepare(observer: observer)
        let states = projector.positions(.identity).map(\.state)
        return places.indices.filter { states[$0] != .filtered && states[$0] != .near }.sorted { a, b in
            if places[a].priority != places[b].priority { return places[a].priority > places[b].priority }
            return (projector.distances[a], a) < (projector.distances[b], b)
        }.map { places[$0] }
    }
}

/// Facts about a log that do not depend on a filter, computed once: its streams, the reference, and the device's own
/// attitude.
struct LogFacts: Sendable {
    /// The streams with their rates and defects.
    let recording: RecordingSection
    /// The reference, with the same north as the tracks.
    let reference: ScoredReference
    /// The angles of its scored samples.
    let angles: ReferenceAngles
    /// rho from the gravity that the device recorded.
    let recordedRho: RecordedRho
    /// The device's own attitude; `nil` if there is none whose error can be measured.
    let device: OrientationTrack?

    init(_ log: PreparedLog, options: AnalysisOptions) {
        recording = RecordingSection(log.recording)
        reference = log.reference(options.definition, scored: options.scoring?.interval)
        angles = ReferenceAngles(reference.stream, indices: reference.indices, axis: log.headingAxis)
        recordedRho = RecordedRho(log.recording.gravity)
        device = log.deviceAttitude(besides: options.reference)
    }
}
