import CZlib
import Vocabulary

/// The cyclic redundancy check of zip, gzip and MCAP (CRC-32, ISO 3309), by zlib.
package struct CRC32 {
    private var sum: UInt = crc32(0, nil, 0)

    /// The checksum of no bytes: 0.
    package init() {}

    /// The checksum of bytes in memory.
    package init(of bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    /// Adds bytes, at most 4 GiB.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        sum = crc32(sum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count))
    }

    /// The checksum of all bytes so far.
    package var value: UInt32 { UInt32(truncatingIfNeeded: sum) }
}
