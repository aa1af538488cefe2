import Foundation

@testable import Recordings

/// Deflated data without gzip's header and trailer (RFC 1952: 10 and 8 bytes).
enum DeflatedBytes {
    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try GzipBytes.packed(bytes).dropFirst(10).dropLast(8))
    }
}

/// gzip in memory, by way of a file.
enum GzipBytes {
    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + UUID().uuidString + ".gz"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try OutputFile(path: path, compressed: true)
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.close()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
