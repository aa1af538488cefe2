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
