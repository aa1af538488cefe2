import Foundation

/// Whether a recording is there.
enum LogPresence {
    static func isPresent(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    static func message(_ path: String) -> String { "the recording \(path) is not here" }
}
