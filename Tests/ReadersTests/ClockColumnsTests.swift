import Rotations
import SensorModels
import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// Clocks that are several columns, and times of day that begin anew.
struct ClockColumnsTests {
    private func read(_ text: String, mapping: [String] = []) throws -> Recording {
        var options = ReadOptions()
        if !mapping.isEmpty { options.mapping = try ColumnMapping(mapping) }
        return try RecordingReader.read(bytes: Array(text.utf8), name: "log.csv", options: options)
    }

    /// A table with the times of a row from its number, at 10 Hz.
    private func table(_ header: String, count: Int = 40, _ clock: (Int) -> String) -> String {
        header + ",ax,ay,az\n" + (0..<count).map { clock($0) + ",0.5,-0.25,9.75\n" }.joined()
    }

    /// Tenths of a second since the first row.
    private func tenths(_ recording: Recording) -> [Int64] {
        let times = recording.accelerometer.times
        return times.map { ($0 - times[0]) / 100_000_000 }
    }

    @Test(arguments: [
        ("header.stamp.secs,header.stamp.nsecs", 100_000_000), ("sec,nanosec", 100_000_000),
        ("tv_sec,tv_usec", 100_000), ("second,millisecond", 100), ("stampSec,stampNsec", 100_000_000),
    ])
    func secondsAndTheirParts(_ header: String, _ tenth: Int) throws {
        let recording = try read(table(header) { "\(1_696_324_304 + ($0 + 9) / 10),\(($0 + 9) % 10 * tenth)" })
        #expect(tenths(recording) == Array(0..<40))
        #expect(recording.accelerometer.times.first == 1_696_324_304_900_000_000)
        #expect(recording.metadata.unixSecondsAtZero == 0)
        #expect(!recording.warnings.contains { $0.code == .unknownColumns })
    }

    @Test("two clocks of their own are not added: the first one is the clock, but for one whose stamps repeat")
    func twoClocks() throws {
        let recording = try read(table("time_s,time_ms") { "\(Double($0) / 10),\($0 * 100)" })
        #expect(tenths(recording) == Array(0..<40))
        let beyond = try read(table("time_s,time_ms") { "\($0 / 10),\(5000 + $0 * 100)" })
        #expect(tenths(beyond) == Array(0..<40))
    }

    @Test("an even clock is read where the times of arrival are those of packets, whatever their span")
    func arrivalOfPackets() throws {
        // Packets of 20 rows at 1 ms each, which arrive every 45 ms.
        let recording = try read(
            table("t_host_s,t_dev_us", count: 120) { row in
                "\(1_762_339_436 + Double(row / 20) * 0.045),\(1_149_208_984 + row / 20 * 39_000 + row % 20 * 1000)"
            })
        let steps = zip(recording.accelerometer.times.dropFirst(), recording.accelerometer.times).map { $0 - $1 }
        #expect(steps.count == 119 && steps.count { $0 == 1_000_000 } == 114)
        #expect(recording.metadata.clock?.contains("t_dev_us") == true)
    }

    @Test("a part that is none is a row without a time")
    func partsThatAreNone() throws {
        let parts = ["x", "-1", "1000000000", "9e99", ""]
        let recording = try read(
            table("secs,nsecs", count: 120) {
                "\(1_696_324_304 + $0)," + ((100..<105).contains($0) ? parts[$0 - 100] : "5")
            })
        #expect(recording.accelerometer.count == 115)
        #expect(recording.accelerometer.times.last == 1_696_324_423_000_000_005)
    }

    @Test(arguments: [
        ("2024-02-28", "2024-02-29"), ("28.02.2024", "29.02.2024"), ("02/28/2024", "02/29/2024"),
        ("28-Feb-2024", "29-Feb-2024"),
    ])
    func datesBesideTimesOfDay(_ first: String, _ second: String) throws {
        let text = table("Date,Time") {
            $0 < 20 ? "\(first),23:59:5\(8 + $0 / 10).\($0 % 10)" : "\(second),00:00:0\($0 / 10 - 2).\($0 % 10)"
        }
        let recording = try read(text)
        #expect(tenths(recording) == Array(0..<40))
        #expect(recording.metadata.date == CalendarDate("2024-02-28"))
        #expect(!recording.warnings.contains { $0.code == .unknownColumns })
    }

    @Test(
        "dates and times of day with one mark between the parts",
        arguments: [
            "2026_06_15_18_59_1", "2026-06-15-18-59-1", "2026.06.15.18.59.1", "2026-06-15_18.59.1",
            "2026/06/15-18:59:1",
            "2026.06.15 18.59.1",
        ], [".", "_", ","])
    func spelledWithMarks(_ start: String, _ point: String) throws {
        for name in ["UTC_Time", "when"] {
            let rows = (0..<40).map { "\(start)\($0 / 10)\(point)\($0 % 10)00;0.5;-0.25;9.75\n" }
            let recording = try read("\(name);ax;ay;az\n" + rows.joined())
            #expect(tenths(recording) == Array(0..<40))
            #expect(recording.metadata.date == CalendarDate("2026-06-15"))
        }
    }

    @Test(
        "other numbers with marks are no times",
        arguments: [
            "192_168_10_10_10_10", "2026_13_15_18_59_10", "2026_06_15_25_59_10", "2026_06_15", "1_2_3_4_5_6",
            "2026_6_15_1_5_1",
        ])
    func otherMarks(_ text: String) { #expect(WallClockText.nanoseconds(text) == nil) }

    @Test("a date that may be of two days is not used; midnight is none")
    func midnight() throws {
        for clock in ["Time", "Date,Time"] {
            let day = clock == "Time" ? "" : "3/4/2024,"
            let text = table(clock) {
                day + ($0 < 20 ? "23:59:5\(8 + $0 / 10).\($0 % 10)" : "00:00:0\($0 / 10 - 2).\($0 % 10)")
            }
            let recording = try read(text)
            #expect(tenths(recording) == Array(0..<40))
            #expect(recording.metadata.date == nil)
        }
    }

    @Test("a row that comes late at midnight does not begin another day")
    func lateAtMidnight() throws {
        let times = ["23:59:59.7", "23:59:59.8", "00:00:00.0", "23:59:59.9", "00:00:00.1"]
        var clock = ClockState(.wallClock(period: LogTime.nanosecondsPerDay))
        let found = times.map { clock.next(WallClockText.nanoseconds($0)?.time ?? 0) / 100_000_000 }
        #expect(found == [863_997, 863_998, 864_000, 863_999, 864_001])
    }

    @Test func daysWithoutEndStayWithinTheLimit() {
        var clock = ClockState(.wallClock(period: LogTime.nanosecondsPerDay))
        var last: Int64 = 0
        for _ in 0..<200_000 {
            for hour in [0, 11, 22] { last = clock.next(Int64(hour) * 3600 * LogTime.nanosecondsPerSecond) }
        }
        #expect(last == DecimalTime.limit)
    }

    @Test("minutes and seconds, as spreadsheets write a time of day, begin anew after an hour")
    func minutesAndSeconds() throws {
        let recording = try read(
            table("Time") { $0 < 20 ? "59:5\(8 + $0 / 10).\($0 % 10)" : "00:0\($0 / 10 - 2).\($0 % 10)" })
        #expect(tenths(recording) == Array(0..<40))
        #expect(recording.metadata.clock?.contains("minutes and seconds") == true)
    }

    @Test("a date and a time of day in a column named Date; a date alone is no clock")
    func aColumnNamedDate() throws {
        let recording = try read(table("Date") { "2024-05-03 10:00:0\($0 / 10).\($0 % 10)" })
        #expect(tenths(recording) == Array(0..<40))
        #expect(throws: SensorLabError.self) { try read(table("Date") { _ in "2024-05-03" }) }
    }

    @Test(arguments: ["9999-12-31", "1583-01-01"])
    func daysBeyondAllStampsAreUnreadable(_ day: String) {
        #expect(throws: SensorLabError.self) { try read(table("Date,Time") { "\(day),10:00:0\($0 / 10).\($0 % 10)" }) }
    }

    // MARK: Mapped

    @Test func aMappedClockOfTwoColumns() throws {
        let rows = (0..<40).map { "\(1_696_324_304 + $0 / 10), \($0 % 10 * 100_000_000),0.5,-0.25,9.75\n" }.joined()
        let recording = try read(rows, mapping: ["t=1:s,t+=2:ns,ax=3:m/s^2,ay=4,az=5"])
        #expect(tenths(recording) == Array(0..<40))
        #expect(recording.metadata.unixSecondsAtZero == 0)
        let text = (0..<40).map { row in
            let time = row < 20 ? "2024-05-03;23:59:5\(8 + row / 10)" : "2024-05-04;00:00:0\(row / 10 - 2)"
            return "\(time).\(row % 10);1;1;9.7\n"
        }.joined()
        let mapped = try read(text, mapping: ["t=2:date,t+=1:date,ax=3,ay=4,az=5"])
        #expect(tenths(mapped) == Array(0..<40))
        #expect(mapped.metadata.date == CalendarDate("2024-05-03"))
    }

    @Test(arguments: [
        ("t+=2:ns,ax=3,ay=4,az=5", "without t"), ("t=1:s,t+=2,ax=3,ay=4,az=5", "no unit"),
        ("t=1:s,t+=2:s,ax=3,ay=4,az=5", "ns"),
        ("t=1:s,t+=2:parsec,ax=3,ay=4,az=5", "parsec"),
    ])
    func partsThatCannotBeAdded(_ mapping: String, _ expected: String) {
        let error = #expect(throws: SensorLabError.self) { try ColumnMapping([mapping]) }
        #expect(error?.kind == .usage)
        #expect(error?.message.contains(expected) == true)
    }

    @Test("the proposal for numbers without a header can be pasted")
    func theProposalReadsTheLog() throws {
        let rows = (0..<40).map { "\(1_696_324_304 + $0 / 10),\($0 % 10 * 100_000_000),0.\($0 % 7),-0.25,9.75\n" }
            .joined()
        let error = #expect(throws: SensorLabError.self) { try read(rows) }
        let advice = try #require(error?.advice)
        let option = try #require(advice.components(after: "--columns "))
        #expect(tenths(try read(rows, mapping: [option])) == Array(0..<40))
        let header = try #require(advice.components(after: "such as ")?.components(before: ", or give "))
        #expect(tenths(try read(header + "\n" + rows)) == Array(0..<40))
    }

    // MARK: Axes

    @Test(arguments: [("Acceleration_%", 1), ("acc%", 1), ("acc%", 0), ("accelerometer %", 0)])
    func axesByNumber(_ pattern: String, _ first: Int) throws {
        let names = (first..<first + 3).map { pattern.replacingMark("\($0)") }
        let text =
            "time (s)," + names.joined(separator: ",") + "\n"
            + (0..<40).map { "\(Double($0) / 10),0.5,-0.25,9.75\n" }.joined()
        #expect(try read(text).accelerometer.values.first == Vector3(0.5, -0.25, 9.75))
    }

    @Test(
        "motors, four numbers and two are no axes",
        arguments: [["m1", "m2", "m3"], ["acc1", "acc2", "acc3", "acc0"], ["acc1", "acc2"]])
    func numbersThatAreNoAxes(_ names: [String]) {
        #expect(SensorColumns(names, ignoring: []).channels.isEmpty)
    }
}

extension String {
    fileprivate func replacingMark(_ text: String) -> String {
        split(separator: "%", omittingEmptySubsequences: false).joined(separator: text)
    }

    fileprivate func components(before text: String) -> String? {
        firstRange(of: text).map { String(self[..<$0.lowerBound]) }
    }
}
