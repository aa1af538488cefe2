import Foundation
import Vocabulary

/// A folder for intermediate files among the system's temporary ones. It goes with its contents when the last reference does,
/// and when the program is interrupted.
public final class ScratchFolder {
    /// Where it is.
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
