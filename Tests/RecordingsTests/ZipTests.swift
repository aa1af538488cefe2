import SensorModels
import Testing
import Vocabulary

@testable import Recordings

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
}
