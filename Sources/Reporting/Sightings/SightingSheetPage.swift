import Analysis
import Foundation

/// A sheet of sightings to print and fill in by hand: one HTML page without network.
///
/// It shows no bearing, since whoever knows it reads the phone accordingly.
public enum SightingSheetPage {
    /// - Parameter title: above the table.
    public static func html(_ sheet: SightingSheet, title: String) -> String {
        func cell(_ text: String) -> String {
            "<td>" + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</td>"
        }
        let known: [(name: String, text: (SightingSheet.Row) -> String)] = [
            ("place", \.place), ("at", { $0.at.map(SightingSheet.text) ?? "" }), ("landmark", \.landmark),
            ("landmark_at", { $0.landmarkAt.map(SightingSheet.text) ?? "" }), ("device", \.device),
            ("attempt", \.attempt),
        ].filter { column in sheet.rows.contains { !column.text($0).isEmpty } }
        let empty = ["time", "shown", "claimed", "remarks"]
        let rows = sheet.rows.map { row in
            "<tr>" + known.map { cell($0.text(row)) }.joined()
                + String(repeating: "<td class=\"empty\"></td>", count: empty.count) + "</tr>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title><style>
            body { font: 12px sans-serif; margin: 1cm } table { border-collapse: collapse; width: 100% }
            th, td { border: 1px solid #000; padding: 2px 6px; height: 20px; text-align: left }
            .empty { min-width: 60px } tr { break-inside: avoid }
            </style></head><body><h1>\(title)</h1>
            <p>Stand at the place. Hold the landmark in the centre of the camera's picture. Write down the time, the
            heading that the phone shows and the accuracy that it claims, in degrees. Move away and come back before
            the next attempt. Places are latitude and longitude, degrees.</p>
            <table><tr>\((known.map(\.name) + empty).map { "<th>\($0)</th>" }.joined())</tr>
            \(rows.joined())</table></body></html>

            """
    }
}
