import Foundation
import Testing
import Vocabulary

@Suite("Positions")
struct GeodeticPositionTests {
    @Test("JSON has the height as altitude")
    func json() throws {
        let position = GeodeticPosition(latitude: 41.375, longitude: 2.149, height: 80)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(position)
        #expect(String(decoding: data, as: UTF8.self) == #"{"altitude":80,"latitude":41.375,"longitude":2.149}"#)
        #expect(try JSONDecoder().decode(GeodeticPosition.self, from: data) == position)
    }

    @Test("a position is valid between the poles, with finite numbers")
    func validity() {
        #expect(GeodeticPosition(latitude: -90, longitude: 540).isValid)
        #expect(!GeodeticPosition(latitude: 90.1, longitude: 0).isValid)
        #expect(!GeodeticPosition(latitude: 0, longitude: .nan).isValid)
        #expect(!GeodeticPosition(latitude: 0, longitude: 0, height: .infinity).isValid)
    }
}

@Suite("Calendar dates")
struct CalendarDateTests {
    @Test("days that exist, and texts of dates", arguments: ["2000-02-29", "2024-12-31", "0001-01-01", "9999-12-31"])
    func exists(_ text: String) { #expect(CalendarDate(text)?.text == text) }

    @Test(
        "days that do not exist, and other texts",
        arguments: [
            "1900-02-29", "2023-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-1-01", "24-01-01", "", "now",
        ])
    func doesNotExist(_ text: String) { #expect(CalendarDate(text) == nil) }

    @Test("the share of the year counts from 1 January, in leap years too")
    func share() throws {
        #expect(try #require(CalendarDate("2025-01-01")).shareOfYear == 0)
        #expect(try #require(CalendarDate("2023-12-31")).shareOfYear == 364.0 / 365)
        #expect(try #require(CalendarDate("2024-03-01T12:00")).shareOfYear == 60.0 / 366)
    }
}

@Suite("Percentiles")
struct PercentileTests {
    /// numpy.percentile([1, 2, 4, 8], [0, 25, 50, 95, 100]).
    @Test(
        "linear interpolation, as numpy has it", arguments: [(0.0, 1.0), (0.25, 1.75), (0.5, 3), (0.95, 7.4), (1, 8)])
    func interpolated(_ fraction: Double, _ expected: Double) {
        #expect((Percentile.of(sorted: [1, 2, 4, 8], fraction) - expected).magnitude < 1e-12)
    }

    @Test(
        "selection gives the percentile of the sorted values, whatever their order",
        arguments: [1, 2, 3, 4, 5, 17, 1000, 5000, 30_011])
    func selection(count: Int) {
        let orders: [(Int) -> Int] = [{ $0 }, { -$0 }, { _ in 3 }, { $0 % 5 }, { $0 * 7919 % 1009 }]
        for order in orders {
            let values = (0..<count).map { Double(order($0)) }
            let fractions = [0, 0.01, 0.25, 0.5, 0.95, 1]
            let expected = fractions.map { Percentile.of(sorted: values.sorted(), $0) }
            #expect(fractions.map { Percentile.of(values, $0) } == expected)
            #expect(Percentile.of(values, fractions) == expected)
        }
    }

    @Test("the median interpolates, the upper median is one of the values")
    func medians() {
        #expect(Percentile.median([8, 1, 4, 2]) == 3 && Percentile.upperMedian([8, 1, 4, 2]) == 4)
        #expect(Percentile.median([4, 1, 2]) == 2 && Percentile.upperMedian([4, 1, 2]) == 2)
        #expect(Percentile.median([]) == nil && Percentile.upperMedian([Int64]()) == nil)
    }
}
