import Foundation

/// Paths in text for people, relative to the working directory where that is shorter.
enum RelativePaths {
    /// The text with every absolute path below the working directory or one of its parents made relative.
    /// - Parameter folder: the absolute path of the working directory.
    static func applied(
        to text: String, in folder: String = FileManager.default.currentDirectoryPath
    ) -> String {
        var text = text
        var (parent, way) = (folder, "")
        // The working directory first: a path below it begins with its parents too.
        while parent.count > 1 {
            let prefix = parent + "/"
            if way.count < prefix.count { text = replacing(prefix, by: way, in: text) }
            parent = (parent as NSString).deletingLastPathComponent
            way += "../"
        }
        return text
    }

    /// Replaces a prefix where a path begins with it and goes on.
    private static func replacing(_ prefix: String, by way: String, in text: String) -> String {
        guard text.contains(prefix) else { return text }
        var (result, rest) = ("", text[...])
        while let range = rest.range(of: prefix) {
            let before = rest[..<range.lowerBound].last ?? result.last
            let isStart = before.map { !($0.isLetter || $0.isNumber || "/._-".contains($0)) } ?? true
            let goesOn = rest[range.upperBound...].first.map { !$0.isWhitespace && $0 != "'" } ?? false
            result += rest[..<range.lowerBound] + (isStart && goesOn ? way : prefix)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
