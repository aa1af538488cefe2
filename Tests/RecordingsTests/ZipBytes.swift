extension FormatSamples {
    /// CRC-32 bit by bit (ISO 3309): an independent check of the reader's.
    private static func crc32(_ bytes: [UInt8]) -> Int {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xedb8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }

    /// A zip file with stored members, one after another.
    static func zip(_ files: [(String, [UInt8])]) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        func put16(_ value: Int, _ target: inout [UInt8]) {
            target += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
        func put32(_ value: Int, _ target: inout [UInt8]) {
            put16(value & 0xffff, &target)
            put16(value >> 16, &target)
        }
        for (name, content) in files {
            let offset = bytes.count
            let sum = crc32(content)
            func common(_ target: inout [UInt8]) {
                for value in [20, 0, 0, 0, 0] { put16(value, &target) }
                put32(sum, &target)
                put32(content.count, &target)
                put32(content.count, &target)
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
        for value in [0, 0, files.count, files.count] { put16(value, &bytes) }
        put32(directory.count, &bytes)
        put32(start, &bytes)
        put16(0, &bytes)
        return bytes
    }
}
