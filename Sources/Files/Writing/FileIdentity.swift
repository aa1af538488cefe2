import Foundation
import Vocabulary

/// Which file a path names, however the path is written: device and inode with links followed. Of a file that is not there,
/// those of the nearest folder above it, and the names below that.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// What is not there, below the folder that is; empty for what is there.
    private let missing: String

    fileprivate var isThere: Bool { missing.isEmpty }

    /// `nil` for standard input and output, and for what is no file: a folder, a pipe, a device.
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

    /// What a path points to where it is a link, also one to nothing; the path itself otherwise.
    static func target(of path: String) -> String {
        var path = path
        // Links to links end somewhere, or nowhere.
        for _ in 0..<40 {
            guard let next = link(path) else { break }
            path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
        }
        return path
    }

    /// What a link says; `nil` for what is no link.
    static func link(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// Files by their identity, with the paths that they were given by.
struct ProtectedFiles {
    private var paths: [FileIdentity: Set<String>] = [:]

    /// - Parameter path: `-` for standard input.
    mutating func add(_ identity: FileIdentity, path: String) { paths[identity, default: []].insert(path) }

    /// Whether a path is one of the files, by whatever name. The file system gives the identity of a file that is gone to a new
    /// one: it counts while a path of the file has it. Standard input is open, and so is not gone.
    func contains(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path), let names = paths[identity] else { return false }
        return names.contains { $0 == "-" || FileIdentity(path: $0) == identity }
    }
}

/// The files that a run of the program reads, which nothing that it writes may replace.
///
/// A program that links the library may write what it has read: the protection begins when it is asked for.
public enum ReadFiles {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var protected: ProtectedFiles?

    /// From now on every log that is read is protected, and those of these paths that are files; `-` is what standard input is
    /// read from.
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

    /// Takes in a file that was opened to be read.
    static func add(_ path: String, _ status: stat) {
        lock.withLock {
            guard protected != nil, let identity = FileIdentity(status) else { return }
            protected?.add(identity, path: path)
        }
    }

    /// Whether a path is one of these files, by whatever name.
    public static func contains(_ path: String) -> Bool { lock.withLock { protected?.contains(path) ?? false } }

    /// The error that an output is an input.
    /// - Parameters:
    ///   - path: of the output.
    ///   - option: what names it; empty where none does.
    public static func refusal(of path: String, option: String = "") -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path,
            message: (option.isEmpty ? "" : option + ": ") + "it is read by this command and would be overwritten",
            advice: "give another file to write")
    }
}
