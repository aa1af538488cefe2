import Files
import Foundation
import Vocabulary

/// The file of a batch's results, one line per row. Lines are appended whole: a program that is killed loses at most
/// the line that it was writing.
///
/// One process at a time has it open (`flock`). An incomplete last line is cut off when the file is opened. The newest
/// line of a name counts; `finish` leaves one line per row, in the order of the manifest.
final class ResultsFile: @unchecked Sendable {
    /// A line's place in the file, and its key.
    private struct Place {
        let offset: Int
        let length: Int
        let key: String?
        let isFailure: Bool
    }

    private struct Head: Decodable {
        struct Something: Decodable { init(from decoder: any Decoder) throws {} }
        var schema: String
        var id: String
        var key: String?
        var failure: Something?
    }

    private let path: String
    private let descriptor: Int32
    private let lock = NSLock()
    // Guarded by the lock.
    private var places: [String: Place] = [:]
    private var end = 0

    /// Opens or creates the file and reads the places of its lines.
    /// - Throws: `SensorLabError`: cannot create (73) where it cannot be opened or another process has it open; bad
    ///   data (65) for a file with other contents.
    init(path: String) throws {
        self.path = path
        try OutputFile.createFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw Self.cannotCreate(path, "cannot be created (\(String(cString: strerror(errno))))")
        }
        guard Self.isLocked(descriptor) else {
            close(descriptor)
            throw Self.cannotCreate(path, "another batch is writing it")
        }
        do {
            try readPlaces()
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Tries for 0.4 s: a process that is being started has the file open for a moment, between fork and exec. Another
    /// batch has it open for longer.
    private static func isLocked(_ descriptor: Int32) -> Bool {
        for _ in 0..<20 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            usleep(20_000)
        }
        return false
    }

    deinit { close(descriptor) }

    /// The names that have lines.
    var ids: [String] { lock.withLock { places.keys.sorted() } }

    /// The key of the line of a name; `nil` where there is no line, or one that has to be made again.
    func key(of id: String) -> String? { lock.withLock { places[id]?.key } }

    /// Whether the line of a name is a failure; `nil` without a line.
    func isFailure(_ id: String) -> Bool? { lock.withLock { places[id]?.isFailure } }

    /// Appends a line, whole or not at all.
    /// - Parameters:
    ///   - line: without line feed.
    ///   - id: the row's name.
    ///   - key: of the line.
    ///   - isFailure: whether the row failed.
    /// - Throws: `SensorLabError` (input/output), such as on a full disk.
    func append(_ line: Data, id: String, key: String?, isFailure: Bool) throws {
        try lock.withLock {
            let bytes = Array(line) + [UInt8(ascii: "\n")]
            guard bytes.withUnsafeBytes({ OutputFile.writeAll($0, to: descriptor) }) else {
                let reason = String(cString: strerror(errno))
                ftruncate(descriptor, off_t(end))
                throw SensorLabError(
                    .inputOutput, code: .writeFailed, place: path, message: "cannot be written (\(reason))",
                    advice: "check the free space of the disk, then start again: finished logs are kept")
            }
            places[id] = Place(offset: end, length: line.count, key: key, isFailure: isFailure)
            end += bytes.count
        }
    }

    /// A line of the file without its line feed; `nil` for a name that has none.
    /// - Throws: `SensorLabError` (input/output).
    func line(of id: String) throws -> [UInt8]? {
        guard let place = lock.withLock({ places[id] }) else { return nil }
        return try bytes(at: place.offset, count: place.length)
    }

    /// Keeps only the lines of these rows, in their order; the file is replaced as a whole.
    /// - Throws: `SensorLabError` (input/output).
    func finish(_ ids: [String]) throws {
        guard !isFinished(ids) else { return }
        let file = try OutputFile(path: path)
        for id in ids {
            guard let line = try line(of: id) else { continue }
            try file.write(line + [UInt8(ascii: "\n")])
        }
        try file.close()
    }

    /// Whether the file holds exactly these lines in this order already.
    private func isFinished(_ ids: [String]) -> Bool {
        lock.withLock {
            var offset = 0
            for id in ids {
                guard let place = places[id], place.offset == offset else { return false }
                offset += place.length + 1
            }
            return offset == end
        }
    }

    private func readPlaces() throws {
        var rest: [UInt8] = []
        var offset = 0
        while case let piece = try bytes(at: offset + rest.count, count: 1 << 20), !piece.isEmpty {
            rest += piece
            var start = 0
            while let feed = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try take(Data(rest[start..<feed]), at: offset + start)
                start = feed + 1
            }
            rest.removeFirst(start)
            offset += start
        }
        end = offset
        // An incomplete line: the program was killed while it wrote it.
        if !rest.isEmpty { ftruncate(descriptor, off_t(offset)) }
    }

    private func take(_ line: Data, at offset: Int) throws {
        guard let head = try? JSONDecoder().decode(Head.self, from: line), head.schema == LogResult.schema else {
            throw SensorLabError(
                .badData, code: .badResults, place: path,
                message: "found a line that is not a result at byte \(offset), expected \"\(LogResult.schema)\"",
                advice: "give another folder with --out, or remove the file to start again")
        }
        places[head.id] = Place(offset: offset, length: line.count, key: head.key, isFailure: head.failure != nil)
    }

    private func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
            }
            if read < 0 && errno == EINTR { continue }
            guard read >= 0 else {
                throw SensorLabError(
                    .inputOutput, code: .readFailed, place: path, message: String(cString: strerror(errno)),
                    advice: "check the medium and try again")
            }
            if read == 0 { break }
            filled += read
        }
        return Array(buffer.prefix(filled))
    }

    private static func cannotCreate(_ path: String, _ message: String) -> SensorLabError {
        SensorLabError(
            .cannotCreate, code: .cannotCreate, place: path, message: message,
            advice: "with --out, give a folder that you may write to; several machines share a folder with --shard i/n")
    }
}

/// Reads the lines of a file of results one by one.
public enum ResultLines {
    /// Reads a file.
    /// - Parameters:
    ///   - path: of the file; an incomplete last line is left out, since it is still being written.
    ///   - take: receives each line, and its place for messages.
    /// - Throws: `SensorLabError`: no input (66); input/output (74); bad data (65) for a line that is no result; what
    ///   `take` throws.
    public static func read(_ path: String, take: (_ line: LogResult, _ place: String) throws -> Void) throws {
        try FileLines.read(path) { bytes, number in
            let place = "\(path):\(number)"
            guard let line = try? JSONText.value(LogResult.self, from: bytes), line.schema == LogResult.schema else {
                throw SensorLabError(
                    .badData, code: .badResults, place: place,
                    message: "found no result, expected a line of the schema \"\(LogResult.schema)\"",
                    advice: "remove the line; `sensorlab batch` makes it again")
            }
            try take(line, place)
        }
    }
}
