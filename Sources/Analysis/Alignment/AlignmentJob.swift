import Calibration
import Evaluation
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// Finds the yaw of the AR world of a log against north, by every source that the log has.
public struct AlignmentJob: Sendable {
    /// What was found.
    public var report: AlignmentReport
    /// What the user should know about the poses.
    public var warnings: [Warning]
    /// The differences that the compass gave, and what was fitted to them.
    public var series: AlignmentSeries

    /// Where other headings of the camera than the compass' come from.
    public struct Directions: Sendable {
        /// Landmarks or the sun in the centre of the picture, and the observer's place.
        public var sightings: [Sighting] = []
        /// Where the observer stood; `nil`: where the fixes say.
        public var observer: GeodeticPosition?
        /// Known bearings of the camera against true north, such as along a building's edge.
        public var bearings: [HeadingReference] = []

        /// None.
        public init() {}
    }

    /// Differences against the compass are taken this often, nanoseconds.
    private static let step: Int64 = 100_000_000
    /// A pose whose vertical is farther from that of the filter is in other frames than ARKit's, radians.
    private static let largestTilt = Angle.radians(15)

    /// Runs the first filter of the options over the log and compares.
    /// - Parameters:
    ///   - recording: a log with AR poses.
    ///   - name: of the log, for messages.
    ///   - options: the filter, calibration, place and date.
    ///   - directions: what else is known.
    /// - Throws: `SensorLabError`: as `init(_:track:directions:)`, unusable options, no filter that runs.
    public init(
        _ recording: Recording, name: String, options: AnalysisOptions, directions: Directions = Directions()
    ) throws {
        try Self.checkPoses(of: recording, name: name)
        let log = try PreparedLog(recording, name: name, options: options)
        let track = try log.track((options.filters.first ?? FilterRequest(name: "sensorlab")).resolved())
        try self.init(log, track: track, directions: directions)
        warnings = log.warnings + warnings
    }

    /// Compares a track with the poses of its log.
    /// - Parameters:
    ///   - log: with AR poses.
    ///   - track: of a filter over the log, turned to its north.
    ///   - directions: what else is known.
    /// - Throws: `SensorLabError` (bad data): no poses, none tracked, poses in other frames, no time in common.
    init(_ log: PreparedLog, track: OrientationTrack, directions: Directions = Directions()) throws {
        let (recording, name) = (log.recording, log.name)
        try Self.checkPoses(of: recording, name: name)
        func bad(_ code: ErrorCode, _ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(.badData, code: code, place: name, message: message, advice: advice)
        }
        // Without a compass a filter's heading counts from its start, and so would offset and drift.
        guard !log.streams.magnetometer.isEmpty else {
            throw bad(
                .noSamples, "the log has no magnetometer, expected one: headings would count from the start of the log",
                "record the magnetometer beside the session")
        }
        var poses = SampleStream<ARPose>()
        for (time, pose) in zip(recording.arPoses.times, recording.arPoses.values) where pose.tracking.isTracking {
            poses.append(pose, at: time)
        }
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
            // Heading errors: the rotation about the vertical, counter-clockwise, of the estimate against the truth.
            let error = pose.deviceOrientation * estimate.orientation.conjugate
            times.append(seconds(time))
            compared.append(pose.deviceOrientation, at: time)
            differences.append(error.twistAboutVertical)
            tilts.append(error.tiltOfVertical)
            if estimate.headingSigma.isFinite { sigmas.append(estimate.headingSigma) }
        }
        guard !times.isEmpty else {
            throw bad(
                .noSamples, "poses and sensors have no time in common",
                "give the seconds between both clocks with --poses-offset")
        }
        let tilt = Percentile.of(tilts, 0.5)
        guard tilt < Self.largestTilt else {
            throw bad(
                .badTable,
                "the poses' vertical is \(Self.rounded(Angle.degrees(tilt))) degrees from the sensors', expected less than 15",
                "check --camera-axes, and that the session's world is upright (not `camera`)")
        }
        let systematic = log.systematicSigma(of: log.north == .true ? .magnetic : .true)
        let compassSigma = sigmas.isEmpty ? 0 : Percentile.of(sigmas, 0.5)
        guard
            let yaw = YawAlignment(
                times: times, differences: differences,
                worldTurns: WorldTurns(poses: compared, gyroscope: log.streams.gyroscope),
                systematicSigma: log.north == .true ? systematic : 0, filterSigma: compassSigma)
        else {
            throw bad(
                .noSamples, "poses and sensors overlap for less than 10 s", "record for a minute, in several headings")
        }
        warnings = []
        if let world = yaw.newWorlds.last {
            warnings.append(
                Warning(
                    code: .severalWorlds, place: name,
                    message: "the yaw of the AR world jumped beyond 60 degrees at \(Self.rounded(world)) s: "
                        + "that is another world, and the part after it is used",
                    advice: "record one session per log, or choose another part with --from and --to"))
        }
        var sources = [
            AlignmentSource(
                name: "compass", offset: yaw.offset,
                sigma: (yaw.sigma * yaw.sigma + compassSigma * compassSigma).squareRoot(), samples: times.count)
        ]
        if log.north == .true {
            var positions = SampleStream<Vector3>()
            for (time, pose) in zip(poses.times, poses.values) where seconds(time) >= yaw.span.lowerBound {
                positions.append(pose.levelPosition, at: time)
            }
            // A jump moves the origin too: a displacement across one says nothing, so the part after the last one is used.
            if let jump = yaw.jumps.last {
                let start = positions.times.firstIndex { seconds($0) > jump.time } ?? 0
                positions = SampleStream(
                    times: Array(positions.times[start...]), values: Array(positions.values[start...]))
            }
            let end = origin + (LogTime.nanoseconds(seconds: yaw.span.upperBound) ?? 0)
            if let found = DisplacementAlignment(
                fixes: recording.location, positions: positions, end: end, drift: yaw.drift, driftSigma: yaw.driftSigma)
            {
                sources.append(
                    AlignmentSource(
                        name: "displacement", offset: found.offset, sigma: found.sigma, samples: found.fixes))
            }
            let own = OrientationTrack(
                name: "AR", times: poses.times,
                estimates: poses.values.map { OrientationEstimate(orientation: $0.deviceOrientation) })
            let known = KnownDirections(directions, of: recording, name: log.name)
            warnings += known.warnings
            for (name, references) in known.sources where !references.isEmpty {
                let pairs = HeadingPair.pairs(own, references, axis: .camera)
                warnings += KnownDirections.warnings(
                    name, references, used: pairs.map(\.time), poses: poses.times, place: log.name)
                // A service's errors stay alike for long: many poses are worth no more than the best of them.
                let independent = name == "geospatial" ? 1 : pairs.count
                if let source = AlignmentSource(name, pairs, yaw, seconds, independent: independent) {
                    sources.append(source)
                }
            }
        } else if !(directions.sightings.isEmpty && directions.bearings.isEmpty) || !recording.location.isEmpty
            || !recording.geospatialPoses.isEmpty
        {
            warnings.append(
                Warning(
                    code: .noDeclination, place: name,
                    message:
                        "geospatial poses, sightings, bearings and fixes have true north, the compass magnetic north: they are left out",
                    advice: "give --place LAT,LON and --date YYYY-MM-DD"))
        }
        report = AlignmentReport(
            yaw, sources: sources, north: log.north, filter: track.name,
            tilt: tilt, lost: recording.arPoses.count - poses.count, poses: recording.arPoses.count,
            alignment: recording.metadata.other["ar-alignment"])
        series = AlignmentSeries(times, differences, yaw, track: track.name)
    }

    /// - Throws: `SensorLabError` (bad data): no poses, none tracked.
    private static func checkPoses(of recording: Recording, name: String) throws(SensorLabError) {
        guard !recording.arPoses.isEmpty else {
            throw SensorLabError(
                .badData, code: .noSamples, place: name,
                message: "found no AR poses, expected the columns arw,arx,ary,arz,artx,arty,artz",
                advice: "record them beside the sensors, or give --poses FILE; see docs/guide/ar-sessions.md")
        }
        guard recording.arPoses.values.contains(where: \.tracking.isTracking) else {
            throw SensorLabError(
                .badData, code: .noSamples, place: name,
                message: "the session tracked in none of its \(recording.arPoses.count) poses, expected arstate 1 or 2",
                advice: "record with more light and texture, and begin when the session tracks")
        }
    }

    static func rounded(_ value: Double) -> Double { (10 * value).rounded() / 10 }
}

extension AlignmentSource {
    /// The weighted mean of what single directions say, each carried to the end by the fitted drift and jumps; `nil` without one.
    /// - Parameter independent: how many of their errors are.
    fileprivate init?(
        _ name: String, _ pairs: [HeadingPair], _ yaw: YawAlignment, _ seconds: (Int64) -> Double, independent: Int
    ) {
        let values = pairs.map { pair in
            Angle.wrap(pair.difference - Angle.wrap(yaw.offset(at: seconds(pair.time)) - yaw.offset))
        }
        guard let first = values.first else { return nil }
        let weights = pairs.map(\.weight)
        let total = weights.reduce(0, +)
        let centred = values.map { Angle.wrap($0 - first) }
        let mean = zip(centred, weights).reduce(0) { $0 + $1.0 * $1.1 } / total
        let chi = zip(centred, weights).reduce(0) { $0 + $1.1 * ($1.0 - mean) * ($1.0 - mean) }
        // Where they scatter more than they state, by the scatter; and all of them by the drift that carries them to the end.
        let inflation = max(1, chi / Double(max(1, values.count - 1))) * Double(values.count) / Double(independent)
        let time = zip(pairs, weights).reduce(0) { $0 + $1.1 * seconds($1.0.time) } / total
        let carried = yaw.carryingSigma(from: time)
        self.init(
            name: name, offset: Angle.wrap(first + mean), sigma: (inflation / total + carried * carried).squareRoot(),
            samples: values.count)
    }
}
