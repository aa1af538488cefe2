/// Random access to the bytes of a regular file or of memory.
package final class StoredBytes {
    /// Number of bytes.
    let count: Int
    private let file: FileReader?
    private let memory: [UInt8]

    private static let pieceSize = 1 << 20

    /// The bytes of a regular file, read on demand.
    init(_ file: FileReader, count: Int) { (self.file, self.count, memory) = (file, count, []) }

    /// Bytes in memory.
    init(_ bytes: [UInt8]) { (file, count, memory) = (nil, bytes.count, bytes) }

    /// Fills `buffer` from `place`; the bytes must exist.
    /// - Throws: `SensorLabError` (input/output), also where the file became shorter.
    func read(at place: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
        precondition(place >= 0 && buffer.count <= count - place, "bytes beyond the end")
        if let file { return try file.read(at: place, into: buffer) }
        buffer.copyBytes(from: memory[place..<place + buffer.count])
    }

    /// The bytes from `place`: at most `wanted`, fewer near the end.
    /// - Throws: `SensorLabError` (input/output).
    func bytes(at place: Int, count wanted: Int) throws -> [UInt8] {
        guard place >= 0, place < count, wanted > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: min(wanted, count - place))
        try bytes.withUnsafeMutableBytes { try read(at: place, into: $0) }
        return bytes
    }

    /// SHA-256 of all bytes, lower-case hexadecimal.
    /// - Throws: `SensorLabError` (input/output).
    func digest() throws -> String {
        var hasher = SHA256()
        var place = 0
        while case let piece = try bytes(at: place, count: Self.pieceSize), !piece.isEmpty {
            piece.withUnsafeBytes { hasher.update($0) }
            place += piece.count
        }
        return hasher.hexadecimal()
    }
}
