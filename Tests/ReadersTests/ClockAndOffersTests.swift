import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// A clock that the user gives, readings that are impossible, and what a message offers.
@Suite("Clock alone, offers and questions")
struct ClockAndOffersTests {
    private func read(
        _ text: String, columns: String? = nil, assume: [String] = [], name: String = "log.csv"
    ) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try columns.map { try ColumnMapping([$0]) }
        options.assumptions = assume.compactMap { Assumption($0) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: name, options: options)
    }

    private func error(_ text: String, columns: String? = nil, name: String = "log.csv") throws -> SensorLabError {
        try #require(#expect(throws: SensorLabError.self) { try read(text, columns: columns, name: name) })
    }

    private func cells(_ v: Vector3) -> String { "\(v.x),\(v.y),\(v.z)" }

    /// Blocks of four rows that arrive together, with a board's own count of 10 ms.
    private var blocks: String {
        "time,ax (g),ay (g),az (g),board\n"
            + (0..<40).map { row in
                "\(100 + Double(row / 4) * 0.05),0.01,-0.02,\(0.99 + 0.001 * Double(row % 3)),\(5000 + 10 * row)\n"
            }.joined()
    }

    @Test("t= alone replaces the clock", arguments: ["t=5:ms", "t=board:ms"])
    func clockAlone(columns: String) throws {
        let recording = try read(blocks, columns: columns)
        #expect(recording.accelerometer.times.first == 5_000_000_000)
        #expect(
            zip(recording.accelerometer.times, recording.accelerometer.times.dropFirst()).allSatisfy {
                $1 - $0 == 10_000_000
            })
        #expect(recording.provenance[.accelerometer]?.unit == "g")
        #expect(recording.metadata.clock == "milliseconds (--columns)")
    }

    @Test("t= alone in lines of labels, and in JSON")
    func clockAloneOfLabels() throws {
        let lines = (0..<20).map { "tick: \(500 + 7 * $0), ax: 0.1, ay: -0.2, az: \(9.8 + 0.01 * Double($0 % 3))\n" }
        #expect(try read(lines.joined(), columns: "t=tick:ms").accelerometer.times[1] == 507_000_000)
        let json = (0..<20).map {
            "{\"tick\": \(500 + 7 * $0), \"ax\": 0.1, \"ay\": 0.2, \"az\": \(9.8 + 0.01 * Double($0 % 3))}\n"
        }
        #expect(try read(json.joined(), columns: "t=tick:ms", name: "log.jsonl").accelerometer.times[1] == 507_000_000)
    }

    @Test("a column that is not there is named")
    func missingClock() throws {
        #expect(try error(blocks, columns: "t=9").message.contains("no such column"))
        #expect(try error(blocks, columns: "t+=2:ns").code == .badMapping)
        #expect(try error(blocks, columns: "t=5:ms,t+=99:ns").message.contains("t+"))
        // The clock of one file of several.
        #expect(try error(blocks, columns: "other.csv:t=5:ms").message.contains("no column of a sensor"))
    }

    @Test("columns by number keep the units of a header behind a comment mark", arguments: ["", "# ", "% ", "// "])
    func unitsOfMarkedHeader(mark: String) throws {
        let rows = (0..<40).map { "\(Double($0) / 50) \($0 % 7).125 \($0 % 5).25 \($0 % 3).5\n" }
        let text = "\(mark)time[s]  wz1[dps]  wz2[dps]  wz3[dps]\n" + rows.joined()
        let recording = try read(text, columns: "t=1,gx=2,gy=3,gz=4")
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
        #expect(recording.gyroscope.count == 40)
    }

    @Test("a format that states its clock keeps it")
    func statedClock() throws {
        let sample = try #require(FormatSamples.all.first { $0.format == "EuRoC" })
        let refused = try error(String(decoding: sample.bytes, as: UTF8.self), columns: "t=2:ms", name: sample.name)
        #expect(refused.kind == .usage && refused.message.contains("a clock of its own"), "\(refused)")
    }

    @Test("mostly impossible readings are no sensor's")
    func mostlyInvalid() throws {
        let lost = (0..<20).map { "\($0 * 20),\($0 == 0 ? "0,0,0" : "-12207031,2319336,8984375")\n" }
        #expect(try error("time (ms),ax,ay,az\n" + lost.joined()).message.contains("19 of 20 samples"))
        // One fault in a log is damage.
        let fault = (0..<20).map { "\($0 * 20),\($0 == 7 ? "-12207031,2319336,8984375" : "0.1,0.2,9.8")\n" }
        #expect(try read("time (ms),ax,ay,az\n" + fault.joined()).accelerometer.count == 19)
    }

    @Test("units of several sensors, and the rate, are asked for at once")
    func questions() throws {
        var random = SplitMix64(seed: 1)
        func whole(_ v: Vector3) -> Vector3 { Vector3(v.x.rounded(), v.y.rounded(), v.z.rounded()) }
        let rows = (0..<30).map { _ in
            "\(cells(whole(Vector3(30, -40, 700) + random.vector(3)))),\(cells(whole(random.vector(6))))\n"
        }
        let error = try error("ax,ay,az,gx,gy,gz\n" + rows.joined())
        #expect(error.code == .noTimeColumn)
        for option in ["rate=HZ", "--assume accelerometer=", "--assume gyroscope="] {
            #expect(error.advice.contains(option), "\(error.advice)")
        }
    }

    @Test("axes without names are those of their units")
    func bareAxes() throws {
        let rows = (0..<30).map { row in
            "\(row * 20),0.1,0.2,\(9.8 + 0.01 * Double(row % 3)),0.01,\(0.02 * Double(row % 5)),-0.01\n"
        }
        let recording = try read(
            "time (ms),X (m/s^2),Y (m/s^2),Z (m/s^2),X (rad/s),Y (rad/s),Z (rad/s)\n" + rows.joined())
        #expect(recording.accelerometer.values[0].z == 9.8)
        #expect(recording.gyroscope.values[1].y == 0.02)
    }

    @Test("names for the first cells of longer rows")
    func fewNames() throws {
        let rows = (0..<30).map { row in "\(row * 20),0.1,0.2,\(9.8 + 0.01 * Double(row % 3)),7,8\n" }
        let recording = try read("time (ms),ax,ay,az\n" + rows.joined())
        #expect(recording.accelerometer.count == 30)
        #expect(recording.warnings.contains { $0.code == .cellCount && $0.message.contains("4 names") })
        // The one more cell may be a row's name in front, as R writes it.
        let named = rows.map { "17," + $0.dropLast(5) + "\n" }
        #expect(try error("time (ms),ax,ay,az\n" + named.joined()).code == .cellCount)
    }

    @Test("a file's name does not make a force a rate")
    func fileName() throws {
        var random = SplitMix64(seed: 2)
        let rows = (0..<40).map { _ in "\(cells(Vector3(0.02, -0.1, 0.99) + random.vector(0.004)))\n" }
        #expect(try error(rows.joined(), name: "gyro_data.txt").advice.contains("ax=1"))
        let rates = (0..<40).map { _ in "\(cells(random.vector(0.3)))\n" }
        #expect(try error(rates.joined(), name: "gyro_data.txt").advice.contains("gx=1"))
    }

    @Test("of two clocks without names, the one whose stamps all differ")
    func evenClock() throws {
        let rows = (0..<40).map { row in
            "\(Double(row / 3) * 0.06),\(Double(row) * 0.02 + 0.001),0.1,0.2,\(9.8 + 0.01 * Double(row % 3))\n"
        }
        #expect(try error(rows.joined()).advice.contains("t=2:s"))
    }

    @Test(
        "units between the words of a name",
        arguments: [
            ("gyro_deg_x,gyro_deg_y,gyro_deg_z", "deg/s"), ("gyro_rad_x,gyro_rad_y,gyro_rad_z", "rad/s"),
            ("rotX (°/s),rotY (°/s),rotZ (°/s)", "deg/s"),
        ])
    func unitWords(names: String, unit: String) throws {
        var random = SplitMix64(seed: 4)
        let rows = (0..<60).map { row in
            "\(20 * row),\(cells(Vector3(0.1, 0.3, 9.8) + random.vector(0.03))),\(cells(Vector3(0.4, -0.2, 0.1) + random.vector(0.5)))\n"
        }
        let recording = try read("time (ms),ax,ay,az,\(names)\n" + rows.joined())
        #expect(recording.provenance[.gyroscope]?.unit == unit)
    }

    @Test("times of day without leading zeros")
    func unpaddedTimes() {
        for (text, padded) in [
            ("23:2:3.5", "23:02:03.5"), ("9:05:7", "09:05:07"), ("2024-05-01 9:5:7", "2024-05-01 09:05:07"),
        ] {
            let time = WallClockText.nanoseconds(text)?.time
            #expect(time != nil && time == WallClockText.nanoseconds(padded)?.time, "\(text)")
        }
    }

    @Test("few counts of a chip show the unit of a rate, to all their digits")
    func fewCounts() throws {
        let rows = (0..<40).map { row in
            let rate = Vector3(Double(row % 3 - 1), Double(row * 7 % 3 - 1), Double(row * 5 % 2)) / 16.4
            return "\(Double(row) / 100),\(cells(rate))\n"
        }
        let recording = try read("time (s),gx,gy,gz\n" + rows.joined())
        #expect(recording.provenance[.gyroscope]?.unit == "deg/s")
        #expect(recording.provenance[.gyroscope]?.probability ?? 0 > 0.99)
    }
}
