import Analysis
import Files
import SensorModels
import Vocabulary

/// An analysed log as MCAP with JSON messages, for Foxglove, PlotJuggler and other viewers.
///
/// | topic | schema | contents |
/// |---|---|---|
/// | `/FILTER/pose`, `/device/pose`, `/reference/pose` | foxglove.PoseInFrame | device to east-north-up, position 0 |
/// | `/ar/pose` | foxglove.PoseInFrame | the camera in the world of its AR session, as the session gives it |
/// | `/tf` | foxglove.FrameTransform | the same, from `earth` to a frame per track |
/// | `/FILTER/heading` | sensorlab.Heading | degrees: heading, rho, roll, sigmas; rest and disturbed 0 or 1 |
/// | `/sensors/NAME` | sensorlab.Reading | as the log has it: m/s^2, rad/s, microtesla, device axes |
/// | `/location` | foxglove.LocationFix | fixes |
/// | `/events` | foxglove.Log | what happened in the log, and its warnings |
///
/// Stamps are those of the log's clock; a log whose clock is negative is counted from its first sample. The metadata
/// record `log` says so (`clockZeroSeconds`), and which wall-clock time that is where it is known.
public struct MCAPExport {
    private let result: AnalysisResult
    /// Nanoseconds that are added to the log's stamps.
    private let shift: Int64
    /// Nanoseconds between poses of a track, at least.
    private let step: Int64

    /// - Parameters:
    ///   - result: the log with its tracks.
    ///   - poseRate: poses per second and track, at most; sensors keep all of their samples.
    public init(_ result: AnalysisResult, poseRate: Double) {
        self.result = result
        let first = result.recording.interval?.lowerBound ?? 0
        shift = first < 0 ? 0 &- first : 0
        // A little less, since stamps jitter.
        step = LogTime.nanoseconds(seconds: 0.9 / max(poseRate, 1e-3)) ?? 0
    }

    /// Writes the file, all or nothing.
    /// - Returns: how many messages it has.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    @discardableResult
    public func write(to path: String) throws -> Int {
        let file = try OutputFile(path: path)
        let count = try write { try file.write($0) }
        try file.close()
        return count
    }

    /// The file's bytes in order.
    @discardableResult
    func write(_ sink: @escaping ([UInt8]) throws -> Void) throws -> Int {
        let writer = try MCAPWriter(library: "sensorlab \(result.report.tool.version)", sink: sink)
        var schemas: [ViewerSchema: UInt16] = [:]
        var queue = sources().map { source -> (source: Source, channel: UInt16, next: Int) in
            let number = schemas[source.schema] ?? writer.addSchema(source.schema.rawValue, source.schema.json)
            schemas[source.schema] = number
            return (source, writer.addChannel(source.topic, schema: number, metadata: source.metadata), 0)
        }
        try writer.addMetadata("log", metadata)
        var count = 0
        // The earliest message of all sources, one after the other.
        while let index = queue.indices.filter({ queue[$0].next < queue[$0].source.times.count })
            .min(by: { queue[$0].source.times[queue[$0].next] < queue[$1].source.times[queue[$1].next] })
        {
            let (source, channel, next) = queue[index]
            let time = UInt64(max(0, source.times[next] &+ shift))
            try writer.add(source.message(next, time), to: channel, time: time)
            queue[index].next += 1
            count += 1
        }
        try writer.finish()
        return count
    }

    private var metadata: [(String, String)] {
        let recording = result.recording.metadata
        return [
            ("path", result.report.input.path), ("format", recording.format), ("device", recording.device ?? ""),
            ("north", result.north.rawValue), ("headingAxis", result.headingAxis.rawValue),
            ("clockZeroSeconds", LogTime.text(0 &- shift)),
            ("unixSecondsAtZero", recording.unixSecondsAtZero.map { "\($0 - LogTime.seconds(shift))" } ?? ""),
        ]
    }

    // MARK: Sources

    /// The messages of one topic.
    private struct Source {
        let topic: String
        let schema: ViewerSchema
        /// Nanoseconds of the log's clock, ascending.
        let times: [Int64]
        var metadata: [(String, String)] = []
        /// - Parameters: the index in `times`, and the stamp that is written.
        let message: (Int, UInt64) -> [UInt8]
    }

    private func sources() -> [Source] {
        let tracks = result.allTracks.flatMap { track -> [Source] in
            let rows = thinned(track.times)
            let times = rows.map { track.times[$0] }
            let axis = result.headingAxis
            let frame = "\(track.name)"
            return [
                Source(topic: "/\(frame)/pose", schema: .pose, times: times) {
                    ViewerMessages.pose(track.estimates[rows[$0]].orientation, time: $1)
                },
                Source(topic: "/tf", schema: .transform, times: times, metadata: [("track", frame)]) {
                    ViewerMessages.transform(track.estimates[rows[$0]].orientation, to: frame, time: $1)
                },
                Source(
                    topic: "/\(frame)/heading", schema: .heading, times: times,
                    metadata: [("unit", "degrees"), ("north", result.north.rawValue)]
                ) { ViewerMessages.heading(track.estimates[rows[$0]], axis: axis, time: $1) },
            ]
        }
        let sensors = SensorKind.allCases.compactMap { sensor -> Source? in
            let stream = result.recording.vectors(of: sensor)
            guard !stream.isEmpty else { return nil }
            return Source(
                topic: "/sensors/\(sensor.rawValue)", schema: .reading, times: stream.times,
                metadata: [("unit", Self.unit(of: sensor)), ("frame", "x right, y top edge, z out of the screen")]
            ) { ViewerMessages.reading(stream.values[$0], time: $1) }
        }
        return tracks + sensors + [calibrated, arPoses, location, events].compactMap { $0 }
    }

    /// The rows that are at least `step` apart.
    private func thinned(_ times: [Int64]) -> [Int] {
        times.indices.reduce(into: []) { rows, row in
            if rows.last.map({ times[row] &- times[$0] >= step }) ?? true { rows.append(row) }
        }
    }

    private static func unit(of sensor: SensorKind) -> String {
        switch sensor {
        case .gyroscope, .gyroscopeCorrected: "rad/s"
        case .magnetometer, .magnetometerCorrected: "microtesla"
        default: "m/s^2"
        }
    }

    /// The field as filters got it.
    private var calibrated: Source? {
        let stream = result.calibratedMagnetometer
        guard !stream.isEmpty else { return nil }
        return Source(
            topic: "/calibrated/magnetometer", schema: .reading, times: stream.times, metadata: [("unit", "microtesla")]
        ) { ViewerMessages.reading(stream.values[$0], time: $1) }
    }

    /// The camera's poses while the session tracked; its world is not turned to north (`align` finds by how much).
    private var arPoses: Source? {
        let poses = result.recording.arPoses
        let rows = poses.values.indices.filter { poses.values[$0].tracking.isTracking }
        guard !rows.isEmpty else { return nil }
        return Source(
            topic: "/ar/pose", schema: .pose, times: rows.map { poses.times[$0] },
            metadata: [
                ("frame", "world: y up; camera: x right in landscape, y up, z towards the viewer"), ("unit", "m"),
                ("alignment", result.recording.metadata.other["ar-alignment"] ?? ""),
            ]
        ) {
            let pose = poses.values[rows[$0]]
            return ViewerMessages.pose(pose.orientation, position: pose.position, in: ViewerMessages.arWorld, time: $1)
        }
    }

    private var location: Source? {
        let fixes = result.recording.location
        guard !fixes.isEmpty else { return nil }
        return Source(topic: "/location", schema: .location, times: fixes.times) {
            ViewerMessages.location(fixes.values[$0], time: $1)
        }
    }

    private var events: Source? {
        let origin = result.recording.interval?.lowerBound ?? 0
        let warnings = result.report.warnings.map { (time: origin, text: $0.text, isWarning: true) }
        let happened = result.report.timeline.flatMap { event in
            [(event.startSeconds, "begins"), (event.endSeconds, "ends")].map { seconds, word in
                (
                    time: origin &+ (LogTime.nanoseconds(seconds: seconds) ?? 0),
                    text: "\(event.kind.rawValue) \(word)" + (event.sensor.map { " (\($0))" } ?? ""),
                    isWarning: event.kind != .rest
                )
            }
        }
        let all = (warnings + happened).sorted { $0.time < $1.time }
        guard !all.isEmpty else { return nil }
        return Source(topic: "/events", schema: .log, times: all.map(\.time)) {
            ViewerMessages.log(all[$0].text, name: "sensorlab", isWarning: all[$0].isWarning, time: $1)
        }
    }
}
