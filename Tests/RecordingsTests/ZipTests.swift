import SensorModels
import Testing

@testable import Recordings

/// Zip files that break a rule are errors; nothing is written, nothing expands without limit, no name hides another.
struct ZipTests {
    private static let table = FormatSamples.sensorLogger(ios: false)

    private func code(_ bytes: [UInt8]) -> String? {
        do {
            _ = try RecordingReader.read(bytes: bytes, name: "log.zip")
            return nil
        } catch {
            return (error as? SensorLabError)?.code
        }
    }

    @Test func soundOneIsRead() { #expect(code(FormatSamples.zip(Self.table)) == nil) }

    @Test(arguments: ["../Gravity.csv", "/Gravity.csv", "a/../../Gravity.csv", "a\\Gravity.csv"])
    func namesThatLeaveTheFolder(_ name: String) {
        #expect(code(FormatSamples.zip(Self.table + [(name, Array("x".utf8))])) == "damaged-zip")
    }

    @Test func secondFileOfTheSameName() {
        #expect(code(FormatSamples.zip(Self.table + [Self.table[0]])) == "damaged-zip")
    }

    @Test func memberThatExpandsBeyondTheLimit() {
        var bytes = FormatSamples.zip(Self.table)
        // The expanded size in the first entry of the directory: 4 GiB less one.
        let start = bytes.indices.first { Array(bytes[$0..<min($0 + 4, bytes.count)]) == [0x50, 0x4b, 1, 2] } ?? 0
        for offset in 24..<28 { bytes[start + offset] = 0xff }
        #expect(code(bytes) == "damaged-zip")
    }

    @Test func wrongChecksumIsReported() throws {
        var bytes = FormatSamples.zip(Self.table)
        // One digit inside of the first table.
        let digit = try #require(bytes[400..<900].firstIndex { $0 == UInt8(ascii: "3") })
        bytes[digit] = UInt8(ascii: "4")
        let recording = try RecordingReader.read(bytes: bytes, name: "log.zip")
        #expect(recording.warnings.contains { $0.code == "corrupt-gzip" })
    }
}
