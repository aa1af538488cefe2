import Foundation

/// The folder of shared data sets: `shared/` beside the checkout or above it, or the environment's SENSORLAB_SHARED.
enum SharedData {
    static let wmm: URL? = folder("datasets/wmm")

    static func folder(_ path: String) -> URL? {
        var candidates: [URL] = []
        if let shared = ProcessInfo.processInfo.environment["SENSORLAB_SHARED"] {
            candidates.append(URL(fileURLWithPath: shared))
        }
        var ancestor = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while ancestor.path != "/" {
            candidates.append(ancestor.appendingPathComponent("shared"))
            ancestor.deleteLastPathComponent()
        }
        return candidates.map { $0.appendingPathComponent(path) }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }
}
