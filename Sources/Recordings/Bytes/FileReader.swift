#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
import SensorModels

/// An open file, read in pieces; closed when it goes out of scope.
///
/// System calls instead of Foundation, whose file handles copy every piece twice.
final class FileReader {
    private let descriptor: Int32
    private let path: String
    /// Bytes of a regular file; `nil` for pipes.
    let size: Int?

    /// Opens a file, or standard input for `-`.
    /// - Throws: `SensorLabError` (no input) where it cannot be opened.
    init(path: String) throws {
        self.path = path
        if path == "-" {
            descriptor = STDIN_FILENO
        } else {
            descriptor = open(path, O_RDONLY)
            guard descriptor >= 0 else {
                throw SensorLabError(
                    .noInput, code: "no-such-file", place: path,
                    message: "cannot be opened (\(String(cString: strerror(errno))))",
                    advice: "give the path of a log that exists and may be read")
            }
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
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, base, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(descriptor, base, buffer.count)
            #else
                let count = Glibc.read(descriptor, base, buffer.count)
            #endif
            if count >= 0 { return count }
            if errno == EINTR { continue }
            throw SensorLabError(
                .inputOutput, code: "read-failed", place: path, message: String(cString: strerror(errno)),
                advice: "check the medium and try again")
        }
    }
}

/// What a path names.
enum PathKind {
    case file, folder, missing

    init(path: String) {
        var status = stat()
        if path == "-" {
            self = .file
        } else if stat(path, &status) != 0 {
            self = .missing
        } else {
            self = (status.st_mode & S_IFMT) == S_IFDIR ? .folder : .file
        }
    }
}

/// The names of a folder's entries, in the order of their bytes.
func folderEntries(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
