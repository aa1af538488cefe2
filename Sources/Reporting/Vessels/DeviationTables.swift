import Analysis
import Foundation
import Rotations
import Vocabulary

/// A deviation curve as a table for other programs: magnetic = compass + deviation, over compass heading.
public struct DeviationTables: Sendable {
    private let section: DeviationSection

    /// Of an accepted curve.
    /// - Throws: `SensorLabError` (bad data) for a refused one, which no program shall apply.
    public init(_ section: DeviationSection, place: String) throws {
        guard section.accepted else {
            throw SensorLabError(
                .badData, code: .noDeviation, place: place, message: "the curve was refused: \(section.reason)",
                advice: "no table is written")
        }
        self.section = section
    }

    /// The table for a file: `.xml` for OpenCPN, `.json` for Signal K, else CSV.
    public func text(path: String, compass: String) -> String {
        switch path.lowercased() {
        case let name where name.hasSuffix(".xml"): openCPN(compass: compass)
        case let name where name.hasSuffix(".json"): signalK
        default: csv
        }
    }

    private var headings: [Double] { Array(stride(from: 0.0, to: 360, by: 10)) }

    /// `heading,deviation` in degrees, every ten degrees.
    public var csv: String {
        "heading,deviation\n"
            + headings.map { String(format: "%.0f,%.2f\n", $0, section.deviation(compassHeading: $0)) }.joined()
    }

    /// In Signal K's units, radians. Its specification has no place for a table of deviations.
    public var signalK: String {
        let rows = headings.map { heading in
            String(
                format: "    {\"headingCompass\": %.5f, \"magneticDeviation\": %.5f}", Angle.radians(heading),
                Angle.radians(section.deviation(compassHeading: heading)))
        }
        return "{\n  \"navigation.magneticDeviation\": [\n" + rows.joined(separator: ",\n") + "\n  ]\n}\n"
    }

    /// The settings of OpenCPN's Deviation plugin: A..E in degrees, and measured rows every ten degrees.
    public func openCPN(compass: String) -> String {
        func attribute(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        }
        let values = [("A", section.A), ("B", section.B), ("C", section.C), ("D", section.D), ("E", section.E)]
        let factors = values.map { String(format: "factor%@=\"%.6f\"", $0.0, $0.1) }.joined(separator: " ")
        let rows = headings.map { heading in
            String(
                format: "            <aBearing CompassCourse=\"%.6f\" Deviation=\"%.6f\" Enabled=\"1\" "
                    + "Remarks=\"SensorLab\" />\n", heading, section.deviation(compassHeading: heading))
        }
        return """
            <?xml version="1.0" encoding="UTF8" ?>
            <root>
                <aship shipsname="\(attribute(compass))">
                    <acompass compassname="\(attribute(compass))">
                        <ABCDEvalues \(factors) />
            \(rows.joined())        </acompass>
                </aship>
            </root>

            """
    }
}
