import Analysis
import Foundation
import Recordings
import SensorModels

/// A log that was read, and what the reports say about where it came from.
struct ReadLog {
    let recording: Recording
    let section: InputSection
    /// What reading took.
    let seconds: Double

    /// - Parameters:
    ///   - place: what `--place` says, on verbs that have it.
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

    /// `<log>-report` in the current folder: a log's own folder may be one that nobody may write into.
    static func reportFolder(for log: String) -> String {
        var name = log == "-" ? "stdin" : URL(fileURLWithPath: log).lastPathComponent
        for ending in [".gz", ".csv"] where name.lowercased().hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
        }
        return name + "-report"
    }
}
