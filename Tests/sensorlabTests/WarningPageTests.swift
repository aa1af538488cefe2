import Foundation
import Testing
import Vocabulary

/// The tables of warnings in the documentation against the list of codes.
@Suite struct WarningPageTests {
    private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/reference")

    /// The codes in the first column of a page's tables, row after row.
    private static func documented(_ page: String) throws -> [String] {
        let text = try String(contentsOf: docs.appendingPathComponent("\(page).md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { line in
            (line.split(separator: "|").first ?? "").matches(of: #/`([a-z]+(?:-[a-z]+)+)`/#).map { String($0.1) }
        }
    }

    @Test func everyCodeHasItsRow() throws {
        let rows = try Self.documented("warnings")
        #expect(Set(rows).count == rows.count, "a code has two rows")
        let codes = Set(DiagnosticCode.allCases.map(\.rawValue))
        #expect(Set(rows).subtracting(codes).sorted() == [])
        #expect(codes.subtracting(rows).subtracting(try Self.documented("recordings")).sorted() == [])
    }
}
