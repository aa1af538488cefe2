import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Rows that are not in the order of their times, and several recordings in one table.
struct RowOrderTests {
    private func read(_ text: String) throws -> Recording {
        try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv")
    }

    /// A device that turns about its own axes: the rows differ by their numbers.
    private func row(_ index: Int, at time: String) -> String {
        let (angle, noise) = (Double(index) / 100, Double(index % 7) / 1000)
        let force = "\(9.8 * Double.sin(angle)),\(0.25 + noise),\(9.8 * Double.cos(angle))"
        return "\(time),\(force),\(0.01 + noise),\(0.5 - noise),\(noise - 0.01)\n"
    }

    private static let sensors = "ax (m/s^2),ay (m/s^2),az (m/s^2),gx (rad/s),gy (rad/s),gz (rad/s)"

    private func table(_ order: [Int], time: String = "time (s)", _ stamp: (Int) -> String = { "\(Double($0) / 50)" })
        -> String
    {
        "\(time),\(Self.sensors)\n" + order.map { row($0, at: stamp($0)) }.joined()
    }

    private static let inOrder = Array(0..<400)

    @Test(
        "the newest row first, sorted as texts, and blocks exchanged are put in order",
        arguments: [
            Array(inOrder.reversed()), inOrder.sorted { "\($0)" < "\($1)" }, Array(inOrder[200...] + inOrder[..<200]),
            inOrder.map { $0 * 147 % 400 },
        ])
    func restored(_ order: [Int]) throws {
        let recording = try read(table(order))
        let expected = try read(table(Self.inOrder))
        #expect(recording.accelerometer == expected.accelerometer)
        #expect(recording.gyroscope == expected.gyroscope)
        let warning = try #require(recording.warnings.first { $0.code == .timeBackwards })
        #expect(warning.message.contains("not in the order of their times"))
        #expect(recording.provenance[.accelerometer]?.dropped == 0)
    }

    @Test("a matrix log's rows are put in order, the reference's too")
    func matrices() throws {
        func read(_ rows: [FormatSamples.Row]) throws -> Recording {
            try RecordingReader.read(bytes: FormatSamples.robot(rows), name: "MPU9150.mat")
        }
        let rows = FormatSamples.rows
        let (recording, expected) = (try read(Array(rows[10...] + rows[..<10])), try read(rows))
        #expect(recording.accelerometer == expected.accelerometer)
        #expect(recording.reference.times == expected.reference.times)
        #expect(recording.reference.values == expected.reference.values)
        #expect(recording.warnings.contains { $0.code == .timeBackwards })
    }

    @Test("the unit of falling times follows from their steps, and equal stamps are turned round too")
    func newestFirst() throws {
        let falling = Array(Self.inOrder.reversed())
        for (name, stamp) in [
            ("timestamp", { (row: Int) in "\(1_714_557_600_000 + 20 * row)" }),
            ("timestamp", { row in "2024-05-01 12:00:0\(row / 50).\(row % 50 / 5)" }),
        ] {
            let recording = try read(table(falling, time: name, stamp))
            let expected = try read(table(Self.inOrder, time: name, stamp))
            #expect(recording.accelerometer == expected.accelerometer)
            #expect(recording.metadata.date == CalendarDate("2024-05-01"))
        }
    }

    @Test("of recordings one behind the other whose clock begins anew the longest is read, and no mixture")
    func restart() throws {
        let first = (0..<150).map { row($0, at: "\(Double($0) / 50)") }.joined()
        let second = (0..<300).map { row($0 + 1000, at: "\(Double($0) / 50 + 0.007)") }.joined()
        for between in ["", "time (s),\(Self.sensors)\n", "\n\ntime (s),\(Self.sensors)\n"] {
            for (text, samples) in [(first + between + second, 300), (second + between + first, 300)] {
                let recording = try read("time (s),\(Self.sensors)\n" + text)
                #expect(recording.accelerometer.count == samples)
                #expect(recording.accelerometer.times.first == 7_000_000)
                let warning = try #require(recording.warnings.first { $0.code == .timeBackwards })
                #expect(warning.message.contains("2 recordings") && warning.message.contains("150 sample(s)"))
                #expect(!recording.warnings.contains { $0.code == .unreadableTime })
            }
        }
    }

    @Test("a clock that was set back, a wrong stamp and late rows are no new recording and no other order")
    func faults() throws {
        var times = Self.inOrder.map { Double($0) / 50 }
        for index in 200..<400 { times[index] -= 0.9 }
        times[100] = 0
        let recording = try read(table(Self.inOrder) { "\(times[$0])" })
        let warning = try #require(recording.warnings.first { $0.code == .timeBackwards })
        #expect(warning.message.contains("the fewest that restore the order"))
        #expect(recording.accelerometer.count == 355)
        #expect(StampOrder.restored([5, 4, 3]) == nil)
        #expect(StampOrder.restored(Array(repeating: .min, count: 30) + Array(repeating: .max, count: 30)) == nil)
    }

    @Test("the header again, as a board prints it when it starts, is no damage")
    func headerAgain() throws {
        let header = "time (s),\(Self.sensors)\n"
        let text = header + Self.inOrder.map { ($0 == 200 ? header : "") + row($0, at: "\(Double($0) / 50)") }.joined()
        let recording = try read(text)
        #expect(recording.accelerometer.count == 400)
        #expect(!recording.warnings.contains { $0.code.isDamage })
    }
}
