import Dispatch
import Foundation
import Vocabulary

/// The checksum of a log's stored bytes.
public enum FileChecksum {
    private static let piece = 1 << 20

    /// SHA-256 of a file's bytes, lower-case hexadecimal; of a folder: of the lines that `sha256sum` prints for all
    /// files in it and below, sorted by name.
    /// - Throws: `SensorLabError`: no input (66) where nothing is at the path or it is neither file nor folder;
    ///   input/output (74).
    public static func hexadecimal(path: String) throws -> String {
        guard PathKind(path: path) == .folder else { return try file(path) }
        let names = (FileManager.default.subpaths(atPath: path) ?? []).sorted()
        let lines = try names.compactMap { name -> String? in
            let entry = path + "/" + name
            return PathKind(path: entry) == .folder ? nil : "\(try file(entry))  \(name)\n"
        }
        return SHA256.hexadecimal(of: lines.joined())
    }

    private static func file(_ path: String) throws -> String {
        let reader = try FileReader(path: path, mayBePipe: false)
        var hasher = SHA256()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try reader.read(into: buffer), count > 0 {
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        return hasher.hexadecimal()
    }
}

/// SHA-256 of bytes while they are read, computed on a thread of its own.
final class BackgroundChecksum: @unchecked Sendable {
    private let queue = DispatchQueue(label: "checksum")
    /// How many pieces may wait.
    private let room = DispatchSemaphore(value: 4)
    // Used only on the queue.
    private var hasher = SHA256()

    /// Adds a copy of the bytes.
    func update(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        room.wait()
        let piece = [UInt8](bytes)
        queue.async { [self] in
            piece.withUnsafeBytes { hasher.update($0) }
            room.signal()
        }
    }

    /// The digest of everything added, lower-case hexadecimal.
    func hexadecimal() -> String { queue.sync { hasher.hexadecimal() } }
}
