import Foundation
import JSON
import Vocabulary

/// An open file, read in pieces; closed when it goes out of scope.
///
/// It uses the system's own calls, since Foundation's file handles copy every piece twice. Nothing is mapped into
/// memory: when another program truncates a mapped file, a signal ends this one, whereas a read returns an error.
final class FileReader {
    private let descriptor: Int32
    private let path: String
    /// Bytes of a regular file; `nil` for pipes.
    let size: Int?
    /// The time of its last change when it was opened.
    private let changed: timespec
    /// Offset of the next piece in a regular file, bytes; for others, the number of bytes read.
    private var position: Int

    /// Opens a file, or standard input for `-`.
    /// - Parameters:
    ///   - mayBePipe: whether it need not be a regular file; opening a pipe waits for its writer.
    ///   - isOwn: whether the program wrote it itself and may replace it.
    /// - Throws: `SensorLabError` (no input) where it cannot be opened.
    init(path: String, mayBePipe: Bool = true, isOwn: Bool = false) throws {
        self.path = path
        if !mayBePipe { try PathKind.checkRegular(path) }
        descriptor =
            path == "-"
            ? STDIN_FILENO
            : Waiting.during("a program that writes into \(path)") { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path,
                message: "cannot be opened (\(String(cString: strerror(errno))))",
                advice: "give the path of a log that exists and that you may read")
        }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == S_IFREG
        // A system file that looks empty may wait for data (/proc/kmsg).
        if isRegular, status.st_size == 0, path != "-" { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        if isRegular, !isOwn { ReadFiles.add(path, status) }
        size = isRegular ? Int(status.st_size) : nil
        changed = status.lastChange
        // Another program may have read a part of standard input.
        position = isRegular ? max(0, Int(lseek(descriptor, 0, SEEK_CUR))) : 0
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Fills `buffer`; 0 at the end of the file.
    /// - Throws: `SensorLabError` (input/output), also for a file that became shorter since it was opened, or changed
    ///   at the same length. A file that grows is read to its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count =
            size == nil && position == 0
            ? try Waiting.during(path == "-" ? "standard input" : "bytes from \(path)") {
                try repeated { Foundation.read(descriptor, base, buffer.count) }
            } : try repeated { Foundation.read(descriptor, base, buffer.count) }
        position += count
        if count == 0, let size, !buffer.isEmpty {
            guard position >= size else { throw shrunk }
            var status = stat()
            if position == size, fstat(descriptor, &status) == 0, status.lastChange != changed {
                throw unstable("it was written while it was read")
            }
        }
        return count
    }

    /// Fills `buffer` from `place` in a regular file.
    /// - Throws: `SensorLabError` (input/output), also for a file that ends before.
    func read(at place: Int, into buffer: UnsafeMutableRawBufferPointer) throws {
        var filled = 0
        while filled < buffer.count {
            let count = try repeated {
                pread(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(place + filled))
            }
            guard count > 0 else { throw shrunk }
            filled += count
        }
    }

    private func repeated(_ call: () -> Int) throws -> Int {
        while true {
            let count = call()
            if count >= 0 { return count }
            if errno == EINTR { continue }
            if errno == EAGAIN, size != nil {
                throw SensorLabError(
                    .noInput, code: .unreadableFile, place: path,
                    message: "it has no data to read now, expected a file",
                    advice: "copy its data into a file")
            }
            throw SensorLabError(
                .inputOutput, code: .readFailed, place: path, message: String(cString: strerror(errno)),
                advice: "check the medium and try again")
        }
    }

    private var shrunk: SensorLabError {
        unstable("it became shorter while it was read, expected \(size ?? 0) bytes")
    }

    private func unstable(_ message: String) -> SensorLabError {
        SensorLabError(
            .inputOutput, code: .readFailed, place: path, message: message,
            advice: "wait until it is written, then try again")
    }
}

extension stat {
    fileprivate var lastChange: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}

private func != (a: timespec, b: timespec) -> Bool { a.tv_sec != b.tv_sec || a.tv_nsec != b.tv_nsec }

/// The kind of file at a path.
package enum PathKind {
    case file, folder, missing

    package init(path: String) {
        var isFolder: ObjCBool = false
        let exists = path == "-" || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        self = isFolder.boolValue ? .folder : exists ? .file : .missing
    }

    /// The error for a missing path; for a broken link it names the target.
    package static func missingError(_ path: String) -> SensorLabError {
        if path.contains("://") {
            return SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "found an address, expected a file or a folder",
                advice: path.lowercased().hasPrefix("file://")
                    ? "leave out file://" : "fetch it: curl -L '\(path)' | sensorlab analyze -")
        }
        let target = FileIdentity.link(path).map { "it is a link to \($0), which does not exist" }
        if target == nil, path.unicodeScalars.contains("\u{FFFD}") {
            return SensorLabError(
                .noInput, code: .noSuchFile, place: path,
                message: "there is no such file or folder, or its name is not UTF-8", advice: "rename it")
        }
        return SensorLabError(
            .noInput, code: .noSuchFile, place: path, message: target ?? "there is no such file or folder",
            advice: target == nil ? "give the path of a log" : "correct the link, or give the path of a log")
    }

    /// - Throws: `SensorLabError` (no input) for what is neither a file nor a folder: reading it may never end.
    package static func checkRegular(_ path: String) throws {
        guard let kind = FileBytes.specialKind(path) else { return }
        throw SensorLabError(
            .noInput, code: .unreadableFile, place: path, message: "it is \(kind), expected a file",
            advice: "remove it from the folder, or give it without the folder")
    }
}

/// The names of a folder's entries, sorted by their bytes.
/// - Throws: `SensorLabError` (no input) for a folder that cannot be read.
package func folderEntries(_ path: String) throws -> [String] {
    guard let folder = opendir(path) else {
        throw SensorLabError(
            .noInput, code: .unreadableFile, place: path,
            message: "the folder cannot be read (\(String(cString: strerror(errno))))",
            advice: "change its permissions so that you can read it")
    }
    closedir(folder)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

extension String {
    /// The last component of a path.
    var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

/// The last component of a path without `.gz` and the ending of a table.
package func fileStem(_ path: String) -> String {
    var name = path.lastPathComponent
    for ending in [".gz", ".csv", ".txt", ".tsv", ".dat"]
    where name.lowercased().hasSuffix(ending) && name.count > ending.count {
        name.removeLast(ending.count)
    }
    return name
}

/// Reads the lines of a file of any size that the program wrote.
public enum FileLines {
    private static let pieceSize = 1 << 20

    /// - Parameters:
    ///   - path: of a regular file; a last line without a line feed is left out, since it is still being written.
    ///   - take: receives each line without its line feed, and its number from 1.
    /// - Throws: `SensorLabError`: no input (66); input/output (74), also for a file that becomes shorter; what `take`
    ///   throws.
    public static func read(_ path: String, take: (_ line: Data, _ number: Int) throws -> Void) throws {
        let file = try FileReader(path: path, mayBePipe: false, isOwn: true)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var rest = Data()
        var number = 0
        while case let count = try piece.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
            var start = 0
            while let feed = piece[start..<count].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                rest.append(contentsOf: piece[start..<feed])
                try take(rest, number)
                rest = Data()
                start = feed + 1
            }
            rest.append(contentsOf: piece[start..<count])
        }
    }
}
