import Foundation
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Bags of ROS 1, and of ROS 2 in SQLite.
struct ROSBagTests {
    private static let start: Int64 = 1_700_000_000_000_000_000
    private static let count = 40

    private static func time(_ index: Int) -> Int64 { start + Int64(index) * 10_000_000 }

    private func read(_ bytes: [UInt8]) throws -> Recording {
        try RecordingReader.read(bytes: bytes, name: "log.bag")
    }

    private func error(_ body: () throws -> Recording) -> SensorLabError? {
        do {
            _ = try body()
            return nil
        } catch { return error as? SensorLabError }
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bags-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func check(_ recording: Recording, _ format: String, count: Int = count) {
        #expect(recording.metadata.format == format)
        #expect(recording.accelerometer.count == count && recording.gyroscope.count == count)
        #expect(recording.magnetometer.count == count && recording.location.count == count)
        #expect(recording.accelerometer.times.first == Self.start)
        // Forward, left, up becomes right, forward, up.
        #expect(recording.accelerometer.values.first == Vector3(-0.25, 0.5, 9.8))
        #expect(recording.gyroscope.values.last == Vector3(-0.2, 0.1, 0.3))
        expectVector(recording.magnetometer.values.first ?? .zero, Vector3(-5, 20, -40), within: 1e-9)
    }

    // MARK: ROS 1

    private static func put(_ indices: Range<Int>, into log: inout ROS1BagBytes) {
        for index in indices {
            let time = time(index)
            log.message(0, ROSMessageBytes.imu(.ros1, stamp: time), at: time + 1_000_000)
            log.message(1, ROSMessageBytes.field(.ros1, stamp: time), at: time + 1_000_000)
            log.message(2, ROSMessageBytes.fix(.ros1, stamp: time), at: time + 1_000_000)
            log.message(3, [1, 2, 3], at: time)
        }
    }

    private static func connect(_ log: inout ROS1BagBytes) {
        log.connection(0, "/imu/data", "sensor_msgs/Imu")
        log.connection(1, "/imu/mag", "sensor_msgs/MagneticField")
        log.connection(2, "/fix", "sensor_msgs/NavSatFix")
        log.connection(3, "/rosout", "rosgraph_msgs/Log")
    }

    /// Two chunks, and connections again at the end, as the index has them.
    private static func bag(_ packing: String = "none", _ pack: ([UInt8]) -> [UInt8]? = { $0 }) -> [UInt8]? {
        var log = ROS1BagBytes()
        log.header()
        for part in [0..<20, 20..<count] {
            let records = ROS1BagBytes.records {
                if part.lowerBound == 0 { connect(&$0) }
                put(part, into: &$0)
            }
            guard let packed = pack(records) else { return nil }
            log.chunk(records, packing, packed: packed)
        }
        connect(&log)
        return log.bytes
    }

    @Test func ros1() throws {
        let recording = try read(#require(Self.bag()))
        check(recording, "ROS 1 bag")
        #expect(!recording.warnings.contains { $0.code.isDamage }, "\(recording.warnings)")
    }

    @Test(arguments: [ChunkPacker.lz4, .bz2])
    func packedROS1(_ packer: ChunkPacker) throws {
        guard let bytes = Self.bag(packer.rawValue, { packer.packed($0) }) else { return }
        check(try read(bytes), "ROS 1 bag")
    }

    @Test("a bag that was not closed has records outside of chunks, or ends in one")
    func unclosedROS1() throws {
        var log = ROS1BagBytes()
        log.header()
        Self.connect(&log)
        Self.put(0..<Self.count, into: &log)
        check(try read(log.bytes), "ROS 1 bag")
        let cut = try read(Array(log.bytes.dropLast(3000)))
        #expect((10..<Self.count).contains(cut.accelerometer.count))
        #expect(cut.warnings.contains { $0.code == .damagedMessages })
        let inChunk = try read(Array(#require(Self.bag()).dropLast(5000)))
        #expect((20..<Self.count).contains(inChunk.accelerometer.count))
        #expect(inChunk.warnings.contains { $0.code == .damagedMessages })
    }

    @Test func errorsOfROS1() throws {
        let unknown = try #require(Self.bag("brotli"))
        #expect(error { try read(unknown) }?.advice.contains("rosbag decompress") == true)
        #expect(error { try read(Array("#ROSBAG V1.2\n".utf8) + [1]) }?.message.contains("version") == true)
        #expect(error { try read(Array("#ROSBAG V2.0\n".utf8) + [69, 0, 0, 0]) }?.kind == .badData)
        var other = ROS1BagBytes()
        other.connection(0, "/camera", "sensor_msgs/Image")
        #expect(error { try read(other.bytes) }?.message.contains("/camera (sensor_msgs/Image, ros1)") == true)
    }

    // MARK: rostopic echo

    private static let echoes = FormatSamples.rows.map(FormatSamples.echo)

    @Test("printouts of several topics are one log; a message that was stopped is left out")
    func echoesOfTopics() throws {
        try withFolder { folder in
            let imu = Self.echoes.joined() + Self.echoes[0].prefix(200)
            try Data(imu.utf8).write(to: folder.appendingPathComponent("imu.txt"))
            let field = FormatSamples.rows.map { row in
                "header:\n  stamp:\n    sec: \(row.unix / 1_000_000_000)\n    nanosec: \(row.unix % 1_000_000_000)\n"
                    + "  frame_id: imu_link\nmagnetic_field:\n  x: 2.0e-05\n  y: 5.0e-06\n  z: -4.0e-05\n"
                    + "magnetic_field_covariance:\n" + String(repeating: "- 0.0\n", count: 9) + "---\n"
            }
            try Data(field.joined().utf8).write(to: folder.appendingPathComponent("mag.txt"))
            let recording = try RecordingReader.read(path: folder.path)
            #expect(recording.metadata.format == "rostopic echo")
            #expect(recording.accelerometer.count == FormatSamples.count)
            #expect(recording.accelerometer.times.first == FormatSamples.rows[0].unix)
            #expect(recording.magnetometer.count == FormatSamples.count)
            expectVector(recording.magnetometer.values.first ?? .zero, Vector3(-5, 20, -40), within: 1e-9)
            #expect(recording.warnings.contains { $0.code == .damagedMessages && $0.text.contains("---") })
        }
    }

    @Test("what a message does not give is no sample; other messages are named as damage")
    func echoesWithoutReadings() throws {
        var text = Self.echoes.joined()
        text.replace("orientation_covariance: [0.0", with: "orientation_covariance: [-1.0")
        text.replace("angular_velocity_covariance: [0.0", with: "angular_velocity_covariance: [-1.0")
        text += "header: \n  frame_id: ''\nrange: 3\n---\n---\n"
        let recording = try read(Array(text.utf8))
        #expect(recording.attitude.isEmpty && recording.gyroscope.isEmpty)
        #expect(recording.accelerometer.count == FormatSamples.count)
        #expect(recording.warnings.contains { $0.code == .damagedMessages })
    }

    // MARK: ROS 2

    private static func database(_ indices: Range<Int>) -> ROS2BagBytes {
        var log = ROS2BagBytes()
        log.topic(1, "/imu/data", "sensor_msgs/msg/Imu")
        log.topic(2, "/imu/mag", "sensor_msgs/msg/MagneticField")
        log.topic(3, "/fix", "sensor_msgs/msg/NavSatFix")
        log.topic(4, "/rosout", "rcl_interfaces/msg/Log")
        for index in indices {
            let time = time(index)
            log.message(1, ROSMessageBytes.imu(stamp: time), at: time + 1_000_000)
            log.message(2, ROSMessageBytes.field(stamp: time), at: time + 1_000_000)
            log.message(3, ROSMessageBytes.fix(stamp: time), at: time + 1_000_000)
            log.message(4, [1, 2, 3], at: time)
        }
        return log
    }

    @Test func ros2InMemory() throws {
        let recording = try read(Self.database(0..<Self.count).bytes)
        check(recording, "ROS 2 bag")
        #expect(!recording.warnings.contains { $0.code.isDamage }, "\(recording.warnings)")
    }

    @Test func ros2InFiles() throws {
        try withFolder { folder in
            let path = folder.appendingPathComponent("a b#%41?_0.db3").path
            try Self.database(0..<10).write(to: path)
            check(try RecordingReader.read(path: path), "ROS 2 bag", count: 10)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        }
    }

    @Test func splitROS2() throws {
        try withFolder { folder in
            // `_10` follows `_2`.
            for (index, number) in [2, 10, 11, 100].enumerated() {
                let path = folder.appendingPathComponent("run_\(number).db3").path
                try Self.database(index * 10..<index * 10 + 10).write(to: path)
            }
            let metadata = folder.appendingPathComponent("metadata.yaml")
            try Data("rosbag2_bagfile_information:\n".utf8).write(to: metadata)
            let recording = try RecordingReader.read(path: folder.path)
            check(recording, "ROS 2 bag")
            #expect(recording.warnings.isEmpty, "\(recording.warnings)")
            let packed = folder.appendingPathComponent("run_101.db3.zstd")
            try Data([0x28, 0xb5, 0x2f, 0xfd]).write(to: packed)
            #expect(error { try RecordingReader.read(path: folder.path) }?.advice.contains("zstd -d") == true)
        }
    }

    @Test func splitMCAP() throws {
        try withFolder { folder in
            for part in 0..<2 {
                var log = MCAPBytes()
                log.header()
                log.channel(1, "/imu/data", "sensor_msgs/msg/Imu")
                for index in part * 20..<part * 20 + 20 {
                    log.message(1, ROSMessageBytes.imu(stamp: Self.time(index)), at: Self.time(index))
                }
                log.end()
                try Data(log.bytes).write(to: folder.appendingPathComponent("run_\(part).mcap"))
            }
            try Data("rosbag2_bagfile_information:\n".utf8).write(to: folder.appendingPathComponent("metadata.yaml"))
            let recording = try RecordingReader.read(path: folder.path)
            #expect(recording.metadata.format == "MCAP" && recording.accelerometer.count == 40)
            #expect(recording.warnings.isEmpty, "\(recording.warnings)")
        }
    }

    @Test func packedMessagesOfROS2() throws {
        var log = ROS2BagBytes()
        log.topic(1, "/imu/data", "sensor_msgs/msg/Imu")
        for index in 0..<Self.count {
            guard let packed = ChunkPacker.zstd.packed(ROSMessageBytes.imu(stamp: Self.time(index))) else { return }
            log.message(1, packed, at: Self.time(index))
        }
        #expect(try read(log.bytes).accelerometer.count == Self.count)
    }

    @Test("a cut or damaged database is read as far as it goes")
    func damagedROS2() throws {
        let bytes = try Self.database(0..<400).bytes
        let cut = try read(Array(bytes[..<(bytes.count / 2)]))
        #expect((50..<400).contains(cut.accelerometer.count))
        #expect(cut.warnings.contains { $0.code == .damagedMessages })
        let torn = try read(
            bytes[..<(bytes.count / 2)] + [UInt8](repeating: 0xff, count: bytes.count - bytes.count / 2))
        #expect((50..<400).contains(torn.accelerometer.count))
        #expect(torn.warnings.contains { $0.code == .damagedMessages })
        #expect(error { try read(Array(bytes[..<5000])) }?.kind == .badData)
        for change in [
            "DROP TABLE messages; CREATE VIEW messages AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
                + "SELECT 1 AS topic_id, n AS timestamp, x'00' AS data FROM c;", "DROP TABLE messages;",
            "ALTER TABLE messages ADD COLUMN more GENERATED ALWAYS AS (topic_id);",
        ] {
            var hostile = Self.database(0..<10)
            hostile.add(change)
            #expect(error { try read(hostile.bytes) }?.code == .binaryLog, "\(change)")
        }
        var other = ROS2BagBytes()
        other.topic(1, "/camera", "sensor_msgs/msg/Image")
        #expect(error { try read(other.bytes) }?.message.contains("/camera (sensor_msgs/msg/Image, cdr)") == true)
        #expect(error { try read(Array("SQLite format 3\0 CREATE TABLE topics(id".utf8)) }?.code == .binaryLog)
    }
}
