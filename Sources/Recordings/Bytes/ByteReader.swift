/// The bytes of a binary log, forwards, with as many in memory as one message needs.
final class ByteReader {
    /// For messages, and for how the bytes ended.
    let source: ByteSource
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end: Int
    /// Bytes of the log before the next one.
    private(set) var offset = 0

    /// More than any message of a format has.
    private static let capacity = 1 << 19

    /// Takes over everything that the reader of lines has not given out.
    init(_ lines: LineReader) {
        source = lines.source
        let head = lines.head
        buffer = .allocate(byteCount: max(Self.capacity, head.count), alignment: 16)
        buffer.copyMemory(from: UnsafeRawBufferPointer(head))
        end = head.count
    }

    deinit { buffer.deallocate() }

    /// Whether so many bytes are left, at most 64 KiB and some; reads on where needed.
    /// - Throws: `SensorLabError` (input/output).
    @inline(__always)
    func has(_ count: Int) throws -> Bool {
        if end - start >= count { return true }
        return try fill(count)
    }

    /// The next bytes; as many as `has` confirmed, until it is called again.
    @inline(__always)
    var next: UnsafeRawPointer { UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped + start) }

    /// Passes over bytes that `has` confirmed.
    @inline(__always)
    func skip(_ count: Int) {
        start += count
        offset += count
    }

    /// Passes over bytes up to a place in the log; false where it ends before.
    func skip(to place: Int) throws -> Bool {
        while offset < place {
            guard try has(1) else { return false }
            skip(min(end - start, place - offset))
        }
        return true
    }

    @inline(never)
    private func fill(_ count: Int) throws -> Bool {
        if start > 0 {
            let kept = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
            buffer.copyMemory(from: kept)
            (start, end) = (0, kept.count)
        }
        while end < count, end < buffer.count {
            let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
            if read == 0 { break }
            end += read
        }
        return end >= count
    }
}
