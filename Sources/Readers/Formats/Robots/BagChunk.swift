import Files
import Recordings
import Vocabulary

/// How the records of a chunk are compressed, by the names of MCAP and of ROS 1.
enum BagPacking: String {
    case none = ""
    case lz4, zstd, bz2

    /// - Parameter tool: the command that unpacks such a log.
    /// - Throws: `SensorLabError` (bad data) where the system does not have the library.
    func expander(_ source: ByteSource, tool: String) throws -> (any Expander)? {
        let (expander, package): ((any Expander)?, String)
        switch self {
        case .none: return nil
        case .lz4: (expander, package) = (LZ4Expander(), "liblz4-1")
        case .zstd: (expander, package) = (ZstandardExpander(), "libzstd1")
        case .bz2: (expander, package) = (BZip2Expander(), "libbz2-1.0")
        }
        if let expander { return expander }
        let formula = self == .bz2 ? "bzip2" : rawValue
        throw source.error(
            .binaryLog,
            "found chunks with the compression \(rawValue), expected the library \(package), which this system does not have",
            "install it (apt install \(package), brew install \(formula)), or unpack the log: \(tool)")
    }
}

/// The records in a chunk of a bag, expanded while they are read.
final class BagChunk: ByteInput {
    private let reader: ByteReader
    private let expander: (any Expander)?
    /// Stored bytes of the chunk that are left.
    private var stored: Int
    /// Size of its records as the chunk states it, bytes, and bytes expanded so far.
    private let size: Int
    private var produced = 0
    private let checksum: UInt32
    private var sum = CRC32()
    /// Bytes that the chunks before it expanded to.
    private let before: Int
    /// The log ends inside of the chunk.
    private(set) var isCut = false

    /// Largest expansion of a whole log: sensor data expand some ten times, pictures of one colour many thousand times.
    private static let largestRatio = 400
    /// Bytes that may be expanded in any case.
    private static let alwaysExpanded = 1 << 26

    /// - Parameters:
    ///   - reader: at the first stored byte.
    ///   - size: of the records, as the chunk states it; more is not read.
    ///   - checksum: CRC-32 of the records; 0 for none.
    ///   - before: bytes that the chunks before it expanded to.
    init(
        _ reader: ByteReader, stored: Int, expander: (any Expander)?, size: Int, checksum: UInt32, before: Int
    ) {
        (self.reader, self.stored, self.expander) = (reader, stored, expander)
        (self.size, self.checksum, self.before) = (size, checksum, before)
    }

    /// Whether as many bytes were read as the chunk states.
    var isWhole: Bool { produced == size }

    /// Whether the checksum of the records is right, where the chunk has one.
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
