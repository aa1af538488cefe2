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
    private(set) var bag = ROSBag()
    /// The names of the schemas by number.
    private var schemas: [UInt16: String] = [:]
    private var channels: [UInt16: ROSBag.Channel] = [:]
    /// Whether the end of the messages was found.
    private var isComplete = false
    /// Bytes to which chunks expanded so far.
    private var expanded = 0

    private static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50]
    private static let version = UInt8(ascii: "0")
    private static let magicSize = 8
    /// Bytes of a record's kind and length.
    private static let headSize = 9
    /// Bytes of a message, and of the names of a channel.
    private static let largest = ROSBag.largestMessage
    /// Bytes; more than a record's head and the longest message.
    private static let capacity = 1 << 18

    /// Whether a log begins like this.
    static func recognises(_ head: UnsafeBufferPointer<UInt8>) -> Bool { head.starts(with: magic) }

    /// - Parameter bag: what other files of the recording hold.
    init(_ lines: LineReader, _ bag: ROSBag = ROSBag()) { (reader, self.bag) = (ByteReader(lines), bag) }

    // MARK: Records

    /// Reads to the end.
    /// - Throws: `SensorLabError` (bad data) for another version of the format, and for compressed chunks where the
    ///   system does not have the library.
    mutating func read() throws {
        let stop = bag.stop
        bag.stop = ROSBag.cut
        guard try reader.has(Self.magicSize) else { return }
        guard reader.next.load(fromByteOffset: Self.magic.count, as: UInt8.self) == Self.version else {
            throw reader.source.error(
                .binaryLog, "found an MCAP file of another version, expected version 0",
                "convert it with the mcap command")
        }
        reader.skip(Self.magicSize)
        try readRecords(of: reader, isChunk: false)
        if isComplete { bag.stop = stop }
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
                bag.damage += 1
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
                isComplete = try records.skip(to: end)
                return true
            case .header, .footer, .chunk, .dataEnd:
                if isChunk { bag.damage += 1 }
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
            bag.damage += 1
            return
        }
        schemas[records.number(0)] = name
    }

    private mutating func takeChannel(_ records: ByteReader, _ size: Int) {
        guard let names = names(2, from: 4, records, size) else {
            bag.damage += 1
            return
        }
        let number: UInt16 = records.number(0)
        // Writers repeat the channels in every chunk.
        if case .read = channels[number] { return }
        channels[number] = bag.channel(
            names[0].shortPlainText ?? "channel \(number)", schema: schemas[records.number(2)] ?? "", encoding: names[1]
        )
    }

    // MARK: Messages

    /// Channel, sequence, the recorder's and the sender's time; then the message.
    private static let messageHeadSize = 22

    /// - Parameter size: of the record, of which `largest` bytes are in memory.
    private mutating func takeMessage(_ records: ByteReader, _ size: Int) {
        guard size >= Self.messageHeadSize else {
            bag.damage += 1
            return
        }
        guard let channel = channels[records.number(0)] else {
            bag.damage += 1
            return
        }
        let message = UnsafeRawBufferPointer(
            start: records.next + Self.messageHeadSize, count: size - Self.messageHeadSize)
        bag.take(
            size <= Self.largest ? message : nil, of: channel,
            logged: Int64(clamping: records.number(6, as: UInt64.self)))
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
            bag.damage += 1
            return
        }
        guard let packing = BagPacking(rawValue: name) else {
            bag.unknownPacking = name.shortPlainText ?? ""
            bag.damage += 1
            return
        }
        let expander = try packing.expander(reader.source, tool: "mcap decompress LOG -o PLAIN")
        let checksum: UInt32 = reader.number(24)
        reader.skip(head + 8)
        let chunk = BagChunk(
            reader, stored: stored, expander: expander, size: expands, checksum: checksum, before: expanded)
        let records = ByteReader(chunk, partOf: reader.source, capacity: Self.capacity)
        let isComplete = try readRecords(of: records, isChunk: true)
        // The checksum also covers records that were not examined.
        _ = try records.skip(to: expands)
        expanded += records.offset
        if chunk.isCut { return }
        if !chunk.isWhole || !isComplete { bag.damage += 1 } else if !chunk.isRight { bag.wrongChecksums += 1 }
    }
}
