import Foundation
import Geomagnetism
import Testing

/// NOAA/NCEI's published test values, read where they are.
@Suite("Published test values")
struct PublishedValuesTests {
    /// What a double differs by from the exact value of the series, in any unit of these files.
    static let rounding = 1e-9

    @Test(
        "older models: every value to the last printed digit",
        .enabled(if: SharedData.wmm != nil, "the shared data sets are not there"), arguments: PublishedFile.older)
    func olderModels(file: PublishedFile) throws {
        let folder = try #require(SharedData.wmm)
        let rows = try file.rows(in: folder)
        #expect(rows.count == file.rowCount)
        let model = try GeomagneticModel.embedded(file.model)
        for row in rows {
            let field = try model.field(at: row.position, on: DecimalYear(row[.time]))
            for (column, cell) in row.cells {
                guard var value = field.published(column) else { continue }
                if file.anglesPerYearInMinutes, column == .declinationChange || column == .inclinationChange {
                    value *= 60
                }
                #expect(
                    abs(value - cell.value) <= cell.halfUnit + Self.rounding,
                    "\(file.name) \(column) at \(row.position) on \(row[.time]): \(value), published \(cell.value)")
            }
        }
    }

    /// The files of 2025 print six decimals of X, H and F that carry noise of about 7e-4 nT of their own.
    @Test(
        "models of 2025: 1e-3 nT, 5e-6 nT/year, 1e-6 degrees/year, half a digit of D and I",
        .enabled(if: SharedData.wmm != nil, "the shared data sets are not there"), arguments: PublishedFile.newer)
    func newerModels(file: PublishedFile) throws {
        let folder = try #require(SharedData.wmm)
        let rows = try file.rows(in: folder)
        #expect(rows.count == file.rowCount)
        let model = try GeomagneticModel.embedded(file.model)
        for row in rows {
            let field = try model.field(at: row.position, on: DecimalYear(row[.time]))
            for (column, cell) in row.cells {
                guard let value = field.published(column) else { continue }
                let tolerance: Double
                switch column {
                case .x, .y, .z, .h, .f: tolerance = 1e-3
                case .xChange, .yChange, .zChange, .hChange, .fChange: tolerance = 5e-6
                case .inclinationChange, .declinationChange: tolerance = 1e-6
                default: tolerance = cell.halfUnit + Self.rounding
                }
                #expect(
                    abs(value - cell.value) <= tolerance,
                    "\(file.name) \(column) at \(row.position) on \(row[.time]): \(value), published \(cell.value)")
            }
        }
    }
}
