import Files
import Vocabulary

/// Writes an MCAP file (the specification at mcap.dev, version 0): chunks with checksums and message indices, then a
/// summary with schemas, channels, statistics and chunk indices, so that viewers jump to any time without reading the
/// whole.
///
/// Messages may come in any order of time; readers are fastest where it ascends. Chunks are not compressed.
final class MCAPWriter {
    /// Bytes of records after which a chunk is closed.
    private static let chunkSize = 1 << 20
    private static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]

    private enum Kind: UInt8 {
        case header = 1
        case footer, schema, channel, message, chunk, messageIndex, chunkIndex
        case statistics = 11
        case metadata, metadataIndex, summaryOffset, dataEnd
    }

    private let sink: ([UInt8]) throws -> Void
    /// Bytes passed to the sink so far.
    private var offset: UInt64 = 0
    /// Schemas and channels as records: in the first chunk that needs them, and in the summary.
    private var schemas: [[UInt8]] = []
    private var channels: [[UInt8]] = []
    private var counts: [UInt64] = []
    private var pending: [UInt8] = []
    private var chunk: [UInt8] = []
    /// By channel: time and offset in the chunk.
    private var entries: [UInt16: [(time: UInt64, offset: UInt64)]] = [:]
    private var span: ClosedRange<UInt64>?
    private var whole: ClosedRange<UInt64>?
    private var chunkIndices: [[UInt8]] = []
    private var metadataIndices: [[UInt8]] = []

    /// - Parameters:
    ///   - library: what wrote the file.
    ///   - sink: receives the file's bytes in order.
    init(library: String, sink: @escaping ([UInt8]) throws -> Void) throws {
        self.sink = sink
        try put(Self.magic)
        try put(MCAPRecord("", library).bytes(of: Kind.header.rawValue))
    }

    /// Adds a JSON schema and returns its number, from 1.
    func addSchema(_ name: String, _ json: String) -> UInt16 {
        let number = UInt16(schemas.count + 1)
        schemas.append(MCAPRecord(number, name, "jsonschema", json).bytes(of: Kind.schema.rawValue))
        pending += schemas[schemas.count - 1]
        return number
    }

    /// Adds a channel of JSON messages and returns its number, from 0.
    func addChannel(_ topic: String, schema: UInt16, metadata: [(String, String)] = []) -> UInt16 {
        let number = UInt16(channels.count)
        let record = MCAPRecord(number, schema, topic, "json", MCAPMap(texts: metadata))
        channels.append(record.bytes(of: Kind.channel.rawValue))
        counts.append(0)
        pending += channels[channels.count - 1]
        return number
    }

    /// Adds a message.
    /// - Parameter time: nanoseconds, not negative.
    func add(_ message: [UInt8], to channel: UInt16, time: UInt64) throws {
        chunk += pending
        pending = []
        entries[channel, default: []].append((time, UInt64(chunk.count)))
        let number = UInt32(truncatingIfNeeded: counts[Int(channel)])
        chunk += MCAPRecord(channel, number, time, time, message).bytes(of: Kind.message.rawValue)
        counts[Int(channel)] += 1
        span = Self.extended(span, time)
        if chunk.count >= Self.chunkSize { try closeChunk() }
    }

    /// Adds a record of texts by name, between chunks.
    func addMetadata(_ name: String, _ texts: [(String, String)]) throws {
        try closeChunk()
        let bytes = MCAPRecord(name, MCAPMap(texts: texts)).bytes(of: Kind.metadata.rawValue)
        let index = MCAPRecord(offset, UInt64(bytes.count), name)
        metadataIndices.append(index.bytes(of: Kind.metadataIndex.rawValue))
        try put(bytes)
    }

    /// Writes the summary and the end.
    func finish() throws {
        chunk += pending
        pending = []
        try closeChunk()
        // No checksum of the whole data section: every chunk has its own.
        try put(MCAPRecord(UInt32(0)).bytes(of: Kind.dataEnd.rawValue))

        let start = offset
        var summary: [UInt8] = []
        var offsets: [UInt8] = []
        let groups: [(Kind, [[UInt8]])] = [
            (.schema, schemas), (.channel, channels), (.statistics, [statistics]), (.chunkIndex, chunkIndices),
            (.metadataIndex, metadataIndices),
        ]
        for (kind, records) in groups where !records.isEmpty {
            let begin = summary.count
            for record in records { summary += record }
            let group = MCAPRecord(kind.rawValue, start + UInt64(begin), UInt64(summary.count - begin))
            offsets += group.bytes(of: Kind.summaryOffset.rawValue)
        }
        let footer = MCAPRecord(start, start + UInt64(summary.count))
        // The checksum covers everything from the summary up to itself, including the head of the footer.
        let head = footer.bytes(of: Kind.footer.rawValue, more: 4)
        let sum = CRC32(of: summary + offsets + head).value
        try put(summary + offsets + head)
        try put(MCAPRecord(sum).content + Self.magic)
    }

    private var statistics: [UInt8] {
        var record = MCAPRecord(
            counts.reduce(0, +), UInt16(schemas.count), UInt32(channels.count), UInt32(0),
            UInt32(metadataIndices.count), UInt32(chunkIndices.count), whole?.lowerBound ?? 0, whole?.upperBound ?? 0,
            UInt32(10 * counts.count))
        for (channel, count) in counts.enumerated() { record.add(UInt16(channel), count) }
        return record.bytes(of: Kind.statistics.rawValue)
    }

    private func closeChunk() throws {
        guard !chunk.isEmpty else { return }
        let (begin, time) = (offset, span ?? 0...0)
        let record = MCAPRecord(
            time.lowerBound, time.upperBound, UInt64(chunk.count), CRC32(of: chunk).value, "", UInt64(chunk.count),
            chunk)
        let bytes = record.bytes(of: Kind.chunk.rawValue)
        try put(bytes)

        let indexStart = offset
        var index = MCAPRecord(
            time.lowerBound, time.upperBound, begin, UInt64(bytes.count), UInt32(10 * entries.count))
        for (channel, list) in entries.sorted(by: { $0.key < $1.key }) {
            index.add(channel, offset)
            var messages = MCAPRecord(channel, UInt32(16 * list.count))
            for entry in list { messages.add(entry.time, entry.offset) }
            try put(messages.bytes(of: Kind.messageIndex.rawValue))
        }
        index.add(offset - indexStart, "", UInt64(chunk.count), UInt64(chunk.count))
        chunkIndices.append(index.bytes(of: Kind.chunkIndex.rawValue))
        if let span { whole = Self.extended(Self.extended(whole, span.lowerBound), span.upperBound) }
        (chunk, entries, span) = ([], [:], nil)
    }

    private static func extended(_ range: ClosedRange<UInt64>?, _ value: UInt64) -> ClosedRange<UInt64> {
        range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }

    private func put(_ bytes: [UInt8]) throws {
        try sink(bytes)
        offset += UInt64(bytes.count)
    }
}

/// A record's content: numbers are little-endian, texts and maps begin with their length.
private struct MCAPRecord {
    private(set) var content: [UInt8] = []

    init<each Field: MCAPField>(_ fields: repeat each Field) { add(repeat each fields) }

    mutating func add<each Field: MCAPField>(_ fields: repeat each Field) {
        repeat (each fields).append(to: &content)
    }

    /// The whole record: kind, length, content.
    /// - Parameter more: bytes of the content that follow later.
    func bytes(of kind: UInt8, more: Int = 0) -> [UInt8] {
        MCAPRecord(kind, UInt64(content.count + more)).content + content
    }
}

private protocol MCAPField {
    func append(to bytes: inout [UInt8])
}

extension MCAPField where Self: FixedWidthInteger {
    fileprivate func append(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: littleEndian) { bytes.append(contentsOf: $0) }
    }
}

extension UInt8: MCAPField {}
extension UInt16: MCAPField {}
extension UInt32: MCAPField {}
extension UInt64: MCAPField {}

extension String: MCAPField {
    fileprivate func append(to bytes: inout [UInt8]) {
        UInt32(utf8.count).append(to: &bytes)
        bytes += utf8
    }
}

/// Bytes as they are.
extension [UInt8]: MCAPField {
    fileprivate func append(to bytes: inout [UInt8]) { bytes += self }
}

private struct MCAPMap: MCAPField {
    let texts: [(String, String)]

    func append(to bytes: inout [UInt8]) {
        var entries = MCAPRecord()
        for (key, value) in texts { entries.add(key, value) }
        UInt32(entries.content.count).append(to: &bytes)
        bytes += entries.content
    }
}
