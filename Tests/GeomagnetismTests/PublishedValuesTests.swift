import Foundation
import Geomagnetism
import Testing

/// NOAA/NCEI's published test values: the whole files where they are, an extract everywhere.
@Suite("Published test values")
struct PublishedValuesTests {
    /// What a double differs by from the exact value of the series, in any unit of these files.
    static let rounding = 1e-9

    @Test("whole files", .enabled(if: SharedData.wmm != nil, "no shared data sets"), arguments: PublishedFile.all)
    func wholeFiles(file: PublishedFile) throws {
        let rows = try file.rows(in: #require(SharedData.wmm))
        #expect(rows.count == file.rowCount)
        try check(rows, of: file)
    }

    @Test("extract", arguments: PublishedFile.all)
    func extract(file: PublishedFile) throws {
        let text = try #require(PublishedExtract.rows[file.name])
        let rows = PublishedRow.rows(of: text, columns: file.columns)
        #expect(rows.count >= 4)
        try check(rows, of: file)
    }

    private func check(_ rows: [PublishedRow], of file: PublishedFile) throws {
        let model = try GeomagneticModel.catalogued(file.model)
        for row in rows {
            let field = try model.field(at: row.position, on: DecimalYear(row[.time]))
            for (column, cell) in row.cells {
                guard var value = field.published(column) else { continue }
                if file.anglesPerYearInMinutes, column == .declinationChange || column == .inclinationChange {
                    value *= 60
                }
                #expect(
                    abs(value - cell.value) <= tolerance(column, cell, file),
                    "\(file.name) \(column) at \(row.position) on \(row[.time]): \(value), published \(cell.value)")
            }
        }
    }

    /// Half a unit of the last printed digit; but the files of 2025 print six decimals of X, H and F that carry noise
    /// of about 7e-4 nT of their own.
    private func tolerance(_ column: PublishedColumn, _ cell: PublishedRow.Cell, _ file: PublishedFile) -> Double {
        guard file.carriesNoise else { return cell.halfUnit + Self.rounding }
        switch column {
        case .x, .y, .z, .h, .f: return 1e-3
        case .xChange, .yChange, .zChange, .hChange, .fChange: return 5e-6
        case .inclinationChange, .declinationChange: return 1e-6
        default: return cell.halfUnit + Self.rounding
        }
    }
}
