/// A record of an MCAP file, read back by hand (the specification at mcap.dev): kind, length, content, little-endian.
struct MCAPRecord {
    let kind: UInt8
    let offset: Int
    let content: [UInt8]

    var size: Int { content.count + 9 }

    func number<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type = Number.self) -> Number {
        content[offset..<offset + MemoryLayout<Number>.size].reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    /// A text behind its length.
    func text(_ offset: Int) -> String {
        let length = Int(number(offset, as: UInt32.self))
        return String(decoding: content[offset + 4..<offset + 4 + length], as: UTF8.self)
    }

    /// The records one after the other, as far as they are whole.
    static func list(_ bytes: [UInt8], from start: Int = 0) -> [MCAPRecord] {
        var records: [MCAPRecord] = []
        var offset = start
        while offset + 9 <= bytes.count {
            let length = bytes[offset + 1..<offset + 9].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard offset + 9 + length <= bytes.count else { break }
            records.append(
                MCAPRecord(kind: bytes[offset], offset: offset, content: Array(bytes[offset + 9..<offset + 9 + length]))
            )
            offset += 9 + length
        }
        return records
    }
}
