import CZlib
import Vocabulary

/// Compression by zlib.
package enum Deflate {
    /// Raw deflate (RFC 1951), at zlib's usual level.
    package static func raw(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return [] }
        defer { deflateEnd(&stream) }
        let capacity = Int(deflateBound(&stream, UInt(bytes.count)))
        var input = bytes
        return input.withUnsafeMutableBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(capacity)
                _ = deflate(&stream, Z_FINISH)
                count = capacity - Int(stream.avail_out)
            }
        }
    }
}

extension Deflate {
    /// What zlib's format (RFC 1950) expands to; `nil` for damaged data, and for more than `most` bytes.
    package static func expanded(_ bytes: ArraySlice<UInt8>, atMost most: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var result: [UInt8] = []
        var input = Array(bytes)
        return input.withUnsafeMutableBufferPointer { source in
            (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(clamping: source.count))
            var status = Z_OK
            while status == Z_OK, result.count <= most {
                result += [UInt8](unsafeUninitializedCapacity: 1 << 16) { target, count in
                    (stream.next_out, stream.avail_out) = (target.baseAddress, 1 << 16)
                    status = inflate(&stream, Z_NO_FLUSH)
                    count = (1 << 16) - Int(stream.avail_out)
                }
            }
            return status == Z_STREAM_END && result.count <= most ? result : nil
        }
    }
}

/// Decompresses gzip (RFC 1952), also several members in one file, or a deflated member of a zip file (RFC 1951), piece
/// by piece.
final class GzipInflater {
    /// How the data ended.
    enum End: Equatable {
        /// Not ended yet.
        case open
        /// The checksum of the last member was correct.
        case complete
        /// The compressed data are damaged; the output before is correct but for its last line.
        case corrupt
    }

    // zlib keeps a pointer back to this struct: its address must not change.
    private let stream: UnsafeMutablePointer<z_stream>
    private(set) var end = End.open

    private let isRaw: Bool

    /// - Parameter raw: whether the data are deflated without gzip's header and checksum.
    init?(raw: Bool = false) {
        isRaw = raw
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let window = raw ? -MAX_WBITS : MAX_WBITS + 16
        guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Decompresses from `input` into `output`.
    /// - Returns: the bytes consumed and produced; both 0 once `end` is not `.open` and no further member follows.
    func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int) {
        guard end != .corrupt, !input.isEmpty, !output.isEmpty else { return (0, 0) }
        if end == .complete {
            // Another member begins with the magic number; padding and garbage after the data do not.
            guard !isRaw, input[0] == 0x1f, inflateReset(stream) == Z_OK else { return (0, 0) }
            end = .open
        }
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        switch CZlib.inflate(stream, Z_NO_FLUSH) {
        case Z_STREAM_END: end = .complete
        case Z_OK, Z_BUF_ERROR: break
        default: end = .corrupt
        }
        return (input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out))
    }
}
