import Foundation

@testable import Database

/// The bytes of a bag of ROS 1, written record by record from its specification (wiki.ros.org/Bags/Format/2.0).
struct ROS1BagBytes {
    private(set) var bytes = Array("#ROSBAG V2.0\n".utf8)

    /// Records that are put into a chunk.
    static func records(_ make: (inout ROS1BagBytes) -> Void) -> [UInt8] {
        var part = ROS1BagBytes()
        part.bytes = []
        make(&part)
        return part.bytes
    }

    static func fields(_ fields: [(name: String, value: [UInt8])]) -> [UInt8] {
        fields.flatMap {
            Packed.of(UInt32($0.name.utf8.count + 1 + $0.value.count)) + Array("\($0.name)=".utf8) + $0.value
        }
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func record(_ kind: UInt8, _ head: [(name: String, value: [UInt8])], _ content: [UInt8]) {
        let fields = Self.fields([("op", [kind])] + head)
        bytes += Packed.of(UInt32(fields.count)) + fields + Packed.of(UInt32(content.count)) + content
    }

    mutating func header() {
        let head = [
            ("chunk_count", Packed.of(UInt32(0))), ("conn_count", Packed.of(UInt32(0))),
            ("index_pos", Packed.of(UInt64(0))),
        ]
        record(3, head, [UInt8](repeating: 32, count: 4027))
    }

    mutating func connection(_ number: UInt32, _ topic: String, _ type: String) {
        record(
            7, [("conn", Packed.of(number)), ("topic", Array(topic.utf8))],
            Self.fields([
                ("message_definition", Array("Header header\n".utf8)), ("topic", Array(topic.utf8)),
                ("type", Array(type.utf8)),
            ]))
    }

    mutating func message(_ connection: UInt32, _ content: [UInt8], at time: Int64) {
        let stamp = Packed.of(UInt32(time / 1_000_000_000)) + Packed.of(UInt32(time % 1_000_000_000))
        record(2, [("conn", Packed.of(connection)), ("time", stamp)], content)
    }

    /// - Parameter packed: the records as stored.
    mutating func chunk(_ records: [UInt8], _ packing: String = "none", packed: [UInt8]? = nil) {
        record(
            5, [("compression", Array(packing.utf8)), ("size", Packed.of(UInt32(records.count)))], packed ?? records)
    }
}

/// A database of rosbag2.
struct ROS2BagBytes {
    private var commands = """
        CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);
        CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
          serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL);
        CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, timestamp INTEGER NOT NULL,
          data BLOB NOT NULL);
        CREATE INDEX timestamp_idx ON messages (timestamp ASC);

        """

    mutating func topic(_ number: Int, _ name: String, _ type: String, _ format: String = "cdr") {
        commands += "INSERT INTO topics VALUES(\(number), '\(name)', '\(type)', '\(format)', '');\n"
    }

    mutating func message(_ topic: Int, _ content: [UInt8], at time: Int64) {
        let digits = content.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        commands += "INSERT INTO messages(topic_id, timestamp, data) VALUES(\(topic), \(time), X'\(digits)');\n"
    }

    /// Adds commands of SQL.
    mutating func add(_ more: String) { commands += more + "\n" }

    /// Writes the database.
    func write(to path: String) throws { try Database(path).execute("BEGIN;\n\(commands)COMMIT;") }

    var bytes: [UInt8] {
        get throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db3").path
            try write(to: path)
            defer { try? FileManager.default.removeItem(atPath: path) }
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }
}
