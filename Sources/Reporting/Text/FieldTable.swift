import Analysis
import Figures

/// Fields as CSV: degrees with six decimals, microtesla with five (0.01 nT).
///
/// The columns: declination (east positive), its standard deviation and its change in a year; inclination (down
/// positive); north, east, down, horizontal and total intensity; grid variation; zone; model; the codes of warnings, a
/// space between them. Unknown values are empty.
public enum FieldTable {
    private static let columns =
        "declination,declination_sigma,declination_per_year,inclination,north,east,down,horizontal,intensity,"
        + "grid_variation,zone,model,warnings"
    private static let columnCount = 13

    /// Places and dates with their fields.
    public static func csv(_ answers: [FieldAnswer]) -> [UInt8] {
        var bytes = Array("lat,lon,alt,date,\(columns)\n".utf8)
        bytes.reserveCapacity(bytes.count + answers.count * 160)
        for answer in answers {
            let place = answer.request.place
            bytes.append(
                contentsOf: "\(place.latitude),\(place.longitude),\(place.height),\(answer.request.dateText)".utf8)
            append(answer, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    /// The lines of a table of points, with the fields appended.
    /// - Parameters:
    ///   - table: the points as they were read.
    ///   - answers: those to the table's requests, in their order.
    public static func csv(_ table: FieldPointTable, _ answers: [FieldAnswer]) -> [UInt8] {
        var bytes: [UInt8] = []
        var isHeaderWritten = false
        for line in table.lines {
            if case .other = line {
            } else if !isHeaderWritten {
                bytes.append(contentsOf: "\(table.header),\(columns)\n".utf8)
                isHeaderWritten = true
            }
            switch line {
            case .other(let text): bytes.append(contentsOf: text.utf8)
            case .point(let text, let index):
                bytes.append(contentsOf: text.utf8)
                append(answers[index], to: &bytes)
            case .damaged(let text):
                bytes.append(contentsOf: text.utf8)
                bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: columnCount))
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func append(_ answer: FieldAnswer, to bytes: inout [UInt8]) {
        let (elements, field) = (answer.field.elements, answer.field)
        func cell(_ value: Double?, decimals: Int) {
            bytes.append(UInt8(ascii: ","))
            if let value { FixedDecimal.append(value, decimals: decimals, to: &bytes) }
        }
        cell(elements.declinationDegrees, decimals: 6)
        cell(field.uncertainty?.declinationDegrees, decimals: 6)
        cell(field.annualChange.declinationDegrees, decimals: 6)
        cell(elements.inclinationDegrees, decimals: 6)
        for nanotesla in [elements.x, elements.y, elements.z, elements.h, elements.f] {
            cell(nanotesla / 1000, decimals: 5)
        }
        cell(field.gridVariationDegrees, decimals: 6)
        let codes = answer.warnings.map(\.code.rawValue).joined(separator: " ")
        bytes.append(contentsOf: ",\(field.zone.rawValue),\(answer.model),\(codes)".utf8)
    }
}
