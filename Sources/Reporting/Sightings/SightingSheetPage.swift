import Analysis
import Foundation

/// A sheet of sightings to print and fill in by hand: one HTML page without network.
public enum SightingSheetPage {
    /// - Parameter title: above the table.
    public static func html(_ sheet: SightingSheet, title: String) -> String {
        func cell(_ text: String) -> String {
            "<td>" + text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") + "</td>"
        }
        let rows = sheet.rows.map { row in
            let known = [row.place, row.landmark, String(format: "%.1f", row.bearing), row.device, row.attempt]
            return "<tr>" + (known + ["", "", "", ""]).map(cell).joined() + "</tr>\n"
        }
        let heads = ["place", "landmark", "bearing", "device", "attempt", "time", "shown", "claimed", "remarks"]
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title><style>
            body { font: 12px sans-serif; margin: 1cm } table { border-collapse: collapse; width: 100% }
            th, td { border: 1px solid #000; padding: 2px 6px; height: 20px; text-align: left }
            td:nth-child(n+6) { min-width: 60px } tr { break-inside: avoid }
            </style></head><body><h1>\(title)</h1>
            <p>Stand at the place. Hold the landmark in the centre of the camera's picture. Write down the time, the
            heading that the phone shows and the accuracy that it claims, in degrees. Move away and come back before
            the next attempt. Bearings are from true north.</p>
            <table><tr>\(heads.map { "<th>\($0)</th>" }.joined())</tr>
            \(rows.joined())</table></body></html>

            """
    }
}
