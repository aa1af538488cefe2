/// Foreign text in HTML and XML.
enum MarkupText {
    /// The text with the five characters that markup gives a meaning escaped, scalar by scalar (a combining mark behind a
    /// quote makes another `Character` of it, but no other quote), and without the control characters that XML forbids.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
