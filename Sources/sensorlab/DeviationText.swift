import Analysis
import Foundation

/// A deviation curve for people.
enum DeviationText {
    static func text(_ section: DeviationSection) -> String {
        guard section.accepted else {
            return (["the deviation curve is not determined: \(section.reason)"] + (section.bands ?? []).map(band))
                .joined(separator: "\n") + "\n"
        }
        var lines = ["coefficient   degrees    sigma    exact (no unit)"]
        let values = [("A", section.A), ("B", section.B), ("C", section.C), ("D", section.D), ("E", section.E)]
        for (letter, value) in values {
            let sigma = section.sigmas[letter].map { String(format: "%.3f", $0) } ?? "unknown"
            let exact = section.exact?[letter].map { String(format: "%.4f", $0) } ?? ""
            lines.append(
                TextCell.left(letter, 11) + TextCell.right(String(format: "%.3f", value), 10)
                    + TextCell.right(sigma, 9) + TextCell.right(exact, 19))
        }
        lines.append(String(format: "residual RMS %.3f degrees", section.residualRMSDegrees))
        lines += (section.bands ?? []).map(band) + (section.at.map(elsewhere) ?? [])
        return lines.joined(separator: "\n") + "\n"
    }

    private static func band(_ band: DeviationBand) -> String {
        let range = String(
            format: "axis %+.0f to %+.0f degrees above the horizon: ", band.fromDegrees, band.toDegrees)
        guard band.accepted else { return range + "not determined (\(band.samples) samples): \(band.reason)" }
        let values = ["A", "B", "C", "D", "E"].map { letter in
            let sigma = band.sigmas[letter].map { String(format: "(%.2f)", $0) } ?? "(unknown)"
            return "\(letter) " + String(format: "%+.2f ", band.coefficients[letter] ?? 0) + sigma
        }
        return range + values.joined(separator: "  ")
            + String(format: "  residual RMS %.2f  %d samples", band.residualRMSDegrees, band.samples)
    }

    private static func elsewhere(_ there: DeviationAtPlace) -> [String] {
        let values = ["A", "B", "C", "D", "E"].map { letter in
            let value = there.exact[letter].map { String(format: "%.4f", $0) } ?? "unknown"
            return "\(letter) \(value)" + (there.sigmas[letter].map { String(format: " (%.4f)", $0) } ?? "")
        }
        return [
            "at \(there.place.latitude),\(there.place.longitude), "
                + String(
                    format: "dip %.1f degrees, horizontal field %.1f microtesla", there.dipDegrees,
                    there.horizontalMicrotesla)
                + ", exact form: " + values.joined(separator: "  ")
        ]
    }
}
