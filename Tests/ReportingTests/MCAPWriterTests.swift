import CZlib
import Foundation
import Testing

@testable import Reporting

/// The specification at mcap.dev, read back by hand; scripts/checks/viewers reads files with the format's own package.
@Suite("MCAP files")
struct MCAPWriterTests {
    private static func sum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        let bytes = Array(bytes)
        return bytes.withUnsafeBufferPointer { UInt32(crc32(0, $0.baseAddress, UInt32($0.count))) }
    }

    /// Two channels, messages of 40 kB, so that there are several chunks.
    private static func file() throws -> [UInt8] {
        let bytes = Collected()
        let writer = try MCAPWriter(library: "test") { bytes.list += $0 }
        let schema = writer.addSchema("sensorlab.Reading", ViewerSchema.reading.json)
        let channels = [
            writer.addChannel("/a", schema: schema), writer.addChannel("/b", schema: schema, metadata: [("unit", "m")]),
        ]
        try writer.addMetadata("log", [("path", "x.csv")])
        for index in 0..<100 {
            try writer.add(
                [UInt8](repeating: UInt8(index), count: 40_000), to: channels[index % 2], time: UInt64(1000 + index))
        }
        try writer.finish()
        return bytes.list
    }

    private final class Collected { var list: [UInt8] = [] }

    @Test("chunks have their checksums, and indices that point at their messages")
    func chunks() throws {
        let bytes = try Self.file()
        let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]
        #expect(Array(bytes.prefix(8)) == magic && Array(bytes.suffix(8)) == magic)
        let records = MCAPRecord.list(Array(bytes.dropLast(8)), from: 8)
        #expect(records.map(\.kind).first == 1 && records.map(\.kind).last == 2)
        var messages = 0
        for (index, chunk) in records.enumerated() where chunk.kind == 6 {
            let stored = Int(chunk.number(32, as: UInt64.self))
            let content = Array(chunk.content.dropFirst(40))
            #expect(stored == content.count && chunk.number(16, as: UInt64.self) == UInt64(stored))
            #expect(chunk.number(24, as: UInt32.self) == Self.sum(content))
            let inner = MCAPRecord.list(content)
            for list in records[(index + 1)...].prefix(while: { $0.kind == 7 }) {
                for entry in stride(from: 6, to: list.content.count, by: 16) {
                    let offset = Int(list.number(entry + 8, as: UInt64.self))
                    let message = try #require(inner.first { $0.offset == offset })
                    #expect(message.kind == 5 && message.number(0, as: UInt16.self) == list.number(0, as: UInt16.self))
                    #expect(message.number(6, as: UInt64.self) == list.number(entry, as: UInt64.self))
                    messages += 1
                }
            }
        }
        #expect(messages == 100)
    }

    @Test("the summary has schemas, channels, statistics and indices at the offsets that it names")
    func summary() throws {
        let bytes = try Self.file()
        let records = MCAPRecord.list(Array(bytes.dropLast(8)), from: 8)
        let footer = try #require(records.last)
        let start = Int(footer.number(0, as: UInt64.self))
        #expect(footer.number(16, as: UInt32.self) == Self.sum(bytes[start..<bytes.count - 12]))
        let summary = records.filter { $0.offset >= start }
        #expect(summary.count { $0.kind == 3 } == 1 && summary.count { $0.kind == 4 } == 2)
        let statistics = try #require(summary.first { $0.kind == 11 })
        #expect(statistics.number(0, as: UInt64.self) == 100)
        #expect(statistics.number(26, as: UInt64.self) == 1000 && statistics.number(34, as: UInt64.self) == 1099)
        let indices = summary.filter { $0.kind == 8 }
        #expect(indices.count > 2 && statistics.number(22, as: UInt32.self) == UInt32(indices.count))
        for index in indices {
            let chunk = try #require(records.first { $0.offset == Int(index.number(16, as: UInt64.self)) })
            #expect(chunk.kind == 6 && UInt64(chunk.size) == index.number(24, as: UInt64.self))
        }
        for group in summary where group.kind == 14 {
            let first = try #require(summary.first { $0.offset == Int(group.number(1, as: UInt64.self)) })
            #expect(first.kind == group.content[0])
        }
        let metadata = try #require(summary.first { $0.kind == 13 })
        #expect(records.first { $0.offset == Int(metadata.number(0, as: UInt64.self)) }?.kind == 12)
    }

    @Test("schemas are JSON, with the members of their messages")
    func schemas() throws {
        for schema in ViewerSchema.allCases {
            let object = try JSONSerialization.jsonObject(with: Data(schema.json.utf8)) as? [String: Any]
            #expect(object?["title"] as? String == schema.rawValue && object?["type"] as? String == "object")
            #expect((object?["properties"] as? [String: Any])?["timestamp"] != nil)
        }
    }
}
