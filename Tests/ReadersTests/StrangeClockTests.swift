import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Which column is the time where names mislead, clocks in days, and counters that begin anew.
struct StrangeClockTests {
    private func read(_ text: String, mapping: String? = nil) throws -> Recording {
        var options = ReadOptions()
        options.mapping = try mapping.map { try ColumnMapping([$0]) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    private func table(_ header: String, count: Int = 400, _ row: (Int) -> String) -> String {
        header + "\n" + (0..<count).map { row($0) + "\n" }.joined()
    }

    /// Digits behind a number's point, with zeros in front.
    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Milliseconds since the first row.
    private func milliseconds(_ recording: Recording) -> [Int64] {
        let times = recording.accelerometer.times
        return times.map { ($0 - times[0] + 500_000) / 1_000_000 }
    }

    // MARK: Which column

    @Test(
        "a temperature named T is no time: the column of dates is",
        arguments: ["T(°)", "T(%)", "T", "t"], [0, 50])
    func temperatures(_ name: String, _ rowsOfOne: Int) throws {
        let text = table("Chiptime,ax(g),ay(g),az(g),\(name)") { row in
            let temperature = rowsOfOne == 0 ? "28.\(30 + row % 3)" : "28.\(30 + row / rowsOfOne)"
            return "2023-05-17 09:41:\(10 + row / 100).\(padded(row % 100 * 10, 3)),0.01,0.02,0.99,\(temperature)"
        }
        let recording = try read(text)
        #expect(milliseconds(recording) == (0..<400).map { $0 * 10 })
        #expect(recording.metadata.date == CalendarDate("2023-05-17"))
    }

    @Test("a temperature alone is no time: the rate is asked for", arguments: ["T(°)", "T", "t"])
    func temperatureAlone(_ name: String) {
        let error = #expect(throws: SensorLabError.self) {
            try read(table("ax(g),ay(g),az(g),\(name)") { "0.01,0.02,0.99,28.\(30 + $0 % 3)" })
        }
        #expect(error?.code == .noTimeColumn)
    }

    @Test("a t that rises is the time beside a date in whole seconds, and so is one whose stamps repeat")
    func risingTimes() throws {
        let text = table("date,t,ax,ay,az") {
            "2023-05-17 09:41:\(10 + $0 / 100),\(Double($0) / 100),0.5,-0.25,9.75"
        }
        #expect(milliseconds(try read(text)) == (0..<400).map { $0 * 10 })
        let rounded = table("t (ms),ax,ay,az") { "\($0 / 10 * 100),0.5,-0.25,9.75" }
        #expect(milliseconds(try read(rounded)).last == 3900)
    }

    @Test("numbers in a column of one word that ends in time are the time where they rise")
    func wordsThatEndInTime() throws {
        let text = table("devtime,exptime,ax,ay,az") { "\($0 * 10),16,0.5,-0.25,9.75" }
        #expect(milliseconds(try read(text)) == (0..<400).map { $0 * 10 })
        #expect(throws: SensorLabError.self) { try read(table("exptime,ax,ay,az") { _ in "16,0.5,-0.25,9.75" }) }
    }

    // MARK: Days

    @Test(arguments: [("time", 45_063, 10), ("Date", 45_063, 10), ("t", 45_063, 10), ("time", 738_000, 9)])
    func daysOfSpreadsheets(_ name: String, _ day: Int, _ digits: Int) throws {
        let text = table("\(name),acc_x,acc_y,acc_z") { row in
            // 09:41:12.34 and hundredths of a second, in parts of a day.
            let part = (34_872.34 + Double(row) / 100) / 86_400
            return "\(day).\(padded(Int(clamping: part * (digits == 10 ? 1e10 : 1e9)), digits)),0.5,-0.25,9.75"
        }
        let recording = try read(text)
        #expect(milliseconds(recording) == (0..<400).map { $0 * 10 })
        #expect(recording.metadata.date == CalendarDate(day == 45_063 ? "2023-05-17" : "2020-07-28"))
        #expect(recording.metadata.clock?.hasPrefix("days") == true)
        #expect(recording.metadata.unixSecondsAtZero == nil)
        let option = "t=1:days,ax=2,ay=3,az=4"
        #expect(try read(text, mapping: option).accelerometer.times == recording.accelerometer.times)
        // Without names the option that is printed reads the same.
        let rows = text.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
        let error = #expect(throws: SensorLabError.self) { try read(rows) }
        #expect(error?.advice.contains("--columns t=1:days,ax=2") == true)
    }

    @Test func statedDays() throws {
        let recording = try read(
            table("time (days),ax,ay,az") { "\(Double($0) / 8_640_000),0.5,-0.25,9.75" })
        #expect(milliseconds(recording) == (0..<400).map { $0 * 10 })
        #expect(recording.metadata.date == nil)
    }

    @Test("fifty rows that share a stamp in whole seconds come at 50 Hz", arguments: ["t", "time", "timestamp"])
    func rowsOfOneSecond(_ name: String) throws {
        let recording = try read(table("\(name),acc_x,acc_y,acc_z") { "\(12 + ($0 + 20) / 50),0.5,-0.25,9.75" })
        #expect(recording.accelerometer.count == 400)
        #expect(milliseconds(recording).last.map { (7000...8000).contains($0) } == true)
    }

    @Test("a t that counts the rows is read as seconds, with a warning unless there are few")
    func countOfRows() throws {
        func warns(_ count: Int) throws -> Bool {
            let recording = try read(table("t,ax,ay,az", count: count) { "\($0),0.5,-0.25,9.75" })
            #expect(milliseconds(recording).prefix(3) == [0, 1000, 2000])
            return recording.warnings.contains { $0.code == .assumedRate && $0.advice.contains("rate=HZ") }
        }
        #expect(try warns(400) && !warns(5))
        let error = #expect(throws: SensorLabError.self) {
            try read(table("t,acc_x,acc_y,acc_z") { "\($0),0.5,-0.25,9.75" })
        }
        #expect(error?.advice.contains("--assume rate=HZ") == true)
    }

    @Test("one word for a time with its clock's name is a time's where it rises", arguments: ["GPST", "Stamp"])
    func wordsOfTime(_ name: String) throws {
        let recording = try read(
            table("\(name),Ax,Ay,Az") { "\(390_884 + $0 / 25).\(padded($0 % 25 * 4, 2)),0.5,-0.25,9.75" })
        #expect(milliseconds(recording)[25] == 1000)
    }

    @Test("a rate that no sensor has in any unit is asked about")
    func noRate() {
        let error = #expect(throws: SensorLabError.self) {
            try read(table("time,acc_x,acc_y,acc_z") { "\(padded($0, 1))e-7,0.5,-0.25,9.75" })
        }
        #expect(error?.code == .unknownTimeUnit)
        #expect(error?.advice.contains("unit") == true)
    }

    // MARK: Counters

    @Test(
        "a counter of 16 or 32 bits goes on where it begins anew",
        arguments: [("ms", 65_536, 10), ("micros", 1 << 32, 10_000), ("millis", 1 << 32, 10), ("us", 65_536, 10_000)])
    func counters(_ name: String, _ modulus: Int, _ step: Int) throws {
        let start = modulus - 1234 * step / 10 - 7
        let text = table("\(name),acc_x,acc_y,acc_z") { "\((max(0, start) + $0 * step) % modulus),0.5,-0.25,9.75" }
        let recording = try read(text)
        #expect(milliseconds(recording) == (0..<400).map { $0 * 10 })
        #expect(recording.warnings.contains { $0.code == .clockWrapped })
        #expect(!recording.warnings.contains { $0.code.isDamage })
    }

    @Test("microseconds of 32 bits divided by 1000, and by a million, with gaps and late rows")
    func dividedCounters() throws {
        for (name, divisor) in [("ms", 1e3), ("time (s)", 1e6)] {
            var order = Array(0..<400)
            order.swapAt(200, 201)
            order.remove(at: 190)
            let text = table("\(name),acc_x,acc_y,acc_z", count: 399) { row in
                let micros = ((1 << 32) - 2_007_000 + order[row] * 10_000) % (1 << 32)
                return "\(Double(micros) / divisor),0.5,-0.25,9.75"
            }
            let recording = try read(text)
            #expect(recording.accelerometer.count == 399)
            #expect(milliseconds(recording).last == 3990)
            #expect(recording.warnings.count { $0.code == .clockWrapped } == 1)
        }
    }

    @Test("a signed counter goes on; a restart does not")
    func signedCounters() throws {
        let signed = table("millis,acc_x,acc_y,acc_z") {
            "\(Int32(truncatingIfNeeded: Int(Int32.max) - 2000 + $0 * 10)),0.5,-0.25,9.75"
        }
        #expect(milliseconds(try read(signed)) == (0..<400).map { $0 * 10 })
        let restart = try read(
            table("ms,acc_x,acc_y,acc_z") { "\($0 < 300 ? 40_000 + $0 * 10 : $0 * 10),0.5,-0.25,9.75" })
        #expect(restart.accelerometer.count == 300)
        #expect(!restart.warnings.contains { $0.code == .clockWrapped })
        #expect(restart.warnings.contains { $0.code == .timeBackwards })
    }

    @Test("the parts of a long stream that evidence looks at share no sample, also where the clock stands still")
    func evidenceParts() {
        let count = 100_000
        let values = [Vector3](repeating: Vector3(0, 0, 9.8), count: count)
        let still = VectorStream(times: [Int64](repeating: 5, count: count), values: values)
        #expect(still.within(still.evidenceParts).count == count)
        let even = VectorStream(times: (0..<count).map { Int64($0) * 10_000_000 }, values: values)
        #expect((63_000...64_016).contains(even.within(even.evidenceParts).count))
    }
}
