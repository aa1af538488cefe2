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

    @Test func everyCodeHasOneRow() {
        let rows = WarningGuide.page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == DiagnosticCode.allCases.count)
        for code in DiagnosticCode.allCases {
            let row = rows.filter { $0.hasPrefix("| `\(code)` |") }
            #expect(row.count == 1, "\(code)")
            // A code, a severity, the exit code of --strict, a meaning and an advice.
            #expect(row.first?.split(separator: "|").count == 5, "\(code)")
        }
    }
}
