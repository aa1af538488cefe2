#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
import CZlib
import SensorModels

/// A file that appears under its name only when it is complete: written under a temporary name beside it, then renamed.
///
/// gzip where asked for, with no time in its header, so that equal data give equal bytes. `-` is standard output.
final class OutputFile {
    private let path: String
    private let temporary: String
    private var gzip: gzFile?
    private var descriptor: Int32 = -1
    private var isOpen = true

    /// - Throws: `SensorLabError` (cannot create).
    init(path: String, compressed: Bool) throws {
        self.path = path
        if path == "-" {
            temporary = ""
            descriptor = dup(STDOUT_FILENO)
        } else {
            temporary = "\(path).\(getpid()).partial"
            descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        }
        guard descriptor >= 0 else {
            isOpen = false
            throw SensorLabError(
                .cannotCreate, code: "cannot-create", place: path,
                message: "cannot be written (\(String(cString: strerror(errno))))",
                advice: "choose an existing folder that may be written to")
        }
        if compressed { gzip = gzdopen(descriptor, "wb6") }
    }

    deinit {
        if isOpen { abandon() }
    }

    /// - Throws: `SensorLabError` (input/output), after which nothing is left of the file.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
            let written: Int
            if let gzip {
                written = Int(gzwrite(gzip, piece.baseAddress, UInt32(piece.count)))
            } else {
                written = systemWrite(piece)
            }
            guard written > 0 else { throw failure() }
            rest = rest.dropFirst(written)
        }
    }

    /// Completes the file and gives it its name.
    /// - Throws: `SensorLabError` (input/output).
    func close() throws {
        let closed = gzip.map { gzclose($0) == Z_OK } ?? (systemClose(descriptor) == 0)
        isOpen = false
        guard closed, temporary.isEmpty || rename(temporary, path) == 0 else {
            if !temporary.isEmpty { unlink(temporary) }
            throw failure()
        }
    }

    private func abandon() {
        if let gzip { gzclose(gzip) } else { _ = systemClose(descriptor) }
        if !temporary.isEmpty { unlink(temporary) }
        isOpen = false
    }

    private func failure() -> SensorLabError {
        SensorLabError(
            .inputOutput, code: "write-failed", place: path, message: String(cString: strerror(errno)),
            advice: "check the free space of the disk")
    }

    private func systemClose(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            return Darwin.close(descriptor)
        #elseif canImport(Musl)
            return Musl.close(descriptor)
        #else
            return Glibc.close(descriptor)
        #endif
    }

    private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            #if canImport(Darwin)
                let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, bytes.baseAddress, bytes.count)
            #else
                let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
