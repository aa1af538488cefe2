import Analysis
import CSensorLab
import Files
import Readers
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A log that was read, with the path that messages name.
struct OpenedLog {
    let path: String
    let recording: Recording

    /// - Throws: as `RecordingReader.read`.
    init(path: String, options: ReadOptions) throws {
        self.path = path
        recording = try RecordingReader.read(path: path, options: options)
    }

    /// Path, format and checksum, for reports.
    var section: InputSection {
        InputSection(path: path, format: recording.metadata.format, sha256: recording.metadata.sha256 ?? "")
    }
}

/// Reads a file or folder of any known format.
@_cdecl("sensorlab_log_read")
public func readLog(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ log: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let log = try Argument.needed(log, "log")
        let options = try CallOptions(options, accepting: CallOptions.reading)
        log.pointee = Handle.make(
            try OpenedLog(path: try Argument.text(path, "path"), options: try options.reading(checksum: false)))
    }
}

/// What was recognised, as JSON: "recording" with its "streams", "metadata", "warnings".
@_cdecl("sensorlab_log_information")
public func logInformation(_ log: OpaquePointer?, _ json: HandleResult, _ error: ErrorResult) -> sensorlab_status {
    call(error) {
        let recording = Handle<OpenedLog>.at(try Argument.needed(log, "log")).value.recording
        let answer = LogInformation(
            recording: RecordingSection(recording), metadata: recording.metadata, warnings: recording.warnings)
        try Argument.needed(json, "json").pointee = Handle.make(CText(try JSONText.data(answer)))
    }
}

private struct LogInformation: Encodable {
    let recording: RecordingSection
    let metadata: RecordingMetadata
    let warnings: [Warning]
}

/// How many samples a stream has and how many numbers a sample has.
@_cdecl("sensorlab_log_stream")
public func logStream(
    _ log: OpaquePointer?, _ stream: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>?,
    _ width: UnsafeMutablePointer<Int>?, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let recording = Handle<OpenedLog>.at(try Argument.needed(log, "log")).value.recording
        let stream = try Recording.stream(named: try Argument.text(stream, "stream"))
        let (count, width) = (try Argument.needed(count, "count"), try Argument.needed(width, "width"))
        (count.pointee, width.pointee) = (stream.times(in: recording).count, stream.width)
    }
}

/// Copies a stream; `times` has room for `count` stamps and `values` for `count` times its width, which must be
/// the stream's.
@_cdecl("sensorlab_log_copy")
public func copyLog(
    _ log: OpaquePointer?, _ stream: UnsafePointer<CChar>?, _ times: UnsafeMutablePointer<Int64>?,
    _ values: UnsafeMutablePointer<Double>?, _ count: Int, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let recording = Handle<OpenedLog>.at(try Argument.needed(log, "log")).value.recording
        let stream = try Recording.stream(named: try Argument.text(stream, "stream"))
        let stamps = stream.times(in: recording)
        guard count == stamps.count else {
            throw Argument.refused(
                "count", "found \(count), expected \(stamps.count)", "pass the number that sensorlab_log_stream gives")
        }
        guard count > 0 else { return }
        let (times, values) = (try Argument.needed(times, "times"), try Argument.needed(values, "values"))
        times.update(from: stamps, count: count)
        stream.copyValues(of: recording, to: values)
    }
}

/// Runs a filter over a log as the tool's `fuse` does: calibrated from the log itself and with true north where it is
/// known, unless the options say otherwise.
@_cdecl("sensorlab_log_fuse")
public func fuseLog(
    _ log: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ parameters: UnsafePointer<sensorlab_parameter>?,
    _ count: Int, _ options: UnsafePointer<CChar>?, _ track: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let log = Handle<OpenedLog>.at(try Argument.needed(log, "log")).value
        let track = try Argument.needed(track, "track")
        var analysis = try CallOptions(options, accepting: CallOptions.fusing).analysis(calibration: .auto)
        analysis.filters = [
            FilterRequest(
                name: try Argument.text(name, "name"),
                parameters: try Argument.parameters(parameters, count: count))
        ]
        let fusion = try Fusion(log.recording, options: analysis, place: log.path)
        track.pointee = Handle.make(
            FusedTrack(
                track: try fusion.track(), axis: fusion.headingAxis, north: fusion.north, warnings: fusion.warnings))
    }
}

/// Releases a log; NULL is allowed.
@_cdecl("sensorlab_log_free")
public func freeLog(_ log: OpaquePointer?) { Handle<OpenedLog>.free(log) }

/// The report of `sensorlab analyze` as JSON.
@_cdecl("sensorlab_analyze")
public func analyze(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?, _ report: HandleResult, _ error: ErrorResult
) -> sensorlab_status {
    call(error) {
        let report = try Argument.needed(report, "report")
        let options = try CallOptions(options, accepting: CallOptions.reading + CallOptions.analysing)
        let analyzer = try Analyzer(options: try options.analysis(calibration: .auto))
        let log = try OpenedLog(path: try Argument.text(path, "path"), options: try options.reading(checksum: true))
        let result = try analyzer.analyze(
            log.recording, input: log.section, tool: ToolSection(version: SENSORLAB_VERSION))
        report.pointee = Handle.make(CText(try JSONText.data(result.report)))
    }
}
