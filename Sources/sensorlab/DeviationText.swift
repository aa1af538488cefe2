import Analysis
import Foundation

/// A deviation curve for people.
enum DeviationText {
    static func text(_ section: DeviationSection) -> String {
        var lines = ["coefficient   degrees    sigma    exact (no unit)"]
        let values = [("A", section.A), ("B", section.B), ("C", section.C), ("D", section.D), ("E", section.E)]
        for (letter, value) in values {
            let sigma = section.sigmas[letter].map { String(format: "%.3f", $0) } ?? "unknown"
            let exact = section.exact?[letter].map { String(format: "%.4f", $0) } ?? ""
            lines.append(
                letter.padding(toLength: 11, withPad: " ", startingAt: 0) + right(String(format: "%.3f", value), 10)
                    + right(sigma, 9) + right(exact, 19))
        }
        lines.append(String(format: "residual RMS %.3f degrees", section.residualRMSDegrees))
        return lines.joined(separator: "\n") + "\n"
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
