import Calibration
import Evaluation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Estimates the yaw of a log's AR world against north from all sources that the log has.
public struct AlignmentJob: Sendable {
    /// The result.
    public var report: AlignmentReport
    /// Warnings about the poses.
    public var warnings: [Warning]
    /// The heading differences to the compass, and the function fitted to them.
    public var series: AlignmentSeries

    /// Sources of the camera's heading other than the compass.
    public struct Directions: Sendable {
        /// Landmarks or the sun in the centre of the picture, and the observer's place.
        public var sightings: [Sighting] = []
        /// The observer's position; `nil` takes it from the fixes.
        public var observer: GeodeticPosition?
        /// Known bearings of the camera against true north, such as along a building's edge.
        public var bearings: [HeadingReference] = []

        /// No directions.
        public init() {}
    }

    /// Interval between the differences to the compass, nanoseconds.
    private static let step: Int64 = 100_000_000
    /// Poses whose vertical is farther from the filter's are not in ARKit's frames, radians.
    private static let largestTilt = Angle.radians(15)

    /// What `align` runs: the first is the best where it runs, the next one bears more.
    public static let filters = ["map", "sensorlab"]

    /// Runs the first filter of the options that can run over the log, and compares it with the poses.
    /// - Parameters:
    ///   - recording: a log with AR poses.
    ///   - name: of the log, for messages.
    ///   - options: the filters (the next one where the one before cannot run), calibration, place and date.
    ///   - directions: known directions of the camera.
    /// - Throws: `SensorLabError`: as `init(_:track:directions:)`; also for unusable options, or if no filter can run.
    public init(
        _ recording: Recording, name: String, options: AnalysisOptions, directions: Directions = Directions()
    ) throws {
        try Self.checkPoses(of: recording, name: name)
        guard !recording.magnetometer.isEmpty || !recording.magnetometerCorrected.isEmpty else {
            try self.init(withoutCompass: recording, name: name, directions: directions)
            return
        }
        let log = try PreparedLog(recording, name: name, options: options)
        let requests = options.filters.isEmpty ? Self.filters.map { FilterRequest(name: $0) } : options.filters
        let (track, obstacles) = try Self.track(of: log, requests)
        try self.init(log, track: track, directions: directions)
        warnings = log.warnings + obstacles + warnings
    }

    /// Of the first filter that can run, and why those before it cannot.
    private static func track(
        of log: PreparedLog, _ requests: [FilterRequest]
    ) throws -> (track: OrientationTrack, obstacles: [Warning]) {
        var obstacles: [Warning] = []
        for request in requests.dropLast() {
            do {
                return (try log.track(request.resolved()), obstacles)
            } catch let error as SensorLabError {
                obstacles.append(Warning(.filterNotRun, "\(request.name) was not run: \(error.message)"))
            }
        }
        return (try log.track(requests[requests.count - 1].resolved()), obstacles)
    }

    /// Compares a track with the poses of its log.
    /// - Parameters:
    ///   - log: with AR poses.
    ///   - track: of a filter over the log, turned to the log's north.
    ///   - directions: known directions of the camera.
    /// - Throws: `SensorLabError` (bad data): no poses, none tracked, poses in other frames, no time in common; without
    ///   a magnetometer also if there is no other source.
    init(_ log: PreparedLog, track: OrientationTrack, directions: Directions = Directions()) throws {
        try Self.checkPoses(of: log.recording, name: log.name)
        // Without a compass a filter's heading is relative to its start; offset and drift would be too.
        if log.streams.magnetometer.isEmpty {
            try self.init(withoutCompass: log.recording, name: log.name, directions: directions)
        } else {
            try self.init(withCompass: log, track: track, directions: directions)
        }
    }

    private init(withCompass log: PreparedLog, track: OrientationTrack, directions: Directions) throws {
        let (recording, name) = (log.recording, log.name)
        let poses = Self.tracked(recording)
        let origin = recording.interval?.lowerBound ?? poses.times[0]
        let seconds = { (time: Int64) in LogTime.seconds(time - origin) }
        var (times, differences, tilts): ([Double], [Double], [Double]) = ([], [], [])
        var compared = QuaternionStream()
        var sigmas: [Double] = []
        let stream = SampleStream(times: track.times, values: track.estimates)
        var last = Int64.min / 2
        for (time, pose) in zip(poses.times, poses.values) where time - last >= Self.step {
            guard let estimate = stream.value(near: time, within: 50_000_000) else { continue }
            last = time
            // Rotation of the estimate about the vertical, counter-clockwise, against the pose.
            let error = pose.deviceOrientation * estimate.orientation.conjugate
            times.append(seconds(time))
            compared.append(pose.deviceOrientation, at: time)
            differences.append(error.twistAboutVertical)
            tilts.append(error.tiltOfVertical)
            if estimate.headingSigma.isFinite { sigmas.append(estimate.headingSigma) }
        }
        try Self.checkClock(of: compared, recording, name)
        guard !times.isEmpty else {
            throw Self.bad(
                name, .noSamples, "the times of poses and sensors do not overlap",
                "give the offset between both clocks with --poses-offset SECONDS")
        }
        let tilt = Percentile.of(tilts, 0.5)
        guard tilt < Self.largestTilt else {
            throw Self.bad(
                name, .badTable,
                "the poses' vertical is \(Self.rounded(Angle.degrees(tilt))) degrees from the sensors', expected less than 15",
                "check --camera-axes, and that the session's world is upright (not `camera`)")
        }
        let systematic = log.systematicSigma(of: log.north == .true ? .magnetic : .true)
        let compassSigma = sigmas.isEmpty ? 0 : Percentile.of(sigmas, 0.5)
        guard
            let yaw = YawAlignment(
                times: times, differences: differences,
                worldTurns: WorldTurns(poses: compared, gyroscope: Self.gyroscope(of: recording)),
                systematicSigma: log.north == .true ? systematic : 0, filterSigma: compassSigma)
        else {
            throw Self.bad(
                name, .noSamples, "poses and sensors overlap for less than 10 s",
                "record for a minute, in several headings")
        }
        warnings = Self.warnings(of: yaw, name: name)
        var sources = [
            AlignmentSource(
                name: "compass", offset: yaw.offset,
                sigma: (yaw.sigma * yaw.sigma + compassSigma * compassSigma).squareRoot(), samples: times.count)
        ]
        if log.north == .true {
            let others = CompassFreeSources(recording, name: name, poses: poses, yaw: yaw, directions: directions)
            sources += others.sources
            warnings += others.warnings
        } else if !(directions.sightings.isEmpty && directions.bearings.isEmpty) || !recording.location.isEmpty
            || !recording.geospatialPoses.isEmpty
        {
            warnings.add(
                .noDeclination, place: name,
                "geospatial poses, sightings, bearings and fixes have true north, the compass magnetic north: they are "
                    + "left out")
        }
        report = AlignmentReport(
            yaw, sources: sources, north: log.north, filter: track.name,
            tilt: tilt, lost: recording.arPoses.count - poses.count, poses: recording.arPoses.count,
            alignment: recording.metadata.other["ar-alignment"])
        series = AlignmentSeries(times, differences, yaw, track: track.name)
    }

    /// Uses only the sources that need no compass, for a log without a magnetometer. The drift is the prior for AR
    /// worlds; the jumps are those that the gyroscope shows.
    /// - Throws: `SensorLabError` (bad data): no poses, none tracked, no such source.
    private init(withoutCompass recording: Recording, name: String, directions: Directions) throws {
        let poses = Self.tracked(recording)
        let origin = recording.interval?.lowerBound ?? poses.times[0]
        var compared = QuaternionStream()
        for (time, pose) in zip(poses.times, poses.values) where time - (compared.times.last ?? .min / 2) >= Self.step {
            compared.append(pose.deviceOrientation, at: time)
        }
        try Self.checkClock(of: compared, recording, name)
        let times = compared.times.map { LogTime.seconds($0 - origin) }
        guard
            let yaw = YawAlignment(
                times: times, worldTurns: WorldTurns(poses: compared, gyroscope: Self.gyroscope(of: recording)))
        else { throw Self.bad(name, .noSamples, "the poses last for less than 10 s", "record for a minute") }
        let others = CompassFreeSources(recording, name: name, poses: poses, yaw: yaw, directions: directions)
        guard !others.sources.isEmpty else {
            let reasons = others.warnings.map { "; " + $0.message }.joined()
            throw Self.bad(
                name, .noSamples,
                "the log has no magnetometer and no other source of north\(reasons)",
                "record the magnetometer, or the location on a path of 50 m or more, or give --bearings, --sightings or --sun"
            )
        }
        warnings = Self.warnings(of: yaw, name: name) + others.warnings
        report = AlignmentReport(
            yaw, sources: others.sources, north: .true, filter: nil, tilt: nil,
            lost: recording.arPoses.count - poses.count, poses: recording.arPoses.count,
            alignment: recording.metadata.other["ar-alignment"])
        series = AlignmentSeries(times, yaw, end: report.offsetDegrees)
    }

    /// The recorded readings: the bias is fitted here, and a scale from an in-use calibration is no better than the
    /// factory's.
    private static func gyroscope(of recording: Recording) -> VectorStream {
        recording.vectors(of: recording.rateSensor)
    }

    /// Whether the poses turn when the gyroscope does: otherwise their vertical and yaw are those of another moment.
    /// - Throws: `SensorLabError` (bad data) for poses of a shifted clock, with the shift.
    private static func checkClock(
        of poses: QuaternionStream, _ recording: Recording, _ name: String
    ) throws(SensorLabError) {
        let gyroscope = gyroscope(of: recording)
        guard let clock = ReferenceClock(gyroscope: gyroscope, reference: poses) else { return }
        // Slow turns correlate at the recorded stamps too; the turns themselves show the delay.
        let fit = ReferenceFit(gyroscope: gyroscope, reference: poses, mount: .fit, guess: clock.delaySeconds)
        let found = fit.flatMap { $0.isDelayed ? $0.delaySeconds : nil } ?? clock.delaySeconds
        guard clock.isShifted || fit?.isDelayed == true && found.magnitude >= ReferenceClock.leastShift else { return }
        let (seconds, isLate) = (rounded(found.magnitude), found > 0)
        throw bad(
            name, .referenceClock,
            "the poses turn \(seconds) s \(isLate ? "later" : "earlier") than the gyroscope: their clock is shifted",
            "\(isLate ? "subtract" : "add") \(seconds) s: change --poses-offset by \(isLate ? "-" : "")\(seconds)")
    }

    /// The poses with tracking.
    private static func tracked(_ recording: Recording) -> SampleStream<ARPose> {
        var poses = SampleStream<ARPose>()
        for (time, pose) in zip(recording.arPoses.times, recording.arPoses.values) where pose.tracking.isTracking {
            poses.append(pose, at: time)
        }
        return poses
    }

    private static func warnings(of yaw: YawAlignment, name: String) -> [Warning] {
        guard let world = yaw.newWorlds.last else { return [] }
        return [
            Warning(
                .severalWorlds, place: name,
                "the yaw of the AR world jumped by more than 60 degrees at \(rounded(world)) s: another world begins "
                    + "there, and the part after it is used")
        ]
    }

    private static func bad(_ name: String, _ code: ErrorCode, _ message: String, _ advice: String) -> SensorLabError {
        SensorLabError(.badData, code: code, place: name, message: message, advice: advice)
    }

    /// - Throws: `SensorLabError` (bad data): no poses, none tracked.
    private static func checkPoses(of recording: Recording, name: String) throws(SensorLabError) {
        guard !recording.arPoses.isEmpty else {
            // Warnings about samples begin with the sensors' names.
            let reasons = recording.warnings.filter { warning in
                warning.message.prefix { $0 != ":" }.split(separator: ", ").contains {
                    $0 == SensorKind.arPose.rawValue
                }
            }
            let withoutTime = recording.warnings.first { $0.code == .unreadableTime }
            if let last = reasons.last {
                let reason = reasons.first { $0.code != .emptyStream } ?? withoutTime ?? last
                throw bad(
                    name, .noSamples, "none of the log's AR poses is usable: \(reason.message)",
                    "expected a time, finite positions, unit quaternions and arstate 0 to 3; see docs/guide/ar-sessions.md"
                )
            }
            throw bad(
                name, .noSamples, "found no AR poses, expected the columns arw,arx,ary,arz,artx,arty,artz",
                "record them together with the sensors, or give --poses FILE; see docs/guide/ar-sessions.md")
        }
        guard recording.arPoses.values.contains(where: \.tracking.isTracking) else {
            throw bad(
                name, .noSamples,
                "none of the \(recording.arPoses.count) poses has tracking, expected arstate 1 or 2",
                "record with more light and texture, and start when the session tracks")
        }
    }

    static func rounded(_ value: Double) -> Double { (10 * value).rounded() / 10 }
}
