import Foundation
import Vocabulary

/// The file that a path names, however the path is written: device and inode with links followed.
///
/// For a file that does not exist: those of the nearest existing folder above it, and the names below that.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// The names that do not exist, below the nearest existing folder; empty for existing files.
    private let missing: String

    fileprivate var isThere: Bool { missing.isEmpty }

    /// `nil` for standard input and output, and for paths that name no file: a folder, a pipe, a device.
    public init?(path: String) {
        guard path != "-", !path.isEmpty else { return nil }
        let target = Self.target(of: path)
        var status = stat()
        if stat(target, &status) == 0 {
            self.init(status)
            return
        }
        var (folder, names) = (target, [String]())
        while stat(folder, &status) != 0 {
            let parent = Self.folder(of: folder)
            guard parent != folder else { return nil }
            names.append(folder.lastPathComponent)
            folder = parent
        }
        self.init(status, missing: names.reversed().joined(separator: "/"))
    }

    private init(_ status: stat, missing: String) {
        (device, inode, self.missing) = (UInt64(status.st_dev), UInt64(status.st_ino), missing)
    }

    /// `nil` for what is no regular file.
    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status, missing: "")
    }

    /// The target of a link, also of a broken one; the path itself otherwise.
    static func target(of path: String) -> String {
        var path = path
        // Follows chains of at most 40 links.
        for _ in 0..<40 {
            guard let next = link(path) else { break }
            path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
        }
        return path
    }

    /// The path in a link; `nil` for what is no link.
    static func link(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// Files by their identity, with the paths by which they were given.
struct ProtectedFiles {
    private var paths: [FileIdentity: Set<String>] = [:]

    /// - Parameter path: `-` for standard input.
    mutating func add(_ identity: FileIdentity, path: String) { paths[identity, default: []].insert(path) }

    /// Whether a path is one of the files, by whatever name.
    ///
    /// The file system reuses the identity of a deleted file: an identity counts only while a path of the file has it.
    /// Standard input is open, and so cannot be deleted.
    func contains(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path), let names = paths[identity] else { return false }
        return names.contains { $0 == "-" || FileIdentity(path: $0) == identity }
    }
}

/// The files that a run of the program reads, which no output may replace.
///
/// A program that links the library may overwrite its inputs: the protection begins with `protect`.
public enum ReadFiles {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var protected: ProtectedFiles?

    /// From now on, protects every log that is read, and those of these paths that are files. `-` is what standard
    /// input is read from.
    public static func protect(_ paths: [String]) {
        lock.withLock {
            var files = protected ?? ProtectedFiles()
            for path in paths {
                if path == "-" {
                    var status = stat()
                    if fstat(STDIN_FILENO, &status) == 0, let identity = FileIdentity(status) {
                        files.add(identity, path: path)
                    }
                } else if let identity = FileIdentity(path: path), identity.isThere {
                    files.add(identity, path: path)
                }
            }
            protected = files
        }
    }

    /// Adds a file that was opened for reading.
    static func add(_ path: String, _ status: stat) {
        lock.withLock {
            guard protected != nil, let identity = FileIdentity(status) else { return }
            protected?.add(identity, path: path)
        }
    }

    /// Whether a path is one of these files, by whatever name.
    public static func contains(_ path: String) -> Bool { lock.withLock { protected?.contains(path) ?? false } }

    /// The error for an output that is an input.
    /// - Parameters:
    ///   - path: of the output.
    ///   - option: the option that names it; empty for none.
    public static func refusal(of path: String, option: String = "") -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path,
            message: (option.isEmpty ? "" : option + ": ") + "this command reads it and would overwrite it",
            advice: "give another file for the output")
    }
}
