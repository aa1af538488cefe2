import Foundation
import Recordings

/// Writes the notebook of a report.
public enum NotebookWriter {
    /// Writes `NAME.ipynb` into a folder, where NAME is the report folder's name.
    ///
    /// - Parameters:
    ///   - report: the folder that `analyze` wrote.
    ///   - folder: where the notebook goes; created where it is not there.
    /// - Returns: the notebook's path.
    /// - Throws: `SensorLabError` where the report is missing or damaged, and where nothing can be written.
    public static func write(report: String, to folder: String) throws -> String {
        let source = URL(fileURLWithPath: report).standardizedFileURL
        let target = URL(fileURLWithPath: folder).standardizedFileURL
        let data = try ReportNotebook.data(reportFolder: report, seenAs: relative(source, from: target))
        let path = folder + "/" + source.lastPathComponent + ".ipynb"
        try OutputFile.write(data, to: path)
        return path
    }

    /// The way from one folder to another, so that both can be moved together.
    private static func relative(_ path: URL, from base: URL) -> String {
        let (to, from) = (path.pathComponents, base.pathComponents)
        let shared = zip(to, from).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: from.count - shared) + to[shared...]
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}
