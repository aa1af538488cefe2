import Evaluation
import OrientationFilters
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log prepared once, on which one filter after the other is tried: field, north, calibration, reference and heading axis
/// stay, the filter and its parameters change.
public struct TrialLog: Sendable {
    /// Calibration, north and the streams that filters get.
    public let prepared: PreparedLog
    /// What messages call the log.
    public let name: String
    /// The axis whose heading is shown.
    public let headingAxis: HeadingAxis
    /// The log's reference, its north that of the tracks; empty where it has none.
    public let reference: QuaternionStream
    /// What the device truly did, as far as the log tells.
    public let motion: Motion
    /// First and last stamp of the log, nanoseconds.
    public let interval: ClosedRange<Int64>
    /// What there is to say about log, field, calibration and reference.
    public let warnings: [Warning]

    /// What delays and trembling are measured against.
    public struct Motion: Sendable {
        /// Where the motion comes from.
        public enum Source: String, Sendable, Codable {
            /// The log's reference.
            case reference
            /// The integrated gyroscope: its rates are right, its heading drifts.
            case gyroscope
        }

        /// Where it comes from; `nil` where nothing in the log tells the motion.
        public let source: Source?
        /// Orientations, device to earth; of the gyroscope with an arbitrary, drifting north.
        public let orientations: QuaternionStream
        /// The samples that count.
        public let scored: [Int]
    }

    /// Prepares a log: field, calibration, reference. Everything that does not depend on the filter happens here.
    /// - Parameters:
    ///   - recording: the log.
    ///   - options: calibration, place, date and heading axis.
    ///   - name: what messages call the log.
    /// - Throws: `SensorLabError` for unusable options and calibration files.
    public init(_ recording: Recording, options: AnalysisOptions, name: String) throws {
        self.name = name
        prepared = try PreparedLog(recording, options: options)
        headingAxis = options.headingAxis.resolved(for: prepared.streams)
        let frame = ReferenceFrame(recording, north: prepared.north, declination: prepared.declination)
        reference = frame.stream
        interval = recording.interval ?? 0...0
        warnings = prepared.warnings + frame.warnings
        motion = try Self.motion(
            reference: reference, scored: ScoringWindow(recording: recording).indices(of: reference),
            streams: prepared.streams)
    }

    /// A filter's track, its north that of the log.
    /// - Throws: `SensorLabError`: usage for an unknown filter and for bad parameters; bad data where the log lacks a sensor
    ///   that the filter needs, or where its orientation is never defined.
    public func track(_ request: FilterRequest) throws -> OrientationTrack {
        let filter = try FilterRuns.resolve([request])[0]
        let runnable = try FilterRuns.runnable([filter], on: prepared.streams, place: name).filters[0]
        let track = try runnable.entry.run(prepared.streams, parameters: runnable.parameters)
        guard track.count > 0 else { throw FilterRuns.neverDefined(track.name, place: name) }
        return prepared.turned(track)
    }

    private static func motion(reference: QuaternionStream, scored: [Int], streams: FilterInput) throws -> Motion {
        if !reference.isEmpty { return Motion(source: .reference, orientations: reference, scored: scored) }
        let gyroscope = try FilterRuns.resolve([FilterRequest(name: GyroscopeFilter.information.name)])[0]
        guard FilterRuns.obstacle(to: gyroscope.entry.information, on: streams) == nil else {
            return Motion(source: nil, orientations: QuaternionStream(), scored: [])
        }
        let track = try gyroscope.entry.run(streams)
        return Motion(
            source: track.count > 0 ? .gyroscope : nil,
            orientations: QuaternionStream(times: track.times, values: track.estimates.map(\.orientation)),
            scored: Array(track.times.indices))
    }
}
