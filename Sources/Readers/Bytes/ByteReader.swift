import Files

/// A source of bytes.
protocol ByteInput: AnyObject {
    /// Fills `buffer` as far as there are bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension ByteSource: ByteInput {}

/// Reads the bytes of a binary log forwards; keeps as many in memory as one message needs.
final class ByteReader {
    /// The log: for messages, and for how the bytes ended.
    let source: ByteSource
    private let input: any ByteInput
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end: Int
    /// Bytes of the log before the next one.
    private(set) var offset = 0

    /// Bytes; larger than any message of a format.
    private static let capacity = 1 << 19

    /// Continues behind what the line reader has given out.
    init(_ lines: LineReader) {
        source = lines.source
        input = source
        let head = lines.head
        buffer = .allocate(byteCount: max(Self.capacity, head.count), alignment: 16)
        buffer.copyMemory(from: UnsafeRawBufferPointer(head))
        end = head.count
    }

    /// Reads the bytes to which a part of a log expands.
    /// - Parameter capacity: bytes, more than any message in the part.
    init(_ input: any ByteInput, partOf source: ByteSource, capacity: Int) {
        (self.source, self.input) = (source, input)
        buffer = .allocate(byteCount: capacity, alignment: 16)
        end = 0
    }

    deinit { buffer.deallocate() }

    /// Bytes of the whole log; those read so far where the total is not known.
    var expectedBytes: Int { source.isCompressed ? offset : source.size ?? offset }

    /// Whether this many bytes are left (at most about 64 KiB); reads on where needed.
    /// - Throws: `SensorLabError` (input/output).
    @inline(__always)
    func has(_ count: Int) throws -> Bool {
        if end - start >= count { return true }
        return try fill(count)
    }

    /// The next bytes, as many as `has` confirmed; valid until the next call of `has`.
    @inline(__always)
    var next: UnsafeRawPointer { UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped + start) }

    /// Skips bytes that `has` confirmed.
    @inline(__always)
    func skip(_ count: Int) {
        start += count
        offset += count
    }

    /// The next bytes in memory, at most `most`, without taking them; empty at the end.
    func piece(_ most: Int) throws -> UnsafeRawBufferPointer {
        guard most > 0, try has(1) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: next, count: min(end - start, most))
    }

    /// All bytes that are left, 2 GiB at most, taken.
    func rest() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < 1 << 31, case let piece = try piece(.max), !piece.isEmpty {
            bytes += piece
            skip(piece.count)
        }
        return bytes
    }

    /// A little-endian number at an offset from the next byte; `has` confirmed its bytes.
    @inline(__always)
    func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: Number.Type = Number.self)
        -> Number
    {
        Number(littleEndian: next.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// UTF-8 text within the bytes that `has` confirmed.
    func text(_ offset: Int, _ count: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: next + offset, count: count), as: UTF8.self)
    }

    /// Skips to an offset in the log; false where the log ends before it.
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
            let read = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
            if read == 0 { break }
            end += read
        }
        return end >= count
    }
}
