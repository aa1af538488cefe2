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
            advice: isClosed ? "redirect it, to /dev/null, say" : "check the free space of the disk")
    }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func cannotCreate(_ path: String, _ reason: String) -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path, message: "cannot be created (\(reason))",
            advice: "give a place that you may write to with --out")
    }
}

/// The temporary name of a file that is being written: `NAME.HOST-PROCESS-NUMBER.partial`, unique for every write.
///
/// The process shows whether the file was abandoned; the host, whether the process ran on this machine.
struct PartialName {
    /// The process that wrote it.
    let process: Int32

    private static let ending = ".partial"
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var count = 0

    /// Eight hexadecimal digits of this machine's name (FNV-1a).
    private static let host: String = {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        var hash: UInt32 = 2_166_136_261
        for byte in name.prefix(while: { $0 != 0 }) {
            hash = (hash ^ UInt32(UInt8(bitPattern: byte))) &* 16_777_619
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }()

    /// A new name beside a path.
    static func next(for path: String) -> String {
        let number = lock.withLock {
            count += 1
            return count
        }
        return "\(path).\(host)-\(getpid())-\(number)\(ending)"
    }

    /// `nil` for names that are no temporary names of this machine.
    init?(_ name: String) {
        guard name.hasSuffix(Self.ending) else { return nil }
        let parts = name.dropLast(Self.ending.count).split(separator: ".").last?.split(separator: "-") ?? []
        guard parts.count == 3, parts[0] == Self.host, let process = Int32(parts[1]), process > 0, Int(parts[2]) != nil
        else { return nil }
        self.process = process
    }

    /// Whether the process is gone.
    var isAbandoned: Bool { kill(process, 0) != 0 && errno == ESRCH }
}

/// The temporary names of files that are being written, and the folders created for them.
///
/// An interrupted program removes the files, and the folders that are empty.
public enum UnfinishedFiles {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var names: Set<String> = []
    nonisolated(unsafe) private static var folders: [String] = []
    nonisolated(unsafe) private static var cleaned: Set<String> = []

    /// Removes what killed programs of this user left in a folder, once per run.
    static func removeAbandoned(in folder: String) {
        guard lock.withLock({ cleaned.insert(folder).inserted }) else { return }
        removePartial(in: folder) { $0.isAbandoned }
    }

    /// Removes what an ended process left in a folder, and the folder where nothing else is in it.
    public static func removeAbandoned(by process: Int32, in folder: String) {
        removePartial(in: folder) { $0.process == process }
        rmdir(folder)
    }

    private static func removePartial(in folder: String, where isAbandoned: (PartialName) -> Bool) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let partial = PartialName(name), isAbandoned(partial) else { continue }
            let path = folder + "/" + name
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() {
                unlink(path)
            }
        }
    }

    static func add(_ name: String) { _ = lock.withLock { names.insert(name) } }

    /// - Parameter paths: folders about to be created, each before its parent.
    static func add(folders paths: [String]) { lock.withLock { folders.insert(contentsOf: paths, at: 0) } }

    static func remove(_ name: String) { _ = lock.withLock { names.remove(name) } }

    /// Removes them from the disk, for a program that is about to end.
    public static func discard() { lock.withLock { removeAll() } }

    /// As `discard`, for a program that ends at once: other threads that begin a file wait for the end.
    public static func discardForGood() {
        lock.lock()
        removeAll()
    }

    private static func removeAll() {
        for name in names where unlink(name) != 0 { try? FileManager.default.removeItem(atPath: name) }
        for folder in folders { rmdir(folder) }
        (names, folders) = ([], [])
    }
}
