import Foundation
import SensorModels
import Vocabulary

/// The descriptor of an opened file.
/// - Throws: `SensorLabError` (no input) where it cannot be opened.
private func openForReading(_ path: String) throws -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
        throw SensorLabError(
            .noInput, code: .noSuchFile, place: path,
            message: "cannot be opened (\(String(cString: strerror(errno))))",
            advice: "give the path of a log that exists and may be read")
    }
    return descriptor
}

/// An open file, read in pieces; closed when it goes out of scope.
///
/// The system's own calls: Foundation's file handles copy every piece twice.
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
            descriptor = try openForReading(path)
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

/// The bytes of a file at random places, not copied into memory; or bytes in memory.
final class MappedBytes {
    private let base: UnsafeRawPointer
    let count: Int
    private let isMapped: Bool

    /// - Throws: `SensorLabError` (no input, input/output).
    init(path: String) throws {
        let descriptor = try openForReading(path)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let base = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else {
            throw SensorLabError(
                .inputOutput, code: .readFailed, place: path, message: "it cannot be mapped into memory",
                advice: "copy it to a local disk")
        }
        self.base = UnsafeRawPointer(base)
        count = Int(status.st_size)
        isMapped = true
    }

    init(_ bytes: [UInt8]) {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
        bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count) }
        base = UnsafeRawPointer(copy)
        count = bytes.count
        isMapped = false
    }

    deinit {
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: base), count)
        } else {
            UnsafeMutableRawPointer(mutating: base).deallocate()
        }
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Little-endian; `nil` beyond the end.
    func uint16(_ position: Int) -> UInt16? {
        guard position >= 0, position + 2 <= count else { return nil }
        return UInt16(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt16.self))
    }

    /// Little-endian; `nil` beyond the end.
    func uint32(_ position: Int) -> UInt32? {
        guard position >= 0, position + 4 <= count else { return nil }
        return UInt32(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    func text(_ position: Int, _ length: Int) -> String? {
        guard position >= 0, length >= 0, position + length <= count else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: base + position, count: length), as: UTF8.self)
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

/// The last component of a path without `.gz`, `.csv` and `.txt`.
func fileStem(_ path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".gz", ".csv", ".txt"] where name.lowercased().hasSuffix(ending) && name.count > ending.count {
        name.removeLast(ending.count)
    }
    return name
}
