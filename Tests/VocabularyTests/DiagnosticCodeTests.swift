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

    @Test func refusalsAreSerious() {
        #expect(DiagnosticSeverity.note < .warning && DiagnosticSeverity.warning < .serious)
        for code in DiagnosticCode.allCases where code.isRefusal { #expect(code.severity == .serious, "\(code)") }
    }
}
