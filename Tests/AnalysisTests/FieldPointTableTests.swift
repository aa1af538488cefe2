import Testing
import Vocabulary

@testable import Analysis

/// Tables of points for `declination --points`, as far as their columns are concerned.
@Suite("Points of the field")
struct FieldPointTableTests {
    private func table(_ text: String) throws -> FieldPointTable {
        try FieldPointTable(
            text, source: "points.csv", date: CalendarDate(year: 2026, month: 6, day: 1),
            calculator: GeomagneticCalculator())
    }

    @Test(
        "a first line of one number is no point, nor a header: bad data, with the line",
        arguments: ["1e-308\n", "48;11.6\n7\n", "5"])
    func oneNumber(_ text: String) throws {
        let error = try #require(throws: SensorLabError.self) { try table(text) }
        #expect(
            error.kind == .badData && error.code == .noPlaceColumns
                && error.message.contains("\"\(text.split(separator: "\n")[0])\""))
    }

    @Test(
        "two numbers are a point, later lines of another length are damage",
        arguments: ["48,11.6\n7\n", "48,11.6\n7,8,9\n"])
    func twoNumbers(_ text: String) throws {
        let table = try table(text)
        #expect(table.requests.count == 1 && table.warnings.map(\.code) == [.badPoint])
    }
}
