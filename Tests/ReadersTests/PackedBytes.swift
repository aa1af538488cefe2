import Foundation

@testable import Files

extension FormatSamples {
    /// CRC-32 bit by bit (ISO 3309): an independent check of the reader's.
    static func crc32(_ bytes: [UInt8]) -> Int {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xedb8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }

    /// A zip file with stored members, one after another.
    /// - Parameters:
    ///   - deflated: a last member by name, packed bytes and the expanded size that the directory claims.
    ///   - checksum: of a content.
    ///   - method: what the members' method is said to be, instead of stored.
    static func zip(
        _ files: [(String, [UInt8])], deflated: (name: String, bytes: [UInt8], size: Int)? = nil,
        checksum: ([UInt8]) -> Int = crc32, method: Int = 0
    ) -> [UInt8] {
        let members =
            files.map { ($0.0, $0.1, $0.1.count, method, checksum($0.1)) }
            + (deflated.map { [($0.name, $0.bytes, $0.size, 8, checksum($0.bytes))] } ?? [])
        return zip(members: members)
    }

    /// A zip file whose members are deflated.
    static func deflatedZip(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        zip(members: try files.map { ($0.0, try DeflatedBytes.packed($0.1), $0.1.count, 8, crc32($0.1)) })
    }

    /// A zip file as programs write it to a stream: stored members with a data descriptor, the numbers of the directory
    /// in fields of ZIP64 (APPNOTE 4.3.9, 4.3.14, 4.3.15, 4.5.3).
    static func streamedZip(_ files: [(String, [UInt8])]) -> [UInt8] {
        func short(_ number: Int) -> [UInt8] { Packed.of(UInt16(number)) }
        func long(_ number: Int) -> [UInt8] { Packed.of(UInt32(number)) }
        func longer(_ number: Int) -> [UInt8] { Packed.of(UInt64(number)) }
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        let ones = [UInt8](repeating: 0xff, count: 4)
        for (name, content) in files {
            let (offset, sum) = (bytes.count, long(crc32(content)))
            let flags = short(45) + short(8) + short(0) + short(0) + short(0)
            let length = short(name.utf8.count)
            bytes += long(0x0403_4b50) + flags + long(0) + long(0) + long(0) + length + short(0) + Array(name.utf8)
            bytes += content + long(0x0807_4b50) + sum + longer(content.count) + longer(content.count)
            let extra = short(1) + short(24) + longer(content.count) + longer(content.count) + longer(offset)
            directory += long(0x0201_4b50) + short(45) + flags + sum + ones + ones + length + short(extra.count)
            directory += short(0) + short(0) + short(0) + long(0) + ones + Array(name.utf8) + extra
        }
        let (start, count) = (bytes.count, files.count)
        let end = start + directory.count
        bytes += directory + long(0x0606_4b50) + longer(44) + short(45) + short(45) + long(0) + long(0)
        bytes += longer(count) + longer(count) + longer(directory.count) + longer(start)
        bytes += long(0x0706_4b50) + long(0) + longer(end) + long(1)
        return bytes + long(0x0605_4b50) + short(0) + short(0) + short(0xffff) + short(0xffff) + ones + ones + short(0)
    }

    private static func zip(
        members: [(name: String, content: [UInt8], size: Int, method: Int, sum: Int)]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        func put16(_ value: Int, _ target: inout [UInt8]) {
            target += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
        func put32(_ value: Int, _ target: inout [UInt8]) {
            put16(value & 0xffff, &target)
            put16(value >> 16, &target)
        }
        for (name, content, size, method, sum) in members {
            let offset = bytes.count
            func common(_ target: inout [UInt8]) {
                for value in [20, 0, method, 0, 0] { put16(value, &target) }
                put32(sum, &target)
                put32(content.count, &target)
                put32(size, &target)
                put16(name.utf8.count, &target)
                put16(0, &target)
            }
            put32(0x0403_4b50, &bytes)
            common(&bytes)
            bytes += Array(name.utf8) + content
            put32(0x0201_4b50, &directory)
            put16(20, &directory)
            common(&directory)
            for value in [0, 0, 0] { put16(value, &directory) }
            put32(0, &directory)
            put32(offset, &directory)
            directory += Array(name.utf8)
        }
        let start = bytes.count
        bytes += directory
        put32(0x0605_4b50, &bytes)
        for value in [0, 0, members.count, members.count] { put16(value, &bytes) }
        put32(directory.count, &bytes)
        put32(start, &bytes)
        put16(0, &bytes)
        return bytes
    }
}

/// Deflated data without gzip's header and trailer (RFC 1952: 10 and 8 bytes).
enum DeflatedBytes {
    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try GzipBytes.packed(bytes).dropFirst(10).dropLast(8))
    }
}

/// gzip in memory, by way of a file.
enum GzipBytes {
    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + UUID().uuidString + ".gz"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try OutputFile(path: path, packing: .small)
        try bytes.withUnsafeBytes { try file.write($0) }
        try file.close()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
