import Analysis
import Files
import Foundation
import JSON
import Recordings
import Vocabulary

extension LogJob {
    /// Analyses a log chapter by chapter, each as a log of its own, and writes a line per chapter into `results.jsonl`
    /// of a folder.
    /// - Parameters:
    ///   - chapters: of the row's log.
    ///   - row: the log.
    ///   - folder: created where it is missing.
    /// - Returns: the lines. A chapter that cannot be used is one with a failure.
    /// - Throws: `SensorLabError` for a log that cannot be read to its end, and where nothing can be written.
    public func results(of chapters: LogChapters, of row: Manifest.Entry, into folder: String) throws -> [LogResult] {
        let path = folder + "/" + Shard.whole.fileName
        let file = try ResultsFile(path: path)
        guard file.ids.allSatisfy({ $0.hasPrefix(row.id + "-") }) else {
            throw SensorLabError(
                .cannotCreate, code: .cannotCreate, place: path, message: "it has the results of other logs",
                advice: "give another folder with --out")
        }
        let sha256 = FileBytes.specialKind(row.path) == nil ? try? FileChecksum.hexadecimal(path: row.path) : nil
        var lines: [LogResult] = []
        try analyze(chapters, of: row, sha256) { line in
            try file.append(JSONText.line(line), id: line.id, key: nil, isFailure: line.failure != nil)
            lines.append(line)
        }
        try file.finish(lines.map(\.id))
        return lines
    }

    /// The chapters of a row's log; `nil` where it is to be read as a whole: as every row with claims, a scored part or
    /// a reference of its own, which belong to the whole log.
    func chapters(of row: Manifest.Entry, _ analysis: AnalysisOptions, _ source: any RecordingSource) throws
        -> LogChapters?
    {
        if case .file = analysis.reference { return nil }
        guard row.claims == nil, analysis.scoring == nil, !options.sinceStart else { return nil }
        return try source.chapters(at: row.path, options.chapters)
    }

    /// The numbers of a whole log by its chapters.
    func analyze(
        _ chapters: LogChapters, of row: Manifest.Entry, _ sha256: String, into line: inout LogResult
    ) throws {
        var lines: [LogResult] = []
        try analyze(chapters, of: row, sha256) { lines.append($0) }
        line.result = LogResult.Numbers(chapters: lines.compactMap(\.result))
        if line.result == nil { line.failure = lines.lazy.compactMap(\.failure).first }
        line.device = line.device ?? lines.lazy.compactMap(\.device).first
        line.date = line.date ?? lines.lazy.compactMap(\.date).first
        line.report = lines.lazy.compactMap(\.report).first
    }

    private func analyze(
        _ chapters: LogChapters, of row: Manifest.Entry, _ sha256: String?, receive: (LogResult) throws -> Void
    ) throws {
        let names = WrittenNames(row.files.map { ($0.path, $0.written) } + options.files)
        while let chapter = try chapters.next() {
            var line = LogResult(row, tool: options.tool, options: settings)
            line.id = Self.name(of: chapter, of: row)
            line.sha256 = sha256
            do {
                try analyze(chapter.recording, of: row, as: line.id, sha256 ?? "", names, into: &line)
            } catch {
                line.failure = LogResult.Failure(error, names)
            }
            try receive(line)
        }
    }

    /// `day-007200s`: the log's name, and where the chapter begins.
    private static func name(of chapter: LogChapters.Chapter, of row: Manifest.Entry) -> String {
        let seconds = "\(Int(clamping: chapter.startSeconds.rounded()))"
        return row.id + "-" + String(repeating: "0", count: max(0, 6 - seconds.count)) + seconds + "s"
    }
}
