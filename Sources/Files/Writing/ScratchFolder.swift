import Foundation
import Vocabulary

/// A temporary folder for intermediate files.
///
/// It is removed with its contents when the last reference goes, and when the program is interrupted.
public final class ScratchFolder {
    /// Its path.
    public let path: String

    /// - Throws: `SensorLabError` (cannot create).
    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/sensorlab-\(UUID().uuidString)"
        UnfinishedFiles.add(path)
        try OutputFile.createFolder(path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        UnfinishedFiles.remove(path)
    }
}
