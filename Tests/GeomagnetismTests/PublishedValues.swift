import Foundation
import Geomagnetism
import HighResolutionField
import Testing
import Vocabulary

/// One column of NOAA's test value files.
enum PublishedColumn: String {
    case time, heightKilometres, latitude, longitude
    case x, y, z, h, f, inclination, declination, gridVariation
    case xChange, yChange, zChange, hChange, fChange, inclinationChange, declinationChange
}

/// One row of a test value file: numbers with the decimals that were printed.
struct PublishedRow {
    struct Cell {
        var value: Double
        var decimals: Int
        /// Half a unit of the last printed digit.
        var halfUnit: Double { 0.5 * pow(10, -Double(decimals)) }
    }

    var cells: [PublishedColumn: Cell] = [:]

    subscript(_ column: PublishedColumn) -> Double { cells[column]?.value ?? .nan }

    var position: GeodeticPosition {
        GeodeticPosition(
            latitude: self[.latitude], longitude: self[.longitude],
            height: self[.heightKilometres] * 1000)
    }

    /// The rows of a file whose columns are in the given order; lines that begin with # are skipped.
    static func rows(of text: String, columns: [PublishedColumn]) -> [PublishedRow] {
        text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map { line in
            var row = PublishedRow()
            let words = line.split(separator: " ")
            precondition(words.count == columns.count, "columns of \(line)")
            for (word, column) in zip(words, columns) {
                let decimals = word.firstIndex(of: ".").map { word.distance(from: $0, to: word.endIndex) - 1 } ?? 0
                row.cells[column] = Cell(value: Double(word) ?? .nan, decimals: decimals)
            }
            return row
        }
    }
}

/// A published file: its model, its columns.
struct PublishedFile: CustomTestStringConvertible {
    let name: String
    let model: String
    let columns: [PublishedColumn]
    /// WMM2010's file gives the change of D and I in arc minutes per year.
    var anglesPerYearInMinutes = false
    /// The files of 2025 print more digits than they hold.
    var carriesNoise = false
    let rowCount: Int

    var testDescription: String { name }

    private static let place: [PublishedColumn] = [.time, .heightKilometres, .latitude, .longitude]
    private static let columns2010 =
        place + [
            .declination, .inclination, .h, .x, .y, .z, .f, .gridVariation, .declinationChange, .inclinationChange,
            .hChange, .xChange, .yChange, .zChange, .fChange,
        ]
    private static let columns2015 =
        place + [
            .x, .y, .z, .h, .f, .inclination, .declination, .gridVariation, .xChange, .yChange, .zChange, .hChange,
            .fChange, .inclinationChange, .declinationChange,
        ]
    private static let columns2020 = columns2010.filter { $0 != .gridVariation }

    static let all = [
        PublishedFile(
            name: "WMM2010testvalues.txt", model: "WMM2010", columns: columns2010, anglesPerYearInMinutes: true,
            rowCount: 12),
        PublishedFile(name: "WMM2015testvalues.txt", model: "WMM2015", columns: columns2015, rowCount: 12),
        PublishedFile(name: "WMM2015v2testvalues.txt", model: "WMM2015v2", columns: columns2015, rowCount: 12),
        PublishedFile(name: "WMM2020_TEST_VALUES.txt", model: "WMM2020", columns: columns2020, rowCount: 100),
        PublishedFile(
            name: "WMM2025_TEST_VALUES.txt", model: "WMM2025", columns: columns2020, carriesNoise: true,
            rowCount: 100),
        PublishedFile(
            name: "WMMHR2025_TEST_VALUES.txt", model: "WMMHR2025", columns: columns2020, carriesNoise: true,
            rowCount: 100),
    ]

    func rows(in folder: URL) throws -> [PublishedRow] {
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return PublishedRow.rows(of: text, columns: columns)
    }
}

extension GeomagneticModel {
    /// A model of the laboratory's catalogue, not IGRF14, whose coefficients depend on the date.
    static func catalogued(_ name: String) throws -> GeomagneticModel {
        try GeomagneticCatalogue.model(named: name, on: DecimalYear(2025))
    }
}

extension GeomagneticField {
    /// The value that a published column holds.
    func published(_ column: PublishedColumn) -> Double? {
        switch column {
        case .time, .heightKilometres, .latitude, .longitude: nil
        case .x: elements.x
        case .y: elements.y
        case .z: elements.z
        case .h: elements.h
        case .f: elements.f
        case .inclination: elements.inclinationDegrees
        case .declination: elements.declinationDegrees
        case .gridVariation: gridVariationDegrees ?? -999
        case .xChange: annualChange.x
        case .yChange: annualChange.y
        case .zChange: annualChange.z
        case .hChange: annualChange.h
        case .fChange: annualChange.f
        case .inclinationChange: annualChange.inclinationDegrees
        case .declinationChange: annualChange.declinationDegrees
        }
    }
}
