import SensorModels
import Testing
import Vocabulary

@testable import Readers

/// Zip files that break a rule are errors; nothing is written, nothing expands without limit, no name hides another.
struct ZipTests {
    private static let table = FormatSamples.sensorLogger(ios: false)

    private func code(_ bytes: [UInt8]) -> ErrorCode? {
        do {
            _ = try RecordingReader.read(bytes: bytes, name: "log.zip")
            return nil
        } catch {
            return (error as? SensorLabError)?.code
        }
    }

    @Test func soundOneIsRead() { #expect(code(FormatSamples.zip(Self.table)) == nil) }

    /// Formats look at each table many times.
    @Test func tablesAreUnpackedOnceForAllLooks() throws {
        let text = Array("time,x,y,z\n0.01,1,2,3\n".utf8)
        let bytes = try FormatSamples.deflatedZip([("one.csv", text), ("two.csv", text)])
        guard case .folder(let folder) = try LogInput(bytes: bytes, name: "log.zip", hashing: false) else {
            Issue.record("a zip file is a folder")
            return
        }
        let lines = try folder.peek("one.csv") { $0 }
        #expect(try folder.peek("one.csv") { $0 === lines && $0.firstLines[0] == "time,x,y,z" })
        #expect(try folder.peek("two.csv") { $0 !== lines })
        // What a look takes, the next one sees again.
        #expect(try folder.peek("one.csv") { try $0.nextLine() } == "time,x,y,z")
        #expect(try folder.peek("one.csv") { try $0.nextLine() } == "time,x,y,z")
    }

    @Test(arguments: [
        "../Gravity.csv", "./Gravity.csv", "run//Gravity.csv", "/Gravity.csv", "a/../../Gravity.csv", "a\\Gravity.csv",
    ])
    func namesThatLeaveTheFolder(_ name: String) {
        #expect(code(FormatSamples.zip(Self.table + [(name, Array("x".utf8))])) == .damagedZip)
    }

    @Test func secondFileOfTheSameName() {
        #expect(code(FormatSamples.zip(Self.table + [Self.table[0]])) == .damagedZip)
        let (name, bytes) = Self.table[0]
        #expect(code(FormatSamples.zip(Self.table + [(name.uppercased(), bytes)])) == .damagedZip)
    }

    /// A megabyte of zeros packs to a thousandth: with its true size it is refused, with a false one it ends there.
    @Test func bombs() throws {
        let header = Array("time,seconds_elapsed,z,y,x\n".utf8)
        let content = header + [UInt8](repeating: UInt8(ascii: "0"), count: 1 << 23)
        let packed = try DeflatedBytes.packed(content)
        #expect(content.count > 400 * packed.count)
        let name = "run/MagnetometerUncalibrated.csv"
        let honest = FormatSamples.zip(Self.table, deflated: (name, packed, content.count))
        #expect(code(honest) == .damagedZip)
        let lying = FormatSamples.zip(Self.table, deflated: (name, packed, 4096))
        let recording = try RecordingReader.read(bytes: lying, name: "log.zip")
        #expect(recording.magnetometer.count == FormatSamples.count)
        #expect(recording.warnings.contains { $0.code == .corruptGzip || $0.code == .emptyStream })
    }

    /// The member's own header must be what the directory says: no second content hides behind a name.
    @Test func headersThatContradictTheDirectory() {
        var bytes = FormatSamples.zip(Self.table)
        bytes[30 + 4] ^= 0x20  // a letter of the first member's name in front of its content
        #expect(code(bytes) == .damagedZip)
    }

    /// Where a name is: in front of its member's content, or in the directory.
    private func place(of name: String, in bytes: [UInt8], directory: Bool) throws -> Int {
        let places = bytes.indices.filter { bytes[$0...].starts(with: name.utf8) }
        return try #require(directory ? places.last : places.first)
    }

    /// Of a member whose own header is damaged only that member is lost: the log beside it is read, and a table that is
    /// lost is named.
    @Test(arguments: [("notes.csv", true), ("photo.jpg", false)])
    func damagedHeaderBesideALog(name: String, isTable: Bool) throws {
        let rows = (0..<200).map { "\(Double($0) / 50),0.\($0 % 7),0.\($0 % 5),9.8\($0 % 3)\n" }
        let log = Array(("t,ax,ay,az\n" + rows.joined()).utf8)
        var bytes = FormatSamples.zip([("log.csv", log), (name, Array("name,remark\ndoor,open\n".utf8))])
        let sound = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(sound.accelerometer.count == 200 && !sound.warnings.contains { $0.code.isDamage })
        bytes[try place(of: name, in: bytes, directory: false) - 30] ^= 1
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.accelerometer == sound.accelerometer)
        let damage = recording.warnings.filter(\.code.isDamage)
        #expect(damage.map(\.code) == (isTable ? [.unreadableTable] : []), "\(damage)")
        #expect(damage.allSatisfy { $0.place.hasSuffix(name) })
    }

    /// A table whose name is damaged in the directory is recognised by the name in its own header.
    @Test func damagedNameInTheDirectory() throws {
        var bytes = FormatSamples.zip(Self.table)
        let name = "run/Gyroscope.csv"
        bytes[try place(of: name, in: bytes, directory: true) + name.utf8.count - 1] ^= 1  // .csw
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.gyroscope.isEmpty && !recording.sensors.isEmpty)
        #expect(recording.warnings.contains { $0.code == .unreadableTable && $0.place.hasSuffix("Gyroscope.csw") })
    }

    @Test func memberThatExpandsBeyondTheLimit() {
        var bytes = FormatSamples.zip(Self.table)
        // The expanded size in the first entry of the directory: 4 GiB less one.
        let start = bytes.indices.first { Array(bytes[$0..<min($0 + 4, bytes.count)]) == [0x50, 0x4b, 1, 2] } ?? 0
        for offset in 24..<28 { bytes[start + offset] = 0xff }
        #expect(code(bytes) == .damagedZip)
    }

    @Test func wrongChecksumIsReported() throws {
        var bytes = FormatSamples.zip(Self.table)
        // One digit inside of the first table.
        let digit = try #require(bytes[400..<900].firstIndex { $0 == UInt8(ascii: "3") })
        bytes[digit] = UInt8(ascii: "4")
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.warnings.contains { $0.code == .corruptGzip })
    }

    /// For every flipped bit: the readings are unchanged, or a warning says that they may be damaged.
    @Test(arguments: [false, true])
    func flippedBits(deflated: Bool) throws {
        let bytes = deflated ? try FormatSamples.deflatedZip(Self.table) : FormatSamples.zip(Self.table)
        let sound = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(!sound.warnings.contains { $0.code.isDamage }, "\(sound.warnings)")
        var random = RandomGenerator(seed: 80)
        var wrong: [String] = []
        for place in 0..<160 {
            var flipped = bytes
            // The first half of them all over the file, the other in its directory.
            let last = place < 80 ? bytes.count : min(bytes.count, 80 * Self.table.count)
            let index = bytes.count - 1 - Int(random.next() % UInt64(last))
            flipped[index] ^= 1 << UInt8(random.next() % 8)
            guard let read = try? RecordingReader.read(bytes: flipped, name: "log.zip") else { continue }
            let isSame =
                SensorKind.allCases.allSatisfy {
                    read.times(of: $0) == sound.times(of: $0)
                } && read.accelerometer == sound.accelerometer && read.gyroscope == sound.gyroscope
                && read.magnetometer == sound.magnetometer && read.attitude == sound.attitude
            if !isSame, !read.warnings.contains(where: { $0.code.isDamage }) { wrong.append("\(index)") }
            if read.warnings.contains(where: { $0.code.isDamage }) {
                var options = ReadOptions()
                options.strict = true
                #expect(throws: SensorLabError.self) {
                    _ = try RecordingReader.read(bytes: flipped, name: "log.zip", options: options)
                }
            }
        }
        #expect(wrong.isEmpty, "at bytes \(wrong.joined(separator: ", ")) of \(bytes.count)")
    }

    /// A deflated member that is damaged from the start yields no byte: it is damaged, not empty.
    @Test func damagedMemberIsNotCalledEmpty() throws {
        var bytes = try FormatSamples.deflatedZip(Self.table)
        let name = Array("run/Gyroscope.csv".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) }) + name.count
        bytes[start] = 0x07  // the last block, of the type that does not exist
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.warnings.contains { $0.code == .corruptGzip && $0.place.hasSuffix("Gyroscope.csv") })
        #expect(!recording.warnings.contains { $0.code == .emptyStream && $0.text.contains("Gyroscope.csv") })
    }

    /// A table that is packed twice: the checksum is of the member, not of what it unpacks to.
    @Test func gzipInAZip() throws {
        let packed = try Self.table.filter { !$0.1.isEmpty && !$0.0.hasSuffix("Metadata.csv") }
            .map { ($0.0 + ".gz", try GzipBytes.packed($0.1)) }
        let recording = try RecordingReader.read(bytes: FormatSamples.zip(packed), name: "log.zip")
        #expect(recording.gyroscope.count == FormatSamples.count)
        #expect(!recording.warnings.contains { $0.code.isDamage }, "\(recording.warnings)")
    }

    /// Programs that write to a stream: checksum and sizes behind the member, and numbers of 64 bits everywhere.
    @Test func largeNumbersOfStreams() throws {
        let bytes = FormatSamples.streamedZip(Self.table)
        let sound = try RecordingReader.read(bytes: FormatSamples.zip(Self.table), name: "log.zip")
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.accelerometer == sound.accelerometer && recording.magnetometer == sound.magnetometer)
        #expect(!recording.warnings.contains { $0.code.isDamage }, "\(recording.warnings)")
        // Every number of the directory and of the two records at the end, each bit of it flipped: never a crash.
        for place in bytes.count - 400..<bytes.count {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[place] ^= 1 << UInt8(bit)
                _ = code(flipped)
            }
        }
    }

    /// Methods of other programs: the message names the method and what to do.
    @Test func unknownMethod() throws {
        let bytes = FormatSamples.zip([("log.csv", Array("t,ax,ay,az\n0,0,0,9.8\n".utf8))], method: 93)
        let error = try #require(throws: SensorLabError.self) {
            _ = try RecordingReader.read(bytes: bytes, name: "log.zip")
        }
        #expect(error.message.contains("Zstandard") && error.advice.contains("deflate"), "\(error)")
    }
}
