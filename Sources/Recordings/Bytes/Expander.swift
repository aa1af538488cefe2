import Vocabulary

/// Expands compressed bytes piece by piece.
protocol Expander: AnyObject {
    /// Expands from `input` into `output`.
    /// - Returns: the bytes consumed and produced, both 0 at the end of the data; `nil` for damaged ones.
    func expand(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int)?
}

/// LZ4's frame format by liblz4 (lz4frame.h, version 1.8 or later).
final class LZ4Expander: Expander {
    private struct Functions: Sendable {
        typealias Create = @convention(c) @Sendable (UnsafeMutablePointer<OpaquePointer?>, UInt32) -> Int
        typealias Decompress =
            @convention(c) @Sendable (
                OpaquePointer, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>, UnsafeRawPointer?,
                UnsafeMutablePointer<Int>, UnsafeRawPointer?
            ) -> Int
        typealias Free = @convention(c) @Sendable (OpaquePointer) -> Int
        typealias IsError = @convention(c) @Sendable (Int) -> UInt32

        let create: Create
        let decompress: Decompress
        let free: Free
        let isError: IsError

        init?() {
            guard let library = SystemLibrary("liblz4", version: 1),
                let create: Create = library.function("LZ4F_createDecompressionContext"),
                let decompress: Decompress = library.function("LZ4F_decompress"),
                let free: Free = library.function("LZ4F_freeDecompressionContext"),
                let isError: IsError = library.function("LZ4F_isError")
            else { return nil }
            (self.create, self.decompress, self.free, self.isError) = (create, decompress, free, isError)
        }
    }

    private static let functions = Functions()
    /// LZ4F_VERSION.
    private static let version: UInt32 = 100

    private let functions: Functions
    private let context: OpaquePointer

    /// `nil` where the system has no liblz4.
    init?() {
        var context: OpaquePointer?
        guard let functions = Self.functions, functions.isError(functions.create(&context, Self.version)) == 0,
            let context
        else { return nil }
        (self.functions, self.context) = (functions, context)
    }

    deinit { _ = functions.free(context) }

    func expand(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int)? {
        var (consumed, produced) = (input.count, output.count)
        let result = functions.decompress(context, output.baseAddress, &produced, input.baseAddress, &consumed, nil)
        return functions.isError(result) == 0 ? (consumed, produced) : nil
    }
}

/// Zstandard's frame format (RFC 8878) by libzstd (zstd.h, version 1.0 or later). Frames with a window of more than 128 MiB
/// are refused, as the library does unless told otherwise.
final class ZstandardExpander: Expander {
    private struct Functions: Sendable {
        typealias Create = @convention(c) @Sendable () -> OpaquePointer?
        typealias Decompress =
            @convention(c) @Sendable (
                OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer
            ) -> Int
        typealias Free = @convention(c) @Sendable (OpaquePointer) -> Int
        typealias IsError = @convention(c) @Sendable (Int) -> UInt32

        let create: Create
        let decompress: Decompress
        let free: Free
        let isError: IsError

        init?() {
            guard let library = SystemLibrary("libzstd", version: 1),
                let create: Create = library.function("ZSTD_createDStream"),
                let decompress: Decompress = library.function("ZSTD_decompressStream"),
                let free: Free = library.function("ZSTD_freeDStream"),
                let isError: IsError = library.function("ZSTD_isError")
            else { return nil }
            (self.create, self.decompress, self.free, self.isError) = (create, decompress, free, isError)
        }
    }

    private static let functions = Functions()

    private let functions: Functions
    private let stream: OpaquePointer
    // ZSTD_inBuffer and ZSTD_outBuffer, one behind the other: address, size and position of each.
    private let buffers: UnsafeMutablePointer<UInt>

    /// `nil` where the system has no libzstd.
    init?() {
        guard let functions = Self.functions, let stream = functions.create() else { return nil }
        (self.functions, self.stream) = (functions, stream)
        buffers = .allocate(capacity: 6)
    }

    deinit {
        _ = functions.free(stream)
        buffers.deallocate()
    }

    func expand(
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
