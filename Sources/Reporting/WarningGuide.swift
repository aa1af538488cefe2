import Figures
import Vocabulary

/// The page of the documentation on warnings: what each code means and what to do about it.
public enum WarningGuide {
    /// The page, in Markdown.
    public static var page: String {
        var text = Prose.warnings
        for (title, codes) in chapters {
            text += "\n## \(title)\n"
            for code in codes {
                let strict = code.isDamage ? ", `--strict` 65" : code.isRefusal ? ", `--strict` 1" : ""
                let advice = filled(code.advice.markdown).capitalizedFirst
                let entry = "`\(code)` (\(code.severity.rawValue)\(strict)): \(code.meaning). *\(advice).*"
                let lines = PlainText.wrapped("- " + entry, hanging: 2, width: 140)
                text += "\n" + lines.joined(separator: "\n") + "\n"
            }
        }
        return text
    }

    /// With `{field}` as FIELD.
    private static func filled(_ template: String) -> String {
        template.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
            return part[..<end].uppercased() + part[part.index(after: end)...]
        }.joined()
    }

    /// A chapter for each subject, and one for damaged data.
    private static var chapters: [(title: String, codes: [DiagnosticCode])] {
        DiagnosticSubject.allCases.map { subject in
            (title(of: subject), DiagnosticCode.allCases.filter { $0.subject == subject && !$0.isDamage })
        } + [("Damaged data", DiagnosticCode.allCases.filter(\.isDamage))]
    }

    private static func title(of subject: DiagnosticSubject) -> String {
        switch subject {
        case .log: "Reading a log"
        case .sensor: "Sensors"
        case .calibration: "Calibration and other fits"
        case .filter: "Filters"
        case .reference: "Reference"
        case .field: "Geomagnetic field and north"
        case .place: "Places and positions"
        case .camera: "Camera"
        }
    }
}
