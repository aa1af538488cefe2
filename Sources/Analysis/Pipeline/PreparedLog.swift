import Calibration
import Evaluation
import Files
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log prepared for filters: reference, field, north, calibration and heading axis are determined once, then any
/// number of filters run over it.
///
/// All commands that run filters over a recording use it: `analyze`, `compare`, `project`, `fuse`, `tune`, `serve`, the
/// heading calibration and the change indicator.
public struct PreparedLog: Sendable {
    /// The log's name in messages.
    public let name: String
    /// The log as read, with the reference of the options.
    public private(set) var recording: Recording
    /// The field at the place and date of the log; `nil` if either is unknown.
    public let geomagnetism: GeomagnetismSection?
    /// The north of headings and orientations.
    public let north: North
    /// The calibrations, including refused ones.
    public let calibration: CalibrationSet
    /// The calibrated streams for the filters.
    public let streams: FilterInput
    /// The streams for filters that calibrate themselves, and the calibrations that were applied to these.
    let readings: FilterInput
    private let given: CalibrationSet
    /// Agreement of gyroscope and accelerometer; `nil` if they cannot be compared.
    public let agreement: InertialAgreement?
    /// What the sensors say against each other over time.
    public let contradictions: [SensorContradiction]
    /// Magnetic disturbances; `nil` if no undisturbed field can be determined.
    public let disturbance: DisturbanceSection?
    /// The axis whose heading is shown.
    public let headingAxis: HeadingAxis
    /// The warnings of reader, reference, geomagnetic model and calibration.
    public let warnings: [Warning]
    /// What was said of the reference.
    let referenceTerms: ReferenceTerms
    /// Its mount and delay, where they were fitted to look for jumps and there are none.
    let referenceFit: ReferenceFit?
    private let frame: Frame

    /// The common north of tracks and reference.
    public enum Frame: Sendable {
        /// Both get the north of the options: by default true if the declination is known, else magnetic.
        case north
        /// As `north`, but magnetic by default if the reference has magnetic north: errors then need no declination.
        case northOfReference
        /// Tracks keep the filters' magnetic north, without the heading calibration; the reference gets true north. The
        /// caller rotates what it draws.
        case drawn
    }

    /// - Parameters:
    ///   - log: the log as read.
    ///   - name: its name in messages.
    ///   - options: reference, place, date, north, calibration and heading axis.
    ///   - frame: the common north of tracks and reference.
    /// - Throws: `SensorLabError` for unusable options, references and calibration files.
    public init(_ log: Recording, name: String, options: AnalysisOptions, frame: Frame = .north) throws {
        var options = options
        let (chosen, choiceWarnings) = try options.reference.applied(
            to: log, given: options.referenceTerms, place: name, source: options.source)
        let placement = try ReferencePlacement(
            chosen, axis: options.headingAxis, given: options.isReferencePlaced ? nil : options.referenceTerms,
            place: name)
        let placed = placement.recording
        (referenceTerms, referenceFit) = (placement.terms, placement.fit)
        var referenceWarnings = choiceWarnings + placement.warnings
        switch frame {
        case .north: break
        case .northOfReference:
            if options.north == nil, !placed.reference.isEmpty, placed.metadata.referenceNorth != .true {
                options.north = .magnetic
            }
        case .drawn: options.north = nil
        }
        let (geomagnetism, fieldWarnings) = try GeomagnetismLookup.section(for: placed, options: options)
        if options.north == .true && geomagnetism == nil {
            let missing = GeomagnetismLookup.missing(of: placed, options)
            throw SensorLabError(
                .usage, code: .noDeclination, place: "--north true",
                message: "the log's \(missing.words) must be known",
                advice: "give \(missing.options(separated: " and ")), or use --north magnetic")
        }
        let found = try CalibrationStep.calibration(
            for: placed, choice: options.calibration, field: geomagnetism, jobs: options.jobs)
        let calibration = found.set
        let streams = calibration.filterInput(for: placed)
        given = found.given
        let readings = found.given == calibration ? streams : found.given.filterInput(for: placed)
        self.readings = readings
        var recording = placed
        if let north = ReferenceNorthEvidence(placed, calibration, streams), north.isArbitrary {
            recording.metadata.reference.north = .arbitrary
            referenceWarnings.append(north.warning)
        }
        (self.name, self.recording, self.frame) = (name, recording, frame)
        (self.geomagnetism, self.calibration, self.streams) = (geomagnetism, calibration, streams)
        north = options.north ?? (geomagnetism == nil ? .magnetic : .true)
        headingAxis = options.headingAxis.resolved(for: streams)
        let (witnesses, surroundings) = try concurrently(
            jobs: options.jobs,
            {
                (InertialAgreement(gyroscope: streams.gyroscope, force: streams.force), readings.contradictions)
            },
            {
                let plausibility = FieldPlausibility(streams.magnetometer)
                // Readings without a unit have no comparable strength, and uncalibrated ones do not show disturbances.
                let hasField =
                    !placed.warnings.contains { $0.code == .normalisedField }
                    && (calibration.magnetometerModel != nil || placed.magnetometer.isEmpty
                        || !plausibility.isAbsurd)
                let disturbance =
                    hasField
                    ? DisturbanceAnalysis.section(
                        streams.magnetometer, force: streams.force,
                        expected: geomagnetism?.intensityMicrotesla,
                        origin: placed.interval?.lowerBound ?? 0) : nil
                return (plausibility: plausibility, disturbance: disturbance)
            })
        (agreement, contradictions, disturbance) = (witnesses.0, witnesses.1, surroundings.disturbance)
        warnings = LogWarnings.collected(
            recording.warnings, LogWarnings.sensors(of: recording), referenceWarnings, fieldWarnings,
            found.warnings, LogWarnings.heading(calibration.heading, filters: options.filters),
            surroundings.plausibility.warnings(disturbance), LogWarnings.disagreement(agreement),
            contradictions.map { $0.warning(from: recording.interval?.lowerBound ?? 0) })
    }

    /// Releases the uncalibrated streams and the reference, for a log that stays open while filters are tried on it.
    mutating func releaseRecording() { recording = Recording() }

    /// The stamp of the log's first sample, nanoseconds: where its seconds are counted from.
    var origin: Int64 { recording.interval?.lowerBound ?? 0 }

    // MARK: North

    /// The declination, radians, east positive; `nil` if unknown.
    var declination: Double? { geomagnetism.map { Angle.radians($0.declinationDegrees) } }

    /// The azimuth of magnetic north in the frame of the tracks, radians.
    var azimuthOfMagneticNorth: Double { north == .true ? declination ?? 0 : 0 }

    /// The angle to add to a heading of another north for the log's north, radians; 0 if the declination is unknown.
    func headingTurn(from other: North) -> Double {
        guard other != north else { return 0 }
        return (declination ?? 0) * (other == .true ? -1 : 1)
    }

    /// Common error of all differences between tracks and headings of another north, radians: the sigma of the
    /// declination if true and magnetic north are compared (filters give the magnetic one).
    func systematicSigma(of other: North) -> Double {
        guard other != north || other == .true else { return 0 }
        return Angle.radians(geomagnetism?.declinationSigmaDegrees ?? 0)
    }

    /// The angle to add to a filter's headings, radians.
    var headingShift: Double { frame == .drawn ? 0 : azimuthOfMagneticNorth + calibration.headingOffset }

    /// Rotation of a filter's track, radians, counter-clockwise.
    private var turn: Double { -headingShift }

    /// The log's reference for errors.
    /// - Parameters:
    ///   - definition: determines the scored samples.
    ///   - interval: the scored stamps, if a benchmark defines them.
    func reference(
        _ definition: ErrorDefinition = .standard, scored interval: ClosedRange<Int64>? = nil
    ) -> ScoredReference {
        reference(definition, of: recording, scored: interval)
    }

    /// As `reference(_:scored:)`, of the log with another reference.
    func reference(
        _ definition: ErrorDefinition, of recording: Recording, scored interval: ClosedRange<Int64>?
    ) -> ScoredReference {
        let found = ReferenceFrame(recording, north: frame == .drawn ? .true : north, declination: declination)
        let window =
            interval.map { ScoringWindow(interval: $0) } ?? ScoringWindow(recording: recording, definition: definition)
        return ScoredReference(
            stream: found.stream, indices: window.indices(of: found.stream), isRelative: found.isRelative,
            parts: recording.metadata.reference.parts ?? .orientation, axis: headingAxis,
            headingSigmas: recording.referenceHeadingSigmas, warnings: found.warnings)
    }

    // MARK: Filters

    /// The streams for a filter. `--calibration auto` means nothing to one that calibrates itself: it gets the readings
    /// as they are, or with the calibration of a file.
    public func input(for filter: FilterEntry) -> FilterInput {
        filter.information.calibratesItself ? readings : streams
    }

    /// The calibrations that `input(for:)` has.
    func applied(for filter: FilterEntry) -> CalibrationSet {
        filter.information.calibratesItself ? given : calibration
    }

    /// Runs the filters that the log's sensors allow, up to `jobs` at once, and turns each track to the log's north.
    /// - Throws: `SensorLabError` (bad data) if none can run, or none has a defined orientation.
    public func run(
        _ filters: [ResolvedFilter], jobs: Int = 1, monitor: WorkMonitor = .none
    ) throws -> FilterRuns {
        try run(filters, jobs: jobs, monitor: monitor) { _ in }.found
    }

    /// Runs the filters and measures each run with a defined orientation on the core that made it: no core waits for
    /// the slowest filter.
    /// - Returns: the runs, and their measurements.
    func run<Output: Sendable>(
        _ filters: [ResolvedFilter], jobs: Int, monitor: WorkMonitor, _ measure: @Sendable (FilterRun) -> Output
    ) throws -> (found: FilterRuns, measured: [Output]) {
        let runs = try attempt(filters, jobs: jobs, monitor: monitor) { run in
            (run: run, output: run.track.count > 0 ? measure(run) : nil)
        }
        let undefined = runs.compactMap { $0.run.refusal(place: name) }
        if undefined.count == runs.count, let error = undefined.first { throw error }
        let found = FilterRuns(
            runs: runs.filter { $0.output != nil }.map(\.run),
            leftOut: filters.compactMap { obstacle(to: $0.entry) }
                + undefined.map { Warning(.neverDefined, $0.message, advice: .given($0.advice)) })
        return (found, runs.compactMap(\.output))
    }

    /// Runs the filters that the log's sensors allow and applies a function to each run, also to those without a
    /// defined orientation.
    func attempt<Output: Sendable>(
        _ filters: [ResolvedFilter], jobs: Int = 1, monitor: WorkMonitor = .none,
        _ use: @Sendable (FilterRun) -> Output
    ) throws -> [Output] {
        let runnable = try runnable(filters)
        let witnesses = TrackConsistency.Witnesses(streams)
        return concurrentMap(runnable, jobs: jobs, monitor: monitor, work: "running", unit: "filters") { filter in
            let clock = ContinuousClock()
            let begin = clock.now
            let input = input(for: filter.entry)
            var track = filter.track(over: input)
            let seconds = begin.duration(to: clock.now).inSeconds
            // An estimator that calibrates the readings is checked against its own calibrated readings.
            let own = input.calibrated(by: track.findings).map { TrackConsistency.Witnesses($0) }
            let consistency = TrackConsistency(track, own ?? witnesses)
            finish(&track)
            return use(FilterRun(filter: filter, track: track, consistency: consistency, seconds: seconds))
        }
    }

    /// One filter's track alone, turned to the log's north.
    /// - Throws: `SensorLabError` (bad data) if the log lacks a sensor that the filter needs, or if the orientation is
    ///   never defined.
    public func track(_ filter: ResolvedFilter) throws -> OrientationTrack {
        var track = try filter.definedTrack(over: input(for: filter.entry), place: name)
        finish(&track)
        return track
    }

    /// A filter's track over other readings than the log's, turned to the log's north.
    func track(_ filter: ResolvedFilter, over input: FilterInput) -> OrientationTrack {
        filter.track(over: input).turned(by: turn)
    }

    /// Turns a filter's track to the log's north, and raises its sigmas for contradicting sensors. In place, because
    /// two copies of a day's tracks may not fit in memory.
    func finish(_ track: inout OrientationTrack) {
        track.turn(by: turn)
        track.raiseSigmas(by: agreement, contradictions)
    }

    /// The filters that the log's sensors allow.
    /// - Throws: `SensorLabError` (bad data) if there are none.
    func runnable(_ filters: [ResolvedFilter]) throws -> [ResolvedFilter] {
        let runnable = filters.filter { $0.entry.missingSensor(in: streams) == nil }
        guard !runnable.isEmpty else {
            var error = ResolvedFilter.noneRuns(filters, on: streams, place: name)
            if recording.isOfCompassAlone {
                error.advice = "it has the headings of a compass: sensorlab deviation \(name) fits its deviation curve"
            }
            throw error
        }
        return runnable
    }

    /// The reason why a filter cannot run on the log; `nil` if it can.
    public func obstacle(to filter: FilterEntry) -> Warning? {
        filter.missingSensor(in: streams).map {
            Warning(.filterNotRun, "\(filter.information.name) was not run: it needs \($0), which the log lacks")
        }
    }
}

extension OrientationTrack {
    /// Raises the sigmas for contradictions between sensors, which no filter's sensor model contains.
    mutating func raiseSigmas(by agreement: InertialAgreement?, _ contradictions: [SensorContradiction]) {
        let (turn, length) = (agreement?.sigmaOfTurn ?? 0, agreement?.sigmaOfLength ?? 0)
        let square = contradictions.reduce(turn * turn + length * length) { $0 + $1.angle * $1.angle }
        guard square > 0 else { return }
        for index in estimates.indices {
            let (heading, inclination) = (estimates[index].headingSigma, estimates[index].inclinationSigma)
            estimates[index].headingSigma = (heading * heading + square).squareRoot()
            // Sigma of a single axis.
            estimates[index].inclinationSigma = (inclination * inclination + square / 2).squareRoot()
        }
    }
}

/// A log's reference, with the same north as the tracks.
struct ScoredReference: Sendable {
    /// Device to east-north-up; empty where the log has no reference.
    let stream: QuaternionStream
    /// The scored samples, ascending.
    let indices: [Int]
    /// Whether its north is arbitrary: errors of a track are then those to `aligned(to:)`.
    let isRelative: Bool
    /// What it is a reference of.
    var parts = ReferenceParts.orientation
    /// The axis whose headings these are, where they alone count.
    var axis = HeadingAxis.top
    /// Standard deviations of its headings, radians, by its samples; empty where they are unknown.
    var headingSigmas: [Double] = []
    /// Warnings about an unknown north or declination.
    let warnings: [Warning]

    /// As errors of a track are measured against it: without the constant between the headings, if its north is
    /// arbitrary, and with the track's inclination, if it has headings alone.
    func aligned(to track: OrientationTrack) -> ScoredReference {
        let laid = stream.laid(against: track, indices: indices, isRelative: isRelative, parts: parts, axis: axis)
        return ScoredReference(
            stream: laid, indices: indices, isRelative: isRelative, parts: parts, axis: axis,
            headingSigmas: headingSigmas, warnings: warnings)
    }

    /// For what needs absolute headings: empty if the north is arbitrary.
    var absolute: ScoredReference {
        guard isRelative else { return self }
        return ScoredReference(stream: QuaternionStream(), indices: [], isRelative: false, warnings: warnings)
    }
}

extension PreparedLog {
    /// Reads and prepares one of several logs; its own place, date, calibration and reference override the common ones.
    /// - Throws: `SensorLabError` for an unreadable log, and as `init(_:name:options:frame:)`.
    init(_ log: ComparisonLog, options: AnalysisOptions, frame: Frame) throws {
        let own = log.options(over: options)
        try self.init(try own.source.recording(at: log.path), name: log.path, options: own, frame: frame)
    }
}
