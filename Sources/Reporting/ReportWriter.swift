import Analysis
import Files
import Foundation

/// Writes what `analyze` found into a folder: `report.html`, `report.json`, `report.md`, `tracks.csv`, and
/// `calibration.json` where the log determines one, and `projection-core.json` where its headings are usable.
public enum ReportWriter {
    /// What was written, and how long it took.
    public struct Written: Sendable {
        /// The report as it was written.
        public let report: AnalysisReport
        /// The files' names, in the folder.
        public let files: [String]
    }

    /// In which form the tracks are written: an hour with five filters is 216 MB as text, 80 MB compressed.
    public enum Tracks: String, CaseIterable, Sendable {
        /// `tracks.csv`.
        case csv
        /// `tracks.csv.gz`.
        case compressed = "csv.gz"
        /// `tracks.csv`, of each filter the first row of every second.
        case everySecond = "1hz"
        /// No file.
        case none

        /// The name of the file; `nil` for none.
        public var fileName: String? {
            switch self {
            case .none: nil
            case .compressed: "tracks.csv.gz"
            case .csv, .everySecond: "tracks.csv"
            }
        }
    }

    /// Writes all files, or none: each gets its name only when all are complete. The folder is created.
    ///
    /// The report's `performance` gets one entry more, `render`: the seconds for the page, the text and the tracks.
    /// - Throws: `SensorLabError`: cannot create (the folder or a file in it), input/output.
    @discardableResult
    public static func write(
        _ result: AnalysisResult, to folder: String, tracks: Tracks = .csv
    ) throws -> Written {
        let existed = FileManager.default.fileExists(atPath: folder)
        do {
            return try writeFiles(result, to: folder, tracks)
        } catch {
            // rmdir takes an empty folder only.
            if !existed { rmdir(folder) }
            throw error
        }
    }

    private static func writeFiles(
        _ result: AnalysisResult, to folder: String, _ tracks: Tracks
    ) throws -> Written {
        var report = result.report
        let clock = ContinuousClock()
        let begin = clock.now
        // The files for the app, if the log determines them.
        let forApp = [
            (ActionSection.calibrationFile, result.calibrationFile?.json),
            (ActionSection.parameterFile, result.parameterFile?.json),
        ].compactMap { name, json in json.map { (name: name, text: $0.text) } }
        let texts = ["report.html", "report.json", "report.md"]
        var files = try (texts + forApp.map(\.name)).map { try OutputFile(path: folder + "/" + $0) }
        // No other thread uses the file while its rows are written.
        nonisolated(unsafe) let rows = try tracks.fileName.map {
            try OutputFile(path: folder + "/" + $0, packing: tracks == .compressed ? .fast : .none)
        }
        files += [rows].compactMap(\.self)
        // Parts of the page run on one core; another core writes the tracks meanwhile.
        let (page, _) = try concurrently(
            jobs: result.jobs, { Array(try HTMLReport.html(result, tracks: tracks).utf8) },
            {
                guard let rows else { return }
                var writer = TrackCSVWriter(headingAxis: result.headingAxis, namesFilter: true)
                writer.jobs = result.jobs
                let all = result.allTracks
                try writer.write(tracks == .everySecond ? all.map(\.everySecond) : all) { try rows.write($0) }
            })
        report.performance.seconds["render"] = begin.duration(to: clock.now).inSeconds
        try files[0].write(page)
        try files[1].write(Array(JSONText.data(report)))
        try files[2].write(Array(MarkdownReport.text(report).utf8))
        for (file, content) in zip(files.dropFirst(texts.count), forApp) { try file.write(Array(content.text.utf8)) }
        for file in files { try file.close() }
        return Written(report: report, files: texts + [tracks.fileName].compactMap(\.self) + forApp.map(\.name))
    }
}
