import Foundation
import SensorModels
import Vocabulary

/// The bytes of a file at random places, not copied into memory; or bytes in memory.
final class MappedBytes {
    private let base: UnsafeRawPointer
    let count: Int
    private let isMapped: Bool

    /// - Throws: `SensorLabError` (no input, input/output).
    init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path,
                message: "cannot be opened (\(String(cString: strerror(errno))))",
                advice: "give the path of a log that exists and may be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else {
            throw SensorLabError(
                .inputOutput, code: .readFailed, place: path, message: "it cannot be mapped into memory",
                advice: "copy it to a local disk")
        }
        self.base = UnsafeRawPointer(base)
        count = Int(status.st_size)
        isMapped = true
    }

    init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count) }
        base = UnsafeRawPointer(copy)
        count = bytes.count
        isMapped = false
    }

    deinit {
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: base), count)
        } else {
            UnsafeMutableRawPointer(mutating: base).deallocate()
        }
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Little-endian; `nil` beyond the end.
    func uint16(_ position: Int) -> UInt16? {
        guard position >= 0, position + 2 <= count else { return nil }
        return UInt16(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt16.self))
    }

    /// Little-endian; `nil` beyond the end.
    func uint32(_ position: Int) -> UInt32? {
        guard position >= 0, position + 4 <= count else { return nil }
        return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    func text(_ position: Int, _ length: Int) -> String? {
        guard position >= 0, length >= 0, position + length <= count else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: base + position, count: length), as: UTF8.self)
    }
}
