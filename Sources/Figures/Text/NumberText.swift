import Foundation
import Vocabulary

/// Formats numbers for readers of reports.
package enum NumberText {
    /// The minus sign of typography.
    package static let minus = "\u{2212}"
    /// Shown for unknown values.
    package static let none = "\u{2013}"

    /// With a fixed number of decimals; a rounded zero has no sign; `none` where it is not finite.
    package static func fixed(_ value: Double?, decimals: Int) -> String {
        guard let value, value.isFinite else { return none }
        let text = FixedDecimal.text(value, decimals: decimals)
        guard text.hasPrefix("-") else { return text }
        let digits = String(text.dropFirst())
        return digits.contains { $0 != "0" && $0 != "." } ? minus + digits : digits
    }

    /// The same with an explicit sign, except for zero.
    package static func signed(_ value: Double?, decimals: Int) -> String {
        let text = fixed(value, decimals: decimals)
        guard let value, value > 0, text.contains(where: { ("1"..."9").contains($0) }) else { return text }
        return "+" + text
    }

    /// `[1.20, 3.45]`; `none` where an end is unknown.
    package static func interval(_ low: Double?, _ high: Double?, decimals: Int) -> String {
        guard let low, let high else { return none }
        return "[\(fixed(low, decimals: decimals)), \(fixed(high, decimals: decimals))]"
    }

    /// Degrees: 12.3 with the sign of degrees.
    package static func degrees(_ value: Double?, decimals: Int = 1) -> String {
        with("\u{B0}", fixed(value, decimals: decimals))
    }

    /// Degrees with a sign.
    package static func signedDegrees(_ value: Double?, decimals: Int = 1) -> String {
        with("\u{B0}", signed(value, decimals: decimals))
    }

    /// About `digits` significant digits, without trailing zeros: parameters, rates.
    package static func general(_ value: Double?, digits: Int = 6) -> String {
        guard let value, value.isFinite else { return none }
        let text = String(format: "%.\(digits)g", value)
        return text.hasPrefix("-") ? minus + text.dropFirst() : text
    }

    /// A share as percent.
    package static func percent(_ share: Double?, decimals: Int = 0) -> String {
        with("\u{A0}%", fixed(share.map { $0 * 100 }, decimals: decimals))
    }

    /// A number with its unit; an unknown one has none.
    package static func with(_ unit: String, _ number: String) -> String { number == none ? number : number + unit }

    /// A count with thin spaces between groups of three digits.
    package static func count(_ number: Int?) -> String {
        guard let number else { return none }
        var groups: [String] = []
        var rest = number.magnitude
        while rest >= 1000 {
            groups.append(padded(Int(rest % 1000), to: 3))
            rest /= 1000
        }
        groups.append(String(rest))
        return (number < 0 ? minus : "") + groups.reversed().joined(separator: "\u{202F}")
    }

    /// A number that is not negative with zeros in front.
    package static func padded(_ number: Int, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// A duration: `12.3 s`, `4 min 5 s`, `1 h 0 min`.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0 else { return none }
        if seconds < 120 { return fixed(seconds, decimals: 1) + "\u{A0}s" }
        let whole = Int(clamping: min(seconds, 1e12).rounded())
        if whole < 7200 { return "\(whole / 60)\u{A0}min \(whole % 60)\u{A0}s" }
        return "\(whole / 3600)\u{A0}h \(whole / 60 % 60)\u{A0}min"
    }
}
