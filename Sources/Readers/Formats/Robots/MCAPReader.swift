import Files
import Recordings
import Vocabulary

/// Reads the records of an MCAP file one after another (the specification at mcap.dev, version 0), as far as they go:
/// no index is needed.
///
/// A record is its kind (one byte), its length (eight) and its content. A chunk is a record that holds others,
/// compressed or not. Nothing marks a record's beginning, so that after damage only records in other chunks can be
/// found again.
struct MCAPReader {
    private let reader: ByteReader
    /// The messages that are read.
    private(set) var topics: [ROSTopic] = []
    /// What else is in the file, for the message where nothing can be read.
    private(set) var otherTopics: [String] = []
    /// Damaged places, chunks that cannot be expanded, and messages without a channel.
    private(set) var damage = 0
    /// Chunks with a wrong checksum.
    private(set) var wrongChecksums = 0
    /// Whether the file stops before its end.
    private(set) var isCut = true
    /// An unknown compression of chunks.
    private(set) var unknownPacking: String?

    private enum Channel {
        /// The index of its topic.
        case read(Int, ROSEncoding)
        case passedOver
    }

    /// The names of the schemas by number.
    private var schemas: [UInt16: String] = [:]
    private var channels: [UInt16: Channel] = [:]
    /// The indices of the topics by kind and name.
    private var indices: [String: Int] = [:]
    /// Bytes to which chunks expanded so far.
    private var expanded = 0

    private static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50]
    private static let version = UInt8(ascii: "0")
    private static let magicSize = 8
    /// Bytes of a record's kind and length.
    private static let headSize = 9
    /// Bytes; longest message that is read, and longest names of a channel.
    private static let largest = 1 << 16
    /// Bytes; more than a record's head and the longest message.
    private static let capacity = 1 << 18

    /// Whether a log begins like this.
    static func recognises(_ head: UnsafeBufferPointer<UInt8>) -> Bool { head.starts(with: magic) }

    init(_ lines: LineReader) { reader = ByteReader(lines) }

    // MARK: Records

    /// Reads to the end.
    /// - Throws: `SensorLabError` (bad data) for another version of the format, and for compressed chunks where the
    ///   system does not have the library.
    mutating func read() throws {
        guard try reader.has(Self.magicSize) else { return }
        guard reader.next.load(fromByteOffset: Self.magic.count, as: UInt8.self) == Self.version else {
            throw reader.source.error(
                .binaryLog, "found an MCAP file of another version, expected version 0",
                "convert it with the mcap command")
        }
        reader.skip(Self.magicSize)
        try readRecords(of: reader, isChunk: false)
    }

    private enum Kind: UInt8 {
        case header = 1
        case footer, schema, channel, message, chunk
        case dataEnd = 15

        /// Whether the record is examined as a whole, at most `largest` bytes of it.
        var isInMemory: Bool { self == .schema || self == .channel || self == .message }
    }

    /// - Parameter isChunk: only schemas, channels and messages may be in it.
    /// - Returns: whether the last record is whole.
    @discardableResult
    private mutating func readRecords(of records: ByteReader, isChunk: Bool) throws -> Bool {
        while try records.has(Self.headSize) {
            let number: UInt8 = records.number(0)
            let length = Int(clamping: records.number(1, as: UInt64.self))
            let (end, isTooLong) = (records.offset + Self.headSize).addingReportingOverflow(length)
            guard number != 0, !isTooLong else {
                damage += 1
                return true
            }
            records.skip(Self.headSize)
            let kind = Kind(rawValue: number)
            if kind?.isInMemory == true, try !records.has(min(length, Self.largest)) { return false }
            switch kind {
            case .schema: takeSchema(records, min(length, Self.largest))
            case .channel: takeChannel(records, min(length, Self.largest))
            case .message: takeMessage(records, length)
            case .chunk where !isChunk: try takeChunk(length)
            case .dataEnd where !isChunk, .footer where !isChunk:
                // The same schemas and channels may follow again, and the index.
                isCut = !(try records.skip(to: end))
                return true
            case .header, .footer, .chunk, .dataEnd:
                if isChunk { damage += 1 }
            case nil: break
            }
            guard try records.skip(to: end) else { return false }
        }
        return try !records.has(1)
    }

    // MARK: Schemas and channels

    /// Texts behind their lengths; `nil` for a record that does not have them.
    /// - Parameter size: of the record, as many bytes of it as are in memory.
    private func names(_ count: Int, from start: Int, _ records: ByteReader, _ size: Int) -> [String]? {
        var offset = start
        var names: [String] = []
        for _ in 0..<count {
            guard offset + 4 <= size else { return nil }
            let length = Int(records.number(offset, as: UInt32.self))
            guard length <= size - offset - 4 else { return nil }
            names.append(records.text(offset + 4, length))
            offset += 4 + length
        }
        return names
    }

    private mutating func takeSchema(_ records: ByteReader, _ size: Int) {
        guard let name = names(1, from: 2, records, size)?.first else {
            damage += 1
            return
        }
        schemas[records.number(0)] = name
    }

    private mutating func takeChannel(_ records: ByteReader, _ size: Int) {
        guard let names = names(2, from: 4, records, size) else {
            damage += 1
            return
        }
        let number: UInt16 = records.number(0)
        // Writers repeat the channels in every chunk.
        if case .read = channels[number] { return }
        let schema = schemas[records.number(2)] ?? ""
        let topic = names[0].shortPlainText ?? "channel \(number)"
        guard let kind = ROSTopic.Kind(schema: schema), let encoding = ROSEncoding(rawValue: names[1]) else {
            channels[number] = .passedOver
            let other = "\(topic) (\([schema, names[1]].compactMap(\.shortPlainText).joined(separator: ", ")))"
            if otherTopics.count < 100, !otherTopics.contains(other) { otherTopics.append(other) }
            return
        }
        let key = "\(kind) \(topic)"
        let index = indices[key] ?? topics.count
        if index == topics.count {
            topics.append(ROSTopic(name: topic, kind: kind))
            indices[key] = index
        }
        channels[number] = .read(index, encoding)
    }

    // MARK: Messages

    /// Channel, sequence, the recorder's and the sender's time; then the message.
    private static let messageHeadSize = 22

    /// - Parameter size: of the record, of which `largest` bytes are in memory.
    private mutating func takeMessage(_ records: ByteReader, _ size: Int) {
        guard size >= Self.messageHeadSize else {
            damage += 1
            return
        }
        switch channels[records.number(0)] {
        case nil: damage += 1
        case .passedOver: break
        case .read(let index, let encoding):
            guard size <= Self.largest else { return topics[index].addUnreadable() }
            let logged = Int64(clamping: records.number(6, as: UInt64.self))
            let message = UnsafeRawBufferPointer(
                start: records.next + Self.messageHeadSize, count: size - Self.messageHeadSize)
            topics[index].take(message, encoding, logged: logged > DecimalTime.limit ? DecimalTime.unreadable : logged)
        }
    }

    // MARK: Chunks

    /// First and last time, size and checksum of the records; then the packing's name and their stored length.
    private static let chunkHeadSize = 28
    /// Bytes; more than a chunk has before its records.
    private static let largestChunkHead = 128

    private mutating func takeChunk(_ size: Int) throws {
        let inMemory = min(size, Self.largestChunkHead)
        guard try reader.has(inMemory) else { return }
        guard let name = names(1, from: Self.chunkHeadSize, reader, inMemory)?.first,
            case let head = Self.chunkHeadSize + 4 + name.utf8.count, head + 8 <= inMemory,
            let stored = Int(exactly: reader.number(head, as: UInt64.self)), stored <= size - head - 8,
            let expands = Int(exactly: reader.number(16, as: UInt64.self))
        else {
            damage += 1
            return
        }
        let packing = MCAPChunk.Packing(name)
        if case .unknown(let name) = packing {
            unknownPacking = name.shortPlainText ?? ""
            damage += 1
            return
        }
        let expander = try expander(packing)
        let checksum: UInt32 = reader.number(24)
        reader.skip(head + 8)
        let chunk = MCAPChunk(
            reader, stored: stored, expander: expander, size: expands, checksum: checksum, before: expanded)
        let records = ByteReader(chunk, partOf: reader.source, capacity: Self.capacity)
        let isComplete = try readRecords(of: records, isChunk: true)
        // The checksum also covers records that were not examined.
        _ = try records.skip(to: expands)
        expanded += records.offset
        if chunk.isCut { return }
        if !chunk.isWhole || !isComplete { damage += 1 } else if !chunk.isRight { wrongChecksums += 1 }
    }

    private func expander(_ packing: MCAPChunk.Packing) throws -> (any Expander)? {
        switch packing {
        case .none, .unknown: return nil
        case .lz4:
            if let expander = LZ4Expander() { return expander }
            throw missing("lz4", package: "liblz4-1")
        case .zstd:
            if let expander = ZstandardExpander() { return expander }
            throw missing("zstd", package: "libzstd1")
        }
    }

    private func missing(_ packing: String, package: String) -> SensorLabError {
        reader.source.error(
            .binaryLog,
            "found chunks with the compression \(packing), expected the library \(package), which this system does not have",
            "install it (apt install \(package), brew install \(packing)), or unpack the log: mcap decompress LOG -o PLAIN"
        )
    }
}

/// The records in a chunk of an MCAP file, expanded while they are read.
final class MCAPChunk: ByteInput {
    /// How the records of a chunk are compressed.
    enum Packing: Equatable {
        case none, lz4, zstd
        /// A compression that the format's specification does not name.
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
