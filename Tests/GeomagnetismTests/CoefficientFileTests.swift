import Geomagnetism
import TestSupport
import Testing
import Vocabulary

/// .COF texts that break one rule each.
@Suite("Coefficient files")
struct CoefficientFileTests {
    @Test func goodFile() throws {
        let model = try GeomagneticModel(coefficients: coefficientText, source: "test.cof")
        #expect(model.name == "TEST-2025")
        #expect(model.releaseDate == "11/13/2024")
        #expect(model.degree == 2)
        #expect(model.epoch.value == 2025)
        #expect(model.errorModel == nil)
        let windows = coefficientText.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(try GeomagneticModel(coefficients: windows, source: "test.cof").degree == 2)
    }

    /// (what is replaced, by what, the message)
    @Test(arguments: [
        (
            "  2  1    2951.1   -3133.6       -5.2      -27.7\n", "",
            "test.cof: row n = 2, m = 1 is missing after line 4: a file of degree 2 has every row up to it"
        ),
        (
            "  2  2    1649.3 ", "  2  1    1649.3 ",
            "test.cof:6: row n = 2, m = 1 occurs a second time (first on line 5): each row must occur once"
        ),
        ("  2  2    1649.3 ", "  2  3    1649.3 ", "test.cof:6: order m = 3 in degree n = 2: the order must be 0 to n"),
        ("  2  2    1649.3 ", "  0  0    1649.3 ", "test.cof:6: degree n = 0: the degree must be 1 to 200"),
        ("  2  2    1649.3 ", "  9999  2    1649.3 ", "test.cof:6: degree n = 9999: the degree must be 1 to 200"),
        (
            "  2  2    1649.3 ", "  3  2    1649.3 ",
            "test.cof: row n = 2, m = 2 is missing after line 5: a file of degree 3 has every row up to it"
        ),
        ("  2  2    1649.3 ", "  2.0  2  1649.3 ", "test.cof:6: '2.0' as degree n: it must be a whole number"),
        ("  2  2    1649.3 ", "  2  -2  1649.3 ", "test.cof:6: '-2' as order m: it must be a whole number"),
        ("-815.1", "-8l5.1", "test.cof:6: '-8l5.1' as h: it must be a decimal number"),
        ("-815.1", "nan", "test.cof:6: 'nan' as h: it must be a decimal number"),
        ("-815.1", "1e3", "test.cof:6: '1e3' as h: it must be a decimal number"),
        ("-815.1", "0x10", "test.cof:6: '0x10' as h: it must be a decimal number"),
        ("-815.1", "-", "test.cof:6: '-' as h: it must be a decimal number"),
        ("-12.1", "-12.1.0", "test.cof:6: '-12.1.0' as dh/dt: it must be a decimal number"),
        ("-815.1", "", "test.cof:6: a row of 5 fields: a row has six: n m g h dg/dt dh/dt"),
        ("-815.1", "-815.1 0", "test.cof:6: a row of 7 fields: a row has six: n m g h dg/dt dh/dt"),
        (
            "-29351.8       0.0 ", "-29351.8       0.1 ",
            "test.cof:2: h is not 0 in row n = 1, m = 0: order 0 has no h"
        ),
        (
            "2025.0            TEST-2025     11/13/2024", "TEST-2025",
            "test.cof:1: the first line is 'TEST-2025': it must be epoch, name and release date"
        ),
        (
            "2025.0 ", "20Z5.0 ",
            "test.cof:1: the first line is '20Z5.0 TEST-2025 11/13/2024': it must be epoch, name and release date"
        ),
        (
            "999999999999999999999999999999999999999999999999", "",
            "test.cof: no closing line of nines: without it the file may be cut off"
        ),
    ])
    func brokenFile(found: String, replacement: String, message: String) throws {
        let pieces = coefficientText.split(separator: Substring(found), omittingEmptySubsequences: false)
        #expect(pieces.count >= 2, "nothing was replaced")
        let text = pieces.joined(separator: replacement)
        let error = try #require(throws: SensorLabError.self) {
            try GeomagneticModel(coefficients: text, source: "test.cof")
        }
        #expect(error.code == .geomagnetismInvalidCoefficients)
        #expect(error.message == message)
    }

    @Test func rowsAfterTheEnd() throws {
        let text = coefficientText + "\n  3  0  1.0  0.0  0.0  0.0\n"
        let error = try #require(throws: SensorLabError.self) {
            try GeomagneticModel(coefficients: text, source: "test.cof")
        }
        #expect(error.message == "test.cof:9: text after the closing line of nines: the table must end there")
    }

    @Test(arguments: [
        ("", "test.cof: no header: the first line must be epoch, name and release date"),
        ("2025.0 EMPTY\n9999999999\n", "test.cof: no rows: rows n m g h dg/dt dh/dt must follow the header"),
    ])
    func emptyFile(text: String, message: String) throws {
        let error = try #require(throws: SensorLabError.self) {
            try GeomagneticModel(coefficients: text, source: "test.cof")
        }
        #expect(error.message == message)
    }

    /// Numbers with more digits than a double holds are rounded as the standard library does.
    @Test func longNumbers() throws {
        let long = coefficientText.split(separator: "4545.4").joined(separator: "4545.39999999999999999")
        let field = try GeomagneticModel(coefficients: long, source: "test.cof")
            .field(at: GeodeticPosition(latitude: 10, longitude: 20), on: DecimalYear(2026))
        let usual = try GeomagneticModel(coefficients: coefficientText, source: "test.cof")
            .field(at: GeodeticPosition(latitude: 10, longitude: 20), on: DecimalYear(2026))
        #expect(field.elements == usual.elements)
    }
}
