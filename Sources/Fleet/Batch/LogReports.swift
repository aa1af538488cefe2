import Analysis
import Files
import Foundation

/// Writes the reports of many logs, each into a folder of its own below the folder of the results.
public struct LogReports: Sendable {
    private let results: String
    private let write: @Sendable (_ result: AnalysisResult, _ folder: String) throws -> Void

    /// - Parameters:
    ///   - results: the folder of the results.
    ///   - write: writes a report into a folder, with `report.html` as its page.
    public init(
        below results: String, write: @escaping @Sendable (_ result: AnalysisResult, _ folder: String) throws -> Void
    ) {
        (self.results, self.write) = (results, write)
    }

    /// Writes a log's report.
    /// - Parameters:
    ///   - result: of the analysis.
    ///   - id: the log's name.
    /// - Returns: the path of its page, relative to the folder of the results.
    public func add(_ result: AnalysisResult, _ id: String) throws -> String {
        try write(result, folder(of: id))
        return Self.name(of: id) + "/report.html"
    }

    /// The folders of a log's report and of those of its chapters.
    func folders(of id: String) -> [String] {
        let folder = folder(of: id)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: results + "/reports")) ?? []
        return [folder] + names.map { results + "/reports/" + $0 }.filter { $0.hasPrefix(folder + "-") }
    }

    /// Removes the folders of other reports that are of the same kind: those of chapters that there are no more.
    /// - Parameters:
    ///   - ids: the logs whose reports stay.
    ///   - isSuch: whether a folder's name is one of the kind.
    func keep(_ ids: [String], ofThose isSuch: (String) -> Bool) throws {
        let kept = Set(ids.map { FileNames.name(for: $0) })
        let names = (try? FileManager.default.contentsOfDirectory(atPath: results + "/reports")) ?? []
        for name in names where isSuch(name) && !kept.contains(name) {
            try FileManager.default.removeItem(atPath: results + "/reports/" + name)
        }
    }

    private func folder(of id: String) -> String { results + "/" + Self.name(of: id) }

    private static func name(of id: String) -> String { "reports/" + FileNames.name(for: id) }
}

/// File names for names of logs.
public enum FileNames {
    private static let longest = 80

    /// The name itself if it has at most 80 characters, only letters, digits and `-_.`, and does not begin with a dot.
    /// Otherwise other characters are replaced by `_`, and the beginning of the name's checksum is added, so that
    /// different names remain different.
    public static func name(for id: String) -> String {
        let plain = String(id.unicodeScalars.prefix(longest).map { isPlain($0) ? Character($0) : "_" })
        guard plain != id || plain.hasPrefix(".") else { return plain }
        return (plain.hasPrefix(".") ? "_" + plain : plain) + "-" + SHA256.hexadecimal(of: id).prefix(8)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}
