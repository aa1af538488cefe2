import Rotations
import SensorModels
import Testing

@testable import Readers
@testable import Recordings

/// A recording costs at most 1.5 times its numbers as doubles, whatever the log was.
///
/// Counted on one side: 8 bytes for every number that the log gave (time, axes, ... of every row that has them). On the
/// other: the room of every array of the recording, spare room included, an array that several streams share once.
struct MemoryTests {
    @Test(arguments: ["dense", "two rates", "one sensor"])
    func wideTables(_ kind: String) throws {
        var text = "t,ax,ay,az"
        if kind != "one sensor" { text += ",gx (rad/s),gy (rad/s),gz (rad/s),mx (uT),my (uT),mz (uT)" }
        text += "\n"
        var numbers = 0
        for index in 0..<100_000 {
            text += "\(Double(index) / 200),0.1,0.2,9.8"
            numbers += 4
            if kind == "one sensor" {
                text += "\n"
            } else if kind == "two rates", index % 4 > 0 {
                text += ",1,2,3,,,\n"
                numbers += 3
            } else {
                text += ",1,2,3,14,25,36\n"
                numbers += 6
            }
        }
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
        let cost = Double(bytes(of: recording)) / Double(8 * numbers)
        #expect(cost < 1.5 && cost > 0.9, "\(cost)")
    }

    /// Tagged lines: every sample has a time of its own. Here arrays grow, since their final size is unknown.
    @Test func taggedLines() throws {
        let count = 70_000
        let text =
            "% LogFile\n"
            + (0..<count).map { "ACCE;\(Double($0) / 100);\(Double($0) / 100);0;0;9.8;3\n" }.joined()
        let recording = try RecordingReader.read(bytes: Array(text.utf8), name: "log.txt")
        #expect(recording.accelerometer.count == count)
        let cost = Double(bytes(of: recording)) / Double(8 * 4 * count)
        #expect(cost < 1.2, "\(cost)")
    }

    private func bytes(of recording: Recording) -> Int {
        var arrays: [UnsafeRawPointer: Int] = [:]
        func add<Element>(_ array: [Element]) {
            guard !array.isEmpty else { return }
            array.withUnsafeBytes { arrays[$0.baseAddress!] = array.capacity * MemoryLayout<Element>.stride }
        }
        for sensor in SensorKind.allCases {
            add(recording.times(of: sensor))
            add(recording.vectors(of: sensor).values)
        }
        add(recording.attitude.values)
        add(recording.reference.values)
        return arrays.values.reduce(0, +)
    }
}
