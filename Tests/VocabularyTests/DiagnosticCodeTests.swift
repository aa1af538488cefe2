import Testing
import Vocabulary

@Suite struct DiagnosticCodeTests {
    /// `noSuchFile` as `no-such-file`.
    private func kebab(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }

    @Test func codesAreKebabCase() {
        for code in DiagnosticCode.allCases.map(\.rawValue) + ErrorCode.allCases.map(\.rawValue) {
            #expect(code == kebab(code) && !code.hasPrefix("-") && !code.hasSuffix("-"), "\(code)")
            #expect(!code.contains(" ") && !code.contains("--") && !code.isEmpty, "\(code)")
        }
        #expect("\(DiagnosticCode.noDeclination) \(ErrorCode.badJSON)" == "no-declination bad-json")
    }

    @Test func anErrorUnderStrictKeepsItsName() {
        for code in DiagnosticCode.allCases {
            if let error = code.errorCode { #expect(error.rawValue == code.rawValue) }
            if code.isDamage || code.isRefusal { #expect(code.errorCode != nil, "\(code)") }
            #expect(!(code.isDamage && code.isRefusal), "\(code)")
        }
        #expect(DiagnosticCode.allCases.count { $0.isDamage } == 20)
        #expect(DiagnosticCode.allCases.count { $0.isRefusal } == 8)
    }

    @Test func everyCodeHasMeaningAndAdvice() {
        for code in DiagnosticCode.allCases {
            #expect(!code.meaning.isEmpty && !code.advice.text.isEmpty, "\(code)")
            for text in [code.meaning, code.advice.markdown] {
                #expect(text.first?.isUppercase != true || text.hasPrefix("JSON") || text.hasPrefix("NaN"), "\(text)")
                #expect(!text.hasSuffix(".") && !text.contains("  "), "\(text)")
            }
            let parts = code.advice.markdown.split(separator: "`", omittingEmptySubsequences: false)
            #expect(!parts.count.isMultiple(of: 2) && code.advice.text == parts.joined(), "\(code)")
            for part in stride(from: 0, to: parts.count, by: 2) {
                #expect(!parts[part].contains("--"), "an option that is not marked as code: \(code)")
            }
        }
    }

    @Test func fieldsOfAnAdviceAreFilled() {
        #expect(DiagnosticCode.referenceClockShifted.advice.text.contains("{seconds}"))
        let warning = Warning(.referenceClockShifted, "a", advice: .subtract(seconds: "0.2"))
        #expect(warning.advice == "subtract 0.2 s from the reference's time stamps")
        #expect(Warning(.noDeclination, "a").advice == "give --place LAT,LON and --date YYYY-MM-DD")
        let fields = DiagnosticCode.allCases.map(\.advice.text).filter { $0.contains("{") }
        for text in fields { #expect(text.count { $0 == "{" } == text.count { $0 == "}" }, "\(text)") }
    }

    @Test func refusalsAreSerious() {
        #expect(DiagnosticSeverity.note < .warning && DiagnosticSeverity.warning < .serious)
        for code in DiagnosticCode.allCases where code.isRefusal { #expect(code.severity == .serious, "\(code)") }
    }
}
