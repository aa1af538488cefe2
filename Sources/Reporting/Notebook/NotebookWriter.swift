import Foundation
import Recordings

/// Writes the notebook of a report or of a comparison.
public enum NotebookWriter {
    /// Writes `NAME.ipynb` into a folder, where NAME is that of the report folder or of the JSON file.
    ///
    /// - Parameters:
    ///   - report: the folder that `analyze` or `compare --out` wrote, or the JSON of `compare --json`.
    ///   - folder: where the notebook goes; created where it is not there.
    /// - Returns: the notebook's path.
    /// - Throws: `SensorLabError` where the report is missing or damaged, and where nothing can be written.
    public static func write(report: String, to folder: String) throws -> String {
        let source = URL(fileURLWithPath: report).standardizedFileURL
        let target = URL(fileURLWithPath: folder).standardizedFileURL
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
        let path = folder + "/" + name + ".ipynb"
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
