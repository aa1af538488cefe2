import Vocabulary

/// Expands compressed bytes piece by piece.
package protocol Expander: AnyObject {
    /// Expands from `input` into `output`.
    /// - Returns: the bytes consumed and produced, both 0 at the end of the data; `nil` for damaged data.
    func expand(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int)?
}

/// The functions of a format's library; the types of those that begin and expand differ between libraries.
private struct ExpanderFunctions<Create: Sendable, Decompress: Sendable>: Sendable {
    typealias Free = @convention(c) @Sendable (OpaquePointer) -> Int
    typealias IsError = @convention(c) @Sendable (Int) -> UInt32

    let create: Create
    let decompress: Decompress
    let free: Free
    let isError: IsError

    /// Loads version 1 of a library; `nil` where the system does not have it.
    init?(_ name: String, create: String, decompress: String, free: String, isError: String) {
        guard let library = SystemLibrary(name, version: 1), let create: Create = library.function(create),
            let decompress: Decompress = library.function(decompress), let free: Free = library.function(free),
            let isError: IsError = library.function(isError)
        else { return nil }
        (self.create, self.decompress, self.free, self.isError) = (create, decompress, free, isError)
    }
}

/// LZ4's frame format by liblz4 (lz4frame.h, version 1.8 or later).
package final class LZ4Expander: Expander {
    private typealias Create = @convention(c) @Sendable (UnsafeMutablePointer<OpaquePointer?>, UInt32) -> Int
    private typealias Decompress =
        @convention(c) @Sendable (
            OpaquePointer, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>, UnsafeRawPointer?,
            UnsafeMutablePointer<Int>, UnsafeRawPointer?
        ) -> Int
    private typealias Functions = ExpanderFunctions<Create, Decompress>

    private static let functions = Functions(
        "liblz4", create: "LZ4F_createDecompressionContext", decompress: "LZ4F_decompress",
        free: "LZ4F_freeDecompressionContext", isError: "LZ4F_isError")
    /// LZ4F_VERSION.
    private static let version: UInt32 = 100

    private let functions: Functions
    private let context: OpaquePointer

    /// `nil` where the system has no liblz4.
    package init?() {
        var context: OpaquePointer?
        guard let functions = Self.functions, functions.isError(functions.create(&context, Self.version)) == 0,
            let context
        else { return nil }
        (self.functions, self.context) = (functions, context)
    }

    deinit { _ = functions.free(context) }

    package func expand(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int)? {
        var (consumed, produced) = (input.count, output.count)
        let result = functions.decompress(context, output.baseAddress, &produced, input.baseAddress, &consumed, nil)
        return functions.isError(result) == 0 ? (consumed, produced) : nil
    }
}

/// Zstandard's frame format (RFC 8878) by libzstd (zstd.h, version 1.0 or later).
///
/// Frames with a window of more than 128 MiB are refused, the library's default.
package final class ZstandardExpander: Expander {
    private typealias Create = @convention(c) @Sendable () -> OpaquePointer?
    private typealias Decompress =
        @convention(c) @Sendable (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    private typealias Functions = ExpanderFunctions<Create, Decompress>

    private static let functions = Functions(
        "libzstd", create: "ZSTD_createDStream", decompress: "ZSTD_decompressStream", free: "ZSTD_freeDStream",
        isError: "ZSTD_isError")

    private let functions: Functions
    private let stream: OpaquePointer
    // ZSTD_inBuffer and ZSTD_outBuffer, one after the other: address, size and position of each.
    private let buffers: UnsafeMutablePointer<UInt>

    /// `nil` where the system has no libzstd.
    package init?() {
        guard let functions = Self.functions, let stream = functions.create() else { return nil }
        (self.functions, self.stream) = (functions, stream)
        buffers = .allocate(capacity: 6)
    }

    deinit {
        _ = functions.free(stream)
        buffers.deallocate()
    }

    package func expand(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int)? {
        let words = [
            UInt(bitPattern: input.baseAddress), UInt(input.count), 0, UInt(bitPattern: output.baseAddress),
            UInt(output.count), 0,
        ]
        buffers.update(from: words, count: words.count)
        guard functions.isError(functions.decompress(stream, buffers + 3, buffers)) == 0 else { return nil }
        return (Int(buffers[2]), Int(buffers[5]))
    }
}

/// bzip2's format by libbz2 (bzlib.h, version 1.0).
package final class BZip2Expander: Expander {
    private typealias Begin = @convention(c) @Sendable (UnsafeMutableRawPointer, Int32, Int32) -> Int32
    private typealias Step = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Int32

    private struct Functions: Sendable {
        let begin: Begin
        let decompress: Step
        let end: Step

        init?() {
            guard let library = SystemLibrary("libbz2", version: 1) ?? SystemLibrary(["libbz2.so.1.0"]),
                let begin: Begin = library.function("BZ2_bzDecompressInit"),
                let decompress: Step = library.function("BZ2_bzDecompress"),
                let end: Step = library.function("BZ2_bzDecompressEnd")
            else { return nil }
            (self.begin, self.decompress, self.end) = (begin, decompress, end)
        }
    }

    private static let functions = Functions()
    // BZ_OK, BZ_STREAM_END.
    private static let (isGoingOn, isAtEnd): (Int32, Int32) = (0, 4)

    private let functions: Functions
    /// bz_stream: address and number of the bytes that wait, the total in two words; the same of the room for expanded
    /// ones; then what belongs to the library.
    private let stream: UnsafeMutableRawPointer
    private var hasEnded = false

    /// `nil` where the system has no libbz2.
    package init?() {
        guard let functions = Self.functions else { return nil }
        stream = .allocate(byteCount: 80, alignment: 8)
        stream.initializeMemory(as: UInt8.self, repeating: 0, count: 80)
        self.functions = functions
        if functions.begin(stream, 0, 0) != Self.isGoingOn { return nil }
    }

    deinit {
        _ = functions.end(stream)
        stream.deallocate()
    }

    package func expand(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int)? {
        if hasEnded { return (0, 0) }
        let (waiting, room) = (UInt32(clamping: input.count), UInt32(clamping: output.count))
        stream.storeBytes(of: UInt(bitPattern: input.baseAddress), as: UInt.self)
        stream.storeBytes(of: waiting, toByteOffset: 8, as: UInt32.self)
        stream.storeBytes(of: UInt(bitPattern: output.baseAddress), toByteOffset: 24, as: UInt.self)
        stream.storeBytes(of: room, toByteOffset: 32, as: UInt32.self)
        let code = functions.decompress(stream)
        guard code == Self.isGoingOn || code == Self.isAtEnd else { return nil }
        hasEnded = code == Self.isAtEnd
        return (
            Int(waiting - stream.load(fromByteOffset: 8, as: UInt32.self)),
            Int(room - stream.load(fromByteOffset: 32, as: UInt32.self))
        )
    }
}
