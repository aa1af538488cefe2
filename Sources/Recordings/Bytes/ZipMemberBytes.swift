import CZlib

/// The stored bytes of one member of a zip file, and the check of what they expand to.
struct ZipMemberBytes {
    private let bytes: MappedBytes
    private var position: Int
    private let end: Int
    /// Stored bytes.
    let count: Int
    private let expanded: Int
    private let crc: UInt32
    let isDeflated: Bool
    private var produced = 0
    private var sum: UInt = crc32(0, nil, 0)

    init(bytes: MappedBytes, start: Int, count: Int, expanded: Int, crc: UInt32, isDeflated: Bool) {
        self.bytes = bytes
        position = start
        end = start + count
        self.count = count
        self.expanded = expanded
        self.crc = crc
        self.isDeflated = isDeflated
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let length = min(buffer.count, end - position)
        guard length > 0 else { return 0 }
        bytes.withBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + length])) }
        position += length
        return length
    }

    /// Takes expanded bytes into the checksum; false where there are more than the directory says.
    mutating func check(_ piece: UnsafeRawBufferPointer) -> Bool {
        produced += piece.count
        guard produced <= expanded else { return false }
        sum = crc32(sum, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(piece.count))
        return true
    }

    /// Length and checksum are as the directory says.
    var isWhole: Bool { produced == expanded && UInt32(truncatingIfNeeded: sum) == crc }
}
