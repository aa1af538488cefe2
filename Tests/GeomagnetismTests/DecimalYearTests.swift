import Geomagnetism
import Testing
import Vocabulary

@Suite("Decimal year")
struct DecimalYearTests {
    /// year + (day of the year - 1) / days of the year, counted by hand.
    private static let dates: [(Int, Int, Int, Double)] = [
        (2025, 1, 1, 2025),
        (2015, 6, 22, year(2015, 172, 365)),
        (2013, 7, 1, year(2013, 181, 365)),
        (2024, 12, 31, year(2024, 365, 366)),
        (2024, 2, 29, year(2024, 59, 366)),
        (2023, 3, 1, year(2023, 59, 365)),
        (2000, 3, 1, year(2000, 60, 366)),
        (1900, 3, 1, year(1900, 59, 365)),
    ]

    private static func year(_ year: Double, _ daysGone: Double, _ daysOfYear: Double) -> Double {
        year + daysGone / daysOfYear
    }

    @Test(arguments: dates)
    func calendarDates(year: Int, month: Int, day: Int, expected: Double) throws {
        #expect(try DecimalYear(year: year, month: month, day: day).value == expected)
    }

    @Test(arguments: [
        (2023, 2, 29), (1900, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31), (2024, 1, 0), (0, 1, 1),
    ])
    func daysThatDoNotExist(year: Int, month: Int, day: Int) throws {
        let error = try #require(throws: SensorLabError.self) {
            try DecimalYear(year: year, month: month, day: day)
        }
        #expect(error.code == .geomagnetismInvalidDate)
        #expect(error.message == "date \(year)-\(month)-\(day) is not in the calendar")
    }

    @Test func text() throws {
        #expect(try DecimalYear(parsing: "2015-06-22") == DecimalYear(year: 2015, month: 6, day: 22))
        #expect(try DecimalYear(parsing: "2015.47").value == 2015.47)
        #expect(try DecimalYear(parsing: "2025").value == 2025)
    }

    @Test(arguments: [
        "", "today", "2015-06", "15-06-22", "2015-06-22-1", "2015-06-xx", "-2015", "nan", "2015.4.7", "2015-02-30",
    ])
    func textThatIsNoDate(text: String) throws {
        let error = try #require(throws: SensorLabError.self) { try DecimalYear(parsing: text) }
        #expect(error.code == .geomagnetismInvalidDate)
    }

    @Test func notANumber() {
        #expect(throws: SensorLabError.self) { try DecimalYear(.nan) }
        #expect(throws: SensorLabError.self) { try DecimalYear(.infinity) }
    }
}
