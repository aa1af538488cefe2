import Foundation
import Vocabulary

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

/// A temporary folder for intermediate files.
///
/// It is removed with its contents when the last reference goes, and when the program is interrupted.
public final class ScratchFolder {
    /// Its path.
    public let path: String

    /// - Throws: `SensorLabError` (cannot create).
    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/sensorlab-\(UUID().uuidString)"
        UnfinishedFiles.add(path)
        try OutputFile.createFolder(path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        UnfinishedFiles.remove(path)
    }
}
