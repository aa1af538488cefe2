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
        var header = MCAPRecord()
        header.text("")
        header.text(library)
        try put(header.bytes(of: Kind.header.rawValue))
    }

    /// Adds a JSON schema and returns its number, from 1.
    func addSchema(_ name: String, _ json: String) -> UInt16 {
        let number = UInt16(schemas.count + 1)
        var record = MCAPRecord()
        record.number(number)
        record.text(name)
        record.text("jsonschema")
        record.text(json)
        schemas.append(record.bytes(of: Kind.schema.rawValue))
        pending += schemas[schemas.count - 1]
        return number
    }

    /// Adds a channel of JSON messages and returns its number, from 0.
    func addChannel(_ topic: String, schema: UInt16, metadata: [(String, String)] = []) -> UInt16 {
        let number = UInt16(channels.count)
        var record = MCAPRecord()
        record.number(number)
        record.number(schema)
        record.text(topic)
        record.text("json")
        record.map(metadata)
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
        var record = MCAPRecord()
        record.number(channel)
        record.number(UInt32(truncatingIfNeeded: counts[Int(channel)]))
        record.number(time)
        record.number(time)
        record.raw(message)
        chunk += record.bytes(of: Kind.message.rawValue)
        counts[Int(channel)] += 1
        span = Self.extended(span, time)
        if chunk.count >= Self.chunkSize { try closeChunk() }
    }

    /// Adds a record of texts by name, between chunks.
    func addMetadata(_ name: String, _ texts: [(String, String)]) throws {
        try closeChunk()
        var record = MCAPRecord()
        record.text(name)
        record.map(texts)
        let bytes = record.bytes(of: Kind.metadata.rawValue)
        var index = MCAPRecord()
        index.number(offset)
        index.number(UInt64(bytes.count))
        index.text(name)
        metadataIndices.append(index.bytes(of: Kind.metadataIndex.rawValue))
        try put(bytes)
    }

    /// Writes the summary and the end.
    func finish() throws {
        chunk += pending
        pending = []
        try closeChunk()
        var end = MCAPRecord()
        // No checksum of the whole data section: every chunk has its own.
        end.number(UInt32(0))
        try put(end.bytes(of: Kind.dataEnd.rawValue))

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
            var group = MCAPRecord()
            group.number(kind.rawValue)
            group.number(start + UInt64(begin))
            group.number(UInt64(summary.count - begin))
            offsets += group.bytes(of: Kind.summaryOffset.rawValue)
        }
        var footer = MCAPRecord()
        footer.number(start)
        footer.number(start + UInt64(summary.count))
        // The checksum covers everything from the summary up to itself, including the head of the footer.
        let head = footer.bytes(of: Kind.footer.rawValue, more: 4)
        let sum = CRC32(of: summary + offsets + head).value
        try put(summary + offsets + head)
        var tail = MCAPRecord()
        tail.number(sum)
        try put(tail.content + Self.magic)
    }

    private var statistics: [UInt8] {
        var record = MCAPRecord()
        record.number(counts.reduce(0, +))
        record.number(UInt16(schemas.count))
        record.number(UInt32(channels.count))
        record.number(UInt32(0))
        record.number(UInt32(metadataIndices.count))
        record.number(UInt32(chunkIndices.count))
        record.number(whole?.lowerBound ?? 0)
        record.number(whole?.upperBound ?? 0)
        record.number(UInt32(10 * counts.count))
        for (channel, count) in counts.enumerated() {
            record.number(UInt16(channel))
            record.number(count)
        }
        return record.bytes(of: Kind.statistics.rawValue)
    }

    private func closeChunk() throws {
        guard !chunk.isEmpty else { return }
        let (begin, time) = (offset, span ?? 0...0)
        var record = MCAPRecord()
        record.number(time.lowerBound)
        record.number(time.upperBound)
        record.number(UInt64(chunk.count))
        record.number(CRC32(of: chunk).value)
        record.text("")
        record.number(UInt64(chunk.count))
        record.raw(chunk)
        let bytes = record.bytes(of: Kind.chunk.rawValue)
        try put(bytes)

        let indexStart = offset
        var index = MCAPRecord()
        index.number(time.lowerBound)
        index.number(time.upperBound)
        index.number(begin)
        index.number(UInt64(bytes.count))
        index.number(UInt32(10 * entries.count))
        for (channel, list) in entries.sorted(by: { $0.key < $1.key }) {
            index.number(channel)
            index.number(offset)
            var messages = MCAPRecord()
            messages.number(channel)
            messages.number(UInt32(16 * list.count))
            for entry in list {
                messages.number(entry.time)
                messages.number(entry.offset)
            }
            try put(messages.bytes(of: Kind.messageIndex.rawValue))
        }
        index.number(offset - indexStart)
        index.text("")
        index.number(UInt64(chunk.count))
        index.number(UInt64(chunk.count))
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

/// The content of a record: little-endian numbers, and length-prefixed texts.
private struct MCAPRecord {
    private(set) var content: [UInt8] = []

    mutating func number<Number: FixedWidthInteger>(_ value: Number) {
        withUnsafeBytes(of: value.littleEndian) { content.append(contentsOf: $0) }
    }

    mutating func text(_ text: String) {
        number(UInt32(text.utf8.count))
        content.append(contentsOf: text.utf8)
    }

    mutating func map(_ texts: [(String, String)]) {
        var entries = MCAPRecord()
        for (key, value) in texts {
            entries.text(key)
            entries.text(value)
        }
        number(UInt32(entries.content.count))
        content += entries.content
    }

    mutating func raw(_ bytes: [UInt8]) { content += bytes }

    /// Kind, length, content.
    /// - Parameter more: bytes that follow.
    func bytes(of kind: UInt8, more: Int = 0) -> [UInt8] {
        var head = MCAPRecord()
        head.number(kind)
        head.number(UInt64(content.count + more))
        return head.content + content
    }
}
