import Database
import Files
import Recordings
import Vocabulary

/// Reads a database of rosbag2 (rosbag2_storage_sqlite3): the tables `topics` (id, name, type, serialization_format)
/// and `messages` (topic_id, timestamp in nanoseconds, data), each message packed by Zstandard where the recorder did.
struct ROS2BagReader {
    private let lines: LineReader

    private static let magic = Array("SQLite format 3\0".utf8)
    private static let table = Array("CREATE TABLE topics".utf8)
    /// The beginning of a frame of Zstandard.
    private static let packed: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]

    /// Whether a log begins like this: its first page has the definitions of its tables.
    static func recognises(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
        head.starts(with: magic) && head.firstRange(of: table) != nil
    }

    init(_ lines: LineReader) { self.lines = lines }

    /// Reads the messages as far as the database is sound.
    /// - Throws: `SensorLabError` (bad data) for a file that is no such database.
    func read(into bag: inout ROSBag) throws {
        var channels: [Int64: ROSBag.Channel] = [:]
        if let path = lines.source.path, let size = (try? ByteSource(path: path + "-wal"))?.size, size > 0 {
            bag.stop =
                "the last messages are in a file beside it, \(path)-wal, which is not read (sqlite3 LOG 'PRAGMA wal_checkpoint' merges it)"
        }
        do {
            let database = try open()
            try checkTables(of: database)
            try database.visit("SELECT id, name, type, serialization_format FROM topics") { row in
                let name = row.text(1).shortPlainText ?? "topic \(row.integer(0))"
                channels[row.integer(0)] = bag.channel(name, schema: row.text(2), encoding: row.text(3))
            }
            let wanted = channels.filter { if case .read = $0.value { true } else { false } }
            let numbers = wanted.keys.sorted().map(String.init).joined(separator: ", ")
            try database.visit("SELECT topic_id, timestamp, data FROM messages WHERE topic_id IN (\(numbers))") { row in
                guard let channel = wanted[row.integer(0)] else { return }
                let data = row.bytes(2)
                guard data.count <= ROSBag.largestMessage else {
                    return bag.take(nil, of: channel, logged: row.integer(1))
                }
                guard data.starts(with: Self.packed), let expander = ZstandardExpander() else {
                    return bag.take(data, of: channel, logged: row.integer(1))
                }
                var expanded = [UInt8](repeating: 0, count: ROSBag.largestMessage)
                expanded.withUnsafeMutableBytes { room in
                    let count = expander.expand(data, into: room)?.produced ?? 0
                    bag.take(
                        .init(rebasing: UnsafeRawBufferPointer(room)[..<count]), of: channel, logged: row.integer(1))
                }
            }
        } catch let error as DatabaseError {
            guard !channels.isEmpty else {
                throw lines.error(
                    .binaryLog, "found no readable database of rosbag2 (\(error.message))",
                    "copy it again, with its files -wal and -shm where they are beside it")
            }
            bag.stop = "the database is damaged (\(error.message))"
        }
    }

    /// Makes sure that `topics` and `messages` are stored, since a view or a computed column could go on for ever.
    private func checkTables(of database: Database) throws {
        var stored = 0
        try database.visit("SELECT sql FROM sqlite_master WHERE name IN ('topics', 'messages')") { row in
            let words = row.text(0).uppercased().split { !$0.isLetter }
            if words.starts(with: ["CREATE", "TABLE"]), !words.contains("AS") { stored += 1 }
        }
        guard stored == 2 else { throw DatabaseError(.error, "no tables topics and messages") }
    }

    /// A file is read in place, anything else from memory.
    private func open() throws -> Database {
        if let path = lines.source.path { return try Database(reading: path) }
        return try Database(bytes: ByteReader(lines).rest())
    }
}
