import Evaluation
import Recordings
import Rotations
import SensorModels

/// The main job: recording -> calibration -> filters -> evaluation -> one `AnalysisResult`.
public struct Analyzer: Sendable {
    /// What the user asked for.
    public var options: AnalysisOptions

    /// An analyzer for those options.
    public init(options: AnalysisOptions) {
        self.options = options
    }

    /// Analyses a recording that was read.
    ///
    /// - Parameters:
    ///   - input: path, format and checksum, for the report.
    ///   - tool: the version of the program.
    ///   - readSeconds: what reading took, for the report.
    /// - Throws: `SensorLabError` for unusable options and for a log in which no filter can run.
    public func analyze(
        _ log: Recording, input: InputSection, tool: ToolSection, readSeconds: Double = 0
    ) throws -> AnalysisResult {
        let filters = try FilterRuns.resolve(options.filters)
        let camera = try DeviceCamera(named: options.camera, of: log)
        let clock = ContinuousClock()
        let begin = clock.now
        let (recording, referenceWarnings) = try options.reference.applied(to: log, place: input.path)
        var report = AnalysisReport(tool: tool, input: input, recording: RecordingSection(recording))
        report.camera = CameraSection(camera)
        let prepared = try PreparedLog(recording, options: options)
        let streams = prepared.streams
        report.geomagnetism = prepared.geomagnetism
        report.calibration = CalibrationSection(prepared.calibration)
        report.warnings = prepared.warnings + referenceWarnings
        let calibrated = clock.now

        let (candidates, obstacles) = try FilterRuns.runnable(filters, on: prepared.streams, place: input.path)
        report.warnings += obstacles
        let (runnable, runs, undefined) = try FilterRuns.defined(
            candidates,
            try FilterRuns.run(candidates, over: streams, jobs: options.jobs, monitor: options.monitor),
            place: input.path)
        report.warnings += undefined + runs.compactMap(\.warning)
        let filtered = clock.now

        let north = prepared.north
        let tracks = runs.map { prepared.turned($0.track) }
        let axis = options.headingAxis.resolved(for: streams)
        let reference = ReferenceFrame(recording, north: north, declination: prepared.declination)
        report.warnings += reference.warnings

        let indices = ScoringWindow(recording: recording, definition: options.definition).indices(of: reference.stream)
        report.filters = concurrentMap(Array(zip(runnable, tracks)), jobs: options.jobs) { filter, track in
            FilterSection(
                track: track, parameters: filter.parameters, axis: axis, north: north,
                recordedGravity: recording.gravity,
                errors: TrackErrors(track: track, reference: reference.stream, indices: indices, axis: axis))
        }
        // The device's attitude against itself says nothing.
        report.device = DeviceComparison.section(
            of: recording, streams: streams,
            reference: options.reference == .deviceAttitude ? QuaternionStream() : reference.stream, indices: indices,
            north: north, declination: prepared.declination)
        report.recommendation = Recommendation.section(for: report.filters, input: streams)
        if let best = report.recommendation, let track = tracks.first(where: { $0.name == best.filter }) {
            report.headingOffset = HeadingOffsetAnalysis.section(
                track: track, reference: reference.stream, indices: indices, axis: axis)
        }
        report.deviation = try DeviationAnalysis.section(
            magnetometer: streams.magnetometer, reference: reference.stream, indices: indices,
            declination: north == .true ? prepared.declination ?? 0 : 0, axis: axis)
        report.warnings += RefusalWarnings.of(report)
        report.budget = HeadingBudget.entries(for: report)
        let evaluated = clock.now

        report.performance.seconds = [
            "read": readSeconds, "calibrate": begin.duration(to: calibrated).inSeconds,
            "filter": calibrated.duration(to: filtered).inSeconds,
            "evaluate": filtered.duration(to: evaluated).inSeconds,
        ]
        for run in runs where run.seconds > 0 {
            report.performance.samplesPerSecond[run.track.name] = (Double(streams.sampleCount) / run.seconds).rounded()
        }
        var result = AnalysisResult(
            report: report, recording: recording, calibratedMagnetometer: streams.magnetometer, tracks: tracks,
            north: north, headingAxis: axis, reference: reference.stream)
        result.camera = camera.camera
        if !options.places.isEmpty { result.landmarks = try landmarks(recording, prepared, place: input.path) }
        return result
    }

    /// The user's places from where the observer stood first.
    private func landmarks(_ recording: Recording, _ prepared: PreparedLog, place: String) throws -> [Landmark] {
        let fixes = ObserverPath(fixes: recording.location, worstAccuracy: ProjectionRequest.worstUsableAccuracy)
        guard
            let observer = options.place?.position ?? fixes?.positions.first ?? recording.metadata.place?.position
        else { throw ProjectionSetup.noObserver(place) }
        return Landmark.of(
            options.places, from: observer,
            declination: prepared.north == .magnetic ? prepared.declination ?? 0 : 0)
    }
}
