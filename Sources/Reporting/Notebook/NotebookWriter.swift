import Analysis
import Figures
import Files
import Foundation
import Rotations
import Vocabulary

/// Writes the notebook of a report or of a comparison.
public enum NotebookWriter {
    /// Writes a notebook.
    ///
    /// - Parameters:
    ///   - report: the folder that `analyze` or `compare --out` wrote, the `report.json` in it, or the JSON of
    ///     `compare --json`.
    ///   - output: the notebook, `*.ipynb`, or a folder, which is created where it is not there and gets `NAME.ipynb`;
    ///     NAME is that of the report folder or of the JSON file.
    /// - Returns: the notebook's path.
    /// - Throws: `SensorLabError` where the report is missing or damaged, and where nothing can be written.
    public static func write(report: String, to output: String) throws -> String {
        var report = report
        if report.lastPathComponent == "report.json", PathKind(path: report) != .folder {
            report = URL(fileURLWithPath: report).deletingLastPathComponent().path
        }
        let source = URL(fileURLWithPath: report).standardizedFileURL
        let isFile = output.lowercased().hasSuffix(".ipynb") && PathKind(path: output) != .folder
        let target = URL(fileURLWithPath: isFile ? output + "/.." : output).standardizedFileURL
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: report, isDirectory: &isFolder)
        let inside = source.appendingPathComponent("comparison.json")
        let comparison = exists && !isFolder.boolValue ? source : inside
        let isComparison = FileManager.default.fileExists(atPath: comparison.path)
        let data =
            isComparison
            ? try ComparisonNotebook.data(report: comparison.path, seenAs: relative(comparison, from: target))
            : try ReportNotebook.data(reportFolder: report, seenAs: relative(source, from: target))
        let name = (isFolder.boolValue ? source : source.deletingPathExtension()).lastPathComponent
        let path = isFile ? output : output + "/" + name + ".ipynb"
        try OutputFile.write(data, to: path)
        return path
    }

    /// The contents of a file of a report.
    static func contents(of path: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let reports = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/reports")) ?? []
            let chapters = reports.filter {
                FileManager.default.fileExists(atPath: "\(folder)/reports/\($0)/report.json")
            }
            if let first = chapters.sorted().first {
                throw SensorLabError(
                    .noInput, code: .noSuchInput, place: folder,
                    message: "it has the reports of \(chapters.count) logs or chapters, expected one report",
                    advice: "give one of them: \(folder)/reports/\(first)")
            }
            throw SensorLabError(
                .noInput, code: .noSuchInput, place: path, message: "there is no such file",
                advice: "give the folder that `sensorlab analyze` wrote, with --tracks csv")
        }
        return data
    }

    /// The way from one folder to another, so that both can be moved together.
    private static func relative(_ path: URL, from base: URL) -> String {
        let (to, from) = (path.pathComponents, base.pathComponents)
        let shared = zip(to, from).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: from.count - shared) + to[shared...]
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}

/// The pictures over time of a report's notebook, from its tracks.
struct NotebookFigures {
    /// Heading, rho and the sigma of the heading, by the names that the notebook's template gives them.
    let outputs: [String: Notebook.Output]

    init(_ columns: TrackColumns) {
        let start = columns.tracks.compactMap(\.times.first).min() ?? 0
        let end = columns.tracks.compactMap(\.times.last).max() ?? start
        let clock = (start: start, duration: max(end - start, 1e-6))
        let errors = Self.headingErrors(columns)
        let reach = max(errors.tracks.flatMap(\.headings).filter(\.isFinite).map(\.magnitude).max() ?? 0, 0.1)
        let largest = columns.tracks.flatMap(\.headingSigmas).filter(\.isFinite).max() ?? 1
        outputs = [
            "heading": Self.output(
                "Heading over time", .heading(label: "heading"), columns, clock, wrapping: 0...360, \.headings),
            "error": errors.tracks.isEmpty
                ? nil
                : Self.output(
                    "Heading error over time", .degrees(-reach...reach, label: "heading error, degrees"), errors, clock,
                    wrapping: -180...180, \.headings),
            "rho": Self.output("rho over time", .degrees(0...180, label: "rho, degrees"), columns, clock, \.rhos),
            "sigma": Self.output(
                "Stated standard deviation of the heading", .degrees(0...largest, label: "sigma, degrees"), columns,
                clock, \.headingSigmas),
        ].compactMapValues { $0 }
    }

    /// The style of a track, the same as in the report.
    static func style(_ track: TrackColumns.Track) -> ChartStyle {
        track.filter == AnalysisResult.referenceName ? ChartStyle(.muted) : .filter(track.filter)
    }

    /// The tracks without the reference, their headings replaced by the heading errors; none where there is no
    /// reference.
    private static func headingErrors(_ columns: TrackColumns) -> TrackColumns {
        var columns = columns
        guard let index = columns.tracks.firstIndex(where: { $0.filter == AnalysisResult.referenceName }) else {
            columns.tracks = []
            return columns
        }
        let truth = columns.tracks.remove(at: index)
        let known = truth.headings.indices.filter { truth.headings[$0].isFinite }
        let times = known.map { truth.times[$0] }
        let angles = known.map { Angle.radians(truth.headings[$0]) }
        guard !times.isEmpty else { return columns }
        for k in columns.tracks.indices {
            columns.tracks[k].headings = zip(columns.tracks[k].times, columns.tracks[k].headings).map { time, heading in
                let next = min(times.prefixLength { $0 < time }, times.count - 1)
                let last = max(0, next - 1)
                let span = times[next] - times[last]
                let share = span > 0 ? min(1, max(0, (time - times[last]) / span)) : 0
                let east = (1 - share) * sin(angles[last]) + share * sin(angles[next])
                let north = (1 - share) * cos(angles[last]) + share * cos(angles[next])
                return Angle.degrees(Angle.wrap(atan2(east, north) - Angle.radians(heading)))
            }
        }
        return columns
    }

    private static func output(
        _ title: String, _ y: ChartAxis, _ columns: TrackColumns, _ clock: (start: Double, duration: Double),
        wrapping: ClosedRange<Double>? = nil, _ values: (TrackColumns.Track) -> [Double]
    ) -> Notebook.Output {
        let layers = columns.tracks.filter { values($0).contains(where: \.isFinite) }.map { track in
            var reducer = ColumnReducer(
                domain: 0...clock.duration, columns: SeriesClock.wideColumns, wrapping: wrapping, maximumGap: 1)
            for (time, value) in zip(track.times, values(track)) { reducer.add(time - clock.start, value) }
            return ChartLayer.line(
                reducer.finish(), style(track), name: PlainText.line(track.filter, limit: 40))
        }
        let chart = Chart(
            title: title, summary: title + ", every filter.", x: .time(seconds: clock.duration), y: y, layers: layers)
        return .picture(chart.svg(.wide), description: title)
    }
}

/// Escapes text of logs and files, so that it cannot become markup or code of a notebook.
enum NotebookText {
    /// In Markdown.
    static func markdown(_ text: String) -> String { MarkdownReport.escaped(text) }

    /// A Python string literal.
    static func python(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": return "\\" + String(scalar)
            case _ where scalar.properties.generalCategory == .control:
                let digits = String(scalar.value, radix: 16)
                return "\\x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
            default: return String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
