import Analysis
import Foundation
import Recordings
import SensorModels

/// A log with its origin for reports.
struct ReadLog {
    let recording: Recording
    let section: InputSection
    /// Time to read it.
    let seconds: Double

    /// - Parameters:
    ///   - place: the value of `--place`.
    ///   - checksum: whether the report needs the log's checksum.
    init(_ options: InputOptions, place: Place? = nil, checksum: Bool = false) throws {
        let clock = ContinuousClock()
        let begin = clock.now
        let read = try options.readOptions(place: place, checksum: checksum)
        recording = try RecordingReader.read(path: options.log, options: read)
        section = InputSection(
            path: options.log, format: recording.metadata.format, sha256: recording.metadata.sha256 ?? "")
        seconds = begin.duration(to: clock.now).inSeconds
    }

    /// `<log>-report` in the current folder, since the log's folder may be read-only.
    static func reportFolder(for log: String) -> String {
        var name = log == "-" ? "stdin" : URL(fileURLWithPath: log).lastPathComponent
        for ending in [".gz", ".csv"] where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        return name + "-report"
    }
}
