import Files
import Recordings
import Vocabulary

/// Reads the records of a bag of ROS 1 one after another (wiki.ros.org/Bags/Format/2.0), as far as they go: no index is
/// needed, so that bags that were not closed are read too.
///
/// A record is a header, fields `name=value` with their lengths, and data. A chunk is a record whose data are others,
/// compressed or not.
struct ROS1BagReader {
    private let reader: ByteReader
    private(set) var bag = ROSBag()
    private var connections: [UInt32: ROSBag.Channel] = [:]
    /// Bytes to which chunks expanded so far.
    private var expanded = 0

    private static let magic = Array("#ROSBAG V".utf8)
    private static let version = Array("2.0\n".utf8)
    /// Bytes; longest header, and longest data of a connection: the definition of a message is among them.
    private static let largest = 1 << 17
    /// Bytes; more than any record that is examined as a whole.
    private static let capacity = 1 << 19

    /// Whether a log begins like this.
    static func recognises(_ head: UnsafeBufferPointer<UInt8>) -> Bool { head.starts(with: magic) }

    init(_ lines: LineReader) { reader = ByteReader(lines) }

    private enum Kind: UInt8 {
        case message = 2
        case bag, index, chunk, chunkInfo, connection
    }

    /// Reads to the end.
    /// - Throws: `SensorLabError` (bad data) for another version of the format, and for compressed chunks where the
    ///   system does not have the library.
    mutating func read() throws {
        let start = Self.magic.count + Self.version.count
        guard try reader.has(start), reader.text(Self.magic.count, 4) == "2.0\n" else {
            throw reader.source.error(
                .binaryLog, "found a bag of ROS 1 of another version, expected version 2.0",
                "convert it: rosbag migrate LOG NEW (rosbags-convert makes bags of ROS 2)")
        }
        reader.skip(start)
        bag.stop = try readRecords(of: reader, isChunk: false) ? nil : ROSBag.cut
    }

    /// - Parameter isChunk: only connections and messages may be in it.
    /// - Returns: whether the last record is whole.
    private mutating func readRecords(of records: ByteReader, isChunk: Bool) throws -> Bool {
        while try records.has(4) {
            let size = Int(records.number(0, as: UInt32.self))
            guard size <= Self.largest else {
                bag.damage += 1
                return true
            }
            guard try records.has(8 + size) else { return false }
            let head = Fields(records, 4, size)
            let length = Int(records.number(4 + size, as: UInt32.self))
            records.skip(8 + size)
            let end = records.offset + length
            guard let kind = head.number("op", as: UInt8.self).flatMap(Kind.init) else {
                bag.damage += 1
                return true
            }
            switch kind {
            case .connection:
                guard try records.has(min(length, Self.largest)) else { return false }
                takeConnection(head, Fields(records, 0, min(length, Self.largest)))
            case .message:
                guard try records.has(min(length, ROSBag.largestMessage)) else { return false }
                takeMessage(head, records, length)
            case .chunk where !isChunk: try takeChunk(head, length)
            case .bag, .index, .chunkInfo, .chunk: if isChunk { bag.damage += 1 }
            }
            guard try records.skip(to: end) else { return false }
        }
        return try !records.has(1)
    }

    /// Messages come without their definition: the one that the connection has is taken as what its name says.
    private mutating func takeConnection(_ head: Fields, _ data: Fields) {
        guard let number = head.number("conn", as: UInt32.self) else {
            bag.damage += 1
            return
        }
        // The index at the end repeats them.
        if connections[number] != nil { return }
        let topic = head.text("topic")?.shortPlainText ?? "connection \(number)"
        connections[number] = bag.channel(topic, schema: data.text("type") ?? "", encoding: ROSEncoding.ros1.rawValue)
    }

    private mutating func takeMessage(_ head: Fields, _ records: ByteReader, _ length: Int) {
        guard let connection = head.number("conn", as: UInt32.self).flatMap({ connections[$0] }),
            let time = head.number("time", as: UInt64.self)
        else {
            bag.damage += 1
            return
        }
        let logged = LogTime.sum(
            LogTime.product(Int64(time & 0xffff_ffff), LogTime.nanosecondsPerSecond), Int64(time >> 32))
        let isWhole = length <= ROSBag.largestMessage
        bag.take(
            isWhole ? UnsafeRawBufferPointer(start: records.next, count: length) : nil, of: connection, logged: logged)
    }

    private mutating func takeChunk(_ head: Fields, _ stored: Int) throws {
        guard let size = head.number("size", as: UInt32.self), let name = head.text("compression") else {
            bag.damage += 1
            return
        }
        guard let packing = BagPacking(rawValue: name == "none" ? "" : name) else {
            bag.unknownPacking = name.shortPlainText ?? ""
            bag.damage += 1
            return
        }
        let expander = try packing.expander(reader.source, tool: "rosbag decompress LOG, or rosbags-convert")
        let chunk = BagChunk(
            reader, stored: stored, expander: expander, size: Int(size), checksum: 0, before: expanded)
        let records = ByteReader(chunk, partOf: reader.source, capacity: Self.capacity)
        let isComplete = try readRecords(of: records, isChunk: true)
        _ = try records.skip(to: Int(size))
        expanded += records.offset
        if !chunk.isCut, !chunk.isWhole || !isComplete { bag.damage += 1 }
    }

    /// The fields of a header.
    private struct Fields {
        private var values: [String: [UInt8]] = [:]

        /// - Parameter size: bytes from `start`, which the reader has in memory.
        init(_ records: ByteReader, _ start: Int, _ size: Int) {
            var offset = start
            while offset + 4 <= start + size {
                let length = Int(records.number(offset, as: UInt32.self))
                offset += 4
                guard length <= start + size - offset else { return }
                let field = UnsafeRawBufferPointer(start: records.next + offset, count: length)
                if let mark = field.firstIndex(of: UInt8(ascii: "=")) {
                    values[String(decoding: field[..<mark], as: UTF8.self)] = Array(field[(mark + 1)...])
                }
                offset += length
            }
        }

        func text(_ name: String) -> String? { values[name].map { String(decoding: $0, as: UTF8.self) } }

        /// Little-endian; `nil` where it has another size.
        func number<Number: FixedWidthInteger & BitwiseCopyable>(_ name: String, as: Number.Type) -> Number? {
            guard let value = values[name], value.count == MemoryLayout<Number>.size else { return nil }
            return value.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
        }
    }
}
