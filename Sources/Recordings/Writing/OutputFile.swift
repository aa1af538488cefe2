import CZlib
import Foundation
import Vocabulary

/// A file that appears under its name only when it is complete: written under a temporary name beside it, then renamed.
///
/// Missing folders are created. With `compressed`, gzip without a time in its header, so that equal data give equal
/// bytes. `-` is standard output. A target that is not a plain file (a pipe, a terminal, `/dev/null`) is written directly,
/// since renaming would replace it; a link keeps pointing where it points. What is not closed when the last reference goes
/// is removed.
public final class OutputFile {
    private let path: String
    private let target: String
    /// `nil` where the target is written directly.
    private let temporary: String?
    private var gzip: gzFile?
    private var descriptor: Int32
    private var isOpen = true

    /// - Throws: `SensorLabError` (cannot create) where the folder or the file cannot be made.
    public init(path: String, compressed: Bool = false) throws {
        self.path = path
        var state = stat()
        let kind = path != "-" && stat(path, &state) == 0 ? state.st_mode & S_IFMT : 0
        if kind == S_IFDIR { throw Self.cannotCreate(path, "it is a folder, expected the name of a file") }
        if path == "-" {
            (target, temporary) = (path, nil)
            descriptor = dup(STDOUT_FILENO)
        } else if kind != 0 && kind != S_IFREG {
            (target, temporary) = (path, nil)
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
        } else {
            let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            try Self.createFolder(url.deletingLastPathComponent().path)
            let partial = "\(url.path).\(getpid()).partial"
            (target, temporary) = (url.path, partial)
            UnfinishedFiles.add(partial)
            descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else {
            isOpen = false
            throw Self.cannotCreate(path, Self.reason())
        }
        if compressed { gzip = gzdopen(descriptor, "wb6") }
    }

    deinit {
        if let temporary { UnfinishedFiles.remove(temporary) }
        if isOpen { abandon() }
    }

    /// Appends bytes.
    /// - Throws: `SensorLabError` (input/output), on a full disk, say.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
            let written = gzip.map { Int(gzwrite($0, piece.baseAddress, UInt32(piece.count))) } ?? systemWrite(piece)
            guard written > 0 else { throw failure() }
            rest = rest.dropFirst(written)
        }
    }

    /// Appends bytes.
    /// - Throws: `SensorLabError` (input/output).
    public func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }

    /// Completes the file and gives it its name.
    /// - Throws: `SensorLabError` (input/output), after which nothing is left of the file.
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

    /// Writes a whole file.
    /// - Throws: `SensorLabError` (cannot create, input/output).
    public static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
        let file = try OutputFile(path: path)
        try file.write(Array(bytes))
        try file.close()
    }

    /// Creates a folder with the folders above it; nothing where it is there.
    /// - Throws: `SensorLabError` (cannot create).
    public static func createFolder(_ path: String) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw cannotCreate(path, "it is a file, expected a folder") }
            return
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw cannotCreate(path, reason())
        }
    }

    private func abandon() {
        if let gzip { gzclose(gzip) } else { _ = Foundation.close(descriptor) }
        if let temporary { unlink(temporary) }
        isOpen = false
    }

    private func systemWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private func failure() -> SensorLabError {
        SensorLabError(
            .inputOutput, code: .writeFailed, place: path, message: "cannot be written (\(Self.reason()))",
            advice: "check the free space of the disk")
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func cannotCreate(_ path: String, _ reason: String) -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path, message: "cannot be created (\(reason))",
            advice: "give a place that you may write to with --out")
    }
}

/// The temporary names of files that are being written, which an interrupted program removes.
public enum UnfinishedFiles {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var names: Set<String> = []

    static func add(_ name: String) { _ = lock.withLock { names.insert(name) } }

    static func remove(_ name: String) { _ = lock.withLock { names.remove(name) } }

    /// Removes them from the disk; for a program that is about to end.
    public static func discard() {
        lock.withLock {
            for name in names { unlink(name) }
            names = []
        }
    }
}
