import CZlib
import Foundation
import Vocabulary

/// A file that appears under its name only when it is complete: written under a temporary name beside it, then renamed.
///
/// Missing folders are created. Gzip files have no time in their header, so that equal data give equal bytes. `-` is
/// standard output. A target that is not a regular file (a pipe, a terminal, `/dev/null`) is written directly, since
/// renaming would replace it. A link is kept, and its target is written. A file that was not closed is removed when the
/// last reference goes.
public final class OutputFile {
    private let path: String
    private let target: String
    /// `nil` where the target is written directly.
    private let temporary: String?
    private var gzip: gzFile?
    private var descriptor: Int32
    private var isOpen = true

    /// Compression by gzip (zlib's levels).
    public enum Packing: String, Sendable {
        case none = ""
        /// For files that are packed and read once: tables of numbers are about 10 % larger than with `small`, in a
        /// fifth of the time.
        case fast = "1"
        /// For files that are kept and sent.
        case small = "6"
    }

    /// - Parameters:
    ///   - path: of the file.
    ///   - packing: whether gzip packs it, and how.
    ///   - replacesInput: whether it may replace a file that was read, such as a baseline by a newer one.
    /// - Throws: `SensorLabError` (cannot create) where the folder or the file cannot be made, and for a file that the
    ///   program has read (`ReadFiles`).
    public init(path: String, packing: Packing = .none, replacesInput: Bool = false) throws {
        self.path = path
        if !replacesInput, ReadFiles.contains(path) { throw ReadFiles.refusal(of: path) }
        var state = stat()
        let isThere = path != "-" && stat(path, &state) == 0
        if path != "-", !isThere, errno == ELOOP { throw Self.cannotCreate(path, Self.reason()) }
        let kind = isThere ? state.st_mode & S_IFMT : 0
        if kind == S_IFDIR { throw Self.cannotCreate(path, "it is a folder, expected the name of a file") }
        if path == "-" {
            (target, temporary) = (path, nil)
            descriptor = dup(STDOUT_FILENO)
        } else if kind != 0 && kind != S_IFREG {
            (target, temporary) = (path, nil)
            descriptor = kind == S_IFIFO ? Self.openPipe(path) : open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let url = URL(fileURLWithPath: FileIdentity.target(of: path)).resolvingSymlinksInPath()
            try Self.createFolder(url.deletingLastPathComponent().path)
            let partial = PartialName.next(for: url.path)
            UnfinishedFiles.removeAbandoned(in: url.deletingLastPathComponent().path)
            (target, temporary) = (url.path, partial)
            UnfinishedFiles.add(partial)
            descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else {
            isOpen = false
            throw Self.cannotCreate(
                path, kind == S_IFIFO && errno == ENXIO ? "no program reads from this pipe" : Self.reason())
        }
        if packing != .none { gzip = gzdopen(descriptor, "wb" + packing.rawValue) }
    }

    deinit {
        if let temporary { UnfinishedFiles.remove(temporary) }
        if isOpen { abandon() }
    }

    /// Appends bytes.
    /// - Throws: `SensorLabError` (input/output), such as on a full disk.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard let gzip else {
            guard Self.writeAll(bytes, to: descriptor) else { throw failure() }
            return
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
            let written = Int(gzwrite(gzip, piece.baseAddress, UInt32(piece.count)))
            guard written > 0 else { throw failure() }
            rest = rest.dropFirst(written)
        }
    }

    /// Appends bytes.
    /// - Throws: `SensorLabError` (input/output).
    public func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

    /// Completes the file and gives it its name.
    /// - Throws: `SensorLabError` (input/output); the file is then removed.
    public func close() throws {
        let closed = gzip.map { gzclose($0) == Z_OK } ?? (Foundation.close(descriptor) == 0)
        isOpen = false
        let renamed = temporary.map { rename($0, target) == 0 } ?? true
        guard closed, renamed else {
            let error = failure()
            if let temporary { unlink(temporary) }
            throw error
        }
    }

    /// Writes all bytes to an open descriptor, also after interruptions and partial writes: a disk that becomes full
    /// takes a part first and fails at the rest.
    /// - Returns: whether all are written; if not, `errno` has the reason.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            let count = Foundation.write(descriptor, piece.baseAddress, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                if count == 0 { errno = ENOSPC }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Writes a whole file.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ bytes: some Sequence<UInt8>, to path: String, replacesInput: Bool = false) throws {
        let file = try OutputFile(path: path, replacesInput: replacesInput)
        try file.write(Array(bytes))
        try file.close()
    }

    /// Writes the bytes of another file.
    /// - Throws: `SensorLabError` (no input, cannot create, input/output).
    public static func copy(_ source: String, to path: String) throws {
        let reader = try FileReader(path: source, mayBePipe: false, isOwn: true)
        let file = try OutputFile(path: path)
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while case let count = try piece.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0 {
            try piece.withUnsafeBytes { try file.write(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        try file.close()
    }

    /// Writes files into a folder, all or none: each gets its name only when all are complete. Folders are created.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ files: [(name: String, bytes: [UInt8])], to folder: String) throws {
        try write(files.map { (folder + "/" + $0.name, $0.bytes) })
    }

    /// Writes files, all or none, as above.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ files: [(path: String, bytes: [UInt8])]) throws {
        let outputs = try files.map { try OutputFile(path: $0.path) }
        for (output, file) in zip(outputs, files) { try output.write(file.bytes) }
        for output in outputs { try output.close() }
    }

    /// Writes all bytes to standard output. A reader that has closed it (`sensorlab ... | head`) is no error.
    /// - Throws: `SensorLabError` (input/output), such as on a full disk.
    public static func writeToStandardOutput(_ bytes: Data) throws {
        let file = try OutputFile(path: "-")
        do {
            try bytes.withUnsafeBytes { try file.write($0) }
            try file.close()
        } catch {
            if errno != EPIPE { throw error }
        }
    }

    /// Creates a folder, and the folders above it, unless it exists.
    /// - Throws: `SensorLabError` (cannot create).
    public static func createFolder(_ path: String) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw cannotCreate(path, "it is a file, expected a folder") }
            return
        }
        var missing: [String] = []
        var above = path
        while !above.isEmpty, above != "/", !FileManager.default.fileExists(atPath: above) {
            missing.append(above)
            above = URL(fileURLWithPath: above).deletingLastPathComponent().path
        }
        UnfinishedFiles.add(folders: missing)
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw cannotCreate(path, reason())
        }
    }

    /// Opens a named pipe for writing; -1 where no reader opens it in time, since opening would block for ever.
    private static func openPipe(_ path: String) -> Int32 {
        for _ in 0..<patience {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
            if descriptor >= 0 {
                // Writing waits for the reader.
                _ = fcntl(descriptor, F_SETFL, 0)
                return descriptor
            }
            guard errno == ENXIO else { return descriptor }
            usleep(100_000)
        }
        errno = ENXIO
        return -1
    }

    /// Tenths of a second to wait for a reader, which may start together with this program.
    private static let patience = 50

    private func abandon() {
        if let gzip { gzclose(gzip) } else { _ = Foundation.close(descriptor) }
        if let temporary { unlink(temporary) }
        isOpen = false
    }

    private func failure() -> SensorLabError {
        let isClosed = path == "-" && errno == EBADF
        return SensorLabError(
            .inputOutput, code: .writeFailed, place: path == "-" ? "standard output" : path,
            message: isClosed ? "it is closed" : "cannot be written (\(Self.reason()))",
            advice: isClosed ? "redirect it, for example to /dev/null" : "check the free space of the disk")
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func cannotCreate(_ path: String, _ reason: String) -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path, message: "cannot be created (\(reason))",
            advice: "with --out, give a place that you may write to")
    }
}
