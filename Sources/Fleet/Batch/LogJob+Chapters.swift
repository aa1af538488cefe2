import Analysis
import Files
import Foundation
import JSON
import Recordings
import Vocabulary

extension LogJob {
    /// Analyses a log chapter by chapter, each as a log of its own, and writes a line per chapter into `results.jsonl`
    /// of a folder once all are done; a log that cannot be analysed leaves the file as it was.
    /// - Parameters:
    ///   - chapters: of the row's log.
    ///   - row: the log.
    ///   - folder: created where it is missing.
    /// - Returns: the lines, and the warnings of the whole log. A chapter that cannot be used is a line with a failure.
    /// - Throws: `SensorLabError` for a log that cannot be read to its end or without a usable chapter, and where
    ///   nothing can be written.
    public func results(
        of chapters: LogChapters, of row: Manifest.Entry, into folder: String
    ) throws -> (lines: [LogResult], warnings: [Warning]) {
        let path = folder + "/" + Shard.whole.fileName
        let isNew = !FileManager.default.fileExists(atPath: path)
        let file = try ResultsFile(path: path)
        guard file.ids.allSatisfy({ Self.isName($0, ofChapterOf: row) }) else {
            throw SensorLabError(
                .cannotCreate, code: .cannotCreate, place: path, message: "it has the results of other logs",
                advice: "give another folder with --out")
        }
        do {
            let (lines, warnings) = try lines(of: chapters, of: row, Self.checksum(of: row.path))
            if let failure = lines.first?.failure, lines.allSatisfy({ $0.failure != nil }) {
                throw SensorLabError(.badData, code: failure.code, message: failure.message, advice: failure.advice)
            }
            for line in lines {
                try file.append(JSONText.line(line), id: line.id, key: nil, isFailure: line.failure != nil)
            }
            try file.finish(lines.map(\.id))
            try options.reports?.keep(lines.map(\.id)) { Self.isName($0, ofChapterOf: row) }
            return (lines, warnings)
        } catch {
            if isNew { try? FileManager.default.removeItem(atPath: path) }
            throw error
        }
    }

    /// `nil` for what can be read only once, such as standard input.
    private static func checksum(of path: String) -> String? {
        path == "-" || FileBytes.specialKind(path) != nil ? nil : try? FileChecksum.hexadecimal(path: path)
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
        let (lines, _) = try lines(of: chapters, of: row, sha256)
        line.result = LogResult.Numbers(chapters: lines.compactMap(\.result))
        if line.result == nil { line.failure = lines.lazy.compactMap(\.failure).first }
        for case let (id, failure?) in lines.map({ ($0.id, $0.failure) }) { line.result?.leaveOut(id, failure) }
        line.device = line.device ?? lines.lazy.compactMap(\.device).first
        line.date = line.date ?? lines.lazy.compactMap(\.date).first
        line.report = lines.lazy.compactMap(\.report).first
    }

    /// A line per chapter. What was damaged is known at the end of the log, and the last result's.
    private func lines(
        of chapters: LogChapters, of row: Manifest.Entry, _ sha256: String?
    ) throws -> (lines: [LogResult], warnings: [Warning]) {
        var lines: [LogResult] = []
        let names = WrittenNames(row.files.map { ($0.path, $0.written) } + options.files)
        while let chapter = try chapters.next() {
            var line = LogResult(row, tool: options.tool, options: settings)
            line.id = Self.name(of: chapter, of: row)
            line.sha256 = sha256
            var recording = chapter.recording
            recording.warnings += chapter.stops
            do {
                try analyze(recording, of: row, as: line.id, sha256 ?? "", names, into: &line)
            } catch {
                line.failure = LogResult.Failure(error, names)
            }
            lines.append(line)
        }
        let warnings = try chapters.warnings()
        guard !lines.isEmpty else { throw SensorLabError.noSamples(in: row.path) }
        if let last = lines.lastIndex(where: { $0.result != nil }) {
            let own = lines[last].result?.warnings ?? []
            lines[last].result?.warnings = Set(own + warnings.map(\.code.rawValue)).sorted()
        }
        return (lines, warnings)
    }

    /// `day-007200s`: the log's name, and where the chapter begins.
    private static func name(of chapter: LogChapters.Chapter, of row: Manifest.Entry) -> String {
        let seconds = "\(Int(clamping: chapter.startSeconds.rounded()))"
        return row.id + "-" + String(repeating: "0", count: max(0, nameDigits - seconds.count)) + seconds + "s"
    }

    private static let nameDigits = 6

    /// Whether a name is one of a chapter of the row's log, and not of a log whose name begins as its does.
    private static func isName(_ name: String, ofChapterOf row: Manifest.Entry) -> Bool {
        guard name.hasPrefix(row.id + "-"), name.hasSuffix("s") else { return false }
        let digits = name.dropFirst(row.id.count + 1).dropLast()
        return digits.count >= nameDigits && digits.allSatisfy { ("0"..."9").contains($0) }
    }
}
