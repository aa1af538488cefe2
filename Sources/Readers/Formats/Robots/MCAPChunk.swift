import Files
import Vocabulary

/// The records in a chunk of an MCAP file, expanded while they are read.
final class MCAPChunk: ByteInput {
    /// How the records of a chunk are packed.
    enum Packing: Equatable {
        case none, lz4, zstd
        /// One that the format's specification does not name.
        case unknown(String)

        init(_ name: String) {
            switch name {
            case "": self = .none
            case "lz4": self = .lz4
            case "zstd": self = .zstd
            default: self = .unknown(name)
            }
        }
    }

    private let reader: ByteReader
    private let expander: (any Expander)?
    /// Bytes of the chunk as stored that are left.
    private var stored: Int
    /// Bytes of its records by its own word, and as many as there were so far.
    private let size: Int
    private var produced = 0
    private let checksum: UInt32
    private var sum = CRC32()
    /// Bytes that the chunks before it expanded to.
    private let before: Int
    /// The log ends inside of the chunk.
    private(set) var isCut = false

    /// Numbers of sensors expand some ten times, pictures of one colour many thousand times: a log as a whole may not.
    private static let largestRatio = 400
    /// So many bytes always.
    private static let alwaysExpanded = 1 << 26

    /// - Parameters:
    ///   - reader: at the first stored byte.
    ///   - size: what the chunk says that its records have; more is not read.
    ///   - checksum: CRC-32 of the records; 0 for none.
    ///   - before: bytes that the chunks before it expanded to.
    init(
        _ reader: ByteReader, stored: Int, expander: (any Expander)?, size: Int, checksum: UInt32, before: Int
    ) {
        (self.reader, self.stored, self.expander) = (reader, stored, expander)
        (self.size, self.checksum, self.before) = (size, checksum, before)
    }

    /// Whether as many bytes were read as the chunk says.
    var isWhole: Bool { produced == size }

    /// Whether the records that were read are those that were written, as far as that can be known.
    var isRight: Bool { checksum == 0 || sum.value == checksum }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size - produced))
        guard !room.isEmpty, before + produced <= Self.alwaysExpanded + Self.largestRatio * reader.offset else {
            return 0
        }
        while true {
            let piece = try reader.piece(stored)
            isCut = piece.isEmpty && stored > 0
            guard let (used, made) = expand(piece, into: room) else { return 0 }
            reader.skip(used)
            stored -= used
            guard made == 0 else {
                produced += made
                sum.update(UnsafeRawBufferPointer(rebasing: room[..<made]))
                return made
            }
            if used == 0 { return 0 }
        }
    }

    private func expand(
        _ piece: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int)? {
        if let expander { return expander.expand(piece, into: room) }
        let count = min(piece.count, room.count)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece.prefix(count)))
        return (count, count)
    }
}
