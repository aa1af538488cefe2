import Foundation
import Reporting
import Testing
import Vocabulary

@Suite struct WarningGuideTests {
    @Test func theCommittedPageIsUpToDate() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("docs/reference/warnings.md"), encoding: .utf8)
        #expect(page == WarningGuide.page, "run `make warnings-page`")
    }

    @Test func everyCodeHasOneEntry() {
        let entries = WarningGuide.page.components(separatedBy: "\n\n- `").dropFirst().map { "`" + $0 }
        #expect(entries.count == DiagnosticCode.allCases.count)
        for code in DiagnosticCode.allCases {
            let entry = entries.filter { $0.hasPrefix("`\(code)` (\(code.severity.rawValue)") }
            #expect(entry.count == 1, "\(code)")
            // A meaning and, in italics, an advice.
            #expect(entry.first?.split(separator: "*").count ?? 0 >= 2, "\(code)")
        }
    }

    @Test func linesAreShort() {
        #expect(WarningGuide.page.split(separator: "\n").allSatisfy { $0.count <= 160 })
    }
}
