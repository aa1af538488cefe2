import Foundation
import JSON
import Vocabulary

/// An open file, read in pieces; closed when it goes out of scope.
///
/// The system's own calls: Foundation's file handles copy every piece twice.
final class FileReader {
    private let descriptor: Int32
    private let path: String
    /// Bytes of a regular file; `nil` for pipes.
    let size: Int?

    /// Opens a file, or standard input for `-`.
    /// - Parameter mayBePipe: whether it need not be a regular file; opening a pipe waits for its writer.
    /// - Throws: `SensorLabError` (no input) where it cannot be opened.
    init(path: String, mayBePipe: Bool = true) throws {
        self.path = path
        if !mayBePipe { try PathKind.checkRegular(path) }
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path,
                message: "cannot be opened (\(String(cString: strerror(errno))))",
                advice: "give the path of a log that exists and may be read")
        }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == S_IFREG
        size = isRegular ? Int(status.st_size) : nil
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// Fills `buffer` as far as the file goes; 0 at its end.
    /// - Throws: `SensorLabError` (input/output).
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        while true {
            let count = Foundation.read(descriptor, base, buffer.count)
            if count >= 0 { return count }
            if errno == EINTR { continue }
            throw SensorLabError(
                .inputOutput, code: .readFailed, place: path, message: String(cString: strerror(errno)),
                advice: "check the medium and try again")
        }
    }
}

/// The bytes of a regular file, of which the system reads what is used.
/// - Throws: `SensorLabError` (input/output).
func mappedBytes(_ path: String, size: Int?) throws -> Data {
    if size != nil, let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) {
        return bytes
    }
    throw SensorLabError(
        .inputOutput, code: .readFailed, place: path, message: "it cannot be mapped into memory",
        advice: "copy it to a local disk")
}

/// What a path names.
enum PathKind {
    case file, folder, missing

    init(path: String) {
        var isFolder: ObjCBool = false
        let exists = path == "-" || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        self = isFolder.boolValue ? .folder : exists ? .file : .missing
    }

    /// - Throws: `SensorLabError` (no input) for what is neither a file nor a folder: reading it may never end.
    static func checkRegular(_ path: String) throws {
        guard let kind = FileBytes.specialKind(path) else { return }
        throw SensorLabError(
            .noInput, code: .unreadableFile, place: path, message: "it is \(kind), expected a file",
            advice: "take it out of the folder, or give it alone")
    }
}

/// The names of a folder's entries, in the order of their bytes.
/// - Throws: `SensorLabError` (no input) where they may not be read.
func folderEntries(_ path: String) throws -> [String] {
    guard let folder = opendir(path) else {
        throw SensorLabError(
            .noInput, code: .unreadableFile, place: path,
            message: "the folder cannot be read (\(String(cString: strerror(errno))))",
            advice: "give yourself the right to read it")
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
func fileStem(_ path: String) -> String {
    var name = path.lastPathComponent
    for ending in [".gz", ".csv", ".txt", ".tsv", ".dat"]
    where name.lowercased().hasSuffix(ending) && name.count > ending.count {
        name.removeLast(ending.count)
    }
    return name
}
