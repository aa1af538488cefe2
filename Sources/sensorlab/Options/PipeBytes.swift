import Files
import Foundation

/// The whole input of a pipe, which can be read once only.
enum PipeBytes {
    /// `nil` for a file or a folder.
    static func of(_ path: String) -> (name: String, bytes: [UInt8])? {
        var status = stat()
        guard path == "-" || (stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO) else { return nil }
        let name = path == "-" ? "standard input" : path
        let bytes = Waiting.during(name) {
            let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
            return (try? file?.readToEnd()) ?? Data()
        }
        return (name, Array(bytes))
    }
}
