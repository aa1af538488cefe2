import Evaluation
import OrientationFilters
import ProjectionCore
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log prepared once, for trying filters one after the other: field, north, calibration, reference and heading axis
/// stay; filter and parameters change.
public struct TrialLog: Sendable {
    /// Name, north, calibration, heading axis and streams.
    public let prepared: PreparedLog
    /// The log's reference, with the same north as the tracks; empty without one.
    public let reference: QuaternionStream
    /// The attitude that the device itself computed, rotated to the north of the tracks; `nil` without one, or without
    /// a north.
    public let device: OrientationTrack?
    /// The camera of the device; a generic one if the device is unknown.
    public let camera: Camera
    /// The device's true motion, as far as the log determines it.
    public let motion: Motion
    /// First and last stamp of the log, nanoseconds.
    public let interval: ClosedRange<Int64>
    /// The warnings about log, field, calibration and reference.
    public let warnings: [Warning]

    /// The reference for lag and jitter.
    public struct Motion: Sendable {
        /// Origin of the motion.
        public enum Source: String, Sendable, Codable {
            /// The log's reference.
            case reference
            /// The integrated gyroscope: its rates are accurate, its heading drifts.
            case gyroscope
        }

        /// Origin of the motion; `nil` if the log does not determine it.
        public let source: Source?
        /// Orientations, device to earth; from the gyroscope with an arbitrary, drifting north.
        public let orientations: QuaternionStream
        /// The scored samples.
        public let scored: [Int]
        /// Whether a constant of the headings says nothing: it is removed from errors.
        let isRelative: Bool
        /// What it is one of.
        package var parts = ReferenceParts.orientation
        /// Whose headings these are, where they alone count.
        var axis = HeadingAxis.top

        /// The orientations that a track is compared with.
        package func orientations(for track: OrientationTrack) -> QuaternionStream {
            orientations.laid(against: track, indices: scored, isRelative: isRelative, parts: parts, axis: axis)
        }
    }

    /// Computes everything that does not depend on the filter, of a log that was prepared with the same options;
    /// releases the data that only a whole analysis needs.
    /// - Throws: `SensorLabError` for an unknown camera.
    public init(_ log: PreparedLog, options: AnalysisOptions) throws {
        var log = log
        camera = try DeviceCamera(named: options.camera, of: log.recording).camera
        device = log.deviceAttitude(besides: options.reference)
        let scored = log.reference()
        reference = scored.stream
        interval = log.recording.interval ?? 0...0
        warnings = LogWarnings.collected(log.warnings, scored.warnings)
        motion = try Self.motion(log, scored)
        log.releaseRecording()
        prepared = log
    }

    private static func motion(_ log: PreparedLog, _ reference: ScoredReference) throws -> Motion {
        if !reference.stream.isEmpty {
            return Motion(
                source: .reference, orientations: reference.stream, scored: reference.indices,
                isRelative: reference.isRelative, parts: reference.parts, axis: reference.axis)
        }
        let gyroscope = try FilterRequest(name: GyroscopeFilter.information.name).resolved()
        guard log.obstacle(to: gyroscope.entry) == nil else {
            return Motion(source: nil, orientations: QuaternionStream(), scored: [], isRelative: false)
        }
        let track = gyroscope.track(over: log.streams)
        return Motion(
            source: track.count > 0 ? .gyroscope : nil,
            orientations: QuaternionStream(times: track.times, values: track.estimates.map(\.orientation)),
            scored: Array(track.times.indices), isRelative: false)
    }
}

/// The scores of one filter on one log: errors, jitter and lag.
public struct TrialScores: Codable, Sendable, Hashable {
    /// Errors against the log's reference; null without one.
    @Nullable public var accuracy: Accuracy?
    /// RMS of the heading about its mean over 0.5 s, degrees, with the device's own motion (if known) subtracted in
    /// quadrature. Null for a track shorter than 0.5 s.
    @Nullable public var jitterDegrees: Double?
    /// Lag of the heading, milliseconds; null if the log does not determine the motion, or hardly turns.
    @Nullable public var lagMilliseconds: Double?

    /// Interval between samples for the lag, nanoseconds; the refined peak of the correlation is far more accurate.
    private static let lagStep: Int64 = 8_000_000

    /// Scores a track of a log; the parts run concurrently.
    /// - Parameter parts: what the track is one of.
    public init(_ track: OrientationTrack, in log: TrialLog, parts: ReferenceParts = .orientation) async {
        async let lag = Self.lag(track, behind: log.motion, axis: log.prepared.headingAxis)
        self.init(track, against: log.motion, axis: log.prepared.headingAxis)
        lagMilliseconds = await lag
        accuracy = accuracy?.of(parts)
        if log.motion.parts == .inclination { (jitterDegrees, lagMilliseconds) = (nil, nil) }
    }

    /// As `init(_:in:parts:)`, one part after the other.
    init(whole track: OrientationTrack, in log: TrialLog) {
        self.init(track, against: log.motion, axis: log.prepared.headingAxis)
        lagMilliseconds = Self.lag(track, behind: log.motion, axis: log.prepared.headingAxis)
        if log.motion.parts == .inclination { (jitterDegrees, lagMilliseconds) = (nil, nil) }
    }

    /// Errors and jitter, which share the comparison with the motion.
    private init(_ track: OrientationTrack, against motion: TrialLog.Motion, axis: HeadingAxis) {
        guard motion.source != nil else {
            var jitter = Jitter()
            jitter.add(
                times: track.times, angles: track.estimates.map { $0.orientation.heading(of: axis) ?? .nan })
            jitterDegrees = jitter.standardDeviation.map(Angle.degrees)
            return
        }
        let comparison = Comparison(track: track, reference: motion.orientations(for: track), indices: motion.scored)
        if motion.source == .reference { accuracy = Accuracy(comparison)?.of(motion.parts) }
        let jitter = comparison.headingJitter(of: axis)
        jitterDegrees = jitter.estimate.excess(over: jitter.reference).map(Angle.degrees)
    }

    private static func lag(_ track: OrientationTrack, behind motion: TrialLog.Motion, axis: HeadingAxis) -> Double? {
        var next = Int64.min
        let sparse = motion.scored.filter { index in
            let time = motion.orientations.times[index]
            guard time >= next else { return false }
            next = time + lagStep
            return true
        }
        let comparison = Comparison(track: track, reference: motion.orientations, indices: sparse)
        return comparison.headingLag(of: axis)?.milliseconds
    }
}
