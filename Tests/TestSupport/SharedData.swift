import Foundation

/// The real recordings that tests measure against. They are not part of the repository: a test that needs them is
/// skipped, with a message, where they are absent (`.enabled(if: SharedData.isPresent, "...")`).
public enum SharedData {
    /// The folder `shared` beside the checkout, or the one that the environment variable SENSORLAB_SHARED names; `nil`
    /// where there is none.
    public static let root: URL? = {
        if let path = ProcessInfo.processInfo.environment["SENSORLAB_SHARED"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent("shared/datasets", isDirectory: true)
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate.deletingLastPathComponent() }
            folder.deleteLastPathComponent()
        }
        return nil
    }()

    /// Whether the recordings are there.
    public static var isPresent: Bool { root != nil }

    /// A path below `shared/datasets`.
    public static func dataset(_ path: String) -> URL {
        (root ?? URL(fileURLWithPath: "/nonexistent")).appendingPathComponent("datasets/" + path)
    }

    /// A path below the checkout's own `datasets/`.
    public static func committed(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("datasets/" + path)
    }
}
