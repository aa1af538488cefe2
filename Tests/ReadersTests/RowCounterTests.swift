import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Tables without a clock whose rows are counted: numbers that are skipped are rows that were lost.
struct RowCounterTests {
    private func read(
        _ counts: [Int], _ name: String = "Counter", rate: Double = 100, columns: String? = nil
    ) throws -> Recording {
        var options = ReadOptions()
        options.assumptions = try ["rate=\(rate)"].map(Assumption.init)
        if let columns { options.mapping = try ColumnMapping([columns]) }
        let text = "\(name),ax,ay,az\n" + counts.map { "\($0),0.5,-0.25,9.75\n" }.joined()
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func hundredths(_ recording: Recording) -> [Int64] {
        recording.accelerometer.times.map { $0 / 10_000_000 }
    }

    private func steps(_ recording: Recording) -> [Int64] {
        zip(hundredths(recording), hundredths(recording).dropFirst()).map { $1 - $0 }
    }

    @Test(
        "a skipped number is a hole",
        arguments: [
            "Counter", "PacketCounter", "Packet number", "n_samples", "SampleNumber", "framenumber", "Frame#", "index",
            "sample_id", "Seq", "No.",
        ])
    func lost(_ name: String) throws {
        let counts = Array(2552..<2600) + Array(2701..<2800)
        let recording = try read(counts, name)
        #expect(hundredths(recording) == counts.map { Int64($0 - 2552) })
        #expect(recording.metadata.clock?.contains("lost rows") == true)
        #expect(!recording.warnings.contains { $0.code == .unknownColumns || $0.code == .timeBackwards })
    }

    @Test("the rate is that of the rows, in whatever steps they are counted")
    func stepsOfCounts() throws {
        let recording = try read((0..<20).map { 4 * $0 } + (25..<50).map { 4 * $0 })
        #expect(hundredths(recording).last == 49 && steps(recording).max() == 6)
    }

    @Test("counters of 8, 16 and 32 bits go on, lost rows where they begin anew included", arguments: [8, 16, 32])
    func wraps(_ bits: Int) throws {
        let full = 1 << bits
        let counts = (full - 60..<full + 60).filter { !(full - 2...full + 1).contains($0) }.map { $0 % full }
        let recording = try read(counts)
        #expect(hundredths(recording).last == 119 && steps(recording).max() == 5)
        #expect(!recording.warnings.contains { $0.code == .timeBackwards })
    }

    @Test("a counter that begins anew at a number of its own loses nothing there")
    func ownEnd() throws {
        let recording = try read((0..<300).map { 1 + $0 % 60 })
        #expect(Set(steps(recording)) == [1] && recording.accelerometer.count == 300)
        #expect(!recording.warnings.contains { $0.code == .timeBackwards })
    }

    @Test("a step back that no counter makes is told, and the rows go on")
    func restarts() throws {
        let recording = try read(Array(500..<560) + Array(20..<50) + Array(52..<90))
        #expect(recording.accelerometer.count == 128)
        #expect(steps(recording).filter { $0 != 1 } == [3])
        #expect(recording.warnings.contains { $0.code == .timeBackwards && $0.text.contains("Counter") })
    }

    @Test("rows that come late are put where they belong")
    func late() throws {
        let recording = try read(Array(0..<50) + [51, 50] + Array(52..<90))
        #expect(hundredths(recording) == Array(0..<90))
    }

    @Test(
        "what is no count of rows leaves the rows evenly spaced",
        arguments: [
            // Packets of other sensors between them.
            (0..<200).map { $0 + $0 / 10 }, (0..<200).map { 3 * $0 / 2 }, (0..<200).map { $0 / 4 },
            (0..<200).map { ($0 * 7919) % 1000 },
        ])
    func others(_ counts: [Int]) throws {
        let recording = try read(counts)
        #expect(Set(steps(recording)) == [1] && recording.accelerometer.count == 200)
    }

    @Test("other names are no counts", arguments: ["Step count x", "heart", "steps", "id", "gyro counts"])
    func otherNames(_ name: String) throws {
        #expect(Set(steps(try read(Array(0..<40) + Array(50..<90), name))) == [1])
    }

    @Test("columns that are given by hand are counted too")
    func byHand() throws {
        let recording = try read(Array(0..<40) + Array(50..<90), columns: "ax=2,ay=3,az=4")
        #expect(hundredths(recording).last == 89)
    }
}
