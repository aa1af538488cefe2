import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// What only logs of ROS in MCAP have: packed chunks, encodings, two clocks, parts that are not given, frames, topics.
struct MCAPFormatTests {
    private static let second: Int64 = 1_000_000_000
    private static let start: Int64 = 1_700_000_000 * second

    private func read(_ bytes: [UInt8], unit: String? = nil, strict: Bool = false) throws -> Recording {
        var options = ReadOptions()
        (options.unit, options.strict) = (unit, strict)
        return try RecordingReader.read(bytes: bytes, name: "log.mcap", options: options)
    }

    private func error(_ bytes: [UInt8], unit: String? = nil, strict: Bool = false) -> SensorLabError? {
        do {
            _ = try read(bytes, unit: unit, strict: strict)
            return nil
        } catch { return error as? SensorLabError }
    }

    private typealias Message = ROSMessageBytes

    private static func time(_ index: Int) -> Int64 { start + Int64(index) * 10_000_000 }

    /// A log of some topics with `count` messages each.
    private func log(
        _ topics: [(name: String, schema: String, message: (Int) -> [UInt8])], count: Int = 30, encoding: String = "cdr"
    ) -> MCAPBytes {
        var log = MCAPBytes()
        log.header()
        log.append(records(topics, 0..<count, encoding))
        log.end()
        return log
    }

    private func records(
        _ topics: [(name: String, schema: String, message: (Int) -> [UInt8])], _ range: Range<Int>,
        _ encoding: String = "cdr"
    ) -> [UInt8] {
        MCAPBytes.records { part in
            for (index, topic) in topics.enumerated() {
                part.channel(UInt16(index), topic.name, "sensor_msgs/msg/\(topic.schema)", encoding)
            }
            for index in range {
                for (number, topic) in topics.enumerated() {
                    part.message(UInt16(number), topic.message(index), at: Self.time(index) + 2_000_000)
                }
            }
        }
    }

    private let plain: [(name: String, schema: String, message: (Int) -> [UInt8])] = [
        ("/imu", "Imu", { Message.imu(stamp: time($0)) }),
        ("/mag", "MagneticField", { Message.field(stamp: time($0)) }),
        ("/fix", "NavSatFix", { Message.fix(stamp: time($0)) }),
    ]

    // MARK: Bytes

    @Test(arguments: ROSMessageBytes.Form.allCases)
    func encodings(_ form: ROSMessageBytes.Form) throws {
        let topics: [(name: String, schema: String, message: (Int) -> [UInt8])] = [
            // Of every remainder by eight, so that numbers need every padding.
            (
                "/imu", "Imu",
                { Message.imu(form, stamp: Self.time($0), frame: "imu" + String(repeating: "x", count: $0 % 8)) }
            ),
            ("/mag", "MagneticField", { Message.field(form, stamp: Self.time($0)) }),
            ("/fix", "NavSatFix", { Message.fix(form, stamp: Self.time($0)) }),
        ]
        let recording = try read(log(topics, encoding: form == .ros1 ? "ros1" : "cdr").bytes)
        for index in 0..<30 {
            // Forward, left, up becomes right, forward, up.
            #expect(recording.accelerometer.values[index] == Vector3(-0.25, 0.5, 9.8))
            #expect(recording.gyroscope.values[index] == Vector3(-0.2, 0.1, 0.3))
            expectVector(recording.magnetometer.values[index], Vector3(-5, 20, -40), within: 1e-12)
            // The message's forward is east here... and the device's y axis is that.
            let q = Quaternion(0.5, 0.5, 0.5, 0.5)
            expectVector(
                recording.attitude.values[index].rotate(Vector3(0, 1, 0)), q.rotate(Vector3(1, 0, 0)), within: 1e-15)
            expectVector(
                recording.attitude.values[index].rotate(Vector3(1, 0, 0)), q.rotate(Vector3(0, -1, 0)), within: 1e-15)
            #expect(recording.accelerometer.times[index] == Self.time(index))
        }
        let fix = recording.location.values[29]
        #expect(fix.place == GeodeticPosition(latitude: 48.1, longitude: 11.6, height: 500))
        #expect(fix.accuracy == 8.0.squareRoot())
        #expect(recording.metadata.unixSecondsAtZero == 0)
        #expect(recording.metadata.date == CalendarDate("2023-11-14"))
        // The frames of the messages differ from that of the field after the first.
        #expect(recording.warnings.isEmpty || recording.warnings.map(\.code) == [.frameUndecided])
    }

    @Test(arguments: ChunkPacker.allCases)
    func packedChunks(_ packer: ChunkPacker) throws {
        var log = MCAPBytes()
        log.header()
        for part in 0..<5 {
            let records = records(plain, part * 200..<part * 200 + 200)
            guard let packed = packer.packed(records) else { return }
            #expect(packed.count < records.count / 2)
            log.chunk(records, packer.rawValue, packed: packed)
        }
        log.end()
        let recording = try read(log.bytes)
        #expect(recording.warnings.allSatisfy { !$0.code.isDamage })
        let whole = try read(self.log(plain, count: 1000).bytes)
        expectSameStreams(recording, whole)
        #expect(recording.accelerometer.count == 1000)
    }

    /// Bytes of LZ4 and Zstandard that were written from their specifications: blocks that are stored, and one that
    /// repeats.
    @Test func packedBySpecification() throws {
        let records = records(plain, 0..<30)
        // 64 KiB blocks, independent; the header's checksum of these two bytes is 0x82.
        var lz4: [UInt8] = [0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82]
        // One segment with its size in four bytes.
        var zstd: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0xa0] + Packed.of(UInt32(records.count))
        for start in stride(from: 0, to: records.count, by: 5000) {
            let block = records[start..<min(start + 5000, records.count)]
            lz4 += Packed.of(UInt32(block.count) | 0x8000_0000) + block
            let isLast = block.endIndex == records.count
            zstd += Packed.of(UInt32(block.count << 3 | (isLast ? 1 : 0))).prefix(3) + block
        }
        lz4 += [0, 0, 0, 0]
        for (name, packed) in [("lz4", lz4), ("zstd", zstd)] where ChunkPacker(rawValue: name)?.packed([1]) != nil {
            var log = MCAPBytes()
            log.chunk(records, name, packed: packed)
            log.end()
            let recording = try read(log.bytes)
            #expect(recording.accelerometer.count == 30)
            #expect(recording.warnings.isEmpty)
        }
    }

    // MARK: Clocks

    @Test func stampsOfTheMessagesAreUsed() throws {
        let recording = try read(log(plain).bytes)
        #expect(recording.magnetometer.times[3] == Self.time(3))
        #expect(recording.metadata.clock == "nanoseconds: header.stamp")
    }

    @Test func withoutStampsTheRecordersTimesAre() throws {
        var topics = plain
        topics[1].message = { _ in Message.field(stamp: 0) }
        let recording = try read(log(topics).bytes)
        #expect(recording.accelerometer.times[3] == Self.time(3) + 2_000_000)
        #expect(recording.magnetometer.times[3] == Self.time(3) + 2_000_000)
        #expect(recording.warnings.map(\.code) == [.recorderStamps])
        #expect(recording.warnings[0].message.contains("/mag"))
    }

    @Test func differentClocks() throws {
        var topics = plain
        topics[1].message = { Message.field(stamp: Self.time($0) - 5 * Self.second) }
        let recording = try read(log(topics).bytes)
        #expect(recording.magnetometer.times[3] == Self.time(3) + 2_000_000)
        #expect(recording.warnings.map(\.code) == [.recorderStamps])
    }

    /// The driver counts from its start: the time of day is the recorder's.
    @Test func stampsSinceTheStart() throws {
        let topics = plain.map { topic in
            let zero = Self.start - 77 * Self.second
            return (
                name: topic.name, schema: topic.schema,
                message: { (index: Int) -> [UInt8] in
                    let stamp = Self.time(index) - zero
                    switch topic.schema {
                    case "Imu": return Message.imu(stamp: stamp)
                    case "MagneticField": return Message.field(stamp: stamp)
                    default: return Message.fix(stamp: stamp)
                    }
                }
            )
        }
        let recording = try read(log(topics).bytes)
        #expect(recording.accelerometer.times[0] == 77 * Self.second)
        let zero = try #require(recording.metadata.unixSecondsAtZero)
        #expect(abs(zero - (1_700_000_000 - 77 + 0.002)) < 1e-6)
        #expect(recording.warnings.isEmpty)
    }

    // MARK: What is not given

    @Test func covarianceOfMinusOne() throws {
        let given = [("Imu", { (index: Int) in Message.imu(stamp: Self.time(index), given: (-1, 0, -1)) })]
        let recording = try read(log(given.map { ("/imu", $0.0, $0.1) }).bytes)
        #expect(recording.sensors == [.gyroscope])
        #expect(recording.warnings.allSatisfy { !$0.code.isDamage })
    }

    /// The identity and zeros are the contents of an unset field; once they change they are readings.
    @Test(arguments: [Quaternion.identity, Quaternion(0, 0, 0, 0), Quaternion(.nan, .nan, .nan, .nan)])
    func attitudeThatWasNeverSet(_ q: Quaternion) throws {
        func topics(_ attitude: @escaping (Int) -> Quaternion) -> [(
            name: String, schema: String, message: (Int) -> [UInt8]
        )] {
            [("/imu", "Imu", { Message.imu(stamp: Self.time($0), attitude: attitude($0), rate: .zero) })]
        }
        let recording = try read(log(topics { _ in q }).bytes)
        #expect(recording.sensors == [.accelerometer])
        #expect(recording.warnings.allSatisfy { !$0.code.isDamage })
        let later = try read(log(topics { $0 < 10 ? q : Quaternion(0.5, 0.5, 0.5, 0.5) }).bytes)
        #expect(later.attitude.count == (q == .identity ? 30 : 20))
    }

    @Test func readingsThatAreNoNumbers() throws {
        let topics: [(name: String, schema: String, message: (Int) -> [UInt8])] = [
            (
                "/imu", "Imu",
                { Message.imu(stamp: Self.time($0), force: Vector3(0, $0 == 7 ? .nan : 1, $0 == 8 ? .infinity : 9.7)) }
            )
        ]
        let recording = try read(log(topics).bytes)
        #expect(recording.accelerometer.count == 28)
        #expect(recording.gyroscope.count == 30)
        #expect(
            recording.warnings.contains { $0.code == .notANumber && $0.message.contains("accelerometer: 2 sample") })
    }

    @Test func fixes() throws {
        let topics: [(name: String, schema: String, message: (Int) -> [UInt8])] = [
            plain[0],
            (
                "/fix", "NavSatFix",
                { index in
                    switch index {
                    case 0..<5: Message.fix(stamp: Self.time(index), status: -1, latitude: .nan)
                    case 5..<10: Message.fix(stamp: Self.time(index), type: 0)
                    default: Message.fix(stamp: Self.time(index), altitude: .nan, variance: 0)
                    }
                }
            ),
        ]
        let recording = try read(log(topics).bytes)
        #expect(recording.location.count == 25)
        #expect(recording.location.values.allSatisfy { $0.accuracy.isNaN })
        #expect(recording.location.values[0].place.height == 500)
    }

    // MARK: Axes

    /// A level body that looks east, in the three frames that REP 103 has: gravity up, the nose east, the field north
    /// and down.
    @Test(arguments: ["base_link", "imu_link_ned", "camera_imu_optical_frame"])
    func frames(_ frame: String) throws {
        let half = 0.5.squareRoot()
        let (attitude, force, field, rate): (Quaternion, Vector3, Vector3, Vector3) =
            switch frame {
            case "imu_link_ned":
                // A quarter turn clockwise, seen from above: about down. North is to its left.
                (Quaternion(half, 0, 0, half), Vector3(0, 0, -9.8), Vector3(0, -20e-6, 40e-6), Vector3(0, 0, 1))
            case "camera_imu_optical_frame":
                // Its x (right) is south, y is down, z (forward) is east.
                (
                    Quaternion(
                        matrix: Matrix3(columns: Vector3(0, -1, 0), Vector3(0, 0, -1), Vector3(1, 0, 0))),
                    Vector3(0, -9.8, 0), Vector3(-20e-6, 40e-6, 0), Vector3(0, 1, 0)
                )
            default: (.identity, Vector3(0, 0, 9.8), Vector3(0, 20e-6, -40e-6), Vector3(0, 0, -1))
            }
        let topics: [(name: String, schema: String, message: (Int) -> [UInt8])] = [
            (
                "/imu", "Imu",
                { index in
                    // The first one differs: the identity alone would mean nothing.
                    let q = index == 0 ? attitude * Quaternion(half, half, 0, 0) : attitude
                    return Message.imu(stamp: Self.time(index), frame: frame, attitude: q, rate: rate, force: force)
                }
            ),
            ("/mag", "MagneticField", { Message.field(stamp: Self.time($0), frame: frame, field) }),
        ]
        let recording = try read(log(topics).bytes)
        expectVector(recording.accelerometer.values[1], Vector3(0, 0, 9.8), within: 1e-12)
        expectVector(recording.magnetometer.values[1], Vector3(-20, 0, -40), within: 1e-12)
        // It turns clockwise.
        expectVector(recording.gyroscope.values[1], Vector3(0, 0, -1), within: 1e-12)
        expectVector(recording.attitude.values[1].rotate(Vector3(0, 1, 0)), Vector3(1, 0, 0), within: 1e-15)
        expectVector(recording.attitude.values[1].rotate(Vector3(0, 0, 1)), Vector3(0, 0, 1), within: 1e-15)
    }

    // MARK: Units

    private var twoUnits: [(name: String, schema: String, message: (Int) -> [UInt8])] {
        [
            ("/left/imu", "Imu", { Message.imu(stamp: Self.time($0), frame: "left", force: Vector3(0, 0, 9.7)) }),
            ("/right/imu", "Imu", { Message.imu(stamp: Self.time($0), frame: "right", force: Vector3(0, 0, 9.9)) }),
            ("/right/mag", "MagneticField", { Message.field(stamp: Self.time($0), frame: "right") }),
        ]
    }

    @Test func severalTopics() throws {
        let bytes = log(twoUnits).bytes
        // The one with a magnetometer in its frame.
        let primary = try read(bytes)
        #expect(primary.accelerometer.values[0].z == 9.9)
        #expect(primary.warnings.map(\.code) == [.severalUnits])
        #expect(primary.warnings[0].message.contains("/left/imu, /right/imu; /right/imu with /right/mag is used"))
        let left = try read(bytes, unit: "/left/imu")
        #expect(left.accelerometer.values[0].z == 9.7)
        #expect(left.warnings.map(\.code) == [.frameUndecided])
        #expect(left.metadata.other["unit"] == "/left/imu")
        #expect(error(bytes, unit: "/imu")?.kind == .usage)
    }

    @Test func severalMagnetometers() throws {
        var topics = twoUnits
        topics.append(
            ("/left/mag", "MagneticField", { Message.field(stamp: Self.time($0), frame: "left", Vector3(30e-6, 0, 0)) })
        )
        let bytes = log(topics).bytes
        for (unit, force, field) in [
            ("/left/imu", 9.7, 30.0), ("/left/mag", 9.7, 30), ("/right/imu", 9.9, 20), ("/right/mag", 9.9, 20),
        ] {
            let recording = try read(bytes, unit: unit)
            #expect(recording.accelerometer.values[0].z == force)
            #expect(abs(recording.magnetometer.values[0].y - field) < 1e-9)
            #expect(recording.warnings.isEmpty)
        }
    }

    // MARK: Damage

    @Test func wrongChecksum() throws {
        var log = MCAPBytes()
        let records = records(plain, 0..<30)
        log.chunk(records, checksum: 77)
        log.end()
        let recording = try read(log.bytes)
        #expect(recording.accelerometer.count == 30)
        #expect(recording.warnings.map(\.code) == [.damagedMessages])
        #expect(recording.warnings[0].message.contains("checksum"))
        #expect(error(log.bytes, strict: true)?.kind == .badData)
        var without = MCAPBytes()
        without.chunk(records, checksum: 0)
        without.end()
        #expect(try read(without.bytes).warnings.isEmpty)
    }

    /// A chunk that cannot be expanded costs its own messages.
    @Test(arguments: ChunkPacker.allCases)
    func damagedChunk(_ packer: ChunkPacker) throws {
        var log = MCAPBytes()
        for part in 0..<3 {
            let records = records(plain, part * 30..<part * 30 + 30)
            guard var packed = packer.packed(records) else { return }
            if part == 1 { packed[0] ^= 0xff }
            log.chunk(records, packer.rawValue, packed: packed)
        }
        log.end()
        let recording = try read(log.bytes)
        #expect(recording.accelerometer.count == 60)
        #expect(recording.warnings.map(\.code).contains(.damagedMessages))
    }

    /// A file whose recorder was switched off has no end, and its last chunk may be cut.
    @Test func fileWithoutEnd() throws {
        var log = MCAPBytes()
        for part in 0..<3 { log.chunk(records(plain, part * 30..<part * 30 + 30)) }
        let whole = try read(log.bytes)
        #expect(whole.accelerometer.count == 90)
        #expect(whole.warnings.map(\.code) == [.damagedMessages])
        #expect(whole.warnings[0].message.contains("stops before its end"))
        let cut = try read(Array(log.bytes.dropLast(5000)))
        #expect((61..<90).contains(cut.accelerometer.count))
        #expect(cut.warnings.filter(\.code.isDamage).map(\.code) == [.damagedMessages])
    }

    /// Cut anywhere, and any byte another one: an error of the tool or a recording, never a crash.
    @Test(arguments: ["", "lz4", "zstd"])
    func damageAnywhere(_ packing: String) {
        var log = MCAPBytes()
        log.header()
        let records = records(plain, 0..<3)
        guard let packed = packing.isEmpty ? records : ChunkPacker(rawValue: packing)?.packed(records) else { return }
        log.chunk(records, packing, packed: packed)
        log.append(self.records(plain, 3..<4))
        log.end()
        func attempt(_ bytes: [UInt8]) {
            do { _ = try read(bytes) } catch {
                #expect((error as? SensorLabError)?.kind == .badData, "\(error)")
            }
        }
        for count in 0..<log.bytes.count { attempt(Array(log.bytes.prefix(count))) }
        var random = SplitMix64(seed: 27)
        for position in log.bytes.indices {
            var bytes = log.bytes
            bytes[position] ^= UInt8(truncatingIfNeeded: random.next() % 255 + 1)
            attempt(bytes)
        }
    }

    /// Lengths that cannot be, in every record that has one.
    @Test(arguments: [UInt64.max, UInt64(Int64.max), 1 << 62, 1 << 33, 0])
    func hostileLengths(_ length: UInt64) {
        for kind in [1, 2, 3, 4, 5, 6, 15, 0x90] as [UInt8] {
            #expect(error(MCAPBytes.magic + [kind] + Packed.of(length) + [1, 2, 3])?.kind == .badData)
        }
        let records = records(plain, 0..<30)
        var head = Packed.of(UInt64(0)) + Packed.of(UInt64(0)) + Packed.of(length) + Packed.of(UInt32(0))
        head += MCAPBytes.text("") + Packed.of(length)
        var log = MCAPBytes()
        log.record(6, head + records)
        log.chunk(records)
        log.end()
        _ = try? read(log.bytes)
    }

    /// A chunk of 100 MiB of zeros in a few bytes is refused as damage; the rest of the log is read.
    @Test func expandsWithoutEnd() throws {
        var zeros = MCAPBytes()
        zeros.record(0x90, [UInt8](repeating: 0, count: 100 << 20))
        let records = Array(zeros.bytes.dropFirst(MCAPBytes.magic.count))
        guard let packed = ChunkPacker.zstd.packed(records) else { return }
        var log = MCAPBytes()
        log.chunk(self.records(plain, 0..<30))
        log.chunk(records, "zstd", packed: packed, checksum: 0)
        log.end()
        let recording = try read(log.bytes)
        #expect(recording.accelerometer.count == 30)
        #expect(recording.warnings.map(\.code) == [.damagedMessages])
    }

    // MARK: Refusals

    @Test func refusals() throws {
        var other = MCAPBytes()
        other.channel(1, "/camera", "sensor_msgs/msg/Image")
        other.channel(2, "/imu", "sensor_msgs/msg/Imu", "protobuf")
        other.message(1, [1, 2, 3], at: 0)
        other.end()
        let topics = try #require(error(other.bytes))
        #expect(topics.kind == .badData)
        #expect(topics.message.contains("/camera (sensor_msgs/msg/Image, cdr), /imu (sensor_msgs/msg/Imu, protobuf)"))

        var unknown = MCAPBytes()
        unknown.chunk(records(plain, 0..<30), "brotli")
        unknown.end()
        #expect(error(unknown.bytes)?.message.contains("the compression \"brotli\"") == true)

        #expect(error([0x89, 0x4d, 0x43, 0x41, 0x50, 0x31, 0x0d, 0x0a, 1])?.message.contains("version") == true)
        #expect(error(MCAPBytes.magic)?.kind == .badData)

        var short = MCAPBytes()
        short.channel(1, "/imu", "sensor_msgs/msg/Imu")
        for index in 0..<5 { short.message(1, Array(Message.imu(stamp: Self.time(index)).dropLast(8)), at: 0) }
        short.end()
        #expect(error(short.bytes)?.message.contains("no readable message of /imu") == true)
    }
}
