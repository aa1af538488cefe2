import Testing
import Vocabulary

@testable import Readers
@testable import Recordings

/// More ways to write a date and a time of day.
struct DateTextTests {
    @Test(arguments: [
        ("2024-05-01 12:00:00.5 UTC", "2024-05-01 12:00:00.5Z"),
        ("2024-05-01 12:00:00.5 GMT+02:00", "2024-05-01 12:00:00.5+0200"),
        ("2024-05-01 12:00:00.5 Europe/Berlin", "2024-05-01 12:00:00.5"),
        ("2024-05-01 12:00:00 CEST", "2024-05-01 12:00:00"),
        ("May 1, 2024 12:00:00.5", "2024-05-01 12:00:00.5"), ("01 May 2024 12:00:00.5", "2024-05-01 12:00:00.5"),
        ("May 01 2024 12:00:00", "2024-05-01 12:00:00"), ("1 May 2024 9:00:00 PM", "2024-05-01 21:00:00"),
        ("Wed May 01 2024 12:00:00 GMT+0200 (CEST)", "2024-05-01 12:00:00+0200"),
        ("12:00:00.5PM", "12:00:00.5"), ("0:00:12.5", "00:00:12.5"), ("9:41:12", "09:41:12"), ("3:07.25", "03:07.25"),
    ])
    func texts(_ text: String, _ plain: String) throws {
        let found = try #require(WallClockText.nanoseconds(text))
        let expected = try #require(WallClockText.nanoseconds(plain))
        #expect(found.time == expected.time && found.hasZone == expected.hasZone && found.period == expected.period)
    }

    @Test(
        "an offset from UTC that no zone has makes no time",
        arguments: [
            "2024-05-01T12:00:00+99:99", "2024-05-01T12:00:00+18:01", "2024-05-01T12:00:00-0360",
            "2024-05-01 12:00:00 GMT+9900",
        ])
    func offsets(_ text: String) {
        #expect(WallClockText.nanoseconds(text).map { !$0.hasZone } ?? true)
        #expect(WallClockText.nanoseconds("2024-05-01T12:00:00-12:45")?.hasZone == true)
    }

    @Test(
        "of a date that may be of two days the time of day counts",
        arguments: [
            "01/05/2024 12:00:00.5", "1/5/24 12:00:00.5", "01-05-2024 12:00:00.5", "05/01/2024 12:00:00.5 PM",
        ])
    func ambiguousDays(_ text: String) throws {
        #expect(WallClockText.nanoseconds(text) == nil)
        let found = try #require(WallClockText.clock(text))
        #expect(
            found.time == WallClockText.nanoseconds("12:00:00.5")?.time && found.period == LogTime.nanosecondsPerDay)
    }

    @Test(arguments: ["1/40/2024 12:00:00", "a/b/2024 12:00:00", "01/05/2024", "UTC", "1:2", "v1.2.3 12:00:00"])
    func noTimes(_ text: String) { #expect(WallClockText.clock(text) == nil) }

    @Test("such a log is read without a day, past midnight, and past the day from which dates are of one day")
    func logs() throws {
        let rows = (0..<40).map { index in
            let day = index < 20 ? "12/05/2024 23:59:5\(8 + index / 10)" : "13/05/2024 00:00:0\(index / 10 - 2)"
            return "\(day).\(index % 10),0.5,-0.25,9.75\n"
        }.joined()
        let recording = try RecordingReader.read(bytes: Array(("time,ax,ay,az\n" + rows).utf8), name: "log.csv")
        let times = recording.accelerometer.times
        #expect(times.map { ($0 - times[0]) / 100_000_000 } == Array(0..<40))
        #expect(recording.metadata.date == nil)
    }
}
